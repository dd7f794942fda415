"""Computer players: pure functions from what a seat sees, and a seed, to a choice with its reasons."""

from spades_ai.choice import Choice, Player, Reason, Seed
from spades_ai.levels import LEVELS, choose

__all__ = ["LEVELS", "Choice", "Player", "Reason", "Seed", "choose"]
