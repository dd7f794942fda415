"""What happened in a game. A field marked *private* is None in the event as told to seats that may not know it."""

from dataclasses import dataclass
from typing import TypeAlias

from spades_engine.bids import Bid, Talk
from spades_engine.cards import Card, CardSet
from spades_engine.hand import Phase
from spades_engine.scoring import GameResult, SideResult

__all__ = [
    "BidMade",
    "CardDrawn",
    "CardOffered",
    "CardPlayed",
    "CardsDealt",
    "CardsExchanged",
    "CardsSeen",
    "ClaimAnswered",
    "ClaimProposed",
    "ClaimSettled",
    "DealerDrawn",
    "Event",
    "GameEnded",
    "HandEnded",
    "HandRedealt",
    "HandStarted",
    "LeaderChosen",
    "RevokeFound",
    "SpadesBroken",
    "Talked",
    "TrickWon",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerDrawn:
    """The first dealer was found."""

    draws: tuple[tuple[int, Card], ...]
    """(seat, card) drawn; empty where no cards decide."""
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """A hand began."""

    number: int
    deal: int
    dealer: int
    commitment: bytes
    phase: Phase
    undealt: int
    stock: int
    """Cards in the stock of a draw; 0 where cards are dealt."""
    shown: CardSet
    """Cards that nobody gets and everybody sees."""
    deck: tuple[Card, ...] | None
    """Private, to everybody: the order of the pack."""
    leader_draw: int | None
    """Private, to everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """A seat got its cards."""

    seat: int
    count: int
    seen: bool
    """Its owner sees them at once."""
    cards: CardSet | None
    """Private to the owner, and hidden from it too while not *seen*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSeen:
    """A seat saw its cards."""

    seat: int
    cards: CardSet | None
    """Private to the owner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOffered:
    """A card of the stock was offered."""

    seat: int
    card: Card | None
    """Private to the chooser, unless ``draw_first_card`` is public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """A seat chose."""

    seat: int
    kept_offered: bool
    kept: Card | None
    """Private to the owner."""
    thrown: Card | None
    """Private to the owner and, if thrown unseen, hidden from it too; shown to all where the rules say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BidMade:
    """A seat bid."""

    seat: int
    bid: Bid
    phase: Phase
    """The phase after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked:
    """A seat told its partner a number, or passed."""

    seat: int
    talk: Talk | None
    """Private to the side where the rules say so."""
    phase: Phase
    """The phase after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRedealt:
    """A deal was given up; another of the same hand follows."""

    number: int
    deal: int
    """The deal that was given up."""
    seat: int | None
    """Who asked for it; None where the rules did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExchanged:
    """Cards went from partner to partner."""

    giver: int
    receiver: int
    count: int
    cards: CardSet | None
    """Private to giver and receiver; while *unseen*, to the giver."""
    unseen: bool
    """The receiver takes them up only after giving some."""
    phase: Phase
    """The phase after it."""


@dataclass(frozen=True, slots=True)
class LeaderChosen:
    """It was found who leads to the first trick."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played."""

    seat: int
    card: Card
    winner: int
    """Who is winning the trick now."""


@dataclass(frozen=True, slots=True)
class SpadesBroken:
    """From now on spades may be led."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete."""

    seat: int
    number: int
    """In the hand, from 1."""


@dataclass(frozen=True, slots=True)
class RevokeFound:
    """It was found that a seat had not followed suit though it could."""

    seat: int
    trick: int
    """In the hand, from 1."""
    card: Card


@dataclass(frozen=True, slots=True)
class ClaimProposed:
    """All the remaining tricks were claimed; the claimer's cards lie open."""

    seat: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """A seat answered a claim."""

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class ClaimSettled:
    """A claim was accepted by everybody, or refused."""

    seat: int
    accepted: bool
    tricks: int
    """Tricks that went to the claimer; 0 if it was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """A hand was played and scored."""

    number: int
    results: tuple[SideResult, ...]
    dealt: tuple[CardSet, ...]
    """Every seat's cards as dealt or chosen."""
    undealt: CardSet
    """The cards that nobody got."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    result: GameResult


Event: TypeAlias = (
    DealerDrawn
    | HandStarted
    | CardsDealt
    | CardsSeen
    | CardOffered
    | CardDrawn
    | Talked
    | BidMade
    | HandRedealt
    | CardsExchanged
    | LeaderChosen
    | CardPlayed
    | SpadesBroken
    | TrickWon
    | RevokeFound
    | ClaimProposed
    | ClaimAnswered
    | ClaimSettled
    | HandEnded
    | GameEnded
)
