"""Refusals: as the scripted server sends them, and as the scripted client reads them."""

from __future__ import annotations

from dataclasses import dataclass

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from spades.v1.rejection_pb2 import Rejection

DOMAIN = "spades.v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A call that was refused."""

    code: grpc.StatusCode
    reason: str = ""
    """Of ``ErrorInfo``; empty if there is none, as where no server of the game answered."""
    sentence: str = ""
    """What the message says behind the reason."""
    message: str = ""
    """The whole message, where it was received."""
    domain: str = DOMAIN
    metadata: dict[str, str] | None = None
    """Of ``ErrorInfo``; None: none."""
    fields: tuple[str, ...] = ()
    """Those that ``BadRequest`` names."""
    rejection: Rejection | None = None
    retry_seconds: float | None = None
    """Of ``RetryInfo``; None: none."""


async def abort(context: grpc.aio.ServicerContext[Message, Message], refusal: Refusal) -> None:
    """End the call of *context* with *refusal*; never returns."""
    if not refusal.reason:
        await context.abort(refusal.code, refusal.sentence or "the connection is gone")
    details: list[Message] = [ErrorInfo(reason=refusal.reason, domain=DOMAIN)]
    if refusal.rejection is not None:
        details.append(refusal.rejection)
    if refusal.retry_seconds is not None:
        details.append(RetryInfo(retry_delay=duration(refusal.retry_seconds)))
    message = f"{refusal.reason}: {refusal.sentence}"
    status = Status(code=refusal.code.value[0], message=message, details=map(_packed, details))
    await context.abort(refusal.code, message, (("grpc-status-details-bin", status.SerializeToString()),))


def duration(seconds: float) -> Duration:
    """Return *seconds*, to the millisecond."""
    return Duration(seconds=int(seconds), nanos=round(seconds % 1 * 1000) * 1_000_000)


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed


def refusal_of(failure: grpc.aio.AioRpcError) -> Refusal:
    """Return what the status of *failure* says."""
    try:
        # The types know blocking calls only; what it reads of a failure is the same.
        status = rpc_status.from_call(failure) or Status()  # type: ignore[arg-type]
    except (ValueError, DecodeError):
        status = Status()  # Details that contradict their status say nothing.
    info, bad, rejection, retry = ErrorInfo(), BadRequest(), Rejection(), RetryInfo()
    found = {
        type(kind): any(detail.Unpack(kind) for detail in status.details) for kind in (info, bad, rejection, retry)
    }
    message = failure.details() or ""
    return Refusal(
        code=failure.code(),
        reason=info.reason,
        sentence=message.partition(": ")[2],
        message=message,
        domain=info.domain,
        metadata=dict(info.metadata),
        fields=tuple(violation.field for violation in bad.field_violations),
        rejection=rejection if found[Rejection] else None,
        retry_seconds=retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9 if found[RetryInfo] else None,
    )
