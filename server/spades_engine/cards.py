"""Cards as small integers, sets of cards as bit masks, and the notation that people write."""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import TypeAlias

__all__ = [
    "BIG_JOKER",
    "COPY_SIZE",
    "LITTLE_JOKER",
    "Card",
    "CardSet",
    "NotationError",
    "Suit",
    "card",
    "cards",
    "copy_of",
    "count",
    "each",
    "format_card",
    "format_cards",
    "mask",
    "nth",
    "parse_card",
    "rank_of",
    "suit_of",
]

Card: TypeAlias = int
"""``copy * 54 + index``: index 0..51 is ``suit * 13 + rank - 2``, 52 the little joker, 53 the big joker."""

CardSet: TypeAlias = int
"""One bit for each card: ``1 << card``. Room for two packs, 108 bits."""

COPY_SIZE = 54
LITTLE_JOKER: Card = 52
BIG_JOKER: Card = 53

_RANKS = "23456789TJQKA"
_SUITS = "CDHS"


class Suit(IntEnum):
    """The suits in their ascending order for drawing cards; spades are the trumps."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    JOKERS = 4
    """Printed on the jokers only; what a joker plays as is in the pack."""


class NotationError(ValueError):
    """A text is not a card."""


def card(suit: Suit, rank: int, copy: int = 0) -> Card:
    """Return the card of *suit* and *rank* (2..14; jokers 15 little, 16 big) of pack *copy* (0 or 1)."""
    index = LITTLE_JOKER + rank - 15 if suit is Suit.JOKERS else suit * 13 + rank - 2
    return copy * COPY_SIZE + index


def suit_of(card: Card) -> Suit:
    """Return the printed suit."""
    return Suit(card % COPY_SIZE // 13)


def rank_of(card: Card) -> int:
    """Return the rank: 2..14, ace high; 15 for the little joker and 16 for the big one."""
    index = card % COPY_SIZE
    return index - LITTLE_JOKER + 15 if index >= LITTLE_JOKER else index % 13 + 2


def copy_of(card: Card) -> int:
    """Return which of two packs the card is from, 0 or 1."""
    return card // COPY_SIZE


def mask(many: Iterable[Card]) -> CardSet:
    """Return the set of *many* cards."""
    result = 0
    for one in many:
        result |= 1 << one
    return result


def each(many: CardSet) -> Iterator[Card]:
    """Yield the cards of a set, lowest number first."""
    while many:
        low = many & -many
        yield low.bit_length() - 1
        many ^= low


def count(many: CardSet) -> int:
    """Return how many cards a set has."""
    return many.bit_count()


def nth(many: CardSet, lower: int) -> Card:
    """Return the card of a set that has so many *lower* ones beside it, from 0: for drawing one at random."""
    for _ in range(lower):
        many &= many - 1
    return (many & -many).bit_length() - 1


def format_card(card: Card) -> str:
    """Return the card rank first, ``"TH"``; jokers ``"LJ"`` and ``"BJ"``; the second copy ends in ``.2``."""
    index = card % COPY_SIZE
    text = ("LJ", "BJ")[index - LITTLE_JOKER] if index >= LITTLE_JOKER else _RANKS[index % 13] + _SUITS[index // 13]
    return f"{text}.2" if copy_of(card) else text


def format_cards(many: CardSet) -> str:
    """Return the cards of a set, lowest number first, separated by spaces."""
    return " ".join(map(format_card, each(many)))


def parse_card(text: str) -> Card:
    """Return the card that ``format_card`` writes as *text*.

    Raises:
        NotationError: *text* is not a rank of 23456789TJQKA and a suit of CDHS, nor LJ or BJ, with ``.2`` or without.
    """
    name, dot, copy = text.partition(".")
    if dot and copy != "2":
        raise NotationError(f"{text!r}: after the dot only 2 may stand")
    shift = COPY_SIZE if dot else 0
    if name in ("LJ", "BJ"):
        return shift + (LITTLE_JOKER if name == "LJ" else BIG_JOKER)
    if len(name) != 2 or name[0] not in _RANKS or name[1] not in _SUITS:
        raise NotationError(f"{text!r} is not a card: write a rank of {_RANKS} and a suit of {_SUITS}, or LJ, BJ")
    return shift + _SUITS.index(name[1]) * 13 + _RANKS.index(name[0])


def cards(text: str) -> CardSet:
    """Return the set of the cards in *text*, separated by spaces, as in ``"AS KH"``."""
    return mask(map(parse_card, text.split()))
