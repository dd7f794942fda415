"""The first partner hints, the second bids for both. docs/rules.md b2, bidding_style; playsite, vpchat."""

import pytest

from builders import bid_in_turn, dealt, options_of, perform, refused, rules_with, tricks
from spades_engine import (
    NIL,
    Bid,
    BidKind,
    Game,
    Look,
    MakeBid,
    RulesError,
    Score,
    decision,
    needed_tricks,
    score_hand,
)
from spades_engine.bids import blind, hint
from spades_engine.errors import BidOutOfRange
from spades_engine.options import Value

RULES = rules_with(bidding_style="partnership")


def after(*made: Bid, **changes: Value) -> Game:
    """Return a game after the bids *made*, in turn."""
    game = dealt(RULES.adjusted(changes))
    for bid in made:
        game = bid_in_turn(game, bid)
    return game


def kinds(game: Game) -> set[BidKind]:
    return {option.kind for option in options_of(game) if isinstance(option, Bid)}


def test_the_first_partner_hints_and_the_second_bids() -> None:
    """playsite: seats 0 and 1 speak first for their sides."""
    made = (hint(3), hint(4), tricks(6))
    assert [kinds(after(*made[:count])) for count in range(4)] == [
        {BidKind.NIL, BidKind.HINT},
        {BidKind.NIL, BidKind.HINT},
        {BidKind.NIL, BidKind.TRICKS},
        {BidKind.NIL, BidKind.TRICKS},
    ]


def test_a_number_in_the_place_of_a_hint_is_refused_and_a_hint_in_the_place_of_a_bid() -> None:
    """playsite."""
    assert refused(after(), MakeBid(0, tricks(3))) is BidOutOfRange
    assert refused(after(hint(3), hint(4)), MakeBid(2, hint(3))) is BidOutOfRange


def test_the_second_partners_bid_is_the_contract_of_both() -> None:
    """vpchat: the hint itself counts nothing."""
    game = after(hint(3), hint(4), tricks(6), tricks(5))
    assert game.hand is not None
    bids = game.hand.bids
    assert [needed_tricks(RULES, bids, (0, 0, 0, 0), seats) for seats in RULES.sides] == [6, 5]
    ours, theirs = score_hand(RULES, (Score(), Score()), bids, (4, 3, 3, 3))
    assert (ours.contract, ours.new_bags, theirs.contract, theirs.new_bags) == (60, 1, 50, 1)


def test_the_second_may_bid_less_than_was_hinted() -> None:
    """playsite: a hint binds nobody."""
    assert tricks(1) in options_of(after(hint(9), hint(1)))
    assert tricks(13) in options_of(after(hint(1), hint(1)))


def test_where_the_second_bids_nil_the_hint_is_the_contract() -> None:
    """docs/rules.md B4 of a2: the partner of a nil owes its own number."""
    game = after(hint(5), hint(4), NIL, tricks(4))
    assert game.hand is not None
    assert needed_tricks(RULES, game.hand.bids, (0, 0, 0, 0), (0, 2)) == 5
    assert score_hand(RULES, (Score(), Score()), game.hand.bids, (5, 4, 0, 4))[0].hand == 150


def test_after_a_nil_of_the_first_the_second_bids_its_own_number() -> None:
    """docs/rules.md B4 of a2."""
    game = after(NIL, hint(4))
    assert kinds(game) == {BidKind.NIL, BidKind.TRICKS}
    assert needed_tricks(RULES, (NIL, None, tricks(4), None), (0, 0, 0, 0), (0, 2)) == 4


def test_a_blind_number_of_the_first_is_no_hint_and_the_second_adds_its_own() -> None:
    """docs/rules.md decision 8: who has promised has not left the bid to the partner."""
    rules = RULES.adjusted({"blind_bids": 6, "max_team_bid": 10})
    game = bid_in_turn(bid_in_turn(dealt(rules, points=(0, 200)), blind(6)), hint(4))
    assert options_of(perform(game, Look(2))) == (NIL, *map(tricks, range(1, 5)))
    game = bid_in_turn(bid_in_turn(game, tricks(2)), tricks(5))
    assert game.hand is not None
    assert needed_tricks(rules, game.hand.bids, (0, 0, 0, 0), (0, 2)) == 8


def test_a_blind_number_of_the_second_is_for_both() -> None:
    """docs/rules.md decision 8: a hint before it counts as little as before any other number."""
    game = dealt(RULES.adjusted({"blind_bids": 6}), points=(0, 200))
    for bid in (hint(3), hint(4), blind(6), tricks(5)):
        game = bid_in_turn(game, bid)
    assert game.hand is not None
    assert needed_tricks(RULES, game.hand.bids, (0, 0, 0, 0), (0, 2)) == 6


def test_the_least_contract_of_a_pair_binds_the_bid_not_the_hint() -> None:
    """docs/rules.md decision 8 with board four."""
    board = RULES.adjusted({"min_team_bid": 4})
    game = dealt(board)
    assert hint(1) in options_of(game)
    game = bid_in_turn(bid_in_turn(game, hint(1)), hint(1))
    numbers = [option.tricks for option in options_of(game) if isinstance(option, Bid)]
    assert numbers == list(range(4, 14))  # nil would leave the hint of one as the contract


def test_hints_are_no_bids_for_the_forbidden_total() -> None:
    """docs/rules.md decision 8: 6 and 7 make thirteen whatever was hinted."""
    game = after(hint(3), hint(3), tricks(6), total_not_13=True)
    assert tricks(7) not in options_of(game)
    assert tricks(4) in options_of(game)


def test_a_hint_of_one_may_be_given_where_a_bid_of_one_may_not() -> None:
    """docs/rules.md b2, no_bid_of_one."""
    assert hint(1) in options_of(after(no_bid_of_one=True))
    assert tricks(1) not in options_of(after(hint(1), hint(1), no_bid_of_one=True))


def test_the_default_is_a_hint_where_a_hint_is_due() -> None:
    """docs/rules.md decision 6."""
    game = dealt(RULES, "AS KS AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC")
    due = decision(game)
    assert due is not None
    assert due.command(due.default) == MakeBid(0, hint(3))


@pytest.mark.parametrize("changes", [{"players": 3}, {"players": 2, "two_player_deal": "deal_13"}, {"partners": False}])
def test_without_partners_everybody_bids(changes: dict[str, Value]) -> None:
    """docs/rules.md decision 10."""
    assert kinds(dealt(RULES.adjusted(changes))) == {BidKind.NIL, BidKind.TRICKS}


def test_it_knows_no_variation() -> None:
    with pytest.raises(RulesError) as refusal:
        RULES.adjusted({"variation": "suicide"})
    assert set(refusal.value.fields) == {"bidding_style", "variation"}


def test_blind_nil_is_bid_as_ever() -> None:
    """docs/rules.md decision 2."""
    game = dealt(RULES, points=(0, 200))
    due = decision(game)
    assert due is not None
    game = perform(game, due.command((1,)))
    assert game.hand is not None
    assert str(game.hand.bids[0]) == "blind nil"
