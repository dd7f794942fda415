"""Turns the status of a failed call into an exception of this client."""

from __future__ import annotations

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from spades.v1.error_pb2 import ERROR_REASON_UNSPECIFIED, ErrorReason
from spades.v1.rejection_pb2 import Rejection
from spades_client.errors import ClientError, LinkLost, Refused
from spades_client.language import tr

DOMAIN = "spades.v1"

# A CANCELLED that we did not cause comes from a server or proxy that dropped the call: nobody judged it.
TRANSIENT = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED})


def error_of(failure: grpc.aio.AioRpcError) -> ClientError:
    """Return *failure* as ``Refused``, or as ``LinkLost`` where no server of ours judged the call."""
    status = _status_of(failure)
    info = ErrorInfo()
    known = any(detail.Unpack(info) and info.domain == DOMAIN for detail in status.details)
    if failure.code() in TRANSIENT and not known:
        return LinkLost(tr("the server does not answer ({status})").format(status=failure.code().name.lower()))
    message = failure.details() or failure.code().name
    return Refused(
        _reason_of(info.reason if known else message.partition(":")[0]),
        _without_reason(message),
        _rejection_in(status),
        code=failure.code(),
        retry_after=_retry_after_in(status),
        fields=_fields_in(info),
    )


def _status_of(failure: grpc.aio.AioRpcError) -> Status:
    try:
        # The types know blocking calls only; what it reads of a failure is the same.
        status = rpc_status.from_call(failure)  # type: ignore[arg-type]
    except (ValueError, DecodeError):
        # Details that contradict their status are worth nothing; the status itself still is.
        return Status()
    return status or Status()


def _reason_of(word: str) -> ErrorReason.ValueType:
    name = f"ERROR_REASON_{word.strip()}"
    return ErrorReason.Value(name) if name in ErrorReason.DESCRIPTOR.values_by_name else ERROR_REASON_UNSPECIFIED


def _without_reason(message: str) -> str:
    word, colon, rest = message.partition(":")
    return rest.strip() if colon and word.isupper() and " " not in word else message


def _rejection_in(status: Status) -> Rejection | None:
    rejection = Rejection()
    return rejection if any(detail.Unpack(rejection) for detail in status.details) else None


def _fields_in(info: ErrorInfo) -> tuple[str, ...]:
    named = (info.metadata.get(key, "") for key in ("field", "options"))
    return tuple(name for names in named for name in names.split(",") if name)


def _retry_after_in(status: Status) -> float | None:
    retry = RetryInfo()
    if any(detail.Unpack(retry) for detail in status.details):
        return float(retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9)
    return None
