"""The levels of computer players, by name."""

import re

from spades_ai.choice import Choice, Player, Seed
from spades_ai.random_player import random_player
from spades_ai.rules_player import rules_player
from spades_ai.search import search_player, searching
from spades_engine import View

__all__ = ["LEVELS", "SEARCHING", "choose", "player_named"]

LEVELS: dict[str, Player] = {"random": random_player, "rules": rules_player, "search": search_player}
"""Every level, weakest first."""
SEARCHING = frozenset({"search"})
"""The levels that take tens of milliseconds and more for a decision: nothing else must wait for them."""

_BUDGET = re.compile(r"search@([1-9][0-9]{0,5})")


def choose(level: str, view: View, seed: Seed) -> Choice:
    """Return what a player of *level* picks for the decision that the view's seat owes.

    Raises:
        KeyError: there is no such level.
    """
    return player_named(level)(view, seed)


def player_named(name: str) -> Player:
    """Return the player of a level; ``search@512`` looks at so many worlds.

    Raises:
        KeyError: there is no such level.
    """
    budget = _BUDGET.fullmatch(name)
    return LEVELS[name] if budget is None else searching(int(budget[1]))
