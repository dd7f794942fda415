"""How the reader wants the table to look: glyphs or letters, colours, the order of cards. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_JOKER, SUIT_SPADES, Card, Suit
from spades_client.notation import RANKS, SUITS
from spades_client.prose_style import Style
from spades_client.settings import Colours, Faces, Settings, SortOrder

# U+2660 and its fellows are one cell wide everywhere, if nothing follows them that asks for a picture.
GLYPHS: dict[Suit.ValueType, str] = {SUIT_CLUBS: "♣", SUIT_DIAMONDS: "♦", SUIT_HEARTS: "♥", SUIT_SPADES: "♠"}

_CLASSES: dict[Suit.ValueType, str] = {
    SUIT_CLUBS: "class:suit.clubs",
    SUIT_DIAMONDS: "class:suit.diamonds",
    SUIT_HEARTS: "class:suit.hearts",
    SUIT_SPADES: "class:suit.spades",
    SUIT_JOKER: "class:suit.joker",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The reader's wishes for the screen."""

    ascii: bool = False
    """Suits as letters, and no sign beyond ASCII of our own."""

    colours: Colours = Colours.FOUR

    sort: SortOrder = SortOrder.HIGH_FIRST

    panel: bool = True
    """The panel at the side, where there is room for it."""

    @classmethod
    def of(cls, settings: Settings, *, letters: bool) -> Look:
        """Return the look that *settings* ask for; *letters*: the terminal cannot show the signs of the suits."""
        faces = settings.cards
        return cls(
            ascii=faces is Faces.LETTERS or (faces is Faces.AUTO and letters),
            colours=settings.colours,
            sort=settings.sort,
            panel=settings.panel,
        )

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
