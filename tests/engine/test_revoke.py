"""A revoke that is allowed, and what it costs. docs/rules.md, D8 of a4, c37, decision 17."""

import pytest

from builders import after_bids, endgame, in_order, perform, play, refused, rules_with, suit
from spades_engine import (
    AnswerClaim,
    ClaimRest,
    Event,
    Game,
    PlayCard,
    Rules,
    Score,
    cards,
    decide,
    decision,
    format_cards,
    legal_plays,
    pack_of,
)
from spades_engine.errors import MustFollowSuit, NoSpadeOnFirstTrick, SpadesNotBroken
from spades_engine.events import RevokeFound

ALLOWED = rules_with(revoke="allowed")


def legal(rules: Rules, holding: str, led: str = "", *, first: bool = False, broken: bool = False) -> str:
    led_suit = suit(led) if led else None
    return format_cards(legal_plays(rules, pack_of(rules), cards(holding), led_suit, broken=broken, first_trick=first))


def last_two(rules: Rules = ALLOWED, **more: object) -> Game:
    """Return a hand before its last two tricks; seat 2 can follow hearts."""
    return endgame(rules, "AH 2C", "3H 3C", "4H 4S", "5H 5C", **more)  # type: ignore[arg-type]  # endgame checks them


def events_of(game: Game, text: str) -> list[Event]:
    """Return the events of the cards of *text*, played in turn."""
    told: list[Event] = []
    for card in in_order(text):
        assert game.hand is not None
        command = PlayCard(game.hand.turn or 0, card)
        told += decide(game, command)
        game = perform(game, command)
    return told


def found(game: Game, text: str) -> list[RevokeFound]:
    return [event for event in events_of(game, text) if isinstance(event, RevokeFound)]


def test_by_default_a_card_that_does_not_follow_suit_is_refused() -> None:
    """docs/rules.md c37."""
    game = play(last_two(rules_with()), "AH 3H")
    assert refused(game, PlayCard(2, in_order("4S")[0])) is MustFollowSuit


def test_where_it_is_allowed_every_card_may_be_played_to_a_suit_led() -> None:
    """Sheet 000: a player who holds the suit and does not follow."""
    assert legal(ALLOWED, "2H KH AS 4C", "H") == "4C 2H KH AS"


def test_a_spade_is_not_led_early_for_all_that() -> None:
    """docs/rules.md decision 17: not following suit only."""
    assert legal(ALLOWED, "AS 5H") == "5H"
    assert refused(endgame(ALLOWED, "AS 5H", "2C 3C", "4C 5C", "6C 7C"), PlayCard(0, in_order("AS")[0])) is (
        SpadesNotBroken
    )


@pytest.mark.parametrize(
    ("changes", "holding", "first", "expected"),
    [
        ({"first_trick": "no_spades"}, "9D AS", True, "9D"),
        ({"must_trump": True}, "9D AS", False, "AS"),
        ({"must_trump": True}, "9D AS 2H", False, "9D 2H AS"),
    ],
)
def test_every_other_rule_is_kept(changes: dict[str, bool | str], holding: str, first: bool, expected: str) -> None:
    """docs/rules.md decision 17: not following suit only."""
    assert legal(ALLOWED.adjusted(changes), holding, "H", first=first) == expected


def test_a_refusal_under_another_rule_names_that_rule() -> None:
    """docs/rules.md c24."""
    rules = ALLOWED.adjusted({"first_trick": "no_spades"})
    game = play(endgame(rules, "AH 2C", "AS 9D", "2S 3S", "4S 5S"), "AH")
    assert game.hand is not None
    first = game._replace(hand=game.hand._replace(tricks=()))
    assert refused(first, PlayCard(1, in_order("AS")[0])) is NoSpadeOnFirstTrick


def test_the_default_card_is_no_revoke() -> None:
    """docs/rules.md decision 6."""
    game = play(last_two(), "AH 3H")
    due = decision(game)
    assert due is not None
    assert due.command(due.default) == PlayCard(2, in_order("4H")[0])


def test_the_trick_stands_and_a_revoked_spade_wins_it_and_breaks_spades() -> None:
    """docs/rules.md decision 17."""
    hand = play(last_two(), "AH 3H 4S 5H").hand
    assert hand is not None
    assert hand.tricks_won[2] == 1
    assert hand.broken


def test_it_is_told_at_the_score_and_not_before() -> None:
    """docs/rules.md decision 17."""
    game = last_two()
    assert not found(game, "AH 3H 4S 5H")
    (revoke,) = found(game, "AH 3H 4S 5H 4H 5C 2C 3C")
    assert revoke == RevokeFound(2, 12, in_order("4S")[0])


def test_a_seat_that_cannot_follow_has_not_revoked() -> None:
    """docs/rules.md D3."""
    assert not found(endgame(ALLOWED, "AH 2C", "3H 3C", "4D 4S", "5H 5C"), "AH 3H 4S 5H 4D 5C 2C 3C")


def test_the_positive_lines_of_the_side_become_nothing() -> None:
    """Sheet 000, decision 17: contract, bag points and nil; bags count, and negative lines stand."""
    game = last_two(made="3 3 4 3", won=(4, 3, 2, 2), before=(Score(bags=9), Score()))
    ours, theirs = play(game, "AH 3H 4S 5H 4H 5C 2C 3C").results[-1]
    assert (ours.contract, ours.bag_points, ours.nil, ours.bag_penalty, ours.new_bags) == (0, 0, 0, -100, 1)
    assert (theirs.contract, theirs.hand) == (-60, -60)


def test_a_revoke_at_the_beginning_is_found_when_a_claim_ends_the_hand() -> None:
    """docs/rules.md decisions 17 and 18."""
    rules = ALLOWED.adjusted({"claim": "on"})
    game = play(last_two(rules), "AH 3H 4S 5H")
    game = perform(game, ClaimRest(2), AnswerClaim(0, True), AnswerClaim(1, True))
    told = decide(game, AnswerClaim(3, True))
    assert RevokeFound(2, 12, in_order("4S")[0]) in told


def test_a_revoke_is_found_though_the_card_that_proves_it_lies_in_the_claimed_trick() -> None:
    """docs/rules.md decisions 17 and 18: a claim in the middle of a trick."""
    rules = ALLOWED.adjusted({"claim": "on"})
    # Seat 2 threw the four of clubs to the ace of hearts; the four of hearts shows it in a trick that is not finished.
    half = play(endgame(rules, "AH KH 2C", "3H 3C 7C", "4H 4C 9C", "AD AS KS"), "AH 3H 4C AD KH 7C 4H")
    half = perform(half, ClaimRest(3), AnswerClaim(0, True), AnswerClaim(1, True))
    told = [event for event in decide(half, AnswerClaim(2, True)) if isinstance(event, RevokeFound)]
    assert told == [RevokeFound(2, 11, in_order("4C")[0])]


def test_the_lowest_club_of_the_first_trick_is_no_revoke() -> None:
    """docs/rules.md b2, first_trick: everybody plays the lowest club, whatever was led."""
    rules = ALLOWED.adjusted({"first_trick": "lowest_club", "claim": "on"})
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    game = after_bids(rules, "3 3 3 3", f"{hearts} AD", "2C AH")
    game = play(game, "2H 2C")
    assert game.hand is not None
    game = perform(game, ClaimRest(2), AnswerClaim(0, True), AnswerClaim(1, True))
    assert not any(isinstance(event, RevokeFound) for event in decide(game, AnswerClaim(3, True)))
