"""Bags and their penalty. docs/rules.md, c11-c13, c16, decision 26."""

import pytest

from builders import bids, rules_with
from spades_engine import Rules, Score, SideResult, score_hand


def hand_of_bags(new: int, *, before: int, rules: Rules | None = None, points: int = 0) -> SideResult:
    """Return the lines of a side that bid 0 plain beside a nil that held and took *new* tricks too many."""
    alone = rules or rules_with(players=2)
    alone = alone.adjusted({"players": 2, "zero_is_nil": False})
    return score_hand(alone, (Score(points=points, bags=before), Score()), bids("0 0"), (new, 13 - new))[0]


@pytest.mark.parametrize(
    ("before", "new", "penalty", "left"),
    [
        (0, 0, 0, 0),
        (8, 1, 0, 9),
        (9, 1, -100, 0),
        (9, 2, -100, 1),
        (0, 10, -100, 0),
        (9, 10, -100, 9),
        (9, 11, -200, 0),
        (9, 13, -200, 2),
    ],
)
def test_every_tenth_bag_costs_a_hundred_and_the_rest_is_carried(
    before: int, new: int, penalty: int, left: int
) -> None:
    """docs/rules.md c11 and c12."""
    result = hand_of_bags(new, before=before)
    assert (result.bag_penalty, result.after.bags, result.new_bags) == (penalty, left, new)


def test_bags_score_their_point_in_the_hand_that_is_penalised() -> None:
    """docs/rules.md c11."""
    result = hand_of_bags(2, before=9, points=209)
    assert (result.bag_points, result.hand, result.after.points) == (2, -98, 111)


def test_after_a_penalty_with_one_bag_carried_nine_more_cost_the_next() -> None:
    """Sheet 004."""
    first = hand_of_bags(5, before=6)
    assert (first.bag_penalty, first.after.bags) == (-100, 1)
    assert hand_of_bags(8, before=1).bag_penalty == 0
    assert hand_of_bags(9, before=1).bag_penalty == -100


def test_two_penalties_in_one_hand_of_partners() -> None:
    """docs/rules.md c11: nine bags before, 1 and 1 bid, all thirteen taken."""
    result = score_hand(rules_with(), (Score(bags=9), Score()), bids("1 1 1 1"), (7, 0, 6, 0))[0]
    assert (result.hand, result.after.bags) == (20 + 11 - 200, 0)


@pytest.mark.parametrize(("new", "penalty", "left"), [(0, 0, 9), (1, -100, 0), (2, -100, 0), (13, -100, 0)])
def test_where_bags_are_dropped_there_is_one_penalty_and_none_left(new: int, penalty: int, left: int) -> None:
    """docs/rules.md decision 26, MSN."""
    result = hand_of_bags(new, before=9, rules=rules_with(bag_carry="reset"))
    assert (result.bag_penalty, result.after.bags) == (penalty, left)


def test_the_limit_and_the_points_of_the_penalty_are_the_tables() -> None:
    """docs/rules.md b2: seven bags (rmwinslow), 50 points (SpadesBlitz)."""
    rules = rules_with(bag_limit=7, bag_penalty_points=50)
    assert hand_of_bags(3, before=3, rules=rules).bag_penalty == 0
    result = hand_of_bags(12, before=3, rules=rules)
    assert (result.bag_penalty, result.after.bags) == (-100, 1)


def test_without_a_penalty_bags_are_counted_without_bound() -> None:
    """docs/rules.md decision 26, sheet 002."""
    result = hand_of_bags(13, before=9, rules=rules_with(bag_penalty=False))
    assert (result.bag_penalty, result.after.bags) == (0, 22)


def test_where_bags_are_not_counted_they_only_have_their_points() -> None:
    """docs/rules.md decision 26, cutthroat."""
    result = hand_of_bags(3, before=0, rules=rules_with(bags_counted=False, bag_points=-10))
    assert (result.bag_points, result.new_bags, result.after.bags) == (-30, 0, 0)


@pytest.mark.parametrize("bag_points", [-1, 0])
def test_bags_that_are_worth_no_point_count_all_the_same(bag_points: int) -> None:
    """docs/rules.md c16."""
    result = hand_of_bags(3, before=8, rules=rules_with(bag_points=bag_points))
    assert (result.bag_points, result.bag_penalty, result.after.bags) == (3 * bag_points, -100, 1)


def test_the_tricks_of_a_failed_nil_have_the_points_of_bags_or_none() -> None:
    """docs/rules.md decision 26: failed_nil_points times bag_points; they are bags either way."""
    worth = rules_with(bag_points=-10)
    nothing = rules_with(bag_points=-10, failed_nil_points=0)
    paid, unpaid = (
        score_hand(rules, (Score(), Score()), bids("N 4 4 4"), (2, 3, 5, 3))[0] for rules in (worth, nothing)
    )
    assert (paid.bag_points, paid.new_bags) == (-30, 3)
    assert (unpaid.bag_points, unpaid.new_bags) == (-10, 3)
