"""Nil and blind nil: who may bid them, and when the cards are seen. docs/rules.md, a3, c4-c8, decisions 2 and 14."""

import pytest

from builders import (
    after_bids,
    bid_in_turn,
    bids,
    dealt,
    options_of,
    perform,
    refused,
    rules_with,
    tricks,
)
from spades_engine import (
    BLIND_NIL,
    NIL,
    Action,
    DecisionKind,
    Game,
    Hand,
    Look,
    MakeBid,
    Owed,
    Phase,
    Rules,
    behind,
    cards,
    decide,
    decision,
    owed,
    view,
)
from spades_engine.bidding import blind_refusal
from spades_engine.errors import BlindNotAllowed, BlindWindowClosed, NilNotAllowed, NotFarEnoughBehind, WrongPhase
from spades_engine.events import BidMade, CardsSeen

STANDARD = rules_with()
BEHIND, AHEAD = (120, 220), (220, 120)
"""Side A a hundred behind, and a hundred in front."""


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def test_nil_may_be_bid_by_both_partners() -> None:
    """docs/rules.md C7, sheet 004."""
    assert hand_of(after_bids(STANDARD, "N 3 N 3")).bids == bids("N 3 N 3")


def test_where_two_nils_are_forbidden_the_second_partner_bids_a_number() -> None:
    """docs/rules.md b2, double_nil=forbidden."""
    game = dealt(rules_with(double_nil="forbidden"))
    for bid in bids("N 3"):
        game = bid_in_turn(game, bid)
    assert NIL not in options_of(game)
    assert refused(game, MakeBid(2, NIL)) is NilNotAllowed
    opponents = perform(game, MakeBid(2, tricks(4)))
    assert NIL in options_of(opponents)


def test_where_two_nils_are_forbidden_a_blind_one_is_too() -> None:
    """docs/rules.md decision 14."""
    game = dealt(rules_with(double_nil="forbidden"), points=BEHIND)
    game = bid_in_turn(bid_in_turn(game, BLIND_NIL), tricks(3))
    assert refused(game, MakeBid(2, BLIND_NIL)) is NilNotAllowed
    due = decision(game)
    assert due is not None
    assert due.options == (Action.LOOK,)
    assert [(type(one.refusal), one.bids) for one in due.barred] == [(NilNotAllowed, (BLIND_NIL,))]


@pytest.mark.parametrize(
    ("points", "offered"), [((120, 220), True), ((121, 220), False), ((0, 0), False), ((-50, 50), True)]
)
def test_blind_nil_is_offered_from_a_hundred_behind(points: tuple[int, int], offered: bool) -> None:
    """docs/rules.md B10, c4."""
    game = dealt(STANDARD, points=points)
    assert (BLIND_NIL in options_of(game)) is offered
    assert hand_of(game).seen[0] is not offered


def test_the_side_that_is_ahead_is_refused_a_blind_nil() -> None:
    """docs/rules.md B10, c4: its cards lie open before it."""
    game = dealt(STANDARD, points=AHEAD)
    assert hand_of(game).seen == (True, False, True, False)
    assert refused(game, MakeBid(0, BLIND_NIL)) is BlindWindowClosed


@pytest.mark.parametrize("points", [(0, 0), (400, -100), (-100, 400)])
def test_with_no_threshold_everybody_may_bid_blind_the_leaders_too(points: tuple[int, int]) -> None:
    """docs/rules.md c4, sheet 004: any time."""
    game = dealt(rules_with(blind_nil_threshold=0), points=points)
    assert hand_of(game).seen == (False, False, False, False)
    assert hand_of(perform(game, MakeBid(0, BLIND_NIL))).bids[0] == BLIND_NIL


def test_of_three_a_seat_is_as_far_behind_as_it_trails_the_leader() -> None:
    """docs/rules.md c4."""
    game = dealt(rules_with(players=3), points=(100, 180, 200))
    assert [behind(game, seat) for seat in range(3)] == [100, 20, -20]
    assert hand_of(game).seen == (False, True, True)


def test_the_threshold_is_judged_by_the_score_before_the_hand() -> None:
    """docs/rules.md c4 and decision 2."""
    game = dealt(rules_with(blind_nil_threshold=50), points=(100, 149))
    assert hand_of(game).seen == (True, True, True, True)


@pytest.mark.parametrize("rules", [rules_with(blind_nil=False), rules_with(nil=False)], ids=["no blind nil", "no nil"])
def test_where_there_is_no_blind_nil_nobody_is_offered_one(rules: Rules) -> None:
    """docs/rules.md C2, sheet 002: off."""
    game = dealt(rules, points=(-400, 400))
    assert hand_of(game).seen == (True, True, True, True)
    assert refused(game, MakeBid(0, BLIND_NIL)) is BlindNotAllowed


