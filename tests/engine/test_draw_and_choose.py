"""Two players draw and choose their cards. docs/rules.md, A10, c28, c29, d4 and decision 22."""

import pytest

from builders import PLAIN_DECK, before_deal, in_order, perform, play_out, refused, rules_with, tricks
from spades_engine import (
    Action,
    Choose,
    DecisionKind,
    Game,
    Hand,
    MakeBid,
    Phase,
    StartHand,
    cards,
    decide,
    decision,
    format_card,
    format_cards,
    pack_of,
    redact,
    view,
)
from spades_engine.errors import NotYourTurn, WrongPhase
from spades_engine.events import CardDrawn, CardOffered
from spades_engine.options import Value

TOP = "KH 4C 2D AS 9S QD"
TWO: dict[str, Value] = {"players": 2}


def laid_out(**changes: Value) -> Game:
    """Return a game whose stock has KH 4C 2D AS 9S QD on top; seat 0 deals, so seat 1 draws first."""
    rules = rules_with(players=2, **changes)
    top = in_order(TOP)
    deck = (*top, *(card for card in PLAIN_DECK if card not in top))
    return perform(before_deal(rules, dealer=0), StartHand(deck=deck))


def script(**changes: Value) -> Game:
    """Return the game after the three turns of docs/rules.md d4."""
    return perform(laid_out(**changes), Choose(1, True), Choose(0, False), Choose(1, True))


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def offered(game: Game, seat: int | None) -> str | None:
    """Return the card that *seat* sees lying open, None if it sees none."""
    draw = view(game, seat).hand.draw
    return None if draw is None or draw.offered is None else format_card(draw.offered)


def thrown(game: Game, seat: int | None) -> str:
    """Return the thrown cards that *seat* knows."""
    draw = view(game, seat).hand.draw
    return "" if draw is None else " ".join(map(format_card, draw.thrown))


def test_the_player_who_does_not_deal_draws_first() -> None:
    """docs/rules.md c28."""
    assert hand_of(laid_out()).turn == 1


def test_who_keeps_the_first_card_throws_the_second() -> None:
    """docs/rules.md d4, turn 1."""
    game = perform(laid_out(), Choose(1, True))
    assert hand_of(game).holdings == (0, cards("KH"))
    assert thrown(game, 1) == "4C"


def test_who_throws_the_first_card_takes_the_second() -> None:
    """docs/rules.md d4, turn 2."""
    game = perform(laid_out(), Choose(1, True), Choose(0, False))
    assert hand_of(game).holdings == (cards("AS"), cards("KH"))
    assert thrown(game, 0) == "2D"


def test_three_turns_of_the_draw() -> None:
    """docs/rules.md d4."""
    game = script()
    assert hand_of(game).holdings == (cards("AS"), cards("KH 9S"))
    assert hand_of(game).turn == 0
    assert (thrown(game, 1), thrown(game, 0), thrown(game, None)) == ("4C QD", "2D", "")


def test_a_second_card_that_is_thrown_unseen_is_learnt_by_nobody() -> None:
    """docs/rules.md d4, draw_second_card=unseen."""
    game = script(draw_second_card="unseen")
    assert (thrown(game, 1), thrown(game, 0), thrown(game, None)) == ("", "2D", "")


@pytest.mark.parametrize("second", ["seen", "unseen"])
def test_discards_that_lie_open_are_seen_by_all(second: str) -> None:
    """docs/rules.md d4, draw_discards=public."""
    game = script(draw_discards="public", draw_second_card=second)
    assert (thrown(game, 1), thrown(game, 0), thrown(game, None)) == ("4C 2D QD",) * 3


def test_the_offered_card_is_seen_by_its_chooser_only() -> None:
    """docs/rules.md decision 22, draw_first_card=private."""
    game = laid_out()
    assert (offered(game, 1), offered(game, 0), offered(game, None)) == ("KH", None, None)


def test_an_open_first_card_is_seen_by_all_and_so_is_its_throw() -> None:
    """docs/rules.md decision 22, draw_first_card=public, sheet 003."""
    game = laid_out(draw_first_card="public")
    assert (offered(game, 1), offered(game, 0), offered(game, None)) == ("KH", "KH", "KH")
    after = script(draw_first_card="public")
    assert (thrown(after, 1), thrown(after, 0), thrown(after, None)) == ("4C 2D QD", "2D", "2D")


def test_with_an_open_and_a_closed_card_the_rejected_closed_card_is_seen_by_nobody() -> None:
    """docs/rules.md decision 22, sheet 003; the kept closed card is its owner's alone."""
    game = script(draw_first_card="public", draw_second_card="unseen")
    assert [thrown(game, seat) for seat in (1, 0, None)] == ["2D", "2D", "2D"]
    assert view(game, 0).holding == cards("AS")
    assert view(game, 1).hand.holdings[0] == 0


