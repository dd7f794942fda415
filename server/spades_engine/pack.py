"""The pack: which cards are in use, the suit each plays as, and how strong it is. Source: decision 20."""

from dataclasses import dataclass
from functools import lru_cache

from spades_engine.cards import (
    BIG_JOKER,
    COPY_SIZE,
    LITTLE_JOKER,
    Card,
    CardSet,
    Suit,
    cards,
    count,
    each,
    mask,
    parse_card,
    rank_of,
    suit_of,
)
from spades_engine.rules import Rules

__all__ = ["PLAIN_PACK", "Pack", "draw_pack", "pack_of"]

PLAIN_PACK: CardSet = (1 << 52) - 1
"""Fifty-two cards without jokers."""

_TWO_PACKS: CardSet = PLAIN_PACK | PLAIN_PACK << COPY_SIZE

_TRUMP = 100

_RAISED = {
    "none": (),
    "big_little": ("LJ", "BJ"),
    "one": ("BJ",),
    "jjda": ("2S", "LJ", "BJ"),
    "jjdd": ("2S", "2D", "LJ", "BJ"),
    "high_two": ("2S",),
    "four_twos": ("2C", "2D", "2H", "2S"),
}
"""The cards above the ace of spades, lowest first; all of them play as spades."""

_REMOVED = {"hearts_clubs": "2H 2C", "clubs_diamonds": "2C 2D", "diamonds_hearts": "2D 2H"}
_THREE_PLAYERS = {"remove_2c": "2C", "remove_2d": "2D", "remove_2h": "2H", "hidden": "", "shown": ""}


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
    power_when_led: tuple[tuple[int, ...], ...]
    """The same by the suit led, 0 for cards that cannot win then."""
    order: tuple[int, ...]
    """What sorts cards, by card number: by the suit they play as, then by power."""
    height: tuple[int, ...]
    """What sorts cards for a default, by card number: plain suits by rank and then by suit, above them the spades."""

    @property
    def spades(self) -> CardSet:
        """The trumps."""
        return self.suits[Suit.SPADES]

    def strength(self, card: Card) -> int:
        """Return how strong *card* is within the suit it plays as, from 1."""
        return self.power[card] % _TRUMP - 1

    def lowest(self, many: CardSet) -> CardSet:
        """Return the weakest of *many* cards of one suit: two where both copies are among them, none of none."""
        least = min((self.power[card] for card in each(many)), default=0)
        return mask(card for card in each(many) if self.power[card] == least)

    def __len__(self) -> int:
        return count(self.cards)


@lru_cache(maxsize=64)
def pack_of(rules: Rules) -> Pack:
    """Return the pack that *rules* use. Source: docs/rules.md c31 for three players, decision 24 for six."""
    raised = [parse_card(name) for name in _RAISED[rules.jokers]]
    used = _cards_in_use(rules)
    plays_as = [Suit.SPADES if card % COPY_SIZE >= LITTLE_JOKER else suit_of(card) for card in range(2 * COPY_SIZE)]
    power = [rank_of(card) for card in range(2 * COPY_SIZE)]
    for copy in (0, COPY_SIZE):
        for height, card in enumerate(raised, 15):
            plays_as[card + copy] = Suit.SPADES
            power[card + copy] = height
    power = [height + (_TRUMP if plays_as[card] is Suit.SPADES else 0) for card, height in enumerate(power)]
    clubs, diamonds, hearts, spades = (
        mask(card for card in each(used) if plays_as[card] is suit) for suit in list(Suit)[:4]
    )
    when_led = tuple(
        tuple(height if plays_as[card] in (led, Suit.SPADES) else 0 for card, height in enumerate(power))
        for led in list(Suit)[:4]
    )
    return Pack(
        cards=used,
        suits=(clubs, diamonds, hearts, spades),
        plays_as=tuple(plays_as),
        power=tuple(power),
        power_when_led=when_led,
        order=tuple(plays_as[card] * 2 * _TRUMP + height for card, height in enumerate(power)),
        height=tuple(
            height * len(Suit) + (0 if height > _TRUMP else plays_as[card]) for card, height in enumerate(power)
        ),
    )


def draw_pack(rules: Rules) -> CardSet:
    """Return the cards from which the first dealer is drawn: plain packs (decision 21), two of them for six."""
    return _TWO_PACKS if rules.players == 6 else PLAIN_PACK


def _cards_in_use(rules: Rules) -> CardSet:
    used = PLAIN_PACK
    if rules.players == 6:
        return _TWO_PACKS & ~cards("2C 2C.2")
    if rules.players == 2 and rules.two_player_deal == "short_pack":
        return mask(card for card in each(used) if rank_of(card) >= 7)
    if rules.jokers in ("big_little", "jjda", "jjdd"):
        used |= 1 << LITTLE_JOKER | 1 << BIG_JOKER
        # Three players get 18 cards each of all 54.
        return used if rules.players == 3 else used & ~cards(_REMOVED[rules.removed_deuces])
    if rules.jokers == "one":
        return (used | 1 << BIG_JOKER) & ~cards("2C")
    return used & ~cards(_THREE_PLAYERS[rules.three_player_card]) if rules.players == 3 else used
