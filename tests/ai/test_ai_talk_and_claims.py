"""What computer players say before the bidding, when they have a hand dealt again, and which claims they accept."""

import pytest

from ai.positions import at_play
from builders import dealt, rules_with
from spades_ai import LEVELS, choose
from spades_engine import Action, Claim, Decision, Rules, TalkKind, View, cards, decision, view
from spades_engine.bids import Talk
from spades_engine.hand import Hand


def chosen_by(level: str, seen: View) -> object:
    """Return the option that a player of *level* picks."""
    due = decision(seen.game, seen.seat)
    assert isinstance(due, Decision)
    (index,) = choose(level, seen, 1).picks
    return due.options[index]


TALKING = rules_with(partner_talk="numbers", blind_nil=False)
STRONG = "AS KS QS 2S AH KH 2H AD KD 2D AC KC 2C"
POOR = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H"


def at_turn(rules: Rules, holding: str) -> View:
    """Return what eldest hand, with *holding*, sees in its first turn."""
    return view(dealt(rules, holding), 0)


def test_a_strong_hand_is_told_in_tricks() -> None:
    said = chosen_by("rules", at_turn(TALKING, STRONG))
    assert isinstance(said, Talk)
    assert said.kind is TalkKind.ABOUT
    assert 6 <= said.tricks <= 11


def test_a_hand_of_small_cards_is_told_as_a_likely_nil() -> None:
    assert chosen_by("rules", at_turn(TALKING, POOR)) == Talk(TalkKind.THINKING_OF_NIL)


def test_a_strong_hand_without_a_right_to_it_is_never_dealt_again() -> None:
    rules = rules_with(redeal="no_spades", blind_nil=False)
    assert chosen_by("rules", at_turn(rules, STRONG)) is not Action.REDEAL


def test_a_poor_hand_is_dealt_again_where_its_seat_may_ask_and_nil_is_not_played() -> None:
    """docs/rules.md decision 3."""
    rules = rules_with(redeal="no_spades", blind_nil=False, nil=False)
    assert chosen_by("rules", at_turn(rules, "2C 3C 9C TC 2D 3D 9D TD 2H 3H 9H TH JH")) is Action.REDEAL


def claimed(holding: str, shown: str, *, tricks: tuple[tuple[int, str], ...] = ()) -> View:
    """Return what seat 1, with *holding*, sees when seat 0, on lead, claims with the cards *shown*."""
    seen = at_play(holding, leader=1, tricks=tricks)
    hand: Hand = seen.hand
    holdings = (cards(shown), hand.holdings[1], *hand.holdings[2:])
    hand = hand._replace(turn=0, leader=0, holdings=holdings, claim=Claim(0, ()), exposed=(True, False, False, False))
    return View(1, seen.game._replace(hand=hand))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("shown", "answer"),
    [("AS KS", Action.ACCEPT), ("AS QS", Action.DECLINE), ("AS AH", Action.DECLINE), ("AH KH", Action.DECLINE)],
    ids=["the highest spades", "a spade is missing", "the ace of hearts may be ruffed", "no spade at all"],
)
def test_a_claim_is_accepted_only_if_it_is_certain(level: str, shown: str, answer: Action) -> None:
    """docs/rules.md decision 18."""
    assert chosen_by(level, claimed("2C 3C", shown)) is answer


@pytest.mark.parametrize("level", LEVELS)
def test_no_computer_player_revokes_though_the_table_lets_it(level: str) -> None:
    """docs/rules.md decision 17."""
    seen = at_play("2H 9H AS", trick="KH", leader=0, rules=rules_with(revoke="allowed"))
    played = chosen_by(level, seen)
    assert isinstance(played, int)
    assert cards("2H 9H") >> played & 1