def test_whether_the_offered_card_was_kept_is_told_to_all() -> None:
    """docs/rules.md decision 22."""
    game = laid_out()
    drawn = decide(game, Choose(1, True))[0]
    assert isinstance(drawn, CardDrawn)
    for seat in (0, None):
        told = redact(game.rules, drawn, seat)
        assert isinstance(told, CardDrawn)
        assert (told.kept_offered, told.kept, told.thrown) == (True, None, None)


def test_the_players_draw_in_turn() -> None:
    """docs/rules.md c28, draw_order=alternate."""
    steps = [step for step in play_out(before_deal(rules_with(**TWO), dealer=0), 3) if isinstance(step.command, Choose)]
    assert [step.command.seat for step in steps if isinstance(step.command, Choose)] == [1, 0] * 13


def test_or_eldest_draws_from_the_first_half_and_the_dealer_from_the_second() -> None:
    """docs/rules.md d4 and decision 22, draw_order=sequential, sheet 003."""
    rules = rules_with(players=2, draw_order="sequential")
    game = before_deal(rules, dealer=0)
    game = perform(game, StartHand(deck=PLAIN_DECK))
    for choice in range(26):
        assert hand_of(game).turn == (1 if choice < 13 else 0)
        game = perform(game, Choose(hand_of(game).turn or 0, choice % 2 == 0))
    eldest, dealer = hand_of(game).holdings[1], hand_of(game).holdings[0]
    assert eldest & ((1 << 26) - 1) == eldest
    assert dealer >> 26 << 26 == dealer


@pytest.mark.parametrize("draw_order", ["alternate", "sequential"])
def test_after_twenty_six_turns_both_hold_thirteen_and_eldest_bids(draw_order: str) -> None:
    """docs/rules.md c28: the player who does not deal bids and leads first."""
    rules = rules_with(players=2, draw_order=draw_order)
    steps = list(play_out(before_deal(rules, dealer=0), 5))
    drawn = next(step.after for step in steps if hand_of(step.after).phase is not Phase.DRAW)
    hand = hand_of(drawn)
    assert hand.counts == (13, 13)
    assert hand.draw is not None
    assert (hand.draw.stock, hand.draw.turns, len(hand.draw.thrown)) == (0, (13, 13), 26)
    assert sum(hand.holdings) + sum(1 << card for card in hand.draw.thrown) == pack_of(rules).cards
    assert (hand.phase, hand.turn) == (Phase.BID, 1)
    bids_done = next(step.after for step in steps if hand_of(step.after).phase is Phase.PLAY)
    assert hand_of(bids_done).turn == 1


def test_choosing_out_of_turn_is_refused() -> None:
    """docs/rules.md d4."""
    assert refused(laid_out(), Choose(0, True)) is NotYourTurn


def test_a_choice_is_made_before_the_next_card_is_known() -> None:
    """docs/rules.md d4: asking for the second card first is not possible."""
    game = laid_out()
    assert view(game, 1).hand.deck == ()
    owed = decision(game)
    assert owed is not None
    assert (owed.seat, owed.kind, owed.options) == (1, DecisionKind.DRAW, (Action.KEEP, Action.THROW))


def test_both_cards_cannot_be_kept() -> None:
    """docs/rules.md d4: the turn passes with the choice."""
    assert refused(perform(laid_out(), Choose(1, True)), Choose(1, True)) is NotYourTurn


def test_nobody_bids_during_the_draw_and_nobody_draws_after_it() -> None:
    """docs/rules.md decision 1."""
    game = laid_out()
    assert refused(game, MakeBid(1, tricks(3))) is WrongPhase
    while hand_of(game).phase is Phase.DRAW:
        game = perform(game, Choose(hand_of(game).turn or 0, True))
    assert refused(game, Choose(1, True)) is WrongPhase


def test_nobody_is_blind_to_cards_that_were_chosen() -> None:
    """docs/rules.md c29."""
    rules = rules_with(players=2, blind_nil_threshold=0)
    assert not rules.offers_blind_nil
    assert rules_with(players=2, two_player_deal="deal_13").offers_blind_nil


def test_the_stock_shrinks_by_one_with_every_card_turned() -> None:
    """docs/rules.md d4."""
    game = laid_out()
    stocks = []
    for seat in (1, 0, 1):
        draw = hand_of(game).draw
        assert draw is not None
        stocks.append(draw.stock)
        game = perform(game, Choose(seat, True))
    assert stocks == [51, 49, 47]


def test_an_offer_is_told_without_its_card_to_those_who_may_not_see_it() -> None:
    """docs/rules.md decision 22."""
    game = laid_out()
    offer = decide(game, Choose(1, True))[1]
    assert offer == CardOffered(seat=0, card=in_order("2D")[0])
    assert redact(game.rules, offer, 1) == CardOffered(seat=0, card=None)
    assert redact(game.rules, offer, 0) is offer
    assert redact(rules_with(players=2, draw_first_card="public"), offer, 1) is offer


def test_the_cards_chosen_are_those_of_the_hand() -> None:
    """docs/rules.md d4: what was chosen is shown when the hand ends, as a deal is."""
    hand = hand_of(script())
    assert [format_cards(held) for held in hand.dealt] == ["AS", "KH 9S"]
