"""What margins of bids are fitted on: each other bid is made once, and its hand is played."""

from ai.margins import KINDS, other_bids
from builders import rules_with
from spades_bot.arena import Board


def test_where_the_tricks_are_the_same_a_trick_more_is_ten_points_and_a_bag_less() -> None:
    """A bag is worth -9 far from the end; on this board the contracts are made with any of the bids."""
    found = list(other_bids(rules_with(), Board(5, whole_game=False), worlds=16))
    numbers = {(one.kind, one.won) for one in found if one.kind in ("higher", "lower")}
    assert numbers == {("higher", 19), ("lower", -19)}
    assert {one.kind for one in found} <= set(KINDS)


def test_other_bids_are_the_same_each_time() -> None:
    board = Board(2, whole_game=False)
    once, again = (list(other_bids(rules_with(players=3), board, worlds=4)) for _ in range(2))
    assert once == again
