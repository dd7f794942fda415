"""Computer players: pure functions from what a seat sees, and a seed, to a choice with its reasons."""

from spades_ai.choice import Alternative, Choice, Player, Reason, Seed
from spades_ai.estimate import Estimate, estimate_tricks
from spades_ai.knowledge import knowledge_of
from spades_ai.levels import LEVELS, SEARCHING, choose, player_named
from spades_ai.position import position_of
from spades_ai.review import Verdict, verdict_on

__all__ = [
    "LEVELS",
    "SEARCHING",
    "Alternative",
    "Choice",
    "Estimate",
    "Player",
    "Reason",
    "Seed",
    "Verdict",
    "choose",
    "estimate_tricks",
    "knowledge_of",
    "player_named",
    "position_of",
    "verdict_on",
]
