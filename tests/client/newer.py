"""What a newer server may send: fields, events, items, enum values and kinds of prompt that nobody knows yet."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.message import Message

from spades.v1.event_pb2 import Event
from spades.v1.prompt_pb2 import Choice, Prompt
from spades.v1.table_service_pb2 import WatchTableResponse

UNKNOWN_FIELD = b"\x92\x3f\x05newer"
"""Field 1010, with text in it; no message of the contract has one of that number."""

UNKNOWN_NUMBER = 99
"""No enum of the contract goes so far."""

AnyMessage = TypeVar("AnyMessage", bound=Message)


def with_unknown_fields(message: AnyMessage) -> AnyMessage:
    """Return *message* with a field that nobody knows in it, and in every message that it holds."""
    for field, value in message.ListFields():
        if field.message_type is not None:
            for held in value if field.is_repeated else [value]:
                with_unknown_fields(held)
    message.MergeFromString(UNKNOWN_FIELD)
    return message


def newer_event() -> Event:
    """Return an event of a kind that nobody knows."""
    return with_unknown_fields(Event())


def newer_item() -> WatchTableResponse:
    """Return an item of the stream that nobody knows."""
    return with_unknown_fields(WatchTableResponse(epoch="e1"))


def newer_prompt(prompt_id: int, *, picks: int = 1) -> Prompt:
    """Return a prompt of a kind that nobody knows, for seat 1: three choices that say no more than a label."""
    prompt = Prompt(prompt_id=prompt_id, seat=1, min_picks=picks, max_picks=picks)
    prompt.kind = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    prompt.choices.extend(with_unknown_fields(Choice(choice_id=n, label=f"newer {n}")) for n in (1, 2, 3))
    return prompt
