"""The deal. docs/rules.md, a1 (A8-A11), c27, c31, decisions 1, 2 and 23."""

import random

import pytest

from builders import before_deal, dealt, deck_for, each, perform, play_out, refused, rules_with, shuffled
from spades_engine import Phase, Rules, StartHand, cards, decide, format_cards, new_game, pack_of
from spades_engine.errors import WrongPhase
from spades_engine.events import CardsDealt, CardsSeen, HandEnded, HandStarted


@pytest.mark.parametrize(
    ("changes", "size", "undealt"),
    [
        ({"players": 4}, 13, 0),
        ({"players": 4, "partners": False}, 13, 0),
        ({"players": 3}, 17, 0),
        ({"players": 3, "three_player_card": "hidden"}, 17, 1),
        ({"players": 2, "two_player_deal": "deal_13"}, 13, 26),
    ],
)
def test_every_seat_is_dealt_as_many_cards_and_the_rest_is_nobodys(
    changes: dict[str, int | str], size: int, undealt: int
) -> None:
    """docs/rules.md A8, A9, c31."""
    rules = rules_with(**changes)
    hand = dealt(rules).hand
    assert hand is not None
    assert hand.counts == (size,) * rules.players
    assert [held.bit_count() for held in hand.holdings] == [size] * rules.players
    assert hand.undealt == undealt == len(pack_of(rules)) - size * rules.players


def test_cards_are_dealt_one_at_a_time_beginning_with_eldest_hand() -> None:
    """docs/rules.md A8, sheet 003."""
    game = before_deal(dealer=1)
    deck = tuple(each(pack_of(game.rules).cards))
    hand = perform(game, StartHand(deck=deck)).hand
    assert hand is not None
    assert format_cards(hand.holdings[2]).startswith("2C 6C TC")
    assert format_cards(hand.holdings[3]).startswith("3C 7C JC")
    assert format_cards(hand.holdings[0]).startswith("4C 8C QC")
    assert format_cards(hand.holdings[1]).startswith("5C 9C KC")


def test_the_same_deck_gives_the_same_deal() -> None:
    """Sheet 002: the same code gives the same game."""
    deck = shuffled(rules_with(), random.Random(7))
    assert decide(before_deal(), StartHand(deck=deck)) == decide(before_deal(), StartHand(deck=deck))


def test_a_hand_starts_with_its_number_its_dealer_and_its_commitment() -> None:
    """docs/rules.md decision 4."""
    game = before_deal(dealer=2)._replace(hands_played=6)
    started = decide(game, StartHand(deck=deck_for(game.rules, ()), commitment=b"promised"))[0]
    assert isinstance(started, HandStarted)
    assert (started.number, started.deal, started.dealer, started.commitment) == (7, 1, 2, b"promised")


def test_cards_that_nobody_bids_blind_on_are_seen_at_the_deal() -> None:
    """docs/rules.md decision 2."""
    hand = dealt(rules_with()).hand
    assert hand is not None
    assert hand.seen == (True, True, True, True)
    assert hand.phase is Phase.BID


@pytest.mark.parametrize("players", [3, 4])
def test_hidden_hands_are_seen_by_eldest_first_and_by_nobody_else(players: int) -> None:
    """docs/rules.md c27, sheet 003: only at the turn to bid."""
    events = decide(
        before_deal(rules := rules_with(players=players, hand_hidden_until_bid=True)),
        StartHand(deck=deck_for(rules, ())),
    )
    assert not any(event.seen for event in events if isinstance(event, CardsDealt))
    assert [event.seat for event in events if isinstance(event, CardsSeen)] == [0]


def test_two_players_do_not_hide_their_hands() -> None:
    """Sheet 003: three players or more."""
    rules = rules_with(players=2, two_player_deal="deal_13", hand_hidden_until_bid=True)
    hand = dealt(rules).hand
    assert hand is not None
    assert hand.seen == (True, True)


def test_no_hand_is_dealt_before_the_dealer_is_known() -> None:
    """docs/rules.md decision 1."""
    assert refused(new_game(rules_with()), StartHand(deck=deck_for(rules_with(), ()))) is WrongPhase


def test_no_hand_is_dealt_while_one_is_played() -> None:
    """docs/rules.md decision 1."""
    assert refused(dealt(rules_with()), StartHand(deck=deck_for(rules_with(), ()))) is WrongPhase


@pytest.mark.parametrize(
    "rules",
    [
        rules_with(players=3, three_player_card="hidden"),
        rules_with(players=2, two_player_deal="deal_13"),
        rules_with(),
    ],
    ids=["three", "two", "four"],
)
def test_the_end_of_a_hand_shows_every_deal_and_what_nobody_got(rules: Rules) -> None:
    """docs/rules.md decision 23: hidden until the hand ends."""

    steps = list(play_out(before_deal(rules), seed=1))
    first = next(step.after.hand for step in steps if step.after.hand)
    ended = next(event for event in steps[-1].events if isinstance(event, HandEnded))
    assert ended.dealt == first.dealt
    assert ended.undealt == pack_of(rules).cards & ~sum(ended.dealt)
    assert ended.undealt.bit_count() == first.undealt


def test_a_deck_can_be_laid_for_the_holdings_of_a_test() -> None:
    hand = dealt(rules_with(), "AS KS", "2C", dealer=2).hand
    assert hand is not None
    assert hand.holdings[0] & cards("AS KS") == cards("AS KS")
    assert hand.holdings[1] & cards("2C")