def test_a_seat_that_may_bid_blind_is_asked_before_it_sees_its_cards() -> None:
    """docs/rules.md decision 2."""
    game = dealt(STANDARD, points=BEHIND)
    assert owed(game) == (Owed(0, DecisionKind.BLIND),)
    assert options_of(game) == (Action.LOOK, BLIND_NIL)
    assert view(game, 0).holding == 0


def test_a_look_shows_the_cards_and_ends_the_right_to_bid_blind() -> None:
    """docs/rules.md B11, c27."""
    game = perform(dealt(STANDARD, "AS KS", points=BEHIND), Look(0))
    assert view(game, 0).holding & cards("AS KS") == cards("AS KS")
    assert owed(game) == (Owed(0, DecisionKind.BID),)
    assert refused(game, MakeBid(0, BLIND_NIL)) is BlindWindowClosed


def test_a_look_is_final() -> None:
    """docs/rules.md decision 2."""
    assert refused(perform(dealt(STANDARD, points=BEHIND), Look(0)), Look(0)) is WrongPhase


def test_a_look_is_allowed_before_ones_turn_and_told_to_all() -> None:
    """docs/rules.md decision 2."""
    game = dealt(STANDARD, points=BEHIND)
    (seen,) = decide(game, Look(2))
    assert seen == CardsSeen(seat=2, cards=hand_of(game).holdings[2])
    assert hand_of(view(perform(game, Look(2)), 1).game).seen == (False, True, True, True)


def test_a_seat_whose_cards_lie_open_has_nothing_to_look_at() -> None:
    """docs/rules.md decision 2."""
    assert refused(dealt(STANDARD), Look(0)) is WrongPhase


def test_who_has_not_looked_bids_blind_or_not_at_all() -> None:
    """docs/rules.md decision 2."""
    game = dealt(STANDARD, points=BEHIND)
    assert refused(game, MakeBid(0, tricks(3))) is WrongPhase
    assert refused(game, MakeBid(0, NIL)) is WrongPhase


def test_a_blind_bidder_sees_its_cards_as_soon_as_the_bid_stands() -> None:
    """docs/rules.md decision 2."""
    game = dealt(STANDARD, points=BEHIND)
    made, seen = decide(game, MakeBid(0, BLIND_NIL))
    assert made == BidMade(seat=0, bid=BLIND_NIL, phase=Phase.BID)
    assert seen == CardsSeen(seat=0, cards=hand_of(game).holdings[0])


def test_blind_nil_is_bid_in_turn() -> None:
    """docs/rules.md decision 2."""
    game = dealt(rules_with(blind_nil_threshold=0))
    assert refused(game, MakeBid(1, BLIND_NIL)).code == "not_your_turn"


def test_where_hands_are_hidden_blind_nil_is_asked_before_the_cards_are_shown() -> None:
    """docs/rules.md c27."""
    rules = rules_with(hand_hidden_until_bid=True)
    game = dealt(rules, points=BEHIND)
    assert owed(game) == (Owed(0, DecisionKind.BLIND),)
    game = perform(game, MakeBid(0, BLIND_NIL))
    assert hand_of(game).seen == (True, True, False, False)  # seat 1 is ahead: its turn shows it its cards
    assert owed(game) == (Owed(1, DecisionKind.BID),)


def test_where_hands_are_hidden_nobody_looks_before_the_turn() -> None:
    """docs/rules.md c27, sheet 003."""
    game = dealt(rules_with(hand_hidden_until_bid=True), points=BEHIND)
    assert refused(game, Look(2)) is WrongPhase
    assert refused(game, Look(1)) is WrongPhase
    assert hand_of(perform(game, Look(0))).seen == (True, False, False, False)


def test_where_hands_are_hidden_every_turn_to_bid_shows_the_next_hand() -> None:
    """docs/rules.md c27, sheet 003."""
    game = dealt(rules_with(players=3, hand_hidden_until_bid=True))
    seen = [hand_of(game).seen]
    for bid in bids("5 6"):
        game = perform(game, MakeBid(hand_of(game).turn or 0, bid))
        seen.append(hand_of(game).seen)
    assert seen == [(True, False, False), (True, True, False), (True, True, True)]


def test_two_players_who_are_dealt_thirteen_may_bid_blind() -> None:
    """docs/rules.md c29."""
    game = dealt(rules_with(players=2, two_player_deal="deal_13"), points=BEHIND)
    assert BLIND_NIL in options_of(game)


def test_a_refused_blind_bid_says_how_far_behind_one_must_be() -> None:
    """docs/rules.md c4."""
    refusal = blind_refusal(STANDARD, BLIND_NIL, seen=False, behind=60, hand_number=2)
    assert isinstance(refusal, NotFarEnoughBehind)
    assert str(refusal) == "a blind bid needs 100 points behind, your side is 60 behind"
