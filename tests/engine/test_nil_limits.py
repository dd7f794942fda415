"""What a nil asks of the partner. docs/rules.md b2, nil_partner_min, nil_needs_contract; decision 8."""

from collections.abc import Mapping

import pytest

from builders import bid_in_turn, bids, dealt, options_of, refused, rules_with
from spades_engine import NIL, Bid, Game, MakeBid, Rules, Score, score_hand
from spades_engine.errors import TeamBidTooLow
from spades_engine.options import Value


def to_bid(rules: Rules, made: str) -> Game:
    game = dealt(rules)
    for bid in bids(made):
        game = bid_in_turn(game, bid)
    return game


def least(game: Game) -> tuple[bool, int]:
    """Return whether nil may be bid, and the least number."""
    found = [option for option in options_of(game) if isinstance(option, Bid)]
    return NIL in found, min(bid.tricks for bid in found if not bid.is_nil)


@pytest.mark.parametrize(
    ("changes", "before", "expected"),
    [
        ({}, "N 3", (True, 1)),
        ({"nil_partner_min": 4}, "N 3", (True, 4)),
        ({"nil_partner_min": 3}, "N 3", (True, 3)),
        ({"nil_partner_min": 4}, "5 3", (True, 1)),
        ({"nil_partner_min": 4}, "3 3", (False, 1)),
        ({"nil_partner_min": 4}, "", (True, 1)),
        ({"nil_partner_min": 4, "min_team_bid": 6}, "N 3", (False, 6)),
        ({"nil_partner_min": 4, "partners": False}, "N 3", (True, 1)),
    ],
)
def test_the_partner_of_a_nil_may_owe_a_least_bid(
    changes: Mapping[str, Value], before: str, expected: tuple[bool, int]
) -> None:
    """FSU, RTA3: four; thebearknowsbest: three. Nil beside a lower number is refused; two nils are another matter."""
    assert least(to_bid(rules_with(**changes), before)) == expected


def test_a_bid_below_it_is_refused_as_too_low() -> None:
    """FSU."""
    game = to_bid(rules_with(nil_partner_min=4), "N 3")
    assert refused(game, MakeBid(2, bids("3")[0])) is TeamBidTooLow


@pytest.mark.parametrize(
    ("needs", "made", "taken", "nil"),
    [
        (False, "N 3 4 3", (0, 5, 3, 5), 100),
        (True, "N 3 4 3", (0, 5, 3, 5), 0),
        (True, "N 3 4 3", (0, 4, 4, 5), 100),
        (True, "N 3 4 3", (1, 4, 3, 5), -100),
        (True, "N 3 4 3", (1, 4, 4, 4), -100),
        (True, "N 6 N 6", (0, 7, 0, 6), 200),
        (True, "B 3 4 3", (0, 5, 3, 5), 0),
    ],
)
def test_a_nil_may_need_the_contract_of_the_partner(needs: bool, made: str, taken: tuple[int, ...], nil: int) -> None:
    """thebearknowsbest: the bonus needs both; a failed nil costs as ever."""
    rules = rules_with(nil_needs_contract=needs)
    assert score_hand(rules, (Score(), Score()), bids(made), taken)[0].nil == nil


def test_a_solo_nil_needs_no_contract() -> None:
    """docs/rules.md c9: a side of nils has none."""
    rules = rules_with(players=3, nil_needs_contract=True)
    assert score_hand(rules, (Score(),) * 3, bids("N 8 7"), (0, 9, 8))[0].nil == 100
