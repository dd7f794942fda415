"""When a game is over, and who has won. docs/rules.md, c17-c22, d2, decisions 25 and 27."""

import pytest

from builders import rules_with, scored, standing_at
from spades_engine import EndReason, GameResult, Rules, Score

TARGET, FLOOR, LIMIT, SETS = EndReason.TARGET, EndReason.FLOOR, EndReason.HAND_LIMIT, EndReason.SET_LIMIT
TO_FLOOR = rules_with(losing_score=-200)
THIRTY = rules_with(target_score=250, losing_score=-200, max_hands=30)


def won(side: int | None, reason: EndReason) -> GameResult:
    return GameResult(winner=side, reason=reason)


@pytest.mark.parametrize(
    ("name", "rules", "points", "before", "result"),
    [
        ("G1", rules_with(), (500, 499), 0, won(0, TARGET)),
        ("G2", rules_with(), (510, 505), 0, won(0, TARGET)),
        ("G3", rules_with(), (501, 501), 0, None),
        ("G3, the next hand", rules_with(), (480, 530), 1, won(1, TARGET)),
        ("G5", TO_FLOOR, (-200, 120), 0, won(1, FLOOR)),
        ("G6", TO_FLOOR, (-199, -150), 0, None),
        ("G7", TO_FLOOR, (-210, -220), 0, won(0, FLOOR)),
        ("G9", THIRTY, (240, 240), 29, won(None, LIMIT)),
        ("G9, a hand before", THIRTY, (240, 240), 28, None),
        ("G10", THIRTY, (240, 238), 29, won(0, LIMIT)),
        ("G11", rules_with(max_hands=1), (-40, 91), 0, won(1, LIMIT)),
        ("G11, equal", rules_with(max_hands=1), (20, 20), 0, won(None, LIMIT)),
        ("G13", rules_with(players=3, losing_score=-200), (40, -205, 120), 0, won(2, FLOOR)),
        ("sheet 002, quick", THIRTY, (250, 249), 3, won(0, TARGET)),
        ("sheet 000 has no floor", rules_with(), (-900, 120), 3, None),
    ],
)
def test_the_game_ends_as_its_rules_say(
    name: str, rules: Rules, points: tuple[int, ...], before: int, result: GameResult | None
) -> None:
    """docs/rules.md d2."""
    game = standing_at(rules, points, hands_played=before)
    assert tuple(score.points for score in game.scores) == points
    assert game.result == result, name


def test_the_target_is_judged_after_the_bag_penalty() -> None:
    """docs/rules.md c21, S46: 460 and 51 would be enough."""
    game = scored(rules_with(), "3 3 2 3", (4, 4, 2, 3), before=(Score(points=460, bags=9), Score(points=300)))
    assert game.scores[0].points == 411
    assert game.result is None


def test_of_two_over_the_target_the_higher_wins() -> None:
    """docs/rules.md c17, S47."""
    game = scored(rules_with(), "4 4 3 2", (4, 4, 3, 2), before=(Score(points=440), Score(points=445, bags=3)))
    assert game.result == won(0, TARGET)


def test_of_two_at_the_floor_the_higher_wins() -> None:
    """docs/rules.md c20, S49."""
    game = scored(TO_FLOOR, "6 5 4 5", (5, 5, 2, 1), before=(Score(points=-110), Score(points=-120)))
    assert game.result == won(0, FLOOR)


def test_one_side_at_the_target_and_one_at_the_floor_end_the_game_for_the_higher() -> None:
    """docs/rules.md c20."""
    assert standing_at(TO_FLOOR, (500, -200)).result == won(0, TARGET)


def test_a_tie_at_the_floor_plays_on() -> None:
    """docs/rules.md c20."""
    assert standing_at(TO_FLOOR, (-210, -210)).result is None


@pytest.mark.parametrize(
    ("tie_break", "bags", "result"),
    [
        ("extra_hands", (3, 2), None),
        ("draw", (3, 2), won(None, TARGET)),
        ("fewest_bags", (3, 2), won(1, TARGET)),
        ("fewest_bags", (2, 2), None),
    ],
)
def test_a_tie_at_the_target_is_broken_as_agreed(
    tie_break: str, bags: tuple[int, int], result: GameResult | None
) -> None:
    """docs/rules.md c18 and b2, tie_break."""
    assert standing_at(rules_with(tie_break=tie_break), (501, 501), bags=bags).result == result


