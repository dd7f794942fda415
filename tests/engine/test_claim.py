"""Claiming the rest. docs/rules.md b2, claim; decision 18."""

import pytest

from builders import endgame, in_order, options_of, perform, play, refused, rules_with
from spades_engine import (
    Action,
    AnswerClaim,
    ClaimRest,
    DecisionKind,
    Game,
    Hand,
    Owed,
    Phase,
    PlayCard,
    Score,
    cards,
    decide,
    decision,
    owed,
    redact,
    view,
)
from spades_engine.errors import ClaimNotAllowed, NotYourTurn, WrongPhase
from spades_engine.events import ClaimAnswered, ClaimProposed, ClaimSettled, HandEnded
from spades_engine.options import Value

RULES = rules_with(claim="on")
HOLDINGS = ("AS KS QS", "2H 3H 4H", "5H 6H 7H", "8H 9H TH")


def before_claim(**changes: Value) -> Game:
    """Return a hand with three tricks to come, all of them seat 0's."""
    return endgame(RULES.adjusted(changes), *HOLDINGS, made="5 2 3 2", won=(3, 2, 3, 2))


def claimed(*accepted: int, **changes: Value) -> Game:
    game = perform(before_claim(**changes), ClaimRest(0))
    return perform(game, *(AnswerClaim(seat, True) for seat in accepted))


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def test_by_default_nobody_may_claim() -> None:
    """docs/rules.md decision 18: default off."""
    assert refused(before_claim(claim="off"), ClaimRest(0)) is ClaimNotAllowed


def test_a_claim_lays_the_cards_open_to_all() -> None:
    """docs/rules.md decision 18: holding shown."""
    (event,) = decide(before_claim(), ClaimRest(0))
    assert event == ClaimProposed(0, cards(HOLDINGS[0]))
    for seat in (0, 1, 2, 3, None):
        assert redact(RULES, event, seat) is event
        assert view(claimed(), seat).hand.holdings[0] == cards(HOLDINGS[0])
    assert view(claimed(), None).hand.holdings[1:] == (0, 0, 0)


def test_every_other_seat_is_asked_at_once() -> None:
    """docs/rules.md decision 18; design 5: claim answers are prompts."""
    assert owed(claimed()) == tuple(Owed(seat, DecisionKind.CLAIM) for seat in (1, 2, 3))
    assert owed(claimed(2)) == tuple(Owed(seat, DecisionKind.CLAIM) for seat in (1, 3))
    for seat in (1, 2, 3):
        due = decision(claimed(), seat)
        assert due is not None
        assert due.options == (Action.ACCEPT, Action.DECLINE)
        assert due.command(due.default) == AnswerClaim(seat, False)
    assert decision(claimed(), 0) is None


def test_when_all_accept_the_tricks_are_the_claimers_and_the_hand_is_scored() -> None:
    """docs/rules.md decision 18: to the claimer's seat, and bags count."""
    told = decide(claimed(1, 2), AnswerClaim(3, True))
    assert told[:2] == (ClaimAnswered(3, True), ClaimSettled(0, accepted=True, tricks=3))
    ended = claimed(1, 2, 3)
    assert hand_of(ended).phase is Phase.SCORED
    assert hand_of(ended).tricks_won == (6, 2, 3, 2)
    ours, theirs = ended.results[-1]
    assert (ours.contract, ours.new_bags, theirs.contract, theirs.new_bags) == (80, 1, 40, 0)


def test_the_record_keeps_the_cards_that_were_not_played() -> None:
    """docs/rules.md decision 18."""
    (ended,) = (event for event in decide(claimed(1, 2), AnswerClaim(3, True)) if isinstance(event, HandEnded))
    assert ended.dealt == tuple(map(cards, HOLDINGS))


