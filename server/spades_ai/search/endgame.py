"""The last tricks of one world, played as well as they can be: every side takes what is worth most to it.

Compiled and tested like ``playout``, whose sets of cards and packed results it shares.
"""

from collections.abc import Callable

from spades_ai.search.playout import PACKED_BITS, bonuses
from spades_ai.search.scene import Scene

__all__ = ["Endgame"]


class Endgame:
    """Finds the best play of a scene; mutable: it remembers what results are worth."""

    def __init__(self, scene: Scene, fill: Callable[[int], None]) -> None:
        """Begin with no result known; *fill* puts the worths of a packed one, by side, into ``worths``."""
        self.scene = scene
        self.fill = fill
        self.worths: dict[int, list[float]] = {}
        self.seats = scene.seats
        self.sides = scene.sides

    def result(self, hands: list[int], suit: int, card: int) -> int:
        """Return what ``playout`` does when *card* of *suit* is played now and all goes on for the best.

        No bonus for the first tricks may be open any more.
        """
        scene = self.scene
        packed = 0
        for seat in range(self.seats - 1, -1, -1):
            packed = packed << PACKED_BITS | scene.won[seat]
        table = [scene.led, scene.best_suit, scene.best, 0, int(scene.broken), int(scene.called), scene.winner]
        return self._after(hands[:], scene.turn, suit, card, table, scene.played, scene.remaining, packed)

    def _after(
        self,
        hands: list[int],
        seat: int,
        suit: int,
        card: int,
        table: list[int],
        played: int,
        remaining: int,
        packed: int,
    ) -> int:
        """Return the best result after a play; *table* is led, best suit, best, first, broken, called, winner."""
        scene, base = self.scene, seat * 4
        led, best_suit, best, broken, called, winner = table[0], table[1], table[2], table[4], table[5], table[6]
        if suit == 3 and not broken and led != 3:
            plain = hands[base] | hands[base + 1] | hands[base + 2]
            if led >= 0 or scene.forced_lead_breaks or plain:
                broken = 1
        if led < 0:
            led, best_suit, best, winner = suit, suit, card, seat
            called = int(suit == 3 and card == scene.caller)
        elif (suit == best_suit and card & scene.over(best)) or (suit == 3 and best_suit != 3):
            best_suit, best, winner = suit, card, seat
        hands[base + suit] = hands[base + suit] ^ card
        if played + 1 < self.seats:
            after = [led, best_suit, best, 0, broken, called, winner]
            found = self._best(hands, (seat + 1) % self.seats, after, played + 1, remaining, packed)
        else:
            packed += 1 << winner * PACKED_BITS
            if remaining == 1:
                streak = scene.streak if not scene.early else -1
                found = bonuses(scene, streak, winner, best_suit, best) << PACKED_BITS * self.seats | packed
            else:
                found = self._best(hands, winner, [-1, 0, 0, 0, broken, 0, 0], 0, remaining - 1, packed)
        hands[base + suit] = hands[base + suit] ^ card
        return found

    def _best(self, hands: list[int], seat: int, table: list[int], played: int, remaining: int, packed: int) -> int:
        """Return the result that the side of *seat*, which is to play, likes best."""
        legal = self.scene.legal(hands, seat, table)
        side, chosen, most = seat % self.sides, -1, 0.0
        for suit in range(4):
            many = legal[suit]
            if not many:
                continue
            others = table[2] if table[0] >= 0 and table[1] == suit else 0
            for place in range(suit, len(hands), 4):
                if place != seat * 4 + suit:
                    others = others | hands[place]
            last = 0
            while many:
                card = many & -many
                many ^= card
                # Of cards with nothing between them one is as good as the other.
                if last and not others & (card - last):
                    last = card
                    continue
                last = card
                found = self._after(hands, seat, suit, card, table, played, remaining, packed)
                worth = self._worth(found, side)
                if chosen < 0 or worth > most:
                    chosen, most = found, worth
        return chosen

    def _worth(self, packed: int, side: int) -> float:
        if packed not in self.worths:
            self.fill(packed)
        return self.worths[packed][side]
