"""Bids in numbers: turn, range, contracts and totals. docs/rules.md, a2, c10, c32, d3 (B1-B13) and decision 8."""

from collections.abc import Mapping

import pytest

from builders import after_bids, bid_in_turn, bidding, bids, dealt, options_of, refused, rules_with, tricks
from spades_engine import (
    NIL,
    Bid,
    Choose,
    Game,
    MakeBid,
    Phase,
    PlayCard,
    Rules,
    RulesError,
    decide,
    parse_card,
    redact,
)
from spades_engine.bidding import legal_bids
from spades_engine.errors import (
    BidOutOfRange,
    NilNotAllowed,
    NoBidOfOne,
    NotYourTurn,
    TeamBidTooHigh,
    TeamBidTooLow,
    TotalNotAllowed,
    WrongPhase,
    ZeroIsNil,
)
from spades_engine.events import BidMade
from spades_engine.options import Value


def to_bid(rules: Rules, made: str = "") -> Game:
    """Return a game in which eldest hand and those after it made the bids *made*, in turn."""
    game = dealt(rules)
    for bid in bids(made):
        game = bid_in_turn(game, bid)
    return game


def numbers(game: Game) -> str:
    """Return what may be bid: N for nil, then the numbers."""
    return " ".join("N" if bid == NIL else str(bid.tricks) for bid in options_of(game) if isinstance(bid, Bid))


def upto(most: int, least: int = 1) -> str:
    return " ".join(map(str, range(least, most + 1)))


def test_eldest_hand_bids_first_and_the_others_clockwise() -> None:
    """docs/rules.md B1 of a2."""
    game, order = dealt(rules_with(), dealer=1), []
    while game.hand is not None and game.hand.phase is Phase.BID:
        assert game.hand.turn is not None
        order.append(game.hand.turn)
        game = bid_in_turn(game, tricks(3))
    assert order == [2, 3, 0, 1]


def test_everybody_bids_once_and_then_eldest_hand_leads() -> None:
    """docs/rules.md B2 of a2."""
    hand = after_bids(rules_with(), "3 3 3 3").hand
    assert hand is not None
    assert (hand.phase, hand.turn, hand.bids) == (Phase.PLAY, 0, bids("3 3 3 3"))


def test_a_bid_need_not_rise() -> None:
    """docs/rules.md a2, B2, sheet 004."""
    assert refused(after_bids(rules_with(), "9 1 2 1"), MakeBid(0, tricks(1))) is WrongPhase


def test_a_bid_out_of_turn_or_a_second_one_is_refused() -> None:
    """docs/rules.md B13."""
    game = to_bid(rules_with(), "3")
    assert refused(game, MakeBid(2, tricks(3))) is NotYourTurn
    assert refused(game, MakeBid(0, tricks(4))) is NotYourTurn


def test_nobody_plays_or_draws_while_the_bids_are_made() -> None:
    """docs/rules.md decision 1."""
    game = dealt(rules_with(), "2C")
    assert refused(game, PlayCard(0, parse_card("2C"))) is WrongPhase
    assert refused(game, Choose(0, True)) is WrongPhase


def test_a_bid_is_nil_or_one_to_thirteen() -> None:
    """docs/rules.md B3 of a2."""
    assert numbers(to_bid(rules_with())) == f"N {upto(13)}"


@pytest.mark.parametrize("number", [-1, 14, 100])
def test_a_bid_outside_the_cards_is_refused(number: int) -> None:
    """docs/rules.md B3 of a2."""
    assert refused(dealt(rules_with()), MakeBid(0, tricks(number))) is BidOutOfRange


def test_three_players_bid_up_to_seventeen_or_to_thirteen_where_that_is_agreed() -> None:
    """docs/rules.md B12, c32."""
    assert numbers(to_bid(rules_with(players=3))) == f"N {upto(17)}"
    capped = rules_with(players=3, cap_bid_13=True)
    assert numbers(to_bid(capped)) == f"N {upto(13)}"
    assert refused(to_bid(capped), MakeBid(0, tricks(14))) is BidOutOfRange


def test_a_cap_of_thirteen_changes_nothing_for_thirteen_cards() -> None:
    """docs/rules.md c32."""
    assert numbers(to_bid(rules_with(cap_bid_13=True))) == f"N {upto(13)}"


