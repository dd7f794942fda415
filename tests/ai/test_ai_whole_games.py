"""Games of computer players end in every preset, for every number of players, and no answer is ever refused.

``SPADES_GAMES=200`` plays so many of each; ``SPADES_GAMES_SECONDS`` bounds the time of each kind.
"""

import os
import time

import pytest

from ai.positions import play_game
from spades_engine import PRESETS, Rules, rules_of

GAMES = int(os.environ.get("SPADES_GAMES", "1"))
SECONDS = float(os.environ.get("SPADES_GAMES_SECONDS", "inf"))
MOST_HANDS = 400

LEVELS = ("random", "rules", "search@2")
KINDS = [(name, players) for name, preset in PRESETS.items() for players in preset.players]


def rules_for(name: str, players: int, level: str) -> Rules:
    """Return the rules of a preset; chance may sink without end.

    The short form plays to half the target, the search one hand.
    """
    rules = rules_of(name, players=players)
    if GAMES == 1 and level.startswith("search"):
        rules = rules.adjusted({"max_hands": 1, "tie_at_hand_limit": "draw"})
    if GAMES == 1 and rules.target_score is not None:
        rules = rules.adjusted({"target_score": max(rules.target_score // 2, 50)})
    if level == "random" and rules.losing_score is None:
        rules = rules.adjusted({"losing_score": -1000})
    return rules


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players"), KINDS)
def test_every_game_ends_without_a_refused_answer(level: str, name: str, players: int) -> None:
    rules, until = rules_for(name, players, level), time.monotonic() + SECONDS
    for seed in range(GAMES):
        assert play_game(rules, level, seed, most_hands=MOST_HANDS).result is not None
        if time.monotonic() > until:
            break
