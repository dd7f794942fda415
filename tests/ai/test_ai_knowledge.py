"""What follows for a seat from what it has seen, and the odds of what it has not."""

from itertools import combinations

import pytest

from ai.positions import at_play
from builders import rules_with
from spades_ai.knowledge import knowledge_of
from spades_ai.odds import all_hold, none_holds
from spades_engine import Suit, View, cards

PLAIN = frozenset({Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS})


def voids(seen: View, seat: int) -> frozenset[Suit]:
    return knowledge_of(seen).voids[seat]


def test_a_seat_that_does_not_follow_is_void_of_the_suit_led() -> None:
    seen = at_play("2C", tricks=[(0, "2H 3H 4C 5H")])
    assert voids(seen, 2) == {Suit.HEARTS}
    assert voids(seen, 1) == frozenset()


def test_the_cards_on_the_table_tell_too() -> None:
    assert voids(at_play("2C", trick="2H 3S"), 1) == {Suit.HEARTS}


def test_a_seat_that_leads_a_spade_before_any_was_played_has_nothing_else() -> None:
    assert voids(at_play("2C", tricks=[(0, "2S 3S 4S 5S")]), 0) == PLAIN


def test_a_spade_led_after_a_ruff_tells_nothing_more() -> None:
    assert voids(at_play("2C", tricks=[(0, "2H 3S 4H 5H"), (1, "2S 6S 7S 8S")]), 1) == {Suit.HEARTS}


def test_a_spade_led_where_spades_may_always_be_led_tells_nothing() -> None:
    free = rules_with(lead_spades="anytime", first_trick="normal")
    assert voids(at_play("2C", tricks=[(0, "2S 3S 4S 5S")], rules=free), 0) == frozenset()


def test_cards_held_or_played_are_seen() -> None:
    seen = at_play("2C AS", tricks=[(0, "2H 3H 4H 5H")], trick="6D", leader=3)
    pack = cards(" ".join(rank + suit for suit in "CDHS" for rank in "23456789TJQKA"))
    assert knowledge_of(seen).unseen == pack & ~cards("2C AS 2H 3H 4H 5H 6D")


@pytest.mark.parametrize(
    ("own", "rounds"),
    [(1, (0.995, 0.944, 0.734)), (3, (0.983, 0.856, 0.495)), (5, (0.949, 0.677, 0.210))],
)
def test_neither_opponent_is_short_as_often_as_counted(own: int, rounds: tuple[float, ...]) -> None:
    """docs/bots.md: the table of BIS, counted exactly for two opponents."""
    for turn, known in enumerate(rounds, start=1):
        assert all_hold(turn, 13 - own, 39, (13, 13)) == pytest.approx(known, abs=0.0006)


def test_odds_agree_with_counting_every_deal() -> None:
    """Seven hidden cards, of which 0, 1 and 2 are of the suit; two hands of two."""
    deals = [
        (set(first), set(second))
        for first in combinations(range(7), 2)
        for second in combinations(set(range(7)) - set(first), 2)
    ]
    both = sum(bool(first & {0, 1, 2} and second & {0, 1, 2}) for first, second in deals)
    none = sum(not first & {0, 1, 2} for first, _ in deals)
    assert all_hold(1, 3, 7, (2, 2)) == pytest.approx(both / len(deals))
    assert none_holds(3, 7, 2) == pytest.approx(none / len(deals))
