"""What a bid leads to: the tricks of a side scatter around what its cards are worth. Source: docs/bots.md"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt

from spades_ai.worth import contract_worth
from spades_ai.worths import worths_of
from spades_engine import Rules

__all__ = ["Outlook", "outlook"]


_SLIGHT = 1e-4
"""Chances below this are left out: together they move no bid by a point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What can be expected of a contract."""

    made: float
    """Probability that it is made."""
    bags: float
    """Tricks beyond it, on average."""
    points: float
    """Points of the hand on average, a bag counted at once for what it will cost."""


def outlook(rules: Rules, contract: int, tricks: float) -> Outlook:
    """Return the outlook of *contract* for a side whose cards are worth *tricks*."""
    return _outlook(rules, contract, round(tricks, 1))  # Rounded: the guess is no better, and is met again.


@lru_cache(maxsize=1 << 14)
def _outlook(rules: Rules, contract: int, tricks: float) -> Outlook:
    chances = _scattered(tricks, worths_of(rules).spread, rules.hand_size)
    return Outlook(
        made=sum(chances[contract:]),
        bags=sum(chance * max(taken - contract, 0) for taken, chance in enumerate(chances)),
        points=sum(
            chance * contract_worth(rules, contract, taken) for taken, chance in enumerate(chances) if chance > _SLIGHT
        ),
    )


def _scattered(tricks: float, spread: float, most: int) -> list[float]:
    """Return the chance of each number of tricks from 0 to *most*: a normal scatter, cut at both ends."""
    below = [0.0, *(0.5 + 0.5 * erf((taken + 0.5 - tricks) / (spread * sqrt(2))) for taken in range(most)), 1.0]
    return [max(above - under, 0.0) for under, above in pairwise(below)]
