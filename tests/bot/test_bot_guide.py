"""The player that docs/bots.md prints is sound, short, and stronger than chance."""

import re
from pathlib import Path

import pytest

from bot.strategies import strategy_in
from spades_bot.arena import Match, run_match
from spades_bot.check import check_strategy
from spades_bot.strategy import METHODS
from spades_engine import DecisionKind, Rules

GUIDE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.fixture
def source() -> str:
    """The text of the printed player."""
    printed: list[str] = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    (player,) = (code for code in printed if "class MyBot" in code)
    return player


def test_the_printed_player_has_twenty_lines(source: str) -> None:
    assert len([line for line in source.splitlines() if line]) <= 20


def test_the_printed_player_passes_the_check(source: str, tmp_path: Path) -> None:
    assert check_strategy(strategy_in(tmp_path, source, "MyBot"), deals=60, limit=20).passed


def test_the_printed_player_meets_ours_without_a_fault(source: str, tmp_path: Path) -> None:
    strategy = strategy_in(tmp_path, source, "MyBot")
    match = Match(contestants=(strategy, "random"), rules=Rules(), suite="tune", boards=4, limit=20)
    for result in run_match(match):
        assert not result.tallies[0].faults


def test_the_guide_names_every_method() -> None:
    assert set(METHODS) == {kind.name.lower() for kind in DecisionKind}
    for method in METHODS:
        assert f"`{method}`" in GUIDE
