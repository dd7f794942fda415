"""``spades score``: the six lines of a hand that was played with real cards. docs/rules.md decision 32."""

import json
from collections.abc import Callable
from typing import NamedTuple

import pytest

from spades_cli import main


class Scored(NamedTuple):
    """What the command left behind."""

    status: int
    output: str
    errors: list[str]


Scorer = Callable[[str], Scored]


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str]) -> Scorer:
    def run(typed: str) -> Scored:
        status = main(["score", *typed.split()])
        output, errors = capsys.readouterr()
        return Scored(status, output, errors.splitlines())

    return run


HAND = "--bids 4,4,4,1 --tricks 4,4,4,1"


def test_the_lines_of_a_hand_come_as_json(score: Scorer) -> None:
    """Side 1 is set by one trick; the five bags of a failed nil cost side 2 a hundred."""
    scored = score("--rules sheet-004 --bids 4,N,5,4 --tricks 0,5,4,4 --before 120:3,90:9 --json")
    assert scored.status == 0
    assert scored.errors == []
    assert json.loads(scored.output) == {
        "sides": [
            {"contract": -90, "bag_points": 0, "nil": 0, "bag_penalty": 0, "hand": -90, "total": 30, "bags": 3},
            {"contract": 40, "bag_points": 5, "nil": -100, "bag_penalty": -100, "hand": -155, "total": -65, "bags": 4},
        ],
        "game_over": False,
        "winner": None,
    }


def test_the_lines_of_a_hand_come_as_text(score: Scorer) -> None:
    lines = score("--rules sheet-004 --bids 4,N,5,4 --tricks 0,5,4,4 --before 120:3,90:9").output.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["side", "1", "side", "2"],
        ["seats", "1,", "3", "2,", "4"],
        ["bids", "4,", "5", "nil,", "4"],
        ["tricks", "0,", "4", "5,", "4"],
        ["contract", "-90", "40"],
        ["bag", "points", "0", "5"],
        ["nil", "0", "-100"],
        ["bag", "penalty", "0", "-100"],
        ["hand", "-90", "-155"],
        ["total", "30", "-65"],
        ["bags", "3", "4"],
        ["The", "game", "goes", "on."],
    ]


@pytest.mark.parametrize(
    ("typed", "winner", "says"),
    [
        (f"{HAND} --before 430:0,400:0", 1, "side 1 has won: the target was reached"),
        (f"{HAND} --before 420:0,450:0 --set tie_break=draw", "draw", "The game is drawn: the target was reached"),
        (f"{HAND} --before 420:0,450:0", None, "The game goes on"),
        ("--rules sheet-002 --bids 7,3,6,3 --tricks 5,3,4,1 --before -80:0,0:0", 2, "the losing score"),
        (f"--rules sheet-002 {HAND} --before 0:0,30:0 --hand-number 30", "draw", "that was the last hand"),
        (f"--rules sheet-002 {HAND} --before 0:0,30:0 --hand-number 29", None, "The game goes on"),
        ("--set set_limit=3 --bids 6,1,1,1 --tricks 5,2,1,5 --before 400:0,0:0 --sets 2,0", 2, "set too often"),
        ("--set set_limit=3 --bids 6,1,1,1 --tricks 5,2,1,5 --before 400:0,0:0 --sets 1,0", None, "goes on"),
        ("--set thirteen_wins=on --bids 7,1,6,1 --tricks 7,0,6,0", 1, "thirteen"),
        ("--rules cutthroat-3 --bids 6,6,6 --tricks 5,6,6 --before 0,0,450", 3, "the target"),
    ],
)
def test_it_is_told_whether_the_game_is_over_and_who_has_won(
    score: Scorer, typed: str, winner: int | str | None, says: str
) -> None:
    """docs/rules.md d2, decisions 25 and 27."""
    result = json.loads(score(f"{typed} --json").output)
    assert (result["game_over"], result["winner"]) == (winner is not None, winner)
    assert says in score(typed).output.splitlines()[-1]


def test_a_blind_number_counts_twice_and_a_blind_nil_two_hundred(score: Scorer) -> None:
    first, second = _sides(score("--rules jjdd --bids B6,B,3,4 --tricks 6,0,3,4 --before 0:0,0:0 --json"))
    assert (first["contract"], second["nil"]) == (150, 200)


