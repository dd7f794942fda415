"""The lines of the table form, drawn from what a server says of its rules: it may have options that nobody here knows.

A line has a name, a kind of value, what is allowed and what is usual. Options come in the server's order; a group
begins at the option it is known by, so that a new option joins the group it stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from spades.v1.rules_pb2 import (
    OPTION_TYPE_FLAG,
    OPTION_TYPE_NUMBER,
    OPTION_TYPE_WORD,
    OptionDescription,
    OptionValue,
    Preset,
)
from spades_client.language import lent
from spades_client.screen.cells import tame
from spades_client.screen.hall import texts

Value: TypeAlias = "bool | int | str | None"
"""What a line is set to. None: nothing, so that the server decides; ``OFF`` of a number that can be switched off."""

OFF = "off"


class Kind(Enum):
    """How a value is changed."""

    FLAG = "flag"
    NUMBER = "number"
    WORD = "word"
    TEXT = "text"
    """Typed. Options of a kind newer than this client too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One line of the form."""

    name: str
    """An option's name on the wire; of the lines about the table one of the names below."""
    group: str
    label: str
    means: str
    kind: Kind
    usual: Value = None
    """In the preset "standard"; the other presets say what they change."""
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    can_be_off: bool = False
    source: str = ""
    is_option: bool = False

    @property
    def allowed(self) -> str:
        """What may be entered, as a phrase."""
        match self.kind:
            case Kind.FLAG:
                return texts.ALLOWED_FLAG
            case Kind.NUMBER:
                form = texts.ALLOWED_NUMBER_OR_OFF if self.can_be_off else texts.ALLOWED_NUMBER
                form = form if self.is_option else texts.ALLOWED_NUMBER_OR_SERVER
                return form.format(least=self.least, most=self.most)
            case Kind.WORD:
                return texts.ALLOWED_WORDS.format(words=tame(", ".join(self.words)))
        return texts.ALLOWED_TEXT


NAME, PRESET, PLAYERS, PASSCODE, SEAT, COMPUTERS = "/name", "/preset", "/players", "/passcode", "/seat", "/computers"
THINK, GRACE, PACE, SHEET, CHAT = "/think", "/grace", "/pace", "/sheet", "/chat"
TIPS, SPECTATORS, LISTED, SEED = "/tips", "/spectators", "/listed", "/seed"
"""Names of the lines about the table: with a sign that no option's name has."""

CHATS = ("free", "phrases", OFF)
"""Who may talk; as everything that is chosen, in the words of the options."""

ANY = "any"
"""No seat in particular."""

_GROUPS = {
    "partners": texts.GROUP_GAME,
    "first_dealer": texts.GROUP_DEAL,
    "partner_talk": texts.GROUP_BIDS,
    "nil": texts.GROUP_NIL,
    "ten_for_200": texts.GROUP_BONUS,
    "set_penalty": texts.GROUP_SCORE,
    "first_leader": texts.GROUP_PLAY,
    "two_player_deal": texts.GROUP_FEWER,
}
"""The option that each group begins with."""


def rule_fields(presets: Sequence[Preset], options: Sequence[OptionDescription]) -> tuple[Field, ...]:
    """Return the lines about the rules."""
    head = texts.GROUP_TABLE
    names = tuple(preset.name for preset in presets)
    return (
        _word(PRESET, head, texts.PRESET, texts.PRESET_MEANS, names),
        _word(PLAYERS, head, texts.PLAYERS_FIELD, texts.PLAYERS_MEANS, ()),
        *_options(options),
    )


