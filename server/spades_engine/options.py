"""What an option of the rules looks like: its type, range, source and one line of explanation.

The description stands at the field it describes (``Rules``), so that forms, help texts and checks read one source.
"""

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Protocol

__all__ = ["Option", "OptionKind", "Value", "flag", "number", "options_of", "word"]

Value = bool | int | str | None
"""A flag, a number, a word, or None for a number that is switched off."""

_NUMBER = re.compile("[+-]?[0-9]{1,9}")


class OptionKind(Enum):
    """The kinds of options."""

    FLAG = "flag"
    NUMBER = "number"
    WORD = "word"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The description of one option."""

    name: str
    kind: OptionKind
    default: Value
    minimum: int = 0
    """Least value of a number."""
    maximum: int = 0
    """Greatest value of a number."""
    words: tuple[str, ...] = ()
    """The values of a word option, in the order to show them."""
    can_be_off: bool = False
    """Whether a number may be None."""
    explanation: str = ""
    source: str = ""
    group: str = ""
    """The heading of a form under which it stands."""

    def allowed(self) -> str:
        """Return what may be written for the option, as a phrase."""
        match self.kind:
            case OptionKind.FLAG:
                return "true or false"
            case OptionKind.WORD:
                return "one of " + ", ".join(self.words)
            case OptionKind.NUMBER:
                return f"{self.minimum} to {self.maximum}" + (" or off" if self.can_be_off else "")

    def accepts(self, value: object) -> bool:
        """Return whether *value* is of the option's type and within its range."""
        match self.kind:
            case OptionKind.FLAG:
                return isinstance(value, bool)
            case OptionKind.WORD:
                return isinstance(value, str) and value in self.words
            case OptionKind.NUMBER:
                if value is None:
                    return self.can_be_off
                return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum

    def parse(self, text: str) -> Value:
        """Return the value written as *text*; ``ValueError`` says what is allowed."""
        written = text.strip().lower()
        value: Value = written
        if self.kind is OptionKind.FLAG:
            value = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(written)
        elif self.kind is OptionKind.NUMBER:
            value = None if written == "off" else int(written) if _NUMBER.fullmatch(written) else written
        if not self.accepts(value):
            raise ValueError(f"{self.name}={text}: {self.allowed()} is allowed")
        return value


def flag(default: bool, explanation: str, *, source: str) -> Any:  # Any: a field's default stands where its value goes
    """Describe a yes-or-no option."""
    return _field(OptionKind.FLAG, default, explanation, source)


def number(
    default: int | None, minimum: int, maximum: int, explanation: str, *, source: str, off: bool = False
) -> Any:  # Any: as for flag
    """Describe a whole number; with *off* it may also be None."""
    return _field(OptionKind.NUMBER, default, explanation, source, minimum=minimum, maximum=maximum, can_be_off=off)


def word(default: str, words: tuple[str, ...], explanation: str, *, source: str) -> Any:  # Any: as for flag
    """Describe a choice of *words*."""
    return _field(OptionKind.WORD, default, explanation, source, words=words)


def _field(kind: OptionKind, default: Value, explanation: str, source: str, **more: object) -> Any:  # Any: as for flag
    details = {"kind": kind, "default": default, "explanation": explanation, "source": source, **more}
    return field(default=default, metadata={"option": details})


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # Any: fields of every type


def options_of(cls: type[_Dataclass], groups: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the descriptions of the options of *cls*, in their order; *groups*: the heading, by its first option."""
    described: list[Option] = []
    group = ""
    for each in fields(cls):
        if details := each.metadata.get("option"):
            group = groups.get(each.name, group)
            described.append(Option(name=each.name, group=group, **details))
    return tuple(described)