def test_nought_is_nil_and_is_asked_for_by_that_name() -> None:
    """docs/rules.md b2, zero_is_nil; sheets 002, 004."""
    assert refused(dealt(rules_with()), MakeBid(0, tricks(0))) is ZeroIsNil


def test_nought_is_a_plain_bid_where_the_table_keeps_it_apart_from_nil() -> None:
    """docs/rules.md b2, zero_is_nil; playsite."""
    assert numbers(to_bid(rules_with(zero_is_nil=False))) == f"N {upto(13, 0)}"


def test_without_nil_nought_is_a_plain_bid() -> None:
    """docs/rules.md b2, nil."""
    game = to_bid(rules_with(nil=False))
    assert numbers(game) == upto(13, 0)
    assert refused(game, MakeBid(0, NIL)) is NilNotAllowed


def test_a_least_bid_binds_everybody_but_nil() -> None:
    """docs/rules.md decision 8; Bicycle 1, bubbleshooter 2."""
    game = to_bid(rules_with(min_player_bid=2))
    assert numbers(game) == f"N {upto(13, 2)}"
    assert refused(game, MakeBid(0, tricks(1))) is BidOutOfRange
    assert numbers(to_bid(rules_with(min_player_bid=1, nil=False))) == upto(13)


def test_nobody_bids_one_where_one_is_barred() -> None:
    """docs/rules.md b2, no_bid_of_one."""
    game = to_bid(rules_with(no_bid_of_one=True))
    assert numbers(game) == f"N {upto(13, 2)}"
    assert refused(game, MakeBid(0, tricks(1))) is NoBidOfOne


def test_partners_may_bid_more_than_thirteen() -> None:
    """docs/rules.md c10: legal, and certain to fail."""
    assert numbers(to_bid(rules_with(), "9 1")) == f"N {upto(13)}"


@pytest.mark.parametrize(
    ("name", "changes", "before", "allowed"),
    [
        ("B1", {}, "N 3", f"N {upto(13)}"),
        ("B1, cap 13", {"max_team_bid": 13}, "N 3", f"N {upto(13)}"),
        ("B2", {}, "9 3", f"N {upto(13)}"),
        ("B2, cap 13", {"max_team_bid": 13}, "9 3", f"N {upto(4)}"),
        ("B4", {"min_team_bid": 4}, "5 3", f"N {upto(13)}"),
        ("board, low partner", {"min_team_bid": 4}, "1 3", upto(13, 3)),
        ("decision 8, nil partner", {"min_team_bid": 4}, "N 3", upto(13, 4)),
        ("board, alone", {"min_team_bid": 4, "partners": False}, "1 3", f"N {upto(13)}"),
        ("cap, alone", {"max_team_bid": 13, "partners": False}, "9 3", f"N {upto(13)}"),
        ("B5", {"total_not_13": True}, "4 3 3", f"N {upto(2)} {upto(13, 4)}"),
        ("total, third to bid", {"total_not_13": True}, "4 9", f"N {upto(13)}"),
        ("total, nil counts nothing", {"total_not_13": True}, "N 6 N", f"N {upto(6)} {upto(13, 8)}"),
        ("total, nil would make it", {"total_not_13": True}, "4 5 4", upto(13)),
        ("total, three players", {"total_not_13": True, "players": 3}, "6 6", f"N {upto(4)} {upto(17, 6)}"),
        ("total, two players", {"total_not_13": True, "players": 2}, "6", f"N {upto(6)} {upto(13, 8)}"),
    ],
)
def test_what_may_be_bid_after_the_bids_before(
    name: str, changes: Mapping[str, Value], before: str, allowed: str
) -> None:
    """docs/rules.md d3."""
    if changes.get("players") == 2:
        changes = {**changes, "two_player_deal": "deal_13"}
    assert numbers(to_bid(rules_with(**changes), before)) == allowed, name


