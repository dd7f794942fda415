"""Refusals as gRPC statuses: a code, a reason that programs switch on, and what was allowed."""

import secrets
from collections.abc import Sequence
from typing import NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from spades.v1 import prompt_pb2, rejection_pb2
from spades_server.table import Refused
from spades_wire import reason_number
from spades_wire.values import card_messages

__all__ = ["CODES", "DOMAIN", "internal_fault", "refuse", "status_of"]

DOMAIN = "spades.v1"

_BY_CODE = {
    code_pb2.INVALID_ARGUMENT: ("FIELD_INVALID", "REQUEST_ID_REUSED", "RULES_INVALID", "CHOICES_INVALID"),
    code_pb2.UNAUTHENTICATED: ("SEAT_TOKEN_MISSING", "SEAT_TOKEN_INVALID"),
    code_pb2.PERMISSION_DENIED: ("NOT_YOUR_SEAT", "NOT_HOST", "WRONG_PASSCODE", "KICKED"),
    code_pb2.NOT_FOUND: ("TABLE_NOT_FOUND", "GAME_NOT_FOUND", "SEAT_NOT_FOUND"),
    code_pb2.ALREADY_EXISTS: ("NAME_TAKEN",),
    code_pb2.ABORTED: ("STALE_PROMPT", "SUPERSEDED"),
    code_pb2.RESOURCE_EXHAUSTED: ("RATE_LIMITED", "LIMIT_REACHED"),
    code_pb2.UNIMPLEMENTED: ("NOT_SERVED",),
    code_pb2.UNAVAILABLE: ("STOPPING", "JOURNAL_UNAVAILABLE"),
    code_pb2.INTERNAL: ("INTERNAL",),
}
_LONGEST = 240
"""Characters of a text in a status: it travels in headers, which are small, and may repeat what a stranger sent."""

_TOLD_ELSEWHERE = ("allowed", "retry_ms")
"""Details that go into BadRequest and RetryInfo."""

CODES = {reason: code for code, reasons in _BY_CODE.items() for reason in reasons}
"""The status code of each reason; FAILED_PRECONDITION for all others."""


def status_of(
    refusal: Refused, prompts: Sequence[prompt_pb2.Prompt] | None = None, sequence: int = 0
) -> status_pb2.Status:
    """Return the status of *refusal*; *prompts*, the open ones of a known seat, go into a ``Rejection``."""
    status = status_pb2.Status(
        code=CODES.get(refusal.reason, code_pb2.FAILED_PRECONDITION),
        message=f"{refusal.reason}: {_short(str(refusal))}",
    )
    details = {name: _short(value) for name, value in refusal.details.items() if name not in _TOLD_ELSEWHERE}
    _add(status, error_details_pb2.ErrorInfo(reason=refusal.reason, domain=DOMAIN, metadata=details))
    if "field" in refusal.details:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=_short(refusal.details["field"]), description=_short(refusal.details.get("allowed", str(refusal)))
        )
        _add(status, error_details_pb2.BadRequest(field_violations=[violation]))
    if "retry_ms" in refusal.details:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(refusal.details["retry_ms"]))
        _add(status, retry)
    if prompts is not None:
        rejection = rejection_pb2.Rejection(
            reason=reason_number(refusal.reason),
            open_prompts=prompts,
            because_cards=card_messages(refusal.because),
            sequence=sequence,
        )
        _add(status, rejection)
    return status


def internal_fault() -> Refused:
    """Return the refusal for a fault of the server: an id that is in its log, and no text of the fault."""
    incident = secrets.token_hex(4)
    return Refused("INTERNAL", f"a fault of the server; its log has it as {incident}", incident=incident)


async def refuse(context: "grpc.aio.ServicerContext[bytes, bytes]", status: status_pb2.Status) -> NoReturn:
    """End the call with *status*."""
    final = rpc_status.to_status(status)
    await context.abort(final.code, final.details or "", final.trailing_metadata or ())
    raise AssertionError("abort raises")


def _short(text: str) -> str:
    """Return *text* cut to what fits, with a sign in the place of each character that does not show."""
    cut = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in cut)


def _add(
    status: status_pb2.Status,
    detail: error_details_pb2.ErrorInfo
    | error_details_pb2.BadRequest
    | error_details_pb2.RetryInfo
    | rejection_pb2.Rejection,
) -> None:
    packed = any_pb2.Any()
    packed.Pack(detail)
    status.details.append(packed)