def test_the_bids_of_a_three_stand_apart_from_those_of_the_other(score: Scorer) -> None:
    typed = "--players 6 --set six_sides=threes --bids B,B,B,B,B,17 --tricks 0,0,0,0,0,17"
    rows = [line.split("  ") for line in score(typed).output.splitlines()]
    bids = next([cell.strip() for cell in row if cell.strip()] for row in rows if row[0] == "bids")
    assert bids == ["bids", "blind nil, blind nil, blind nil", "blind nil, blind nil, 17"]


def test_zero_is_nil_where_the_rules_say_so(score: Scorer) -> None:
    assert _sides(score("--bids 0,4,4,4 --tricks 0,5,4,4 --json"))[0]["nil"] == 100
    assert _sides(score("--bids 0,4,4,4 --tricks 0,5,4,4 --set zero_is_nil=no --json"))[0]["nil"] == 0


def test_a_hint_counts_only_beside_a_nil(score: Scorer) -> None:
    both = "--set bidding_style=partnership --tricks 0,4,5,4 --json"
    assert _sides(score(f"{both} --bids H3,H4,5,7"))[0]["contract"] == 50
    assert _sides(score(f"{both} --bids H3,H4,N,7"))[0]["contract"] == -30


def test_a_first_hand_that_bids_itself_has_no_bids(score: Scorer) -> None:
    rules = "--set first_hand_bids_itself=yes --tricks 4,4,4,1"
    assert [side["contract"] for side in _sides(score(f"{rules} --json"))] == [80, 50]
    assert score(f"{rules} --bids 1,2,3,4").status == 2
    assert _sides(score(f"{rules} --bids 4,4,4,1 --hand-number 2 --json"))[0]["total"] == 80


def test_side_1_begins_with_its_handicap(score: Scorer) -> None:
    assert [side["total"] for side in _sides(score(f"{HAND} --set handicap=50 --json"))] == [130, 50]


def test_a_revoke_takes_what_its_side_gained(score: Scorer) -> None:
    """docs/rules.md decision 17."""
    typed = "--bids 3,3,4,3 --tricks 4,3,4,2 --revoke 1 --revoke 3 --json"
    allowed = score(f"{typed} --set revoke=allowed")
    assert _sides(allowed)[0] | {"bags": 0} == dict.fromkeys(_sides(allowed)[0], 0)
    assert allowed.errors == []
    refused = score(typed)
    assert refused.output == allowed.output
    assert len(refused.errors) == 1
    assert "revoke=refused" in refused.errors[0]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("--bids B,4,4,4 --tricks 0,5,4,4", "seat 1 may not bid blind nil by these rules (a blind bid needs 100"),
        ("--rules sheet-002 --bids B,4,4,4 --tricks 0,5,4,4 --before -200:0,0:0", "blind at this table"),
        ("--rules bicycle --bids N,4,4,4 --tricks 0,5,4,4", "seat 1 may not bid nil"),
        ("--bids 14,1,1,1 --tricks 10,1,1,1", "seat 1 may not bid 14"),
        ("--rules openspiel --bids 9,1,5,1 --tricks 7,1,4,1", "seat 3 may not bid 5"),
        ("--rules cutthroat-3 --bids 6,6,5 --tricks 6,6,5", "add up to 17"),
        ("--rules suicide --bids 4,4,4,N --tricks 4,5,4,0", "so you must bid nil"),
        ("--rules jjdd --bids B5,3,1,3 --tricks 6,3,1,3 --before 0:0,100:0", "from 6"),
        ("--bids B6,3,1,3 --tricks 6,3,1,3", "a number blind at this table"),
    ],
)
def test_a_bid_that_the_rules_forbid_is_warned_about_and_scored(score: Scorer, typed: str, says: str) -> None:
    scored = score(typed)
    assert scored.status == 0
    assert len(scored.errors) == 1
    assert scored.errors[0].startswith("spades: warning: --bids: ")
    assert says in scored.errors[0]
    assert len(scored.output.splitlines()) > 10


