"""What a newer server may send: fields, events, items, enum values and kinds of prompt that nobody knows yet."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.message import Message

UNKNOWN_FIELD = b"\x92\x3f\x05newer"
"""Field 1010, with text in it; no message of the contract has one of that number."""

UNKNOWN_NUMBER = 99
"""No enum of the contract goes so far."""

AnyMessage = TypeVar("AnyMessage", bound=Message)


def with_unknown_fields(message: AnyMessage) -> AnyMessage:
    """Put a field that nobody knows into *message* and into every message that it holds; return it."""
    for field, value in message.ListFields():
        if field.message_type is not None:
            for held in value if field.is_repeated else [value]:
                with_unknown_fields(held)
    message.MergeFromString(UNKNOWN_FIELD)
    return message
