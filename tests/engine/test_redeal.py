"""A deal that is given up for another. docs/rules.md, A12, c26, R1-R4 of d3, decision 3."""

import random
from collections.abc import Mapping

import pytest

from builders import (
    bid_in_turn,
    bids,
    dealt,
    deck_for,
    options_of,
    perform,
    refused,
    rules_with,
    shuffled,
    standing_at,
    suit_cards,
    tricks,
)
from spades_engine import (
    BLIND_NIL,
    Action,
    CallRedeal,
    Decision,
    Game,
    Hand,
    Look,
    MakeBid,
    Phase,
    StartHand,
    decide,
    decision,
    owed,
    redact,
    rules_of,
    view,
)
from spades_engine.cards import cards
from spades_engine.dealing import may_redeal
from spades_engine.errors import NotYourTurn, RedealNotAllowed, WrongPhase
from spades_engine.events import CardsDealt, CardsSeen, HandRedealt, HandStarted
from spades_engine.options import Value

NO_SPADE = "2H 3H 4H 5H KH QH 2D 3D 4D KD 2C 3C 4C"
NO_FACE = "2S 3S 4S 5S AS 2H 3H 4H AH 2D 3D AD TC"
NEITHER = "2H 3H 4H AH 2D 3D 4D AD 2C 3C 4C TC AC"
PLAIN = "2S 3S 4S KS 2H 3H 4H 5H 2D 3D 4D 2C 3C"
ONE_SPADE = "2S 3H 4H 5H KH QH 2D 3D 4D KD 2C 3C 4C"
EITHER = rules_with(redeal="either")


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def due(game: Game) -> Decision:
    found = decision(game)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("redeal", "with_redeal"),
    [
        ("off", ""),
        ("no_spades", "no spade, neither"),
        ("no_face_cards", "no face, neither"),
        ("either", "no spade, no face, neither"),
        ("both", "neither"),
        ("one_spade", "no spade, neither, one spade"),
    ],
)
def test_which_cards_give_a_right_to_a_redeal(redeal: str, with_redeal: str) -> None:
    """docs/rules.md R1, c26: no spade though kings are held is enough; the ace is no face card."""
    rules = rules_with(redeal=redeal)
    held = {
        "no spade": NO_SPADE,
        "no face": NO_FACE,
        "neither": NEITHER,
        "one spade": ONE_SPADE,
        "plain": PLAIN,
    }
    assert ", ".join(name for name, holding in held.items() if may_redeal(rules, cards(holding))) == with_redeal


def test_where_the_ace_is_a_face_card_a_holding_with_one_has_no_right() -> None:
    """U. Alabama."""
    rules = rules_with(redeal="no_face_cards", redeal_ace_is_face=True)
    assert not may_redeal(rules, cards(NO_FACE))
    assert may_redeal(rules, cards("2S 3S 4S 5S 6S 2H 3H 4H 5H 2D 3D 4D TC"))


@pytest.mark.parametrize(("holding", "right"), [("BJ 2H 3H", True), ("2D KH 3H", False), ("KH 3H 4H", True)])
def test_jokers_and_raised_twos_are_spades_and_no_face_cards(holding: str, right: bool) -> None:
    """docs/rules.md decision 20."""
    assert may_redeal(rules_with(jokers="jjdd", redeal="either"), cards(holding)) is right


def test_the_right_is_one_more_choice_of_the_bid() -> None:
    """docs/rules.md R1, decision 3: that it exists is told to nobody."""
    game = dealt(EITHER, NO_SPADE)
    assert options_of(game)[-1] is Action.REDEAL
    assert due(game).command((len(due(game).options) - 1,)) == CallRedeal(0)
    assert owed(game) == owed(dealt(EITHER, PLAIN))
    assert Action.REDEAL not in options_of(dealt(EITHER, PLAIN))


def test_to_bid_is_to_decline_and_is_no_event_of_its_own() -> None:
    """docs/rules.md decision 3."""
    assert len(decide(dealt(EITHER, NO_SPADE), MakeBid(0, tricks(3)))) == 1


def test_nobody_has_the_hand_dealt_again_by_being_late() -> None:
    """docs/rules.md decisions 3 and 6."""
    found = due(dealt(EITHER, NO_SPADE))
    assert found.options[found.default[0]] is not Action.REDEAL