def table_fields(presets: Sequence[Preset], options: Sequence[OptionDescription]) -> tuple[Field, ...]:
    """Return the lines about a new table: its rules, and how it is run."""
    head, run = texts.GROUP_TABLE, texts.GROUP_RUN
    preset, players, *rules = rule_fields(presets, options)
    return (
        preset,
        players,
        _word(SEAT, head, texts.SEAT_FIELD, texts.SEAT_MEANS, ()),
        _flag(COMPUTERS, head, texts.COMPUTERS, texts.COMPUTERS_MEANS, usual=False),
        _text(NAME, head, texts.TABLE_NAME, texts.TABLE_NAME_MEANS),
        _text(PASSCODE, head, texts.PASSCODE, texts.PASSCODE_MEANS),
        *rules,
        _number(THINK, run, texts.THINK, texts.THINK_MEANS, most=600),
        _number(GRACE, run, texts.GRACE, texts.GRACE_MEANS, most=600),
        _number(PACE, run, texts.PACE, texts.PACE_MEANS, most=5000),
        _number(SHEET, run, texts.SHEET_SECONDS, texts.SHEET_SECONDS_MEANS, least=1, most=120),
        _word(CHAT, run, texts.CHAT, texts.CHAT_MEANS, CHATS),
        _flag(TIPS, run, texts.TIPS, texts.TIPS_MEANS, usual=True),
        _flag(SPECTATORS, run, texts.SPECTATORS, texts.SPECTATORS_MEANS, usual=True),
        _flag(LISTED, run, texts.LISTED, texts.LISTED_MEANS, usual=True),
        _text(SEED, run, texts.SEED, texts.SEED_MEANS),
    )


def _word(name: str, group: str, label: str, means: str, words: tuple[str, ...]) -> Field:
    usual = words[0] if words else None
    return Field(name=name, group=group, label=label, means=means, kind=Kind.WORD, words=words, usual=usual)


def _flag(name: str, group: str, label: str, means: str, *, usual: bool) -> Field:
    return Field(name=name, group=group, label=label, means=means, kind=Kind.FLAG, usual=usual)


def _text(name: str, group: str, label: str, means: str) -> Field:
    return Field(name=name, group=group, label=label, means=means, kind=Kind.TEXT, usual="")


def _number(name: str, group: str, label: str, means: str, *, most: int, least: int = 0) -> Field:
    return Field(name=name, group=group, label=label, means=means, kind=Kind.NUMBER, least=least, most=most)


def _options(options: Sequence[OptionDescription]) -> Iterator[Field]:
    group = texts.GROUP_MORE if options and options[0].name not in _GROUPS else ""
    kinds = {OPTION_TYPE_FLAG: Kind.FLAG, OPTION_TYPE_NUMBER: Kind.NUMBER, OPTION_TYPE_WORD: Kind.WORD}
    for option in options:
        group = _GROUPS.get(option.name, group)
        kind = kinds.get(option.type, Kind.TEXT)
        if kind is Kind.WORD and not option.words:
            kind = Kind.TEXT
        yield Field(
            name=option.name,
            group=group,
            label=tame(option.name).replace("_", " "),
            means=tame(lent(option.explanation)).rstrip("."),
            kind=kind,
            usual=value_of(option.default_value),
            least=option.minimum,
            most=option.maximum,
            words=tuple(option.words),
            can_be_off=option.can_be_off,
            source=tame(option.source),
            is_option=True,
        )


def value_of(message: OptionValue) -> Value:
    """Return a value from the wire; None where none is set."""
    match message.WhichOneof("kind"):
        case "flag":
            return message.flag
        case "number":
            return message.number
        case "word":
            return message.word
    return None


def message_of(value: Value) -> OptionValue:
    """Return a value for the wire; a text as a word."""
    if isinstance(value, bool):
        return OptionValue(flag=value)
    return OptionValue(number=value) if isinstance(value, int) else OptionValue(word=value or "")


def words_of(value: Value, field: Field) -> str:
    """Return a value as the reader sees it."""
    if isinstance(value, bool):
        return texts.ON if value else texts.OFF
    if value is None:
        return texts.AS_SERVER if field.kind is Kind.NUMBER else texts.EMPTY
    if value == OFF and field.can_be_off:
        return texts.SWITCHED_OFF
    return tame(str(value)) or texts.EMPTY
