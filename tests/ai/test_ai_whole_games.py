"""Games of computer players end in every preset, for every number of players, and no answer is ever refused.

``SPADES_GAMES=200`` plays so many of each; ``SPADES_GAMES_SECONDS`` bounds the time of each kind.
"""

import os
import time

import pytest

from ai.positions import play_game
from spades_ai import LEVELS
from spades_engine import PRESETS, Rules, rules_of

GAMES = int(os.environ.get("SPADES_GAMES", "1"))
SECONDS = float(os.environ.get("SPADES_GAMES_SECONDS", "inf"))
MOST_HANDS = 400

KINDS = [(name, players) for name, preset in PRESETS.items() for players in preset.players]


def rules_for(name: str, players: int, level: str) -> Rules:
    """Return the rules of a preset; the short form plays to half its target, and chance may sink without end."""
    rules = rules_of(name, players=players)
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