@pytest.mark.parametrize(
    "typed",
    [
        "--rules suicide --bids 4,N,N,4 --tricks 4,0,0,9",
        "--rules suicide --bids N,N,4,4 --tricks 0,0,4,9",
        "--rules mirror --bids 4,5,N,4 --tricks 4,5,0,4",
        "--rules whiz --bids 4,N,5,N --tricks 4,0,9,0",
        "--rules jjdd --bids B6,3,1,3 --tricks 6,3,1,3 --before 0:0,100:0",
        "--rules openspiel --bids 9,6,4,7 --tricks 7,1,4,1",
        "--set bidding_style=partnership --bids H3,5,4,H2 --tricks 2,5,3,3",
    ],
)
def test_whoever_bid_first_bids_that_are_legal_in_some_order_are_not_warned_about(score: Scorer, typed: str) -> None:
    assert score(typed).errors == []


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("--tricks 4,4,4,1", "--bids is missing: 4 values"),
        ("--bids 4,4,4,1", "--tricks is missing: 4 values"),
        ("--bids 4,4,4 --tricks 4,4,4,1", "--bids 4,4,4: 4 values are needed, one for each seat, not 3"),
        ("--bids 4,4,4,1 --tricks 4,4,5", "--tricks 4,4,5: 4 values"),
        ("--bids 4,4,-4,1 --tricks 4,4,4,1", "--bids -4: 0 to 13, N (nil), B (blind nil)"),
        ("--bids -1,4,4,1 --tricks 4,4,4,1", "--bids -1: 0 to 13"),
        ("--bids 4,x,4,1 --tricks 4,4,4,1", "--bids x: 0 to 13"),
        ("--bids 4,,4,1 --tricks 4,4,4,1", "--bids : 0 to 13"),
        ("--bids 4,²,4,1 --tricks 4,4,4,1", "--bids ²: 0 to 13"),
        ("--bids H4,4,4,1 --tricks 4,4,4,1", "--bids H4: 0 to 13"),
        ("--bids 4,4,4,1 --tricks 4,4,4,2", "they add up to 14, and a hand has 13 tricks"),
        ("--players 3 --bids 4,4,4 --tricks 4,4,5", "a hand has 17 tricks"),
        ("--players 3 --set jokers=big_little --bids 4,4,4 --tricks 4,4,9", "a hand has 18 tricks"),
        ("--bids 4,4,4,1 --tricks -1,5,5,4", "--tricks -1: 0 to 13 is allowed"),
        ("--bids 4,4,4,1 --tricks 4,4,4,one", "--tricks one: 0 to 13 is allowed"),
        (f"{HAND} --before 10:1", "--before 10:1: 2 values are needed, one for each side"),
        (f"{HAND} --before 10:-1,0:0", "--before: bags -1: 0 to 9 is allowed"),
        (f"{HAND} --before 10:10,0:0", "--before: bags 10: 0 to 9 is allowed"),
        (f"{HAND} --before ten:1,0:0", "--before ten:1: a total, a colon and the bags"),
        (f"{HAND} --before -10:x,0:0", "--before -10:x: a total"),
        (f"{HAND} --hand-number 0", "--hand-number 0: 1 to 1000 is allowed"),
        (f"{HAND} --hand-number -3", "--hand-number -3: 1 to 1000 is allowed"),
        (f"{HAND} --revoke 5", "--revoke 5: 1 to 4 is allowed"),
        (f"{HAND} --revoke 0", "--revoke 0: 1 to 4 is allowed"),
        (f"{HAND} --sets 1,1", "--sets counts only where set_limit is on"),
        (f"{HAND} --set set_limit=2 --sets 2,0", "--sets 2: 0 to 1 is allowed"),
        (f"{HAND} --players 5", "--players 5: 2, 3, 4 or 6 is allowed"),
        (f"{HAND} --rules sheet-009", "no preset is called sheet-009"),
        (f"{HAND} --rules sheet-002 --players 3", "sheet-002 is played by 4, not 3"),
        (f"{HAND} --set luck=1", "no option is called luck"),
        (f"{HAND} --set bag_limit=0", "bag_limit=0: 2 to 20 is allowed"),
        (f"{HAND} --set bag_limit", "write OPTION=VALUE"),
        (f"{HAND} --set bemo=6", "bemo cannot be scored from totals"),
        (f"{HAND} --set last_trick_bonus=yes", "last_trick_bonus cannot be scored from totals"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_one_line_that_names_it(score: Scorer, typed: str, says: str) -> None:
    scored = score(f"{typed} --json")
    assert scored.status == 2
    assert scored.output == ""
    assert len(scored.errors) == 1
    assert says in scored.errors[0]


def _sides(scored: Scored) -> list[dict[str, int]]:
    sides: list[dict[str, int]] = json.loads(scored.output)["sides"]
    return sides