def test_a_redeal_is_asked_for_in_turn_and_with_the_right_to_it() -> None:
    """docs/rules.md decision 3: only at one's own turn."""
    assert refused(dealt(EITHER, PLAIN, NO_SPADE), CallRedeal(1)) is NotYourTurn
    assert refused(dealt(EITHER, PLAIN), CallRedeal(0)) is RedealNotAllowed
    assert refused(dealt(rules_with(), NO_SPADE), CallRedeal(0)) is RedealNotAllowed


def test_after_ones_bid_there_is_no_redeal() -> None:
    """docs/rules.md R4."""
    game = bid_in_turn(dealt(EITHER, NO_SPADE), tricks(3))
    assert refused(game, CallRedeal(0)) is NotYourTurn


def test_a_redeal_may_come_after_others_have_bid() -> None:
    """docs/rules.md c27."""
    game = bid_in_turn(dealt(EITHER, PLAIN, NO_SPADE), tricks(3))
    assert decide(game, CallRedeal(1)) == (HandRedealt(number=1, deal=1, seat=1),)


@pytest.mark.parametrize("two_player_deal", ["draw_and_choose", "deal_13", "short_pack"])
def test_two_players_have_no_redeal(two_player_deal: str) -> None:
    """docs/rules.md R3, sheet 003: the rule is not for two."""
    rules = rules_with(players=2, redeal="either", two_player_deal=two_player_deal)
    assert not may_redeal(rules, cards(NEITHER))


def test_a_blind_bidder_has_no_redeal() -> None:
    """docs/rules.md decision 3."""
    game = dealt(EITHER, NO_SPADE, points=(0, 200))
    assert Action.REDEAL not in options_of(game)
    assert refused(game, CallRedeal(0)) is RedealNotAllowed
    assert refused(bid_in_turn(game, BLIND_NIL), CallRedeal(0)) is NotYourTurn
    assert Action.REDEAL in options_of(perform(game, Look(0)))


def given_up(game: Game) -> Game:
    """Return *game* after its deal was given up and another dealt."""
    assert hand_of(game).redealt
    assert owed(game) == ()
    return perform(game, StartHand(deck=deck_for(game.rules, [PLAIN]), commitment=b"again"))


def test_the_same_dealer_deals_again_the_same_hand_and_nothing_is_scored() -> None:
    """docs/rules.md c26, decision 3."""
    before = dealt(EITHER, NO_SPADE, dealer=3)
    after = given_up(perform(before, CallRedeal(0)))
    hand = hand_of(after)
    assert (hand.dealer, hand.number, hand.deal) == (3, 1, 2)
    assert (after.scores, after.hands_played, after.results) == (before.scores, 0, ())
    assert hand.commitment == b"again"


def test_bids_blind_bids_and_looks_are_void() -> None:
    """docs/rules.md decision 3: and the thresholds are those of before."""
    rules = rules_with(redeal="either", first_leader="random")
    game = dealt(rules, "", NO_SPADE, points=(0, 200))
    game = perform(bid_in_turn(perform(game, Look(2)), BLIND_NIL), CallRedeal(1))
    hand = hand_of(given_up(game))
    assert hand.bids == (None,) * 4
    assert hand.seen == (False, True, False, True)
    assert (hand.phase, hand.turn) == (Phase.BID, 0)


def test_after_a_redeal_only_a_deal_is_accepted() -> None:
    """docs/rules.md decision 3."""
    game = perform(dealt(EITHER, NO_SPADE), CallRedeal(0))
    assert refused(game, MakeBid(0, tricks(3))) is WrongPhase
    assert refused(game, CallRedeal(0)) is WrongPhase
    assert refused(game, Look(0)) is WrongPhase


def test_who_asked_is_public_and_the_cards_stay_hidden() -> None:
    """docs/rules.md decisions 3 and 4: the secret of the deal opens at the end of the hand."""
    before = dealt(EITHER, NO_SPADE)
    (event,) = decide(before, CallRedeal(0))
    after = perform(before, CallRedeal(0))
    for seat in (1, 2, 3, None):
        assert redact(EITHER, event, seat) is event
        assert view(after, seat).hand.holdings[0] == 0


