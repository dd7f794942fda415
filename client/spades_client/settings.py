"""What a player wishes for, kept across runs.

``SETTINGS`` is the one table that the file, the screen and the commands ``set`` and ``settings`` are made from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, Suit


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


def setting(name: str) -> Setting | None:
    """Return the setting that is called so, or the only one that begins so; None: there is none."""
    exact = [one for one in SETTINGS if one.name == name]
    found = exact or [one for one in SETTINGS if one.name.startswith(name)]
    return found[0] if len(found) == 1 else None
