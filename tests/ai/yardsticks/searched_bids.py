"""Bids as ``search`` and plays as ``rules``: against ``rules`` it tells what the search's bids are worth, cheaply."""

from random import Random

from spades_ai import choose
from spades_engine import Decision, Option, View

__all__ = ["SearchedBids"]


class SearchedBids:
    """The bids of ``search``, with what it has no method for left to ``rules``."""

    def bid(self, view: View, due: Decision, chance: Random) -> Option:
        """Return the bid that ``search`` makes."""
        (pick,) = choose("search", view, chance.getrandbits(64)).picks
        return due.options[pick]