def forced(**changes: Value) -> tuple[object, ...]:
    """Return the events of a deal in which seat 1 holds no spade."""
    rules = rules_with(redeal="no_spades", redeal_when="forced", **changes)
    game = standing_at(rules, (0, 0, 0)[: len(rules.sides)])._replace(dealer=rules.players - 1)
    return decide(game, StartHand(deck=deck_for(rules, ["", NO_SPADE])))


def test_where_it_is_forced_the_deal_is_given_up_before_anybody_sees_a_card() -> None:
    """docs/rules.md decision 3."""
    started, redealt = forced()
    assert isinstance(started, HandStarted)
    assert redealt == HandRedealt(number=2, deal=1, seat=None)
    assert not any(isinstance(event, CardsDealt | CardsSeen) for event in forced())


def test_where_it_is_forced_nobody_is_asked() -> None:
    """docs/rules.md decision 3: every deal that reaches the bidding has its spades."""
    rules = rules_with(redeal="no_spades", redeal_when="forced")
    game = dealt(rules, PLAIN, "5S", "6S", "7S")
    assert Action.REDEAL not in options_of(game)
    assert refused(game, CallRedeal(0)) is RedealNotAllowed


def test_a_deal_may_be_given_up_more_than_once() -> None:
    """docs/rules.md decision 4: each deal of a hand has its own number and commitment."""
    game = dealt(EITHER, NO_SPADE)
    for deal in (1, 2, 3):
        assert hand_of(game).deal == deal
        game = perform(perform(game, CallRedeal(0)), StartHand(deck=deck_for(EITHER, [NO_FACE])))
    assert hand_of(game).deal == 4


@pytest.mark.parametrize(
    ("made", "changes", "again"),
    [
        ("3 3 2 2", {}, True),
        ("3 3 3 2", {}, False),
        ("N 5 N 5", {}, True),
        ("13 N N N", {}, False),
        ("2 2 2 4", {"low_total_redeal": None}, False),
        ("3 3 3 3", {"low_total_redeal": 13}, True),
        ("3 4 3", {"players": 3}, True),
        ("3 4 4", {"players": 3}, False),
    ],
)
def test_bids_that_add_up_to_too_little_are_dealt_again(made: str, changes: Mapping[str, Value], again: bool) -> None:
    """U. Alabama: the gentleman's bid of eleven; nil counts nothing (decision 8)."""
    game = dealt(rules_with(**{"low_total_redeal": 11, **changes}))
    for bid in bids(made):
        last = MakeBid(hand_of(game).turn or 0, bid)
        before, game = game, perform(game, last)
    assert hand_of(game).redealt is again
    if again:
        assert decide(before, last)[-1] == HandRedealt(number=1, deal=1, seat=None)
        assert hand_of(perform(game, StartHand(deck=deck_for(game.rules, ())))).deal == 2


def test_the_fifth_deal_of_a_hand_is_played_whatever_was_bid() -> None:
    """docs/rules.md decision 8: or absent players would have a hand dealt again for ever."""
    game = dealt(rules_with(low_total_redeal=13, blind_nil=False))
    for deal in range(1, 6):
        assert hand_of(game).deal == deal
        for bid in bids("1 1 1 1"):
            game = perform(game, MakeBid(hand_of(game).turn or 0, bid))
        assert hand_of(game).redealt is (deal < 5)
        if deal < 5:
            game = perform(game, StartHand(deck=deck_for(game.rules, ())))
    assert hand_of(game).phase is Phase.PLAY


def test_three_may_have_the_hand_dealt_again() -> None:
    """Sheet 003: three players or more."""
    rules = rules_of("sheet-003", players=3)
    game = dealt(rules, " ".join(suit_cards("H").split() + suit_cards("D").split()[:4]))
    assert Action.REDEAL in options_of(game)


def test_two_redeals_are_two_shuffles() -> None:
    """docs/rules.md decision 4: whatever the deck, the hand is the same."""
    game = perform(dealt(EITHER, NO_SPADE), CallRedeal(0))
    decks = {shuffled(EITHER, random.Random(seed)) for seed in (1, 2)}
    assert {hand_of(perform(game, StartHand(deck=deck))).number for deck in decks} == {1}
