"""``spades replay --review``: what the search would have done in a seat's place, and what that was worth."""

import json
from pathlib import Path

import pytest

from builders import rules_with
from recorded import recorded_game
from spades_cli import main
from spades_wire.records import record_json

RECORD = recorded_game(rules_with(max_hands=1), 11)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the name of a file that holds a record of one hand, played by chance."""
    kept = tmp_path / "game.json"
    kept.write_text(record_json(RECORD), encoding="utf-8")
    return str(kept)


def reviewed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a review in few worlds prints."""
    assert main(["replay", "--review", "--worlds", "16", *arguments]) == 0
    return capsys.readouterr().out


def test_every_bid_and_card_of_a_seat_is_judged_and_the_worst_three_stand_first(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(reviewed(capsys, file, "--seat", "2", "--json"))
    assert (found["seat"], found["worlds"]) == (2, 16)
    costs = [one["cost"] for one in found["decisions"]]
    assert len(costs) > 5
    assert min(costs) >= 0
    assert [one["cost"] for one in found["worst"]] == sorted(costs, reverse=True)[:3]
    assert found["worst"][0]["cost"] > 1, "who plays by chance gives points away"
    assert all(one["cost"] == 0 for one in found["decisions"] if one["chosen"] == one["best"])
    assert found["decisions"][0]["kind"] == "bid"


def test_the_same_record_is_judged_the_same(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = reviewed(capsys, file, "--seat", "3")
    assert first == reviewed(capsys, file, "--seat", "3")
    head, _, rest = first.partition("The dearest:\n1. hand 1, ")
    assert head.startswith("Seat 3 (")
    assert " is worth " in rest.splitlines()[0]


def test_a_seat_that_is_not_there_is_refused(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", file, "--review", "--seat", "5"]) == 2
    assert "the game has the seats 1 to 4" in capsys.readouterr().err
