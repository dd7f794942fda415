"""Exact odds by counting the ways in which hidden cards can lie."""

from functools import lru_cache
from math import comb

__all__ = ["all_hold", "none_holds"]


@lru_cache(maxsize=1 << 16)
def all_hold(least: int, cards: int, hidden: int, hands: tuple[int, ...]) -> float:
    """Return the probability that each of *hands* holds at least *least* of *cards* particular cards.

    The cards are among *hidden* ones, of which each hand holds as many as its number says; the rest lie elsewhere.
    """
    if not hands or least <= 0:
        return 1.0
    size, rest = hands[0], hands[1:]
    ways = comb(hidden, size)
    return sum(
        comb(cards, held)
        * comb(hidden - cards, size - held)
        / ways
        * all_hold(least, cards - held, hidden - size, rest)
        # The cards that are not among them must fit into what is hidden besides.
        for held in range(max(least, size - (hidden - cards)), min(cards, size) + 1)
    )


@lru_cache(maxsize=1 << 14)
def none_holds(cards: int, hidden: int, size: int) -> float:
    """Return the probability that none of *cards* particular cards is among *size* of the *hidden* ones."""
    return comb(hidden - cards, size) / comb(hidden, size)