def test_fewest_bags_are_compared_among_the_leaders_only() -> None:
    """docs/rules.md b2, tie_break, three players."""
    rules = rules_with(players=3, tie_break="fewest_bags")
    assert standing_at(rules, (510, 400, 510), bags=(4, 0, 3)).result == won(2, TARGET)


@pytest.mark.parametrize("tie_break", ["draw", "fewest_bags"])
def test_a_tie_below_the_target_after_the_last_hand_is_not_for_the_tie_break(tie_break: str) -> None:
    """docs/rules.md decision 25."""
    rules = rules_with(max_hands=5, tie_break=tie_break, tie_at_hand_limit="extra_hand")
    assert standing_at(rules, (100, 100), bags=(2, 1), hands_played=4).result is None


@pytest.mark.parametrize(
    ("tie_break", "bags", "result"),
    [
        ("fewest_bags", (3, 2), won(1, TARGET)),
        ("fewest_bags", (2, 2), won(None, LIMIT)),
        ("draw", (3, 2), won(None, TARGET)),
        ("extra_hands", (3, 2), won(None, LIMIT)),
    ],
)
def test_a_tie_at_the_target_after_the_last_hand_is_for_the_tie_break_first(
    tie_break: str, bags: tuple[int, int], result: GameResult
) -> None:
    """docs/rules.md decision 25: a tie that needs no other hand to be broken is no draw."""
    rules = rules_with(max_hands=5, tie_break=tie_break)
    assert standing_at(rules, (501, 501), bags=bags, hands_played=4).result == result


def test_a_tie_after_the_last_hand_may_be_played_out() -> None:
    """docs/rules.md decision 25: hands follow until one is ahead."""
    rules = rules_with(max_hands=5, tie_at_hand_limit="extra_hand")
    assert standing_at(rules, (100, 100), hands_played=4).result is None
    assert standing_at(rules, (140, 140), hands_played=5).result is None
    assert standing_at(rules, (130, 160), hands_played=6).result == won(1, LIMIT)


def test_a_game_without_a_target_ends_with_its_last_hand() -> None:
    """docs/rules.md b2, max_hands: eight hands."""
    rules = rules_with(target_score=None, max_hands=8)
    assert standing_at(rules, (3000, 0), hands_played=6).result is None
    assert standing_at(rules, (3000, 0), hands_played=7).result == won(0, LIMIT)


@pytest.mark.parametrize(
    ("before", "made", "result"),
    [
        (((0, 1), (0, 0)), "7 3 3 2", won(1, SETS)),
        (((0, 0), (0, 0)), "7 3 3 2", None),
        (((-1, 1), (0, 1)), "4 3 4 5", won(1, SETS)),
        (((0, 1), (0, 1)), "4 3 4 5", None),
    ],
    ids=["A alone", "A once", "both, B is ahead", "both, level"],
)
def test_a_side_that_is_set_twice_has_lost(
    before: tuple[tuple[int, int], ...], made: str, result: GameResult | None
) -> None:
    """docs/rules.md decision 27: reached together, the higher score wins, and equal scores play on."""
    scores = tuple(Score(points=points, sets=sets) for points, sets in before)
    assert scored(rules_with(set_limit=2), made, (5, 4, 2, 2), before=scores).result == result


def test_the_set_limit_comes_before_the_target() -> None:
    """docs/rules.md decision 27."""
    before = (Score(points=700, sets=2), Score(points=0))
    assert scored(rules_with(set_limit=3), "9 2 1 1", (6, 4, 1, 2), before=before).result == won(1, SETS)


def test_of_three_the_higher_of_those_not_set_too_often_wins() -> None:
    """docs/rules.md decision 27."""
    before = (Score(points=400, sets=2), Score(points=50), Score(points=60))
    game = scored(rules_with(players=3, set_limit=3), "9 5 5", (6, 5, 6), before=before)
    assert game.result == won(2, SETS)
