"""Duplicate matches between computer players, with honest statistics. Source: docs/bots.md"""

from spades_bot.arena.boards import Board, Match, boards_of, seatings_of
from spades_bot.arena.play import BoardResult
from spades_bot.arena.report import report_json, report_text
from spades_bot.arena.run import ArenaError, run_match

__all__ = [
    "ArenaError",
    "Board",
    "BoardResult",
    "Match",
    "boards_of",
    "report_json",
    "report_text",
    "run_match",
    "seatings_of",
]
