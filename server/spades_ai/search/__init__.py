"""The player ``search``: worlds that agree with what a seat knows, each answer tried in all of them."""

from spades_ai.search.player import WORLDS, reviewing, search_player, searching

__all__ = ["WORLDS", "reviewing", "search_player", "searching"]
