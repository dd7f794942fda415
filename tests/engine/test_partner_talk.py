"""What partners tell each other before the bidding. docs/rules.md, B5 of a2, c42, decisions 1, 3, 5 and 10."""

import pytest

from builders import dealt, options_of, perform, play_out, refused, rules_with, tricks
from spades_engine import (
    BLIND_NIL,
    Action,
    CallRedeal,
    DecisionKind,
    Game,
    Hand,
    Look,
    MakeBid,
    Owed,
    Phase,
    SayNumber,
    Talk,
    TalkKind,
    decide,
    decision,
    owed,
    redact,
    rules_of,
    view,
)
from spades_engine.errors import BidOutOfRange, NotYourTurn, WrongPhase
from spades_engine.events import CardsSeen, Talked
from spades_engine.options import Value

PASS, NIL_THOUGHT = Talk(TalkKind.PASS), Talk(TalkKind.THINKING_OF_NIL)


def about(number: int) -> Talk:
    return Talk(TalkKind.ABOUT, number)


def maybe(number: int) -> Talk:
    return Talk(TalkKind.MAYBE_ONE_MORE, number)


def talking(points: tuple[int, int] = (0, 0), *, dealer: int = 3, **changes: Value) -> Game:
    """Return a game in which cards were dealt and eldest hand is to talk."""
    return dealt(rules_with(partner_talk="numbers", **changes), dealer=dealer, points=points)


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def said(game: Game, *talks: Talk) -> Game:
    """Return *game* after *talks*, in turn."""
    for talk in talks:
        game = perform(game, SayNumber(hand_of(game).turn or 0, talk))
    return game


def test_everybody_talks_before_eldest_hand_bids() -> None:
    """Sheet 000: partners talk before the bids are announced; decisions 1 and 5."""
    game, order = talking(dealer=1), []
    while hand_of(game).phase is Phase.TALK:
        order.append(hand_of(game).turn)
        game = said(game, about(3))
    assert order == [2, 3, 0, 1]
    assert owed(game) == (Owed(2, DecisionKind.BID),)
    assert hand_of(game).talks == (about(3),) * 4


def test_nobody_bids_before_everybody_has_talked() -> None:
    """docs/rules.md decision 5: all of it before eldest bids."""
    game = talking()
    assert refused(game, MakeBid(0, tricks(3))) is WrongPhase
    assert refused(said(game, PASS, PASS, PASS), MakeBid(0, tricks(3))) is WrongPhase


def test_talk_is_numbers_never_cards() -> None:
    """Sheet 000, c42: about so many, perhaps one more, thinking of nil, or nothing."""
    said_here = [option for option in options_of(talking()) if isinstance(option, Talk)]
    assert said_here == [PASS, *map(about, range(14)), *map(maybe, range(13)), NIL_THOUGHT]
    assert NIL_THOUGHT not in options_of(talking(nil=False))


@pytest.mark.parametrize("talk", [about(-1), about(14), maybe(13), Talk(TalkKind.PASS, 3)])
def test_a_number_beyond_the_cards_is_refused(talk: Talk) -> None:
    """docs/rules.md c42."""
    assert refused(talking(), SayNumber(0, talk)) is BidOutOfRange


def test_nil_is_not_thought_of_where_there_is_none() -> None:
    """docs/rules.md b2, nil."""
    assert refused(talking(nil=False), SayNumber(0, NIL_THOUGHT)) is BidOutOfRange


def test_talk_is_in_turn_and_once() -> None:
    """docs/rules.md decision 5."""
    game = said(talking(), about(3))
    assert refused(game, SayNumber(0, about(4))) is NotYourTurn
    assert refused(game, SayNumber(2, about(4))) is NotYourTurn
    assert refused(said(game, PASS, PASS, PASS), SayNumber(0, about(4))) is WrongPhase


def test_who_says_nothing_in_time_passes() -> None:
    """docs/rules.md decision 6."""
    due = decision(talking())
    assert due is not None
    assert due.kind is DecisionKind.TALK
    assert due.command(due.default) == SayNumber(0, PASS)


def test_a_seat_that_has_not_looked_may_only_pass() -> None:
    """docs/rules.md decision 5: it has nothing to tell."""
    game = talking((0, 200))
    assert options_of(game) == (PASS,)
    assert refused(game, SayNumber(0, about(3))) is WrongPhase
    assert about(3) in options_of(perform(game, Look(0)))


def test_a_seat_that_has_not_looked_hears_its_partner_and_may_still_bid_blind() -> None:
    """docs/rules.md decision 5."""
    game = said(perform(talking((0, 200)), Look(2)), PASS, PASS, about(4), PASS)
    assert view(game, 0).hand.talks[2] == about(4)
    assert owed(game) == (Owed(0, DecisionKind.BLIND),)
    assert options_of(game) == (Action.LOOK, BLIND_NIL)


def test_talk_is_heard_by_all() -> None:
    """Sheet 000: said at the table."""
    game = talking()
    (event,) = decide(game, SayNumber(0, about(5)))
    assert event == Talked(seat=0, talk=about(5), phase=Phase.TALK)
    for seat in (0, 1, 2, 3, None):
        assert redact(game.rules, event, seat) is event


def test_or_by_the_side_only() -> None:
    """docs/rules.md design 5, option: side only; that something was said is public."""
    game = talking(partner_talk_heard_by="side")
    (event,) = decide(game, SayNumber(0, about(5)))
    heard = [redact(game.rules, event, seat) for seat in (0, 1, 2, 3, None)]
    silent = Talked(seat=0, talk=None, phase=Phase.TALK)
    assert heard == [event, silent, event, silent, silent]
    after = perform(game, SayNumber(0, about(5)))
    assert [view(after, seat).hand.talks[0] for seat in (0, 1, 2, 3, None)] == [about(5), None, about(5), None, None]


@pytest.mark.parametrize("changes", [{"players": 2}, {"players": 3}, {"partners": False}])
def test_without_partners_nobody_talks(changes: dict[str, Value]) -> None:
    """docs/rules.md decision 10, so that sheet-000 serves two and three."""
    steps = play_out(rules_with(partner_talk="numbers", **changes), seed=3)
    assert not any(isinstance(event, Talked) for step in steps for event in step.events)


def test_a_redeal_voids_what_was_said() -> None:
    """docs/rules.md decision 3."""
    game = talking(redeal="either")
    game = said(dealt(game.rules, "2H 3H 4H 5H 6H 7H 8H 9H TH 2D 3D 4D AH"), about(3), PASS, PASS, PASS)
    again = perform(game, CallRedeal(0))
    assert hand_of(again).redealt
    fresh = hand_of(next(step.after for step in play_out(again, seed=1)))
    assert (fresh.phase, fresh.talks, fresh.deal) == (Phase.TALK, (None,) * 4, 2)


def test_no_card_is_shown_by_talk() -> None:
    """docs/rules.md c42."""
    events = decide(talking(), SayNumber(0, NIL_THOUGHT))
    assert not any(isinstance(event, CardsSeen) for event in events)


def test_the_hand_that_bids_itself_needs_no_talk() -> None:
    """docs/rules.md b2, first_hand_bids_itself."""
    assert hand_of(talking(first_hand_bids_itself=True)).phase is Phase.PLAY


def test_sheet_000_talks_in_numbers_heard_by_all() -> None:
    """Sheet 000, decision 29."""
    rules = rules_of("sheet-000")
    assert rules.talks
    assert rules.partner_talk_heard_by == "table"