@pytest.mark.parametrize("refusing", [1, 2, 3])
def test_one_refusal_plays_on_with_the_cards_open(refusing: int) -> None:
    """docs/rules.md decision 18."""
    others = [seat for seat in (1, 2, 3) if seat < refusing]
    game = claimed(*others)
    assert decide(game, AnswerClaim(refusing, False)) == (
        ClaimAnswered(refusing, False),
        ClaimSettled(0, accepted=False, tricks=0),
    )
    after = perform(game, AnswerClaim(refusing, False))
    assert owed(after) == (Owed(0, DecisionKind.PLAY),)
    assert hand_of(after).tricks_won == (3, 2, 3, 2)
    later = play(after, "AS 2H 5H 8H")
    assert view(later, 2).hand.holdings[0] == cards("KS QS")
    assert view(later, 0).hand.holdings[2] == 0


def test_a_refused_claimer_may_not_claim_again() -> None:
    """docs/rules.md decision 18: it plays on."""
    after = perform(claimed(), AnswerClaim(1, False))
    assert refused(after, ClaimRest(0)) is ClaimNotAllowed


def test_a_claim_is_made_at_ones_turn_to_play() -> None:
    """docs/rules.md decision 18."""
    assert refused(before_claim(), ClaimRest(1)) is NotYourTurn
    assert refused(claimed(), ClaimRest(0)) is NotYourTurn


def test_nobody_plays_while_a_claim_is_answered_and_nobody_answers_twice() -> None:
    """design 5: the game prompt is suspended."""
    game = claimed(1)
    assert refused(game, PlayCard(0, in_order("AS")[0])) is WrongPhase
    assert refused(game, AnswerClaim(1, False)) is WrongPhase
    assert refused(game, AnswerClaim(0, True)) is WrongPhase
    assert refused(before_claim(), AnswerClaim(1, True)) is WrongPhase


@pytest.mark.parametrize(
    ("made", "won", "allowed"),
    [("N 2 3 2", (0, 4, 3, 3), False), ("B 2 3 2", (0, 4, 3, 3), False), ("N 2 3 2", (1, 4, 3, 2), True)],
)
def test_a_nil_that_stands_may_not_claim(made: str, won: tuple[int, ...], allowed: bool) -> None:
    """docs/rules.md decision 18: an intact nil bidder may not claim."""
    game = endgame(RULES, *HOLDINGS, made=made, won=won)
    if allowed:
        assert decide(game, ClaimRest(0))
    else:
        assert refused(game, ClaimRest(0)) is ClaimNotAllowed


def test_a_claim_in_the_middle_of_a_trick_takes_that_trick_too() -> None:
    """docs/rules.md decision 18: all the remaining tricks."""
    game = play(endgame(RULES, "2H 3H 4H", "AS KS QS", "5H 6H 7H", "8H 9H TH", won=(3, 3, 2, 2)), "2H")
    game = perform(game, ClaimRest(1), AnswerClaim(0, True), AnswerClaim(2, True), AnswerClaim(3, True))
    assert hand_of(game).tricks_won == (3, 6, 2, 2)


def test_claimed_tricks_are_the_claimers_for_a_bonus_on_the_first_tricks() -> None:
    """docs/rules.md b2, bemo: a claim of the last three of nine."""
    rules = RULES.adjusted({"bemo": 6})
    game = endgame(rules, *HOLDINGS, made="5 2 3 2", won=(10, 0, 0, 0))
    game = perform(game, ClaimRest(0), *(AnswerClaim(seat, True) for seat in (1, 2, 3)))
    assert game.results[-1][0].contract == 80 + 60


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_players_claim_too(players: int) -> None:
    """docs/rules.md decision 18: every other seat must accept."""
    rules = RULES.adjusted({"players": players})
    game = perform(endgame(rules, *HOLDINGS[:players]), ClaimRest(0))
    assert [due.seat for due in owed(game)] == list(range(1, players))
    game = perform(game, *(AnswerClaim(seat, True) for seat in range(1, players)))
    assert hand_of(game).phase is Phase.SCORED


def test_a_claim_may_end_the_game() -> None:
    game = endgame(RULES, *HOLDINGS, made="5 2 3 2", won=(3, 2, 3, 2), before=(Score(points=450), Score()))
    ended = perform(game, ClaimRest(0), *(AnswerClaim(seat, True) for seat in (1, 2, 3)))
    assert ended.result is not None
    assert options_of(ended) == ()
