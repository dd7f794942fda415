"""What can be typed at a table, as small records: answers to a prompt, questions, and whatever else a person may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from spades.v1.cards_pb2 import Bid, Card
from spades.v1.prompt_pb2 import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """Choose by the numbers shown."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """Play a card."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeBid:
    """Make a bid."""

    bid: Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveCards:
    """Give cards to the partner; none: pass in the talk before the bidding."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoAction:
    """Keep or throw, say yes or no."""

    action: Action.ValueType


Decision: TypeAlias = Pick | PlayCard | MakeBid | GiveCards | DoAction
"""What answers a prompt, and means nothing while none is open."""


class Word(Enum):
    """Commands that are a word and nothing else."""

    HAND = "hand"
    TABLE = "table"
    TURN = "w"
    LAST = "last"
    TRICKS = "tricks"
    SCORE = "score"
    BIDS = "bids"
    RULES = "rules"
    TIP = "tip"
    SORT = "sort"
    HELP = "help"
    QUIT = "quit"
    LOOK = "look"
    START = "start"
    CLAIM = "claim"
    PAUSE = "pause"
    RESUME = "resume"
    CLOSE = "close"
    SETTINGS = "settings"
    PLAIN = "plain"
    """Go on by lines of text."""
    FULL = "full"
    """Go on with a full screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Do what the word says."""

    word: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class SayText:
    """Say a text to everybody."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SayPhrase:
    """Say a set phrase; None: list them."""

    phrase_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SayAside:
    """Say a text among spectators."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Hear somebody no longer, or again; this reader only."""

    name: str
    muted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BeReady:
    """Be ready for a game, or no longer."""

    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FillSeats:
    """Put computer players on the empty seats."""

    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSetting:
    """Change one of the reader's settings; without a value: tell it."""

    name: str
    value: str | None


class SeatWord(Enum):
    """What the host does to one seat."""

    KICK = "kick"
    """Remove who sits there."""
    HOST = "host"
    """Hand the host's rights to who sits there."""
    CODE = "code"
    """Make a code with which its owner comes from another machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoToSeat:
    """Do what the word says to a seat."""

    word: SeatWord
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSeat:
    """Move a player to another seat."""

    seat: int
    to_seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHouse:
    """Put a computer player of a level on a seat; None: have it leave."""

    seat: int
    level: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules:
    """Play the next game by the rules of a preset; None: by the same rules after all."""

    preset: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteCards:
    """Write cards short from now on, or as words."""

    short: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLanguage:
    """Show every text in another language from now on."""

    code: str
    """One of ``language.LANGUAGES``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOffered:
    """A word of other clients that this one answers with a sentence."""

    sentence: str


Command: TypeAlias = (
    Decision
    | Ask
    | SayText
    | SayAside
    | SayPhrase
    | Mute
    | BeReady
    | FillSeats
    | DoToSeat
    | MoveSeat
    | SeatHouse
    | ChangeRules
    | WriteCards
    | ChangeLanguage
    | ChangeSetting
    | NotOffered
)
