"""When spades are broken. docs/rules.md, D5, D6, L2, c25, decision 16."""

import pytest

from builders import PLAIN_DECK, endgame, finish, in_order, perform, play, rules_with
from spades_engine import Game, PlayCard, Rules, StartHand, decide
from spades_engine.events import SpadesBroken

STANDARD = rules_with()
NOT_FORCED = rules_with(forced_lead_breaks=False)
ANYTIME = rules_with(lead_spades="anytime")


def broken(game: Game) -> bool:
    assert game.hand is not None
    return game.hand.broken


def lead_of_spades(rules: Rules, holding: str) -> Game:
    """Return a trick to which seat 0 has led the ace of spades of *holding*."""
    return play(endgame(rules, holding, "3S 4H", "4S 5H", "5D 6H"), "AS")


def test_no_hand_begins_with_spades_broken() -> None:
    assert not broken(endgame(STANDARD, "AS", "2H", "3H", "4H"))


@pytest.mark.parametrize("rules", [STANDARD, NOT_FORCED], ids=["forced lead breaks", "forced lead does not"])
def test_a_ruff_breaks_spades(rules: Rules) -> None:
    """docs/rules.md D5, c25: a spade on a trick of another suit."""
    game = play(endgame(rules, "2H 3C", "2S 4C", "3H 5C", "4H 6C"), "2H")
    assert decide(game, PlayCard(1, in_order("2S")[0]))[1:] == (SpadesBroken(1),)
    assert broken(play(game, "2S"))


def test_a_discard_of_another_suit_does_not() -> None:
    """docs/rules.md D5."""
    assert not broken(play(endgame(STANDARD, "2H 3C", "2S 4C", "3H 5C", "4H 6C"), "2H 4C 3H 4H"))


def test_spades_are_broken_by_a_ruff_that_does_not_win() -> None:
    """docs/rules.md c25."""
    game = play(endgame(STANDARD, "2H 3C", "9S 4C", "3S 5C", "4H 6C"), "2H 9S")
    assert len(decide(game, PlayCard(2, in_order("3S")[0]))) == 1  # broken already: it is said once
    assert broken(play(game, "3S"))


def test_a_forced_lead_breaks_spades() -> None:
    """docs/rules.md L2, D6, decision 16: sheets 003 and 004, standard."""
    assert broken(lead_of_spades(STANDARD, "2S AS"))


def test_or_it_does_not() -> None:
    """docs/rules.md decision 16: sheets 000 and 002 name a ruff or a discard only."""
    game = lead_of_spades(NOT_FORCED, "2S AS")
    assert not broken(game)
    assert not broken(play(game, "3S 4S 5D"))  # to follow with a spade, or discard on one, is no ruff


def test_a_lead_that_was_not_forced_breaks_spades() -> None:
    """docs/rules.md c25: any spade played."""
    for rules in (ANYTIME, ANYTIME.adjusted({"forced_lead_breaks": False})):
        assert broken(lead_of_spades(rules, "AS 2H"))


def test_once_broken_spades_stay_broken_and_may_be_led() -> None:
    """docs/rules.md L3."""
    game = play(endgame(STANDARD, "2H 3S 3C", "2S 4C 5C", "3H 6C 7C", "4H 8C 9C"), "2H 2S 3H 4H 4C 6C 8C 3C")
    assert broken(game)
    assert game.hand is not None
    assert game.hand.turn == 3


def test_the_next_hand_begins_unbroken() -> None:
    """docs/rules.md D5: this hand."""
    played = finish(endgame(STANDARD, "AS", "2H", "3H", "4H", broken=True))
    assert broken(played)
    assert not broken(perform(played, StartHand(deck=PLAIN_DECK)))
