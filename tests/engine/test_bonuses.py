"""Contracts and tricks with a price of their own. docs/rules.md b2, S39-S41, decisions 26 and 27."""

from collections.abc import Mapping, Sequence

import pytest

from builders import bids, dealt, in_order, play_out, rules_with, standing_at
from spades_engine import (
    DecisionKind,
    EndReason,
    Owed,
    Phase,
    Rules,
    Score,
    SideResult,
    new_game,
    owed,
    parse_card,
    rules_of,
    score_hand,
)
from spades_engine.events import BidMade
from spades_engine.options import Value
from spades_engine.scoring import game_result


def score(
    rules: Rules,
    made: str,
    taken: Sequence[int],
    *,
    winners: Sequence[int] = (),
    last: str = "",
    before: Sequence[Score] = (),
) -> tuple[SideResult, ...]:
    """Return the lines of a hand with the bids *made*; *last* is the card that won its last trick."""
    return score_hand(
        rules,
        before or (Score(),) * len(rules.sides),
        bids(made),
        taken,
        winners=winners,
        last_card=in_order(last)[0] if last else None,
    )


def contract(changes: Mapping[str, Value], made: str, taken: Sequence[int]) -> int:
    """Return the contract line of the first side."""
    return score(rules_with(**changes), made, taken)[0].contract


@pytest.mark.parametrize(
    ("changes", "made", "taken", "points"),
    [
        ({}, "6 1 4 1", (7, 1, 4, 1), 100),
        ({"ten_for_200": "ten"}, "6 1 4 1", (7, 1, 4, 1), 200),
        ({"ten_for_200": "ten"}, "6 1 5 1", (7, 1, 4, 1), 110),
        ({"ten_for_200": "ten"}, "6 1 3 1", (7, 1, 4, 1), 90),
        ({"ten_for_200": "ten"}, "6 1 4 1", (5, 3, 4, 1), -100),
        ({"ten_for_200": "ten", "ten_points": 150, "ten_set_points": 150}, "6 1 4 1", (6, 1, 5, 1), 150),
        ({"ten_for_200": "ten", "ten_points": 150, "ten_set_points": 150}, "6 1 4 1", (5, 3, 4, 1), -150),
        ({"ten_for_200": "ten", "ten_set_points": 200}, "6 1 4 1", (5, 3, 4, 1), -200),
        ({"ten_for_200": "ten_to_thirteen", "ten_set_points": 100}, "6 1 6 1", (6, 1, 6, 0), 200),
        ({"ten_for_200": "ten_to_thirteen", "ten_set_points": 100}, "6 1 6 1", (5, 2, 6, 0), -100),
        ({"ten_for_200": "ten_to_thirteen"}, "7 1 7 1", (7, 0, 6, 0), -140),
        ({"ten_for_200": "ten_to_thirteen"}, "N 1 10 1", (0, 2, 10, 1), 200),
    ],
)
def test_a_contract_of_ten_may_have_a_price_of_its_own(
    changes: Mapping[str, Value], made: str, taken: Sequence[int], points: int
) -> None:
    """docs/rules.md S40; U. Alabama: 10 to 13, fail -100; Cookout: ±150; Wikipedia: fail -200."""
    assert contract(changes, made, taken) == points


def test_the_tricks_beyond_ten_are_bags_as_ever() -> None:
    """docs/rules.md c40."""
    line = score(rules_with(ten_for_200="ten"), "6 1 4 1", (7, 1, 4, 1))[0]
    assert (line.bag_points, line.new_bags) == (1, 1)


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 130),
        ({"thirteen_bonus": 200}, 200),
        ({"thirteen_bonus": 500}, 500),
        ({"ten_for_200": "ten_to_thirteen"}, 200),
        ({"ten_for_200": "ten_to_thirteen", "thirteen_bonus": 400}, 400),
    ],
)
def test_the_bonus_of_thirteen_stands_in_the_place_of_130(changes: Mapping[str, Value], points: int) -> None:
    """docs/rules.md S41, decision 27; rmwinslow 200, spadesgame.net 200-500."""
    assert contract(changes, "7 1 6 1", (7, 0, 6, 0)) == points


def test_thirteen_is_the_contract_of_the_side() -> None:
    """docs/rules.md c39: both partners together; alone, one's own bid."""
    rules = rules_with(thirteen_bonus=200, players=3)
    assert score(rules, "13 2 2", (13, 2, 2))[0].contract == 200
    assert contract({"thirteen_bonus": 200}, "7 1 6 1", (6, 1, 6, 0)) == -130


