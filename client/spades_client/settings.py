"""What a player wishes for, kept across runs: the values, and how each is written. Pure.

``SETTINGS`` is the one table that the file, the screen and the commands ``set`` and ``settings`` are made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias, TypeVar, assert_never

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, Suit
from spades_client.clean import clean


class Faces(Enum):
    """How suits are drawn."""

    AUTO = "auto"
    """As signs, where the terminal can show them."""
    SIGNS = "signs"
    LETTERS = "letters"


class Colours(Enum):
    """Which colours the suits have."""

    FOUR = "four"
    TWO = "two"
    NONE = "none"
    HIGH_CONTRAST = "contrast"


class SortOrder(Enum):
    """The order of the rows of suits, and of the cards in a row."""

    HIGH_FIRST = "high"
    LOW_FIRST = "low"
    COLOURS_HIGH_FIRST = "turns-high"
    """Black and red suits in turn."""
    COLOURS_LOW_FIRST = "turns-low"

    @property
    def suits(self) -> tuple[Suit.ValueType, ...]:
        """The suits from the top row down."""
        if self in (SortOrder.COLOURS_HIGH_FIRST, SortOrder.COLOURS_LOW_FIRST):
            return (SUIT_SPADES, SUIT_HEARTS, SUIT_CLUBS, SUIT_DIAMONDS)
        return (SUIT_SPADES, SUIT_HEARTS, SUIT_DIAMONDS, SUIT_CLUBS)

    @property
    def high_first(self) -> bool:
        """The strongest card of a suit stands at the left."""
        return self in (SortOrder.HIGH_FIRST, SortOrder.COLOURS_HIGH_FIRST)


class Confirm(Enum):
    """Whether a card is lifted before it is played."""

    ALWAYS = "always"
    NEVER = "never"


class Bell(Enum):
    """When the terminal rings."""

    OFF = "off"
    TURN = "turn"
    """When the reader's turn comes, and when ten seconds of it are left."""
    ALL = "all"
    """Also when somebody speaks or stops the game, and when a game ends."""


class Chat(Enum):
    """What is shown of what others say."""

    ON = "on"
    PHRASES = "phrases"
    """Set phrases only."""
    OFF = "off"


class Language(Enum):
    """The language of all texts: one of ``language.LANGUAGES``, or what the system is set to."""

    SYSTEM = "system"
    EN = "en"
    PT = "pt"
    ES = "es"


class LineCards(Enum):
    """How line mode writes cards."""

    WORDS = "words"
    SHORT = "short"


class LineSort(Enum):
    """How line mode sorts the reader's cards."""

    SUIT = "suit"
    RANK = "rank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A player's wishes."""

    name: str = ""
    """What the player is called at a table; empty: the name of the account."""
    language: Language = Language.SYSTEM
    cards: Faces = Faces.AUTO
    colours: Colours = Colours.FOUR
    sort: SortOrder = SortOrder.HIGH_FIRST
    panel: bool = True
    """The panel at the side, where there is room for it."""
    confirm: Confirm = Confirm.ALWAYS
    queue: bool = False
    """A card may be chosen before it is the player's turn."""
    auto_play: bool = False
    """The only card that can be played is played by itself."""
    auto_play_pause: float = 1.5
    """Seconds before that, at least; chance makes it up to twice as many, so that the pause tells nobody anything."""
    trick_pause: float = 1.2
    """Seconds that a finished trick stays on the table."""
    bell: Bell = Bell.TURN
    title: bool = True
    """The window's title tells whose turn it is."""
    desktop_note: bool = False
    """The terminal is asked to notify the desktop when the player's turn comes."""
    mouse: bool = False
    """Cards may be clicked; selecting text then takes the terminal's own key, mostly Shift."""
    tips: bool = True
    """A bid is suggested, with its reasons, when the player is to bid."""
    chat: Chat = Chat.ON
    line: bool = False
    """Lines of text instead of a full screen, as screen readers like it."""
    line_cards: LineCards = LineCards.WORDS
    line_sort: LineSort = LineSort.SUIT
    keys: str = ""
    """The path of a file with other keys; empty: ``keys.toml`` beside the settings, if it is there."""
    muted: tuple[str, ...] = ()
    """Players whose chat is not shown, by ``prose_style.sounds``."""


class SettingError(ValueError):
    """A value does not fit; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: type[Enum]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of seconds."""

    least: float
    most: float
    step: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; empty: left to the system."""

    longest: int


@dataclass(frozen=True, slots=True)
class Names:
    """Names with commas between them."""

    longest: int = 100


Kind: TypeAlias = Flag | OneOf | Number | Text | Names


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table."""

    name: str
    """As it is typed and stands in the file: a field of ``Settings``, with dashes."""

    kind: Kind

    @property
    def field(self) -> str:
        """The field of ``Settings``."""
        return self.name.replace("-", "_")


SETTINGS: tuple[Setting, ...] = (
    Setting("name", Text(40)),
    Setting("language", OneOf(Language)),
    Setting("cards", OneOf(Faces)),
    Setting("colours", OneOf(Colours)),
    Setting("sort", OneOf(SortOrder)),
    Setting("panel", Flag()),
    Setting("confirm", OneOf(Confirm)),
    Setting("queue", Flag()),
    Setting("auto-play", Flag()),
    Setting("auto-play-pause", Number(0.5, 4.0, 0.5)),
    Setting("trick-pause", Number(0.5, 4.0, 0.1)),
    Setting("bell", OneOf(Bell)),
    Setting("title", Flag()),
    Setting("desktop-note", Flag()),
    Setting("mouse", Flag()),
    Setting("tips", Flag()),
    Setting("chat", OneOf(Chat)),
    Setting("line", Flag()),
    Setting("line-cards", OneOf(LineCards)),
    Setting("line-sort", OneOf(LineSort)),
    Setting("keys", Text(1000)),
    Setting("muted", Names()),
)

