"""Cards as ``search`` counts them: the suit a card plays as, and one bit of that suit, the weakest lowest."""

from dataclasses import dataclass
from functools import lru_cache

from spades_engine import Card, CardSet, Rules, pack_of
from spades_engine.cards import each

__all__ = ["Places", "places_of"]


@dataclass(frozen=True, slots=True)
class Places:
    """Where every card of a pack stands."""

    of: dict[Card, tuple[int, int]]
    """Suit and bit of each card."""
    cards: tuple[tuple[Card, ...], ...]
    """By suit: its cards from the weakest; of two equal ones the first copy first."""

    def sets(self, many: CardSet) -> list[int]:
        """Return *many* cards as four sets of bits, by suit."""
        sets = [0, 0, 0, 0]
        for card in each(many):
            suit, bit = self.of[card]
            sets[suit] |= bit
        return sets

    def card(self, suit: int, bit: int) -> Card:
        """Return the card of a bit."""
        return self.cards[suit][bit.bit_length() - 1]

    def set_of(self, suit: int, bits: int) -> CardSet:
        """Return the cards of a set of one suit."""
        return sum(1 << self.cards[suit][place] for place in each(bits))


@lru_cache(maxsize=64)
def places_of(rules: Rules) -> Places:
    """Return the places of the pack that *rules* use."""
    pack = pack_of(rules)
    suits = tuple(tuple(sorted(each(cards), key=lambda card: (pack.power[card], card))) for cards in pack.suits)
    of = {card: (suit, 1 << place) for suit, cards in enumerate(suits) for place, card in enumerate(cards)}
    return Places(of, suits)