@pytest.mark.parametrize(
    ("made", "taken", "wins"),
    [
        ("7 1 6 1", (7, 0, 6, 0), True),
        ("7 1 5 1", (7, 0, 6, 0), False),
        ("7 1 6 1", (6, 1, 6, 0), False),
    ],
)
def test_a_contract_of_thirteen_may_win_the_game(made: str, taken: Sequence[int], wins: bool) -> None:
    """Jokers Wild: 13 = win, whatever the score."""
    rules = rules_with(thirteen_wins=True)
    lines = score(rules, made, taken, before=(Score(points=-300), Score(points=400)))
    result = game_result(rules, [line.after for line in lines], 4, won_all=[line.won_all for line in lines])
    assert (result is not None) is wins
    if result is not None:
        assert (result.winner, result.reason) == (0, EndReason.ALL_TRICKS)


def test_a_revoked_contract_of_thirteen_does_not_win_the_game() -> None:
    """docs/rules.md decision 17: the contract is worth nothing."""
    rules = rules_with(thirteen_wins=True, revoke="allowed")
    lines = score_hand(rules, (Score(), Score()), bids("7 1 6 1"), (7, 0, 6, 0), revokers={2})
    assert not lines[0].won_all


@pytest.mark.parametrize(
    ("changes", "winners", "points"),
    [
        ({}, (0, 2) * 3, 0),
        ({"bemo": 6}, (0, 2) * 3, 60),
        ({"bemo": 6}, (0, 2, 0, 2, 0, 1), 0),
        ({"bemo": 9, "bemo_points": 90}, (0, 2, 0) * 3, 90),
        ({"bemo": 9, "bemo_points": 90}, (0, 2, 0, 2, 0, 2, 0, 2, 1), 0),
    ],
)
def test_the_first_tricks_together_earn_a_bonus(
    changes: Mapping[str, Value], winners: tuple[int, ...], points: int
) -> None:
    """spadesgame.net: the first six or nine; it goes into the contract line (decision 27)."""
    order = (*winners, *(1,) * (13 - len(winners)))
    taken = tuple(order.count(seat) for seat in range(4))
    made = " ".join(str(number) if number else "N" for number in taken)
    plain = score(rules_with(), made, taken, winners=order)
    found = score(rules_with(**changes), made, taken, winners=order)
    assert found[0].contract - plain[0].contract == points
    assert found[1].contract == plain[1].contract


@pytest.mark.parametrize(
    ("made", "taken", "last", "winner", "bonus"),
    [
        ("5 3 3 2", (5, 3, 3, 2), "9S", 0, 10),
        ("5 3 3 2", (5, 3, 3, 2), "AS", 2, 10),
        ("5 3 3 2", (5, 3, 3, 2), "8S", 0, 0),
        ("5 3 3 2", (5, 3, 3, 2), "AH", 0, 0),
        ("5 3 2 2", (5, 3, 3, 2), "9S", 0, 0),
        ("5 3 4 2", (5, 3, 3, 2), "9S", 0, 0),
        ("5 3 3 2", (5, 3, 3, 2), "9S", 1, 0),
    ],
)
def test_an_exact_contract_that_takes_the_last_trick_with_a_high_spade_earns_ten(
    made: str, taken: Sequence[int], last: str, winner: int, bonus: int
) -> None:
    """spadesgame.net, Wikipedia: the nine of spades or higher."""
    winners = (*(0,) * 12, winner)
    plain = score(rules_with(), made, taken, winners=winners, last=last)[0]
    found = score(rules_with(last_trick_bonus=True), made, taken, winners=winners, last=last)[0]
    assert found.contract - plain.contract == bonus


@pytest.mark.parametrize(
    ("made", "taken"),
    [("9 3 1 1", (4, 2, 4, 3)), ("N 3 N 3", (4, 3, 4, 2))],
    ids=["a contract that is set", "a side of nils"],
)
@pytest.mark.parametrize("bonus", [{"bemo": 6}, {"last_trick_bonus": True}])
def test_no_bonus_is_for_a_side_without_a_contract_that_is_made(
    made: str, taken: Sequence[int], bonus: Mapping[str, Value]
) -> None:
    """docs/rules.md decision 27: a bonus lifts no set."""
    winners = (0, 2, 0, 2, 0, 2, 1, 1, 1, 3, 3, 0, 2)
    plain = score(rules_with(), made, taken, winners=winners, last="AS")
    assert score(rules_with(**bonus), made, taken, winners=winners, last="AS") == plain


@pytest.mark.parametrize("bonus", [{"bemo": 6}, {"last_trick_bonus": True}])
def test_a_hand_that_bids_itself_earns_ten_for_each_trick_and_no_bonus(bonus: Mapping[str, Value]) -> None:
    """docs/rules.md decision 27: it has no contract that could be exact."""
    rules = rules_with(first_hand_bids_itself=True, **bonus)
    lines = score_hand(
        rules, (Score(), Score()), (None,) * 4, (7, 0, 6, 0), winners=(0, 2) * 6 + (0,), last_card=parse_card("AS")
    )
    assert [line.contract for line in lines] == [130, 0]


