"""The lines of a hand: contract, bag points, nil, bag penalty. docs/rules.md, c1-c10, d1, decisions 14, 15, 26-28."""

import re
from collections.abc import Collection

import pytest

from builders import bids, rules_with, scored
from engine.vectors import SCORES, ScoreVector
from spades_engine import Rules, Score, SideResult, needed_tricks, score_hand


def score(text: str) -> Score:
    """Return the score written ``337(7)``: points and, in brackets, bags."""
    found = re.fullmatch(r"(-?\d+)\((\d+)\)", text)
    assert found, f"{text} is not a score"
    return Score(points=int(found[1]), bags=int(found[2]))


def written(result: SideResult) -> str:
    lines = (result.contract, result.bag_points, result.nil, result.bag_penalty, result.hand, result.after.points)
    return f"{'/'.join(map(str, lines))}({result.after.bags})"


def lines(
    made: str, taken: str, rules: Rules | None = None, before: str = "", revokers: Collection[int] = ()
) -> tuple[str, ...]:
    """Return the lines of every side, as in the table of vectors."""
    rules = rules or rules_with()
    start = tuple(map(score, before.split())) or (Score(),) * len(rules.sides)
    won = tuple(map(int, taken.split()))
    return tuple(map(written, score_hand(rules, start, bids(made), won, revokers=revokers)))


@pytest.mark.parametrize("vector", SCORES, ids=lambda vector: f"{vector.id} {vector.source}")
def test_every_worked_example_scores_the_lines_of_its_source(vector: ScoreVector) -> None:
    """docs/rules.md d1 and more vectors."""
    rules = rules_with(**vector.changes)
    assert lines(vector.bids, vector.tricks, rules, vector.before, vector.revokers) == vector.lines


@pytest.mark.parametrize("vector", [one for one in SCORES if not one.revokers], ids=lambda vector: vector.id)
def test_a_hand_that_is_played_scores_the_same_lines(vector: ScoreVector) -> None:
    """docs/rules.md d1, through the last trick of a hand."""
    rules = rules_with(**vector.changes)
    before = tuple(map(score, vector.before.split()))
    game = scored(rules, vector.bids, tuple(map(int, vector.tricks.split())), before=before)
    assert tuple(map(written, game.results[-1])) == vector.lines
    assert game.scores == tuple(result.after for result in game.results[-1])


def test_partners_may_make_each_others_tricks() -> None:
    """Sheet 000: partner takes four and you one, and the contract of five is made."""
    assert lines("2 4 3 4", "1 4 4 4")[0] == "50/0/0/0/50/50(0)"


def test_a_contract_that_is_set_has_no_bags() -> None:
    """docs/rules.md a5, E3."""
    assert lines("5 1 4 1", "8 2 0 3")[0] == "-90/0/0/0/-90/-90(0)"


def test_a_nil_adds_nothing_to_the_contract_and_takes_nothing_from_it() -> None:
    """docs/rules.md c3 and sheet 004: the partner still owes its own number."""
    assert lines("N 4 4 4", "0 5 3 5")[0] == "-40/0/100/0/60/60(0)"


def test_the_tricks_of_a_failed_nil_are_bags_even_when_the_contract_is_set() -> None:
    """docs/rules.md c1."""
    assert lines("N 3 5 3", "2 4 4 3")[0] == "-50/2/-100/0/-148/-148(2)"


def test_where_they_help_the_tricks_of_a_failed_nil_make_the_contract() -> None:
    """docs/rules.md c1 (ii), sheet 000."""
    helping = rules_with(failed_nil_tricks="help")
    assert lines("N 3 5 3", "2 4 4 3", helping)[0] == "50/1/-100/0/-49/-49(1)"


def test_where_they_are_ignored_the_tricks_of_a_failed_nil_are_nothing() -> None:
    """docs/rules.md c1 (iii), UChicago."""
    ignoring = rules_with(failed_nil_tricks="ignore")
    assert lines("N 3 5 3", "2 4 4 3", ignoring)[0] == "-50/0/-100/0/-150/-150(0)"


@pytest.mark.parametrize("failed_nil_tricks", ["bags", "help"])
def test_with_nobody_to_help_the_tricks_of_failed_nils_are_bags(failed_nil_tricks: str) -> None:
    """docs/rules.md c9 and decision 14."""
    rules = rules_with(failed_nil_tricks=failed_nil_tricks)
    assert lines("N 5 N 5", "1 6 2 4", rules)[0] == "0/3/-200/0/-197/-197(3)"


