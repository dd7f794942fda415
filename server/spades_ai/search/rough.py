"""Rough principles of play, for the hands that ``playout`` plays by the thousand. Cards as in ``scene``; compiled.

A card with its suit is ``card << 2 | suit``.
"""

from typing import Final

from spades_ai.search.scene import SPADES

__all__ = ["CHEAP", "DUCK", "HIGH", "LOW", "TAKE", "discard", "follow", "lead"]

TAKE: Final = 0
"""Win the trick if that is sensible."""
DUCK: Final = 1
"""Lose it, and lose high cards with it."""
CHEAP: Final = 2
"""Win it as cheaply as can be."""
HIGH: Final = 3
"""Win it as surely as can be."""
LOW: Final = 4
"""Play low."""


def follow(act: int, held: int, over: int, left: int, last: bool, friend: bool, late: bool) -> int:
    """Return the card of the suit led to play of several; *over*: what beats the trick; *late*: no partner follows."""
    winners = held & over
    if act == DUCK:
        losers = held ^ winners
        if losers:
            return 1 << losers.bit_length() - 1
        return 1 << held.bit_length() - 1 if last else held & -held
    if not winners or act == LOW:
        return held & -held
    if act == CHEAP or (last and not friend):
        return winners & -winners
    if act == HIGH:
        return 1 << winners.bit_length() - 1
    rivals = left & over & ~held
    if not rivals or last:
        return held & -held if friend else winners & -winners
    sure = winners & -(1 << rivals.bit_length())
    if friend:
        return sure & -sure if sure and rivals.bit_count() > 2 else held & -held
    if sure:
        return sure & -sure
    return 1 << winners.bit_length() - 1 if late else held & -held


def discard(act: int, clubs: int, diamonds: int, hearts: int, spades: int, over: int, last: bool, friend: bool) -> int:
    """Return suit and card (packed) to play where the suit led is not held; *over*: the spades that win."""
    ruffs = spades & over
    if ruffs and (act in (CHEAP, HIGH) or (act == TAKE and not friend)):
        return (ruffs & -ruffs) << 2 | SPADES
    if act == DUCK:
        under = spades ^ ruffs
        if under and not clubs | diamonds | hearts:
            return 1 << under.bit_length() + 1 | SPADES
        suit, top = 0, clubs
        if diamonds > top:
            suit, top = 1, diamonds
        if hearts > top:
            suit, top = 2, hearts
        if top:
            return 1 << top.bit_length() + 1 | suit
        return (1 << spades.bit_length() + 1 if last else (spades & -spades) << 2) | SPADES
    return _lowest(clubs, diamonds, hearts, spades)


def _lowest(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """Return the lowest plain card, a spade only where there is none, with its suit."""
    suit, low = SPADES, 0
    if clubs:
        suit, low = 0, clubs & -clubs
    if diamonds and (not low or diamonds & -diamonds < low):
        suit, low = 1, diamonds & -diamonds
    if hearts and (not low or hearts & -hearts < low):
        suit, low = 2, hearts & -hearts
    return low << 2 | suit if low else (spades & -spades) << 2 | SPADES


def lead(act: int, clubs: int, diamonds: int, hearts: int, spades: int, left: list[int], seats: int) -> int:
    """Return the card to lead, with its suit."""
    if act in (DUCK, LOW):
        return _lowest(clubs, diamonds, hearts, spades)
    trumps_out = left[SPADES] ^ spades
    short, shortest = -1, 99
    for suit in range(3):
        held = clubs if suit == 0 else diamonds if suit == 1 else hearts
        if not held:
            continue
        out = left[suit] ^ held
        if held > out and (act == HIGH or not trumps_out or out.bit_count() >= seats):
            return 1 << held.bit_length() + 1 | suit
        length = held.bit_count()
        if length < shortest:
            short, shortest = suit, length
    if spades > trumps_out and trumps_out and (spades.bit_count() >= 4 or short < 0):
        return 1 << spades.bit_length() + 1 | SPADES
    if short < 0:
        return (spades & -spades) << 2 | SPADES
    if act == HIGH:
        suit, top = 0, clubs
        if diamonds > top:
            suit, top = 1, diamonds
        if hearts > top:
            suit, top = 2, hearts
        return 1 << top.bit_length() + 1 | suit
    held = clubs if short == 0 else diamonds if short == 1 else hearts
    return (held & -held) << 2 | short
