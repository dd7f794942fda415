"""The levels of computer players, by name."""

from spades_ai.choice import Choice, Player, Seed
from spades_ai.random_player import random_player
from spades_ai.rules_player import rules_player
from spades_engine import View

__all__ = ["LEVELS", "choose"]

LEVELS: dict[str, Player] = {"random": random_player, "rules": rules_player}
"""Every level, weakest first."""


def choose(level: str, view: View, seed: Seed) -> Choice:
    """Return what a player of *level* picks for the decision that the view's seat owes.

    Raises:
        KeyError: there is no such level.
    """
    return LEVELS[level](view, seed)