ON_OFF = {"on": True, "off": False}

EMPTY = "-"
"""What is typed for a text that is to be left out."""

Word = TypeVar("Word", bound=Enum)

Plain: TypeAlias = "str | bool | float | int | list[str]"
"""A value as TOML knows it."""


def setting(name: str) -> Setting | None:
    """Return the setting that is called so, or the only one that begins so; None: there is none."""
    exact = [one for one in SETTINGS if one.name == name]
    found = exact or [one for one in SETTINGS if one.name.startswith(name)]
    return found[0] if len(found) == 1 else None


def value_of(settings: Settings, one: Setting) -> Any:  # Any: each setting has a type of its own
    """Return the value of a setting."""
    return getattr(settings, one.field)


def with_value(settings: Settings, one: Setting, value: object) -> Settings:
    """Return *settings* with another value of one of them, which must be of its type."""
    changes: dict[str, Any] = {one.field: value}  # Any: as above
    return replace(settings, **changes)


def allowed(one: Setting) -> str:
    """Return what may be written as the value; empty: any text."""
    match one.kind:
        case Flag():
            return ", ".join(ON_OFF)
        case OneOf(words=words):
            return ", ".join(word.value for word in words)
        case Number(least=least, most=most):
            return f"{least:g} - {most:g}"
        case Text() | Names():
            return ""
        case other:
            assert_never(other)


def written(settings: Settings, one: Setting) -> str:
    """Return the value as it is typed after ``set``."""
    value = value_of(settings, one)
    match one.kind:
        case Flag():
            return "on" if value else "off"
        case OneOf():
            return str(value.value)
        case Number():
            return f"{value:g}"
        case Text():
            return str(value)
        case Names():
            return ", ".join(value)
        case other:
            assert_never(other)


def typed(settings: Settings, one: Setting, text: str) -> Settings:
    """Return *settings* with the value written as *text*; *text* may begin a word of which only one begins so.

    Raises:
        SettingError: *text* is not a value of this setting.
    """
    text = clean(text).strip()
    if text == EMPTY and isinstance(one.kind, Text | Names):
        text = ""
    match one.kind:
        case Flag():
            return with_value(settings, one, ON_OFF[_word(one, text.lower(), tuple(ON_OFF))])
        case OneOf(words=words):
            return with_value(settings, one, words(_word(one, text.lower(), tuple(word.value for word in words))))
        case Number():
            try:
                return with_value(settings, one, _number(one.kind, float(text.replace(",", "."))))
            except ValueError:
                raise _wrong(one) from None
        case Text(longest=longest):
            return with_value(settings, one, text[:longest])
        case Names():
            return with_value(settings, one, _names(one.kind, text.split(",")))
        case other:
            assert_never(other)


def beside(value: Word, step: int = 1) -> Word:
    """Return the word that comes *step* after *value* among those of its kind, around their ends."""
    every = list(type(value))
    return every[(every.index(value) + step) % len(every)]


def stepped(settings: Settings, one: Setting, step: int) -> Settings:
    """Return *settings* with the next value of a setting (*step* 1) or the one before (-1); texts stay as they are."""
    value = value_of(settings, one)
    match one.kind:
        case Flag():
            return with_value(settings, one, not value)
        case OneOf():
            return with_value(settings, one, beside(value, step))
        case Number(least=least, most=most, step=by):
            return with_value(settings, one, round(min(most, max(least, value + step * by)), 2))
        case Text() | Names():
            return settings
        case other:
            assert_never(other)


def from_plain(values: Mapping[str, object]) -> tuple[Settings, list[Setting]]:
    """Return the settings that *values* hold, and those whose value does not fit and is left at its default."""
    settings, wrong = Settings(), []
    for one in SETTINGS:
        if one.name in values:
            try:
                settings = _taken(settings, one, values[one.name])
            except SettingError:
                wrong.append(one)
    return settings, wrong


def to_plain(settings: Settings, one: Setting) -> Plain:
    """Return a value as TOML knows it."""
    value = value_of(settings, one)
    if isinstance(one.kind, OneOf):
        return str(value.value)
    return list(value) if isinstance(one.kind, Names) else value


def _taken(settings: Settings, one: Setting, value: object) -> Settings:
    match one.kind:
        case Flag() if isinstance(value, bool):
            return with_value(settings, one, value)
        case Number() if isinstance(value, int | float) and not isinstance(value, bool):
            return with_value(settings, one, _number(one.kind, float(value)))
        case OneOf(words=words) if value in [word.value for word in words]:
            return with_value(settings, one, words(value))
        case Text(longest=longest) if isinstance(value, str):
            return with_value(settings, one, clean(value).strip()[:longest])
        case Names() if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return with_value(settings, one, _names(one.kind, value))
    raise _wrong(one)


def _word(one: Setting, text: str, words: tuple[str, ...]) -> str:
    found = [word for word in words if word == text] or [word for word in words if text and word.startswith(text)]
    if len(found) != 1:
        raise _wrong(one)
    return found[0]


def _number(kind: Number, value: float) -> float:
    if not kind.least <= value <= kind.most:  # NaN is refused too
        raise SettingError(f"{kind.least:g} - {kind.most:g}")
    return value


def _names(kind: Names, names: list[str]) -> tuple[str, ...]:
    kept = (" ".join(clean(name).split()).casefold() for name in names)
    return tuple(dict.fromkeys(name for name in kept if name))[: kind.longest]


def _wrong(one: Setting) -> SettingError:
    return SettingError(allowed(one))
