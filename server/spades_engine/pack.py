"""The pack: which cards are in use, the suit each plays as, and how strong it is."""

from dataclasses import dataclass
from functools import lru_cache

from spades_engine.cards import COPY_SIZE, Card, CardSet, Suit, cards, count, each, mask, rank_of, suit_of
from spades_engine.rules import Rules

__all__ = ["PLAIN_PACK", "Pack", "pack_of"]

PLAIN_PACK: CardSet = (1 << 52) - 1
"""Fifty-two cards without jokers."""

_TRUMP = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The cards of one game; the only place that knows what a card counts as."""

    cards: CardSet
    """Every card in use."""
    suits: tuple[CardSet, CardSet, CardSet, CardSet]
    """The cards that play as clubs, diamonds, hearts, spades."""
    plays_as: tuple[Suit, ...]
    """The suit each card plays as, by card number."""
    power: tuple[int, ...]
    """What decides a trick, by card number: higher wins among cards of the suit led and spades; spades above 100."""

    @property
    def spades(self) -> CardSet:
        """The trumps."""
        return self.suits[Suit.SPADES]

    def strength(self, card: Card) -> int:
        """Return how strong *card* is within the suit it plays as, from 1."""
        return self.power[card] % _TRUMP - 1

    def __len__(self) -> int:
        return count(self.cards)


@lru_cache(maxsize=64)
def pack_of(rules: Rules) -> Pack:
    """Return the pack that *rules* use. Source: docs/rules.md c31 for three players."""
    used = PLAIN_PACK
    if rules.players == 3 and rules.three_player_card == "remove_2c":
        used &= ~cards("2C")
    plays_as = tuple(Suit.SPADES if suit_of(card) is Suit.JOKERS else suit_of(card) for card in range(2 * COPY_SIZE))
    power = tuple(rank_of(card) + (_TRUMP if plays_as[card] is Suit.SPADES else 0) for card in range(2 * COPY_SIZE))
    clubs, diamonds, hearts, spades = (
        mask(card for card in each(used) if plays_as[card] is suit) for suit in list(Suit)[:4]
    )
    return Pack(cards=used, suits=(clubs, diamonds, hearts, spades), plays_as=plays_as, power=power)
