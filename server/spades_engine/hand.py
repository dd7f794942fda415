"""The state of one hand and of one game.

``Game`` and ``Hand`` are named tuples, not dataclasses like every other value: every card played makes a new one of
each, and their ``_replace`` (``records.py``) takes a tenth of the time of ``dataclasses.replace``.

A state also serves as a *view*: there, what its reader may not see is absent (an empty set where cards are hidden,
no deck), and ``evolve`` works on both alike.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from spades_engine.bids import Bid, Talk
from spades_engine.cards import Card, CardSet
from spades_engine.records import quickly_replaced
from spades_engine.rules import Rules
from spades_engine.scoring import GameResult, Score, SideResult

__all__ = ["Claim", "Draw", "Exchange", "Game", "Hand", "Phase", "PlannedExchange", "Trick", "new_game"]


class Phase(IntEnum):
    """The phases of a hand, in order; docs/rules.md, decision 1."""

    DRAW = 1
    TALK = 2
    BID = 3
    EXCHANGE = 4
    PLAY = 5
    SCORED = 6


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick."""

    leader: int
    plays: tuple[tuple[int, Card], ...]
    """(seat, card) in the order played."""
    winner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Where a draw-and-choose deal stands."""

    stock: int
    """Cards left, the offered one not counted."""
    offered: Card | None
    """The card offered to the seat whose turn it is; None between offers, or if the viewer may not see it."""
    turns: tuple[int, ...]
    """Choices made by each seat."""
    thrown: tuple[Card, ...]
    """The cards thrown, in order; in a view those that the viewer saw."""


@dataclass(frozen=True, slots=True)
class PlannedExchange:
    """Cards that are still to go from *giver* to *receiver*."""

    giver: int
    receiver: int
    count: int
    to_nil: bool
    """The receiver is the nil bidder: low cards help."""
    optional: bool
    """The giver may do without the exchange."""
    unseen: bool
    """The receiver takes the cards up only after giving some."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards that went from one partner to the other."""

    giver: int
    receiver: int
    count: int
    cards: CardSet
    """Empty in the view of a seat that did not see them."""
    unseen: bool = False
    """The receiver took them up only after giving some."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of all the remaining tricks."""

    seat: int
    accepted: tuple[int, ...]
    """The seats that have accepted."""


@quickly_replaced
class Hand(NamedTuple):
    """One deal and its play. Seats count from 0; tuples are by seat unless they say otherwise."""

    number: int
    """In the game, from 1."""
    deal: int
    """Deals of this hand, from 1."""
    dealer: int
    phase: Phase
    commitment: bytes
    """What was published about the deal before it began; empty if nothing."""
    counts: tuple[int, ...]
    """Cards held."""
    bids: tuple[Bid | None, ...]
    tricks_won: tuple[int, ...]
    turn: int | None
    """The seat to draw, bid, give or play; None between phases and at the end."""
    trick: tuple[tuple[int, Card], ...]
    """(seat, card) on the table, in the order played."""
    leader: int | None
    """Who leads or led to the trick; None before trick play."""
    tricks: tuple[Trick, ...]
    """Finished tricks in order."""
    broken: bool
    """Whether spades may be led freely."""
    draw: Draw | None
    """None unless the cards are drawn and chosen."""
    planned: tuple[PlannedExchange, ...]
    """Exchanges still to be made, in order."""
    exchanges: tuple[Exchange, ...]
    """Exchanges made, in order."""
    undealt: int
    """Cards of the pack that nobody gets."""
    talks: tuple[Talk | None, ...] = ()
    """What each seat told its partner; in a view what the viewer heard."""
    shown: CardSet = 0
    """Cards that nobody gets and everybody sees."""
    claim: Claim | None = None
    """A claim that waits for answers."""
    exposed: tuple[bool, ...] = ()
    """Whether each seat's holding lies open, after a claim."""
    redealt: bool = False
    """The deal was given up; another follows."""
    seen: tuple[bool, ...] = ()
    """Whether each seat has its cards in sight."""
    holdings: tuple[CardSet, ...] = ()
    """Cards held; empty in a view where they are hidden."""
    aside: CardSet = 0
    """Cards given that their receiver has not taken up yet; in a view only their giver's."""
    dealt: tuple[CardSet, ...] = ()
    """Cards as dealt or chosen; in a view as for ``holdings``, until the hand is scored."""
    deck: tuple[Card, ...] = ()
    """The order of the pack; absent from every view."""
    leader_draw: int = -1
    """The seat that a random leader falls on; -1 in every view."""


@quickly_replaced
class Game(NamedTuple):
    """A series of hands to the target score. Tuples are by side."""

    rules: Rules
    scores: tuple[Score, ...]
    hands_played: int
    dealer: int | None
    """Who deals the next hand, or the one going on; None before the first."""
    hand: Hand | None
    """The hand that is being played, or the last one; None before the first."""
    results: tuple[tuple[SideResult, ...], ...]
    """The lines of every finished hand."""
    result: GameResult | None
    """How the game ended; None if it goes on."""


def new_game(rules: Rules) -> Game:
    """Return a game in which nothing has happened."""
    scores = tuple(Score(points=0 if side else rules.handicap) for side in range(len(rules.sides)))
    return Game(rules, scores, hands_played=0, dealer=None, hand=None, results=(), result=None)
