"""How the reader wants the table to look: glyphs or letters, colours, the order of cards. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_JOKER, SUIT_SPADES, Card, Suit
from spades_client.notation import RANKS, SUITS
from spades_client.prose_style import Style

# U+2660 and its fellows are one cell wide everywhere, if nothing follows them that asks for a picture.
GLYPHS: dict[Suit.ValueType, str] = {SUIT_CLUBS: "♣", SUIT_DIAMONDS: "♦", SUIT_HEARTS: "♥", SUIT_SPADES: "♠"}

_CLASSES: dict[Suit.ValueType, str] = {
    SUIT_CLUBS: "class:suit.clubs",
    SUIT_DIAMONDS: "class:suit.diamonds",
    SUIT_HEARTS: "class:suit.hearts",
    SUIT_SPADES: "class:suit.spades",
    SUIT_JOKER: "class:suit.joker",
}


class Colours(Enum):
    """Which colours the suits have."""

    FOUR = "four"
    TWO = "two"
    NONE = "none"
    HIGH_CONTRAST = "contrast"


class SortOrder(Enum):
    """The order of the rows of suits, and of the cards in a row."""

    HIGH_FIRST = "high first"
    LOW_FIRST = "low first"
    COLOURS_HIGH_FIRST = "red and black in turn, high first"
    COLOURS_LOW_FIRST = "red and black in turn, low first"

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

    @property
    def next(self) -> SortOrder:
        """The order that comes after this one, the first after the last."""
        orders = list(SortOrder)
        return orders[(orders.index(self) + 1) % len(orders)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The reader's wishes for the screen."""

    ascii: bool = False
    """Suits as letters, and no sign beyond ASCII of our own."""

    colours: Colours = Colours.FOUR

    sort: SortOrder = SortOrder.HIGH_FIRST

    bell: bool = True
    """Ring when it is the reader's turn, and again when ten seconds are left."""

    panel: bool = True
    """The panel at the side, where there is room for it."""

    def card(self, card: Card) -> str:
        """Return a card as ``K♥`` or ``10♥``, with letters ``KH``; jokers as ``BJ`` and ``LJ``."""
        return rank_face(card) + self.suit(card.suit)

    def suit(self, suit: Suit.ValueType) -> str:
        """Return the sign of a suit, one cell wide."""
        letter = SUITS.get(suit, "?")
        return letter if self.ascii else GLYPHS.get(suit, letter)


def rank_face(card: Card) -> str:
    """Return the rank as it is printed on a card: one cell, or two for the ten."""
    return "10" if card.rank == 10 else RANKS.get(card.rank, "?")


def suit_class(suit: Suit.ValueType) -> str:
    """Return the style of a suit."""
    return _CLASSES.get(suit, "class:suit.joker")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenStyle(Style):
    """Prose with cards as they look on the screen."""

    look: Look

    def card(self, card: Card) -> str:
        """Return one card."""
        return self.look.card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards in the order given."""
        return " ".join(self.look.card(card) for card in cards)
