"""Chance for one decision: drawn anew each time, so that nothing remembered can change an answer."""

from random import Random

from spades_ai.choice import Seed
from spades_engine import View

__all__ = ["chance"]


def chance(view: View, seed: Seed) -> Random:
    """Return the chance of the decision that *view* owes under *seed*; no two decisions of a game share theirs."""
    hand = view.hand
    return Random(f"{seed}/{hand.number}/{hand.deal}/{view.seat}/{_ply(view)}")  # A text seeds through SHA-512.


def _ply(view: View) -> int:
    """Return how many steps the hand has taken: choices, looks, bids, gifts and plays."""
    hand = view.hand
    drawn = sum(hand.draw.turns) if hand.draw else 0
    bids = sum(bid is not None for bid in hand.bids)
    played = sum(len(trick.plays) for trick in hand.tricks) + len(hand.trick)
    return drawn + sum(hand.seen) + bids + len(hand.exchanges) + played
