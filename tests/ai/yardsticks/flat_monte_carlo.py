"""Flat Monte Carlo as card programs often do it: any deal that fits the voids, and hands played out by chance alone.

No weight of bids, no principles, no race, no exact end: thirty deals, each played out thirty times for every card, and
the card with the best mean. Deals, playouts and what a hand is worth are those of ``search``, so that only the idea
differs; it bids as ``rules``.
"""

from random import Random

from spades_ai.knowledge import own_seat
from spades_ai.position import honest_options
from spades_ai.search.hidden import cards_left, dealer_of
from spades_ai.search.places import places_of
from spades_ai.search.playout import next_chance, playout
from spades_ai.search.staging import scene_of
from spades_ai.search.stakes import Stakes
from spades_engine import Decision, Option, View

__all__ = ["FlatMonteCarlo"]

_DEALS = 30
_PLAYOUTS = 30
_ALL = 256
"""Plays out of 256 that are made by chance."""


class FlatMonteCarlo:
    """Thirty deals by thirty playouts."""

    def play(self, view: View, due: Decision, chance: Random) -> Option:
        """Return the card with the best mean."""
        cards = [card for card in honest_options(view, due) if isinstance(card, int)]
        if len(cards) == 1:
            return cards[0]
        scene, dealer = scene_of(view.rules, view.hand, cards_left(view)), dealer_of(view)
        scene.noise, dealer.attempts = _ALL, 1
        stakes, side = Stakes(view.game, view.hand.bids), view.rules.side_of(own_seat(view))
        places, worths = places_of(view.rules), dict.fromkeys(cards, 0.0)
        state = chance.getrandbits(32) | 1
        for _ in range(_DEALS):
            hands, state = dealer.world(state)
            for card in cards:
                suit, bit = places.of[card]
                for _ in range(_PLAYOUTS):
                    state = next_chance(state)
                    packed = playout(scene, hands, suit, bit, state, None)
                    worths[card] += stakes.outcome(packed).values[side]
        return max(cards, key=worths.__getitem__)
