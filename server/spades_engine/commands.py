"""What can be asked of a game. Card order and every random choice come in with the command."""

from dataclasses import dataclass
from typing import TypeAlias

from spades_engine.bids import Bid, Talk
from spades_engine.cards import Card, CardSet

__all__ = [
    "AnswerClaim",
    "CallRedeal",
    "Choose",
    "ClaimRest",
    "Command",
    "Give",
    "Look",
    "MakeBid",
    "PlayCard",
    "SayNumber",
    "StartGame",
    "StartHand",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Begin: find the first dealer."""

    host: int = 0
    """The seat of the table's host."""
    draw_order: tuple[Card, ...] = ()
    """A shuffled plain pack (two for six), from which the seats draw one card each in turn where high card deals."""
    random_seat: int = 0
    """A seat drawn evenly, where the first dealer is random."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHand:
    """Deal the next hand, or lay out the stock."""

    deck: tuple[Card, ...]
    """The pack of the rules in its shuffled order."""
    leader_draw: int = 0
    """A seat drawn evenly, where a random seat leads."""
    commitment: bytes = b""
    """What was published about the shuffle; carried through unread."""


@dataclass(frozen=True, slots=True)
class Look:
    """See one's cards, which ends the right to bid blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choose:
    """In the draw: keep the offered card, or throw it and take the next."""

    seat: int
    keep: bool


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class SayNumber:
    """Tell the partner a number before the bidding, or pass."""

    seat: int
    talk: Talk


@dataclass(frozen=True, slots=True)
class CallRedeal:
    """Have the hand dealt again, at one's turn to bid."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """Claim all the remaining tricks, at one's turn to play."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Accept another seat's claim, or refuse it."""

    seat: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Give:
    """Give cards to the partner."""

    seat: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card."""

    seat: int
    card: Card


Command: TypeAlias = (
    StartGame | StartHand | Look | Choose | SayNumber | MakeBid | CallRedeal | Give | PlayCard | ClaimRest | AnswerClaim
)
