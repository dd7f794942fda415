"""Worlds for ``search``: hidden cards dealt so that they agree with all that a seat knows, and with what others bid.

Cards are bits by suit as in ``playout``. Compiled and tested like that file.
"""

from collections.abc import Callable
from math import exp
from typing import Final

from spades_ai.search.playout import next_chance

__all__ = ["NIL", "NOTHING", "NUMBER", "SPADES_HELD", "Dealer"]

NOTHING: Final = 0
NUMBER: Final = 1
NIL: Final = 2
SPADES_HELD: Final = 3
"""What a bid tells of a holding: nothing, about its tricks, that they are few, or its number of spades."""

_TRIES: Final = 40
"""Deals that are begun before one is taken in which somebody holds a suit that it was void of: only after a revoke."""
_FAINT: Final = 1e-4
"""The least that a bid counts for: nobody's bids are beyond doubt."""
_LENGTHS: Final = 4
"""Lengths that count apart in the table of ruffs: 0, 1, 2, and more."""


class Dealer:
    """Deals worlds; mutable while it is set up. Lists are by seat unless they say otherwise; four sets for a seat.

    One seat more than sit at the table stands for cards that nobody holds.
    """

    def __init__(self, seats: int, fill: Callable[[int, int], None]) -> None:
        """Begin with nothing hidden; *fill* adds a suit and its set of cards to the tables that lack it."""
        self.seats = seats
        self.fill = fill
        self.known = [0] * (4 * seats)
        """Cards that are known to be held."""
        self.gone = [0] * (4 * seats)
        """Cards that were held when the bids were made."""
        self.suits: list[int] = []
        self.cards: list[int] = []
        """The hidden cards: the suit and the bit of each."""
        self.counts = [0] * (seats + 1)
        """How many of them each seat holds."""
        self.barred = [0] * (seats + 1)
        """Suits that each is void of, a bit for each suit."""
        self.everybody = list(range(seats + 1))
        self.takers: list[list[int]] = []
        """By suit: who may hold it; empty until a world is dealt in which somebody is void."""
        self.fitting = [0] * (seats + 1)
        """How many of the hidden cards each may hold."""
        self.order: list[int] = []
        """The hidden cards by number, as they are dealt then."""
        self.chosen = 0
        """From here up a side card is kept in the draw of two; 0: the cards are dealt."""
        self.attempts = 1
        """Deals of which one is chosen by the bids."""
        self.told = [NOTHING] * seats
        self.bids = [0.0] * seats
        """The tricks that a number lets expect."""
        self.spread = 0.8
        """Standard deviation of the tricks around them."""
        self.tricks: list[dict[int, float]] = [{}, {}, {}, {}]
        """By suit: what a set of its cards is worth."""
        self.small: dict[int, int] = {}
        """Small spades in a set of spades."""
        self.ruffs: list[float] = []
        """What small spades win beside short suits."""
        self.rest = 0.0
        self.escapes: list[dict[int, float]] = [{}, {}, {}, {}]
        """By suit: the probability that a set of its cards takes no trick."""

    def estimate(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """Return what a holding is worth in tricks, as ``estimate_tricks`` does."""
        tricks = self.tricks
        if clubs not in tricks[0]:
            self.fill(0, clubs)
        if diamonds not in tricks[1]:
            self.fill(1, diamonds)
        if hearts not in tricks[2]:
            self.fill(2, hearts)
        if spades not in tricks[3]:
            self.fill(3, spades)
        shape = (
            min(clubs.bit_count(), _LENGTHS - 1) * 64
            + min(diamonds.bit_count(), _LENGTHS - 1) * 16
            + min(hearts.bit_count(), _LENGTHS - 1) * 4
            + min(self.small[spades], _LENGTHS - 1)
        )
        worth = tricks[0][clubs] + tricks[1][diamonds] + tricks[2][hearts] + tricks[3][spades]
        return max(worth + self.ruffs[shape] + self.rest, 0.0)

    def escape(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """Return the probability that a holding takes no trick, as ``nil_odds`` does."""
        self.estimate(clubs, diamonds, hearts, spades)
        escapes = self.escapes
        return escapes[0][clubs] * escapes[1][diamonds] * escapes[2][hearts] * escapes[3][spades]

    def world(self, chance: int) -> tuple[list[int], int]:
        """Return hands drawn by *chance*, and the chance that is left."""
        hands, chance = self._deal(chance)
        if self.attempts == 1:
            return hands, chance
        worlds, weights = [hands], [self._weight(hands)]
        for _ in range(self.attempts - 1):
            hands, chance = self._deal(chance)
            worlds.append(hands)
            weights.append(self._weight(hands))
        chance = next_chance(chance)
        point = (chance & 0xFFFFFF) / 16777216.0 * sum(weights)
        for number, weight in enumerate(weights):
            point -= weight
            if point < 0.0:
                return worlds[number], chance
        return worlds[-1], chance

    def _weight(self, hands: list[int]) -> float:
        """Return how likely the bids are in a world."""
        weight = 1.0
        gone = self.gone
        for seat in range(self.seats):
            told = self.told[seat]
            if told == NOTHING:
                continue
            base = seat * 4
            clubs, diamonds = hands[base] | gone[base], hands[base + 1] | gone[base + 1]
            hearts, spades = hands[base + 2] | gone[base + 2], hands[base + 3] | gone[base + 3]
            if told == NUMBER:
                off = (self.estimate(clubs, diamonds, hearts, spades) - self.bids[seat]) / self.spread
                weight *= max(exp(-0.5 * off * off), _FAINT)
            elif told == NIL:
                odds = self.escape(clubs, diamonds, hearts, spades)
                weight *= max(odds * odds, _FAINT)
            else:
                weight *= 1.0 if spades.bit_count() == int(self.bids[seat]) else _FAINT
        return weight

    def _deal(self, chance: int) -> tuple[list[int], int]:
        if self.chosen:
            order, chance = self._shuffled(chance, 0)
            return self._drawn(order), chance
        if not any(self.barred):
            first = 0
            for count in self.counts:
                if count:
                    first = count
                    break
            # Who gets the first cards gets what is left when the others have theirs.
            order, chance = self._shuffled(chance, first)
            return self._even(order), chance
        for attempt in range(_TRIES):
            hands, chance = self._constrained(chance, attempt == _TRIES - 1)
            if hands:
                return hands, chance
        return hands, chance

    def _shuffled(self, chance: int, rest: int) -> tuple[list[int], int]:
        """Return the hidden cards by number in an order drawn by *chance*; the first *rest* stay in any order."""
        number = len(self.suits)
        order = list(range(number))
        while number > rest and number > 1:
            chance ^= chance << 13 & 0xFFFFFFFF
            chance ^= chance >> 17
            chance ^= chance << 5 & 0xFFFFFFFF
            drawn = chance % number
            number -= 1
            kept = order[drawn]
            order[drawn] = order[number]
            order[number] = kept
        return order, chance

    def _even(self, order: list[int]) -> list[int]:
        """Deal where every card may lie anywhere."""
        hands, suits, cards = self.known[:], self.suits, self.cards
        at = 0
        for seat in range(self.seats):
            base = seat * 4
            for number in range(at, at + self.counts[seat]):
                card = order[number]
                place = base + suits[card]
                hands[place] = hands[place] | cards[card]
            at += self.counts[seat]
        return hands

    def _prepare(self) -> None:
        """Note in which order to deal where somebody is void: cards that fewest may hold first."""
        barred = self.barred
        self.takers = [[seat for seat in range(self.seats + 1) if not barred[seat] >> suit & 1] for suit in range(4)]
        self.fitting = [sum([1 for suit in self.suits if not many >> suit & 1]) for many in barred]
        groups: list[list[int]] = [[] for _ in range(self.seats + 2)]
        for card in range(len(self.suits)):
            groups[len(self.takers[self.suits[card]])].append(card)
        self.order = [card for group in groups for card in group]

    def _constrained(self, chance: int, loose: bool) -> tuple[list[int], int]:
        """Deal where somebody is void; empty if a card finds no room and is not dealt *loose*."""
        if not self.takers:
            self._prepare()
        hands, counts, fitting = self.known[:], self.counts[:], self.fitting[:]
        for card in self.order:
            suit = self.suits[card]
            takers = self.takers[suit]
            room, taker = 0, -1
            # Who needs as many cards as are left that it may hold must get them.
            for seat in takers:
                count = counts[seat]
                room += count
                if count and count == fitting[seat]:
                    taker = seat
                fitting[seat] = fitting[seat] - 1
            if not room:
                if not loose:
                    return [], chance
                takers = self.everybody
                room = sum(counts)
            chance = next_chance(chance)
            if taker < 0:
                drawn = chance % room
                for seat in takers:
                    drawn -= counts[seat]
                    if drawn < 0:
                        taker = seat
                        break
            counts[taker] = counts[taker] - 1
            if taker < self.seats:
                place = taker * 4 + suit
                hands[place] = hands[place] | self.cards[card]
        return hands, chance

    def _drawn(self, order: list[int]) -> list[int]:
        """Deal to the one other player of a draw what it would have kept of two cards each time."""
        hands = self.known[:]
        seat = 0 if self.counts[0] else 1
        wanted, barred = self.counts[seat], self.barred[seat]
        spare: list[int] = []
        for place in range(0, len(order), 2):
            kept = -1
            pair = order[place : place + 2]
            for card in pair:
                fits = wanted > 0 and not barred >> self.suits[card] & 1
                if fits and kept < 0 and (self._is_kept(card) or card == pair[-1]):
                    kept = card
                else:
                    spare.append(card)
            if kept >= 0:
                hands[seat * 4 + self.suits[kept]] |= self.cards[kept]
                wanted -= 1
        for strict in range(2):
            for card in spare:
                free = not hands[seat * 4 + self.suits[card]] & self.cards[card]
                if wanted and free and (strict or not barred >> self.suits[card] & 1):
                    hands[seat * 4 + self.suits[card]] |= self.cards[card]
                    wanted -= 1
        return hands

    def _is_kept(self, card: int) -> bool:
        return self.suits[card] == 3 or self.cards[card] >= self.chosen
