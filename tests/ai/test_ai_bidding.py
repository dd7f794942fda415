"""What the computer players bid, and when ``rules`` bids nil. Source: docs/bots.md"""

import pytest

from ai.positions import chosen
from builders import bid_in_turn, bids, dealt, rules_with
from spades_ai import Reason, choose
from spades_engine import Rules, View, view


def at_bid(holding: str, *, before: str = "", rules: Rules | None = None, points: tuple[int, ...] = ()) -> View:
    """Return what the seat sees that bids after the bids *before*, of which the first is seat 0's."""
    made = bids(before)
    seat = len(made)
    game = dealt(rules or rules_with(), *[""] * seat, holding, points=points)
    for bid in made:
        game = bid_in_turn(game, bid)
    return view(game, seat)


STRONG = "AS KS QS JS 2S AH KH 3H AD 4D 5D 6C 7C"
PLAIN = "AS 9S 4S KH 8H 3H QD 7D 2D JC 9C 5C 4C"
LOW = "4S 3S 8H 6H 4H 2H 9D 5D 3D 2D 7C 4C 3C"


def reasons(seen: View) -> tuple[Reason, ...]:
    return choose("rules", seen, 1).reasons


@pytest.mark.parametrize("level", ["random", "rules"])
def test_a_strong_holding_is_bid_high(level: str) -> None:
    assert int(chosen(at_bid(STRONG), level)) in (6, 7, 8)


@pytest.mark.parametrize("level", ["random", "rules"])
def test_a_plain_holding_is_bid_low(level: str) -> None:
    assert int(chosen(at_bid(PLAIN), level)) in (1, 2, 3)


def test_the_last_bidder_bids_less_where_the_others_bid_much() -> None:
    assert int(chosen(at_bid(STRONG, before="4 4 4"))) < int(chosen(at_bid(STRONG, before="1 1 1")))


def test_a_partnership_never_bids_more_tricks_than_there_are() -> None:
    assert int(chosen(at_bid(STRONG, before="9 1"))) <= 4


def test_a_low_holding_is_bid_nil() -> None:
    assert chosen(at_bid(LOW)) == "nil"
    assert reasons(at_bid(LOW))[0].code == "nil_odds"
    assert reasons(at_bid(LOW))[0].value >= 0.75


def test_an_ace_of_spades_is_no_nil() -> None:
    assert chosen(at_bid(LOW.replace("3S", "AS"))) != "nil"


def test_five_spades_are_no_nil() -> None:
    assert chosen(at_bid("6S 5S 4S 3S 2S 4H 2H 5D 3D 2D 7C 4C 3C")) != "nil"


def test_a_nil_without_a_partner_who_covers_must_be_safer() -> None:
    risky = LOW.replace("4C", "TC").replace("5D", "QD")
    assert chosen(at_bid(risky)) == "nil"
    assert chosen(at_bid(risky, rules=rules_with(partners=False))) != "nil"


def test_a_nil_worth_nothing_is_not_bid() -> None:
    assert chosen(at_bid(LOW, rules=rules_with(nil_points=0))) != "nil"


def test_every_trick_counted_is_a_reason() -> None:
    ace = next(reason for reason in reasons(at_bid(PLAIN)) if reason.code == "trump_honour")
    assert ace.value == 1.0
    king = next(reason for reason in reasons(at_bid(PLAIN)) if reason.code == "side_honour")
    assert "KH" in king.text


# Blind nil: 200 and more behind, and the game about to end.


def test_a_desperate_side_bids_blind_nil() -> None:
    assert chosen(at_bid(STRONG, points=(200, 450))) == "blind nil"


def test_a_side_that_is_far_behind_early_in_the_game_looks() -> None:
    assert chosen(at_bid(STRONG, points=(-50, 200))) == "look"


def test_a_side_that_is_close_behind_looks() -> None:
    assert chosen(at_bid(STRONG, points=(330, 450))) == "look"
