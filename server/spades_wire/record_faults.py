"""What is wrong with a record: one line that names the place, and the first place where two messages differ."""

from typing import TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from spades.v1 import cards_pb2
from spades_engine import format_card
from spades_wire.values import FieldInvalid, card_from_message

__all__ = ["Difference", "RecordError", "card_text", "first_difference"]

Difference: TypeAlias = tuple[str, str, str]
"""(the path of a field, what it is to be, what it is)."""

LONGEST = 400
"""Letters of a complaint."""


class RecordError(ValueError):
    """A record cannot be read, or is not what the rules make of it."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(_printable(f"{place}: {sentence}"))
        self.place = place
        """The hand, trick or field: ``hand 3, trick 5``."""
        self.sentence = sentence


def _printable(text: str) -> str:
    """Return *text*, which may quote a stranger's file, as one line without control characters."""
    line = " ".join(text.split())
    shown = line if len(line) <= LONGEST else f"{line[:LONGEST]} …"
    return "".join(letter if letter.isprintable() else "?" for letter in shown)


def card_text(message: cards_pb2.Card) -> str:
    """Return the card of *message* as people write it, or what is wrong with it."""
    try:
        return format_card(card_from_message(message))
    except FieldInvalid as error:
        return f"no card ({error})"


def first_difference(wanted: Message, found: Message, path: str = "") -> Difference | None:
    """Return the first field in which *found* is not as *wanted*, a message of the same type; None if they are equal.

    Cards count as single values, so that a difference is told in their notation.
    """
    if wanted == found:
        return None
    if isinstance(wanted, cards_pb2.Card) and isinstance(found, cards_pb2.Card):
        return path, card_text(wanted), card_text(found)
    for field in wanted.DESCRIPTOR.fields:
        assert isinstance(field, FieldDescriptor), "the fast implementation poses as it"
        if difference := _field_difference(field, wanted, found, f"{path}.{field.name}".lstrip(".")):
            return difference
    return path, "as the rules have it", "a message with unknown fields"


def _field_difference(field: FieldDescriptor, wanted: Message, found: Message, path: str) -> Difference | None:
    if field.is_repeated:
        return _list_difference(list(getattr(wanted, field.name)), list(getattr(found, field.name)), path)
    both = (wanted, found)
    if field.has_presence and wanted.HasField(field.name) != found.HasField(field.name):
        shown = [_text(field, getattr(one, field.name)) if one.HasField(field.name) else "unset" for one in both]
        return path, shown[0], shown[1]
    mine, other = getattr(wanted, field.name), getattr(found, field.name)
    if isinstance(mine, Message):
        return first_difference(mine, other, path)
    return None if mine == other else (path, _text(field, mine), _text(field, other))


def _list_difference(wanted: list[object], found: list[object], path: str) -> Difference | None:
    for index, (mine, other) in enumerate(zip(wanted, found, strict=False), 1):
        if isinstance(mine, Message) and isinstance(other, Message):
            if difference := first_difference(mine, other, f"{path}[{index}]"):
                return difference
        elif mine != other:
            return f"{path}[{index}]", _plain(mine), _plain(other)
    if len(wanted) != len(found):
        return path, f"a list of {len(wanted)}", f"one of {len(found)}"
    return None


def _text(field: FieldDescriptor, value: object) -> str:
    if field.enum_type is not None and isinstance(value, int):
        named = field.enum_type.values_by_number.get(value)
        return str(value) if named is None else named.name
    return _plain(value)


def _plain(value: object) -> str:
    if isinstance(value, cards_pb2.Card):
        return card_text(value)
    if isinstance(value, bytes):
        return value.hex() or "empty"
    return "set" if isinstance(value, Message) else repr(value) if isinstance(value, str) else str(value)
