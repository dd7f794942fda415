"""What a computer player answers: the options it picks and why, as data."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from spades_engine import Card, Decision, Option, Suit, View

__all__ = ["Alternative", "Answer", "Choice", "Player", "Reason", "Seed", "pick", "play"]

Seed: TypeAlias = int | str
"""What chance starts from; the same view and seed give the same choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason for a choice, complete enough to be said in any language."""

    code: str
    """What kind of reason: a stable word."""
    text: str
    """The reason in English."""
    cards: tuple[Card, ...] = ()
    """The cards it is about: the seat's own, or played ones."""
    seat: int | None = None
    """The seat it is about."""
    suit: Suit | None = None
    """The suit it is about."""
    value: float = 0.0
    """Its number: tricks, points or a probability, as the code says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """What one answer is worth."""

    picks: tuple[int, ...]
    """Indices into the decision's options, ascending."""
    points: float
    """Points of the side in this hand on average, a bag counted at once for what it will cost."""
    made: float
    """Probability that the contract, or the nil, is made."""
    bags: float
    """Tricks beyond the contract, on average."""
    value: float = 0.0
    """What a search went by: points less those of the other sides, or the chance to win the game near its end, as
    points; 0 where principles decided."""
    sets: float | None = None
    """Probability that another side's contract is set; None where it was not computed."""
    nil: float | None = None
    """Probability that every nil of the own side is made; None without one, or where it was not computed."""
    win: float | None = None
    """Probability to win the game; None where it was not computed."""
    worlds: int = 0
    """Worlds in which it was played out; 0 where principles decided."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer to a decision."""

    picks: tuple[int, ...]
    """Indices into the decision's options, ascending."""
    reasons: tuple[Reason, ...] = ()
    """Why, most important first."""
    alternatives: tuple[Alternative, ...] = ()
    """The answers that were compared, best first; empty where principles decided."""


Player: TypeAlias = Callable[[View, Seed], Choice]
"""A computer player; the view's seat owes a decision."""


Answer: TypeAlias = tuple[Card, Reason]
"""A card to play and why."""


def play(card: Card, code: str, text: str, *, value: float = 0.0) -> Answer:
    """Return *card* as an answer with its one reason."""
    return card, Reason(code=code, text=text, cards=(card,), value=value)


def pick(decision: Decision, option: Option, *reasons: Reason) -> Choice:
    """Return the choice of one *option* of *decision*."""
    return Choice((decision.options.index(option),), reasons)
