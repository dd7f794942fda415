"""Numbers bid blind, and when nobody bids blind. docs/rules.md b2, blind_bids, both_blind; decision 2."""

import pytest

from builders import before_deal, bid_in_turn, dealt, deck_for, options_of, perform, refused, rules_with, tricks
from spades_engine import (
    BLIND_NIL,
    NIL,
    Action,
    Bid,
    BidKind,
    Game,
    Look,
    MakeBid,
    Owed,
    Rules,
    RulesError,
    Score,
    StartHand,
    decide,
    owed,
    rules_of,
    score_hand,
)
from spades_engine.bids import blind
from spades_engine.decisions import DecisionKind
from spades_engine.errors import (
    BidOutOfRange,
    BlindNotAllowed,
    BlindWindowClosed,
    NotFarEnoughBehind,
    TeamBidTooHigh,
    TotalNotAllowed,
)
from spades_engine.events import BidMade, CardsSeen
from spades_engine.options import Value

NUMBERS = rules_with(blind_bids=6, blind_nil=False)
BEHIND = (0, 200)


def blind_options(game: Game) -> str:
    """Return the blind bids offered."""
    return " ".join(str(bid) for bid in options_of(game) if isinstance(bid, Bid) and bid.is_blind)


def scored(rules: Rules, bids: tuple[Bid, ...], taken: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return contract, bag points and nil of both sides."""
    lines = score_hand(rules, (Score(), Score()), bids, taken)
    return [(line.contract, line.bag_points, line.nil) for line in lines]


def test_six_or_more_may_be_bid_blind() -> None:
    """Jokers Wild: blind six, when a hundred behind."""
    game = dealt(NUMBERS, points=BEHIND)
    assert owed(game) == (Owed(0, DecisionKind.BLIND),)
    assert blind_options(game) == " ".join(f"blind {number}" for number in range(6, 14))


def test_blind_nil_and_blind_numbers_stand_side_by_side() -> None:
    """Trickster, preset jjdd."""
    game = dealt(rules_with(blind_bids=7), points=BEHIND)
    assert blind_options(game).startswith("blind nil blind 7 blind 8")


@pytest.mark.parametrize("number", [-1, 0, 3, 5, 14])
def test_a_smaller_number_or_one_beyond_the_cards_may_not_be_bid_blind(number: int) -> None:
    """Jokers Wild: six at least."""
    assert refused(dealt(NUMBERS, points=BEHIND), MakeBid(0, blind(number))) is BidOutOfRange


def test_numbers_have_their_own_threshold() -> None:
    """docs/rules.md b2: blind bids need a hundred behind."""
    rules = rules_with(blind_bids=6, blind_bids_threshold=50, blind_nil_threshold=150)
    assert blind_options(dealt(rules, points=(0, 49))) == ""
    assert blind_options(dealt(rules, points=(0, 50))).startswith("blind 6")
    assert blind_options(dealt(rules, points=(0, 150))).startswith("blind nil blind 6")
    assert refused(dealt(rules, points=(0, 50)), MakeBid(0, BLIND_NIL)) is NotFarEnoughBehind


def test_it_ends_with_a_look_and_shows_the_cards_when_it_stands() -> None:
    """docs/rules.md decision 2."""
    game = dealt(NUMBERS, points=BEHIND)
    assert refused(perform(game, Look(0)), MakeBid(0, blind(6))) is BlindWindowClosed
    made, seen = decide(game, MakeBid(0, blind(6)))
    assert isinstance(made, BidMade)
    assert isinstance(seen, CardsSeen)


def test_where_there_are_none_a_blind_number_is_refused() -> None:
    """docs/rules.md b2: off."""
    assert refused(dealt(rules_with(), points=BEHIND), MakeBid(0, blind(6))) is BlindNotAllowed


def test_nobody_is_blind_to_cards_that_were_chosen() -> None:
    """docs/rules.md c29."""
    rules = rules_with(players=2, blind_bids=6)
    assert not rules.offers_blind_nil
    assert options_of(dealt(rules, points=BEHIND)) == (Action.KEEP, Action.THROW)


def test_a_blind_number_counts_double_made_or_set() -> None:
    """docs/rules.md b2: double value; the partner's number counts once."""
    bids = (blind(6), tricks(3), tricks(2), tricks(2))
    assert scored(NUMBERS, bids, (6, 3, 3, 1)) == [(140, 1, 0), (-50, 0, 0)]
    assert scored(NUMBERS, bids, (5, 3, 2, 3)) == [(-140, 0, 0), (50, 1, 0)]


@pytest.mark.parametrize(
    ("changes", "made", "taken", "line"),
    [
        ({"set_penalty": "bid"}, (blind(6), tricks(3)), 7, -90 - 60),
        ({"set_penalty": "double"}, (blind(6), tricks(3)), 7, -180 - 120),
        ({"set_penalty": "zero"}, (blind(6), tricks(3)), 7, 0),
        ({"set_penalty": "missing"}, (blind(6), tricks(3)), 7, -20 - 20),
        ({"set_penalty": "missing"}, (blind(6), tricks(3)), 1, -80 - 60),
        ({"set_penalty": "taken"}, (blind(6), tricks(3)), 4, -40 - 40),
        ({"set_penalty": "taken"}, (blind(6), tricks(3)), 8, -80 - 60),
        ({"ten_for_200": "ten", "ten_set_points": 150}, (blind(6), tricks(4)), 9, -150 - 60),
        ({"ten_for_200": "ten"}, (blind(6), tricks(4)), 10, 200 + 60),
    ],
    ids=str,
)
def test_what_a_set_costs_is_counted_twice_for_the_tricks_bid_blind(
    changes: dict[str, Value], made: tuple[Bid, Bid], taken: int, line: int
) -> None:
    """docs/rules.md decision 27."""
    bids = (made[0], tricks(2), made[1], tricks(1))
    assert scored(NUMBERS.adjusted(changes), bids, (taken, 13 - taken, 0, 0))[0][0] == line


def test_a_blind_number_with_a_nil_partner_is_the_contract_doubled() -> None:
    """docs/rules.md B4 of a2."""
    assert scored(NUMBERS, (blind(6), tricks(3), NIL, tricks(3)), (6, 4, 0, 3))[0] == (120, 0, 100)


@pytest.mark.parametrize(
    ("changes", "partner", "bid", "refusal"),
    [
        ({"max_team_bid": 13}, tricks(8), blind(6), TeamBidTooHigh),
        ({"total_not_13": True}, tricks(3), None, TotalNotAllowed),
    ],
)
def test_a_blind_number_keeps_to_the_limits_of_the_table(
    changes: dict[str, Value], partner: Bid, bid: Bid | None, refusal: type[Exception]
) -> None:
    """docs/rules.md decision 8."""
    game = dealt(NUMBERS.adjusted(changes), points=(0, 200) if bid else (200, 0))
    made = [partner, tricks(1)] if bid else [partner, tricks(2), tricks(1)]
    for one in made:
        game = bid_in_turn(game, one)
    seat = len(made)
    assert refused(game, MakeBid(seat, bid or blind(7))) is refusal


@pytest.mark.parametrize(("both_blind", "offered"), [("allowed", True), ("forbidden", False)])
@pytest.mark.parametrize("first", [BLIND_NIL, blind(6)])
def test_both_partners_may_bid_blind_unless_that_is_forbidden(both_blind: str, first: Bid, offered: bool) -> None:
    """docs/rules.md C6 of a3, b2; sheet 004: allowed."""
    game = dealt(rules_with(blind_bids=6, both_blind=both_blind), points=BEHIND)
    game = bid_in_turn(bid_in_turn(game, first), tricks(3))
    assert (BLIND_NIL in options_of(game)) is offered
    if not offered:
        assert refused(game, MakeBid(2, BLIND_NIL)) is BlindNotAllowed
        assert refused(game, MakeBid(2, blind(6))) is BlindNotAllowed


def test_the_opponents_may_bid_blind_beside_each_other() -> None:
    """docs/rules.md b2: both_blind is about partners."""
    rules = rules_with(both_blind="forbidden", blind_nil_threshold=0)
    game = bid_in_turn(dealt(rules), BLIND_NIL)
    assert BLIND_NIL in options_of(game)


@pytest.mark.parametrize("changes", [{}, {"blind_bids": 6, "blind_bids_threshold": 0}])
def test_nobody_may_bid_blind_in_the_first_hand_where_that_is_agreed(changes: dict[str, Value]) -> None:
    """Royale: not in the first round."""
    rules = rules_with(blind_in_first_hand=False, blind_nil_threshold=0, **changes)
    game = dealt(rules)
    assert game.hand is not None
    assert game.hand.seen == (True, True, True, True)
    assert refused(game, MakeBid(0, BLIND_NIL)) is BlindWindowClosed
    hidden = dealt(rules.adjusted({"hand_hidden_until_bid": True}))
    assert refused(hidden, MakeBid(0, BLIND_NIL)) is BlindWindowClosed


def test_in_the_second_hand_they_may() -> None:
    """Royale."""
    rules = rules_with(blind_in_first_hand=False, blind_nil_threshold=0)
    game = before_deal(rules)._replace(hands_played=1)
    assert BLIND_NIL in options_of(perform(game, StartHand(deck=deck_for(rules, ()))))


def test_jjdd_has_blind_numbers_from_six() -> None:
    """docs/rules.md e: jokers, two twos, blind bids, board four."""
    rules = rules_of("jjdd")
    assert (rules.blind_bids, rules.min_team_bid, rules.jokers) == (6, 4, "jjdd")


def test_mirror_knows_no_blind_number() -> None:
    """docs/rules.md decision 8."""
    with pytest.raises(RulesError):
        rules_with(variation="mirror", blind_nil=False, blind_bids=6)


def test_a_blind_bid_is_of_its_own_kind() -> None:
    assert blind(6) == Bid(BidKind.BLIND_TRICKS, 6)
    assert str(blind(6)) == "blind 6"
