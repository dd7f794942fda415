"""What the computer players bid, and when ``rules`` bids nil. Source: docs/bots.md"""

from math import comb

import pytest

from ai.positions import chosen
from builders import bid_in_turn, bids, dealt, in_order, rules_with
from spades_ai import Reason, choose
from spades_ai.estimate import estimate_tricks
from spades_ai.outlook import outlook
from spades_ai.worths import worths_of
from spades_engine import STANDARD, Rules, View, view


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
    risky = LOW.replace("4C", "JC").replace("5D", "QD").replace("6H", "TH")
    assert chosen(at_bid(risky)) == "nil"
    assert chosen(at_bid(risky, rules=rules_with(partners=False))) != "nil"


def test_a_nil_worth_nothing_is_not_bid() -> None:
    assert chosen(at_bid(LOW, rules=rules_with(nil_points=0))) != "nil"


def test_every_trick_counted_is_a_reason() -> None:
    codes = {reason.code for reason in reasons(at_bid(PLAIN))}
    assert codes >= {"outlook", "side_honour", "spade_honour", "small_spade", "rest"}
    king = next(reason for reason in reasons(at_bid(PLAIN)) if reason.code == "side_honour")
    assert "KH" in king.text


@pytest.mark.parametrize("holding", [STRONG, PLAIN, LOW])
def test_the_parts_add_up_to_the_estimate(holding: str) -> None:
    estimate = estimate_tricks(at_bid(holding))
    assert estimate.tricks == pytest.approx(sum(reason.value for reason in estimate.reasons))


def test_the_chance_of_a_side_honour_is_counted_exactly() -> None:
    """A king with two more: the two opponents both hold two of the ten others, by the hypergeometric distribution."""
    king = next(reason for reason in estimate_tricks(at_bid(PLAIN)).reasons if reason.cards == in_order("KH"))
    ways = [
        comb(10, west) * comb(29, 13 - west) * comb(10 - west, east) * comb(16 + west, 13 - east)
        for west in range(2, 11)
        for east in range(2, 11 - west)
    ]
    assert king.value / worths_of(STANDARD).side[1] == pytest.approx(sum(ways) / (comb(39, 13) * comb(26, 13)))


def test_the_bid_that_is_worth_most_is_made_and_every_other_is_told() -> None:
    choice = choose("rules", at_bid(PLAIN), 1)
    best, *others = choice.alternatives
    assert best.picks == choice.picks
    assert len(others) == 13
    assert all(best.points > other.points for other in others)


def test_a_higher_contract_is_made_less_often_and_leaves_fewer_bags() -> None:
    seen = [outlook(STANDARD, contract, 4.2) for contract in range(1, 9)]
    assert [one.made for one in seen] == sorted((one.made for one in seen), reverse=True)
    assert [one.bags for one in seen] == sorted((one.bags for one in seen), reverse=True)
    assert max(range(1, 9), key=lambda contract: outlook(STANDARD, contract, 4.2).points) == 4


def test_where_a_set_costs_nothing_and_a_bag_does_more_is_bid() -> None:
    harmless = rules_with(set_penalty="zero")
    assert int(chosen(at_bid(PLAIN, rules=harmless))) >= int(chosen(at_bid(PLAIN)))
    strict = rules_with(set_penalty="double", bag_penalty=False)
    assert int(chosen(at_bid(PLAIN, rules=strict))) < int(chosen(at_bid(PLAIN, rules=harmless)))


def test_the_partner_of_a_nil_bids_more_in_suicide_where_two_seats_want_no_trick() -> None:
    suicide = rules_with(variation="suicide")
    assert int(chosen(at_bid(PLAIN, before="N 2", rules=suicide))) > int(chosen(at_bid(PLAIN, before="N 2")))


def test_in_suicide_who_bids_first_takes_the_nil_that_its_partner_would_make_less_often() -> None:
    """One of the two must bid it: a nil that nobody would bid of their own will is better than the partner's by lot."""
    suicide, even = rules_with(variation="suicide"), "QS 6S 3S JH 8H 3H QD 7D 2D JC 9C 5C 4C"
    assert chosen(at_bid(even, rules=suicide)) == "nil"
    assert chosen(at_bid(even)) == "1"
    assert chosen(at_bid(PLAIN, rules=suicide)) != "nil"


# Blind nil: 200 and more behind, and the game about to end.


def test_a_desperate_side_bids_blind_nil() -> None:
    assert chosen(at_bid(STRONG, points=(200, 450))) == "blind nil"


def test_a_side_that_is_far_behind_early_in_the_game_looks() -> None:
    assert chosen(at_bid(STRONG, points=(-50, 200))) == "look"


def test_a_side_that_is_close_behind_looks() -> None:
    assert chosen(at_bid(STRONG, points=(330, 450))) == "look"