@pytest.mark.parametrize(
    ("changes", "before", "bid", "refusal"),
    [
        ({"max_team_bid": 13}, "9 3", tricks(5), TeamBidTooHigh),
        ({"min_team_bid": 4}, "1 3", tricks(2), TeamBidTooLow),
        ({"min_team_bid": 4}, "1 3", NIL, TeamBidTooLow),
        ({"total_not_13": True}, "4 3 3", tricks(3), TotalNotAllowed),
        ({"total_not_13": True}, "4 5 4", NIL, TotalNotAllowed),
        ({"double_nil": "forbidden"}, "N 3", NIL, NilNotAllowed),
    ],
)
def test_a_bid_that_partner_or_total_forbid_is_refused_for_that(
    changes: Mapping[str, Value], before: str, bid: Bid, refusal: type[Exception]
) -> None:
    """docs/rules.md d3 (B2, B4, B5) and decision 8."""
    game = to_bid(rules_with(**changes), before)
    assert game.hand is not None
    assert refused(game, MakeBid(game.hand.turn or 0, bid)) is refusal


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({"max_team_bid": 5, "nil": False}, upto(5, 0)),
        ({"max_team_bid": 5, "nil": False, "min_player_bid": 2}, "2 3"),
        ({"max_team_bid": 5}, f"N {upto(5)}"),
        ({"min_team_bid": 4, "max_team_bid": 4, "min_player_bid": 3}, "N 4"),
        ({"min_team_bid": 5, "max_team_bid": 5, "no_bid_of_one": True}, "N 2 3 5"),
    ],
)
def test_the_first_of_two_partners_leaves_the_second_a_bid(changes: Mapping[str, Value], allowed: str) -> None:
    """docs/rules.md decision 8: a bid is legal only if every later seat keeps a legal bid."""
    assert numbers(to_bid(rules_with(**changes))) == allowed


def test_a_bid_that_leaves_partner_none_is_refused_as_too_high() -> None:
    """docs/rules.md decision 8."""
    rules = rules_with(min_team_bid=4, max_team_bid=4, min_player_bid=3)
    assert refused(to_bid(rules), MakeBid(0, tricks(3))) is TeamBidTooHigh


NARROW: dict[str, Value] = {"min_team_bid": 6, "max_team_bid": 7, "no_bid_of_one": True, "total_not_13": True}
"""After a partner's 5 only 2 can be bid: 1 is barred, nil is too low, 3 too high; after 6 or 7 only nil."""


def test_nobody_leaves_the_last_bidder_only_the_forbidden_total() -> None:
    """docs/rules.md decision 8: the 6 and nil of one side stand; 5 and 2, or 7 and nil, would make 13."""
    game = to_bid(rules_with(**NARROW), "6")
    assert numbers(game) == "N 2 3 4 6"
    assert refused(game, MakeBid(1, tricks(5))) is TotalNotAllowed


def test_where_every_bid_makes_the_forbidden_total_it_is_waived() -> None:
    """docs/rules.md decision 8; 5 against 6 is a bid that the rules refuse, so only a table of totals gets here."""
    assert legal_bids(rules_with(**NARROW), (*bids("6 5 N"), None), 3, 0) == (tricks(2),)


def test_two_players_bid_alone_and_know_no_partner() -> None:
    """docs/rules.md decision 10."""
    rules = rules_with(players=2, two_player_deal="deal_13", min_team_bid=4, max_team_bid=4, double_nil="forbidden")
    assert numbers(to_bid(rules, "N")) == f"N {upto(13)}"


@pytest.mark.parametrize(
    "changes",
    [
        {"nil": False, "min_player_bid": 3, "max_team_bid": 5},
        {"min_team_bid": 8, "max_team_bid": 4},
        {"nil_partner_min": 6, "max_team_bid": 5},
    ],
)
def test_rules_under_which_somebody_could_not_bid_are_no_rules(changes: Mapping[str, Value]) -> None:
    """docs/rules.md decision 8."""
    with pytest.raises(RulesError) as refusal:
        rules_with(**changes)
    assert set(refusal.value.fields) <= changes.keys()
    assert refusal.value.fields


def test_a_bid_is_told_to_everybody_as_it_is_made() -> None:
    """docs/rules.md B2 of a2."""
    game = dealt(rules_with())
    (made,) = decide(game, MakeBid(0, tricks(4)))
    assert made == BidMade(seat=0, bid=tricks(4), phase=Phase.BID)
    for seat in (0, 1, 2, 3, None):
        assert redact(game.rules, made, seat) is made


def test_bids_of_a_hand_are_by_seat_whoever_deals() -> None:
    hand = bidding(dealt(rules_with(), dealer=1), "1 2 3 4").hand
    assert hand is not None
    assert hand.bids == bids("1 2 3 4")


def test_the_last_bidder_always_keeps_a_bid() -> None:
    """docs/rules.md decision 8."""
    rules = rules_with(players=4, partners=False, total_not_13=True)
    assert legal_bids(rules, (*bids("5 4 3"), None), 3, 0) == (NIL, *map(tricks, (*range(2, 14),)))
