"""The check of a strategy for its author: what it finds, it names; what is sound, passes."""

from pathlib import Path

from bot.strategies import LOWEST, strategy_in
from spades_bot.check import check_strategy


def test_a_sound_strategy_passes_in_every_game(tmp_path: Path) -> None:
    report = check_strategy(strategy_in(tmp_path, LOWEST), deals=60, limit=20)
    assert report.passed
    assert report.lines()[-1] == "passed"
    assert report.decisions > 60 * 13


def test_a_strategy_that_does_not_repeat_itself_is_found(tmp_path: Path) -> None:
    source = (
        "import random\nclass Bot:\n    def play(self, view, due, chance):\n        return random.choice(due.options)"
    )
    report = check_strategy(strategy_in(tmp_path, source), deals=5, limit=20)
    assert report.unrepeatable
    assert not report.passed
    assert report.lines()[-1] == "FAILED"


def test_a_strategy_that_follows_what_it_cannot_see_is_found(tmp_path: Path) -> None:
    """It counts how often it is asked, which stands for anything that differs from world to world."""
    source = """
class Bot:
    asked = 0
    def play(self, view, due, chance):
        Bot.asked += 1
        return due.options[0 if Bot.asked % 3 else -1]
"""
    report = check_strategy(strategy_in(tmp_path, source), deals=5, limit=20)
    assert report.peeked
    assert not report.passed


def test_faults_are_counted(tmp_path: Path) -> None:
    source = "class Bot:\n    def bid(self, view, due, chance):\n        return 99"
    told: list[str] = []
    report = check_strategy(strategy_in(tmp_path, source), deals=3, limit=20, tell=told.append)
    assert report.faults["illegal"] >= 3
    assert len(told) == 1