def test_a_joker_is_higher_than_the_nine_of_spades() -> None:
    """docs/rules.md decision 20."""
    rules = rules_with(last_trick_bonus=True, jokers="jjdd")
    for last in ("BJ", "2D", "2S"):
        found = score(rules, "5 3 3 2", (5, 3, 3, 2), winners=(0,) * 13, last=last)
        assert found[0].contract == 90


@pytest.mark.parametrize(
    ("set_penalty", "points"), [("bid", -80), ("double", -160), ("missing", -20), ("taken", -60), ("zero", 0)]
)
def test_a_set_contract_costs_what_the_table_agreed(set_penalty: str, points: int) -> None:
    """docs/rules.md S39; double set: b2."""
    assert contract({"set_penalty": set_penalty}, "5 2 3 3", (4, 4, 2, 3)) == points


@pytest.mark.parametrize(
    ("in_row", "course", "sets"),
    [(False, "set made set", 2), (True, "set made set", 1), (True, "set set", 2), (True, "set made", 0)],
)
def test_sets_in_a_row_are_counted_from_the_last_contract_made(in_row: bool, course: str, sets: int) -> None:
    """Contest sheet: two in a row."""
    rules = rules_with(set_limit=5, set_limit_in_row=in_row)
    side = Score()
    for word in course.split():
        made = "7 1 6 1" if word == "set" else "3 1 2 1"
        side = score(rules, made, (4, 4, 3, 2), before=(side, Score()))[0].after
    assert side.sets == sets


def test_a_side_set_too_often_has_lost_whatever_its_score() -> None:
    """docs/rules.md decision 27: it comes before the target, and the others play on while they are level."""
    rules = rules_with(players=3, set_limit=2)
    level = [Score(points=600, sets=2), Score(points=50), Score(points=50)]
    assert game_result(rules, level, 5) is None
    ahead = [level[0], Score(points=60), level[2]]
    result = game_result(rules, ahead, 5)
    assert result is not None
    assert (result.winner, result.reason) == (1, EndReason.SET_LIMIT)


def test_a_handicap_is_what_side_one_starts_with() -> None:
    """Desktop Game Rules."""
    scores = new_game(rules_with(handicap=-50)).scores
    assert [score.points for score in scores] == [-50, 0]
    three = new_game(rules_with(players=3, handicap=120)).scores
    assert [score.points for score in three] == [120, 0, 0]


def test_a_handicap_may_open_blind_nil_from_the_first_hand() -> None:
    """docs/rules.md c4: the score before the hand."""
    hand = dealt(rules_with(handicap=-100), points=(-100, 0)).hand
    assert hand is not None
    assert hand.seen == (False, True, False, True)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_first_hand_may_bid_itself(players: int) -> None:
    """Trickster, RTA3: no bids, every trick is worth ten."""
    rules = rules_with(players=players, first_hand_bids_itself=True, blind_nil_threshold=0)
    steps = list(play_out(rules, seed=5))
    assert not any(isinstance(event, BidMade) for step in steps for event in step.events)
    ended = steps[-1].after
    hand = ended.hand
    assert hand is not None
    assert hand.bids == (None,) * players
    for seats, line in zip(rules.sides, ended.results[0], strict=True):
        assert line.contract == line.hand == 10 * sum(hand.tricks_won[seat] for seat in seats)
        assert line.new_bags == 0


def test_in_the_hand_that_bids_itself_eldest_leads_at_once_with_open_cards() -> None:
    """Trickster: nobody is asked to look or to bid."""
    rules = rules_with(first_hand_bids_itself=True, hand_hidden_until_bid=True, blind_nil_threshold=0)
    game = dealt(rules, points=(0, 300))
    assert owed(game) == (Owed(0, DecisionKind.PLAY),)
    assert game.hand is not None
    assert (game.hand.phase, game.hand.seen) == (Phase.PLAY, (True,) * 4)


def test_the_second_hand_is_bid() -> None:
    """Trickster: the first hand only."""
    rules = rules_with(first_hand_bids_itself=True)
    after = standing_at(rules, (40, 30))
    second = next(step.after for step in play_out(after, seed=2))
    assert owed(second) == (Owed(1, DecisionKind.BID),)


def test_four_hands_of_bicycle_score_nothing_for_a_set() -> None:
    """Bicycle: a set scores nothing."""
    assert score(rules_of("bicycle"), "5 2 3 3", (4, 4, 2, 3))[0].hand == 0
