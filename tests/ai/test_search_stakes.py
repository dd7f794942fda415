"""What a hand is worth to the search: points early in a game, chances to win it near the end. Source: docs/bots.md"""

import pytest

from builders import before_deal, bids, rules_with
from spades_ai.search.stakes import Stakes, is_near_end
from spades_engine import Game, Score
from spades_engine.options import Value


def standing(*points: int, bags: tuple[int, ...] = (), sets: int = 0, hands: int = 0, **options: Value) -> Game:
    """Return a game with these points before a hand."""
    game = before_deal(rules_with(**options), points=points)
    counts = bags or (0,) * len(points)
    scores = tuple(Score(points=mine, bags=held, sets=sets) for mine, held in zip(points, counts, strict=True))
    return game._replace(scores=scores, hands_played=hands)


def packed(*tricks: int) -> int:
    """Return tricks by seat as a playout gives them."""
    return sum(number << 5 * seat for seat, number in enumerate(tricks))


def test_early_in_a_game_points_count_less_those_of_the_others_and_a_bag_its_share() -> None:
    stakes = Stakes(standing(0, 0), bids("3 3 3 3"))
    outcome = stakes.outcome(packed(4, 3, 3, 3))
    assert not stakes.near_end
    assert outcome.points == (60 + 1 - 10, 60)
    assert outcome.values == (-9, 9)
    assert (outcome.made, outcome.bags, outcome.nils) == ((True, True), (1, 0), (True, True))


def test_a_bag_that_brings_the_penalty_costs_no_more_than_its_share() -> None:
    early = Stakes(standing(0, 0), bids("3 3 3 3")).outcome(packed(4, 3, 3, 3)).values
    assert Stakes(standing(0, 0, bags=(9, 0)), bids("3 3 3 3")).outcome(packed(4, 3, 3, 3)).values == early


@pytest.mark.parametrize(
    ("game", "near"),
    [
        (standing(0, 0), False),
        (standing(360, 200), False),
        (standing(380, 200), True),
        (standing(-80, 200, losing_score=-200), True),
        (standing(0, 0, max_hands=2), False),
        (standing(0, 0, max_hands=2, hands=1), True),
        (standing(0, 0, sets=1, set_limit=2), True),
        (standing(480, 0, target_score=None, max_hands=9), False),
    ],
)
def test_the_end_is_near_where_this_hand_may_bring_it(game: Game, near: bool) -> None:
    assert is_near_end(game) is near


def test_who_cannot_be_caught_otherwise_must_be_set() -> None:
    """Side 1 reaches the target with its contract; a bag more or less of side 0 is nothing beside setting it."""
    stakes = Stakes(standing(300, 450), bids("3 3 2 2"))
    made, with_a_bag = stakes.outcome(packed(4, 3, 4, 2)), stakes.outcome(packed(4, 3, 3, 3))
    set_them = stakes.outcome(packed(5, 2, 4, 2))
    assert stakes.near_end
    assert made.wins == with_a_bag.wins == (0.0, 1.0)
    assert abs(made.values[0] - with_a_bag.values[0]) < 1
    assert set_them.values[0] > made.values[0] + 50


def test_the_leader_is_the_likelier_winner_and_level_sides_are_equally_likely() -> None:
    stakes = Stakes(standing(250, 200), bids("3 3 3 3"))
    ahead, level = stakes.outcome(packed(3, 3, 4, 3)).wins, Stakes(standing(0, 0), bids("3 3 3 3"))
    assert ahead[0] > 0.5
    assert sum(ahead) == pytest.approx(1)
    alone = Stakes(standing(0, 0, 0, 0, partners=False), bids("3 3 3 3")).outcome(packed(4, 3, 3, 3))
    assert sum(alone.wins) == pytest.approx(1)
    assert level.outcome(packed(4, 3, 3, 3)).wins[0] == pytest.approx(0.5, abs=0.05)


def test_a_failed_nil_is_told() -> None:
    outcome = Stakes(standing(0, 0), bids("N 3 4 3")).outcome(packed(1, 3, 5, 4))
    assert outcome.nils == (False, True)
    assert outcome.points[0] == -100 + 40 - 9 * 2
