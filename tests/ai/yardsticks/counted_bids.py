"""Bids as ``rules`` and plays as ``search``: against ``search`` it tells what the search's bids are worth."""

from random import Random

from spades_ai import choose
from spades_engine import Decision, Option, View

__all__ = ["CountedBids"]


class CountedBids:
    """The play of ``search``, with what it has no method for left to ``rules``."""

    def play(self, view: View, due: Decision, chance: Random) -> Option:
        """Return the card that ``search`` plays."""
        (pick,) = choose("search", view, chance.getrandbits(64)).picks
        return due.options[pick]