@pytest.mark.parametrize("failed_nil_tricks", ["bags", "help"])
def test_the_tricks_of_a_failed_solo_nil_are_bags(failed_nil_tricks: str) -> None:
    """docs/rules.md decision 14."""
    rules = rules_with(players=3, failed_nil_tricks=failed_nil_tricks)
    assert lines("N 8 7", "2 8 7", rules)[0] == "0/2/-100/0/-98/-98(2)"


def test_a_plain_bid_of_nothing_is_made_and_its_tricks_are_bags() -> None:
    """docs/rules.md decision 14: 0 where it is not nil."""
    rules = rules_with(partners=False, zero_is_nil=False)
    assert lines("0 5 4 4", "2 4 3 4", rules)[0] == "0/2/0/0/2/2(2)"


@pytest.mark.parametrize(
    ("double_nil", "taken", "nil"),
    [
        ("sum", "0 6 0 7", 200),
        ("sum", "1 6 0 6", 0),
        ("sum", "1 6 2 4", -200),
        ("500", "0 6 0 7", 500),
        ("500", "1 6 0 6", 0),
        ("500", "1 6 2 4", -500),
        ("zero", "0 6 0 7", 200),
        ("zero", "1 6 0 6", 0),
        ("zero", "1 6 2 4", 0),
        ("minus200", "0 6 0 7", 200),
        ("minus200", "1 6 0 6", -200),
        ("minus200", "1 6 2 4", -200),
    ],
)
def test_two_nils_of_partners_count_as_the_table_agreed(double_nil: str, taken: str, nil: int) -> None:
    """docs/rules.md c8; sheets 003 and 004, Hoyle, desktop help."""
    rules = rules_with(double_nil=double_nil, failed_nil_points=0)
    assert lines("N 3 N 3", taken, rules)[0].split("/")[2] == str(nil)


@pytest.mark.parametrize("double_nil", ["sum", "500", "zero", "minus200"])
def test_what_two_nils_count_concerns_two_plain_nils_only(double_nil: str) -> None:
    """docs/rules.md c7 and decision 14: blind nil made, nil failed."""
    rules = rules_with(double_nil=double_nil)
    assert lines("B 6 N 6", "0 6 1 6", rules)[0] == "0/1/100/0/101/101(1)"


def test_nil_and_blind_nil_have_the_points_of_the_table() -> None:
    """docs/rules.md c35 and b2: Royale solo 50."""
    rules = rules_with(nil_points=50, blind_nil_points=150)
    assert lines("N 6 6 B", "0 6 6 1", rules) == ("60/0/50/0/110/110(0)", "60/1/-150/0/-89/-89(1)")


def test_a_side_is_set_once_for_each_negative_contract() -> None:
    """docs/rules.md decision 27: a failed nil is no set."""
    set_once, failed_nil = score_hand(rules_with(), (Score(sets=1), Score()), bids("9 N 3 1"), (6, 2, 3, 2))
    assert (set_once.contract, set_once.after.sets) == (-120, 2)
    assert (failed_nil.nil, failed_nil.after.sets) == (-100, 0)


def test_four_that_play_alone_score_alone() -> None:
    """docs/rules.md b2, players: 4 solo."""
    solo = rules_with(partners=False)
    assert lines("2 3 4 N", "3 3 6 1", solo) == (
        "20/1/0/0/21/21(1)",
        "30/0/0/0/30/30(0)",
        "40/2/0/0/42/42(2)",
        "0/1/-100/0/-99/-99(1)",
    )


def test_the_tricks_still_needed_fall_to_nothing() -> None:
    """docs/rules.md B4 and c3: a nil's own tricks do not help."""
    rules = rules_with()
    needed = [
        needed_tricks(rules, bids("N 3 4 3"), taken, (0, 2)) for taken in [(0, 0, 0, 0), (2, 0, 3, 0), (0, 0, 5, 0)]
    ]
    assert needed == [4, 1, 0]


def test_where_they_help_the_tricks_of_a_nil_lessen_what_is_needed() -> None:
    """docs/rules.md c1 (ii)."""
    helping = rules_with(failed_nil_tricks="help")
    assert needed_tricks(helping, bids("N 3 4 3"), (2, 0, 1, 0), (0, 2)) == 1
