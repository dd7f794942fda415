"""Who deals first, and who deals next. docs/rules.md, A6, A7, c36, decisions 21 and 29."""

import random

import pytest

from builders import before_deal, in_order, perform, play_out, refused, rules_with, shuffled, standing_at
from spades_engine import StartGame, StartHand, Suit, decide, new_game
from spades_engine.cards import suit_of
from spades_engine.errors import WrongPhase
from spades_engine.events import DealerDrawn, HandStarted


def drawn(text: str, players: int = 4) -> DealerDrawn:
    """Return who deals first when the seats draw the cards of *text* in turn."""
    game = new_game(rules_with(players=players))
    (event,) = decide(game, StartGame(draw_order=in_order(text)))
    assert isinstance(event, DealerDrawn)
    return event


@pytest.mark.parametrize(
    ("text", "dealer"),
    [("5C KD 9S KC", 1), ("AC 2S KS QS", 0), ("2C 2D 2H 2S", 3), ("AS AH AD AC", 0), ("TD 9S JC TH", 2)],
)
def test_the_highest_card_deals_and_the_suit_decides_between_equals(text: str, dealer: int) -> None:
    """docs/rules.md c36: C<D<H<S."""
    assert drawn(text).dealer == dealer


def test_every_seat_draws_one_card_that_all_see() -> None:
    """docs/rules.md A6, sheet 000."""
    assert drawn("5C KD 9S", players=3).draws == tuple(enumerate(in_order("5C KD 9S")))


@pytest.mark.parametrize(
    ("first_dealer", "players", "text", "dealer"),
    [
        ("first_diamond", 4, "2C AS 3H TC 2S 4D KD", 1),
        ("first_diamond", 4, "9D", 0),
        ("first_diamond", 3, "2C AS 3H TC 4D", 1),
        ("first_spade", 4, "2C AD 3H TC 4D KH 7S AS", 2),
        ("first_spade", 2, "2C 2S", 1),
    ],
)
def test_or_the_first_diamond_or_spade_dealt_face_up_finds_the_dealer(
    first_dealer: str, players: int, text: str, dealer: int
) -> None:
    """RTA3, Cookout: cards go round until it comes; everybody sees them."""
    order = in_order(text)
    (event,) = decide(new_game(rules_with(first_dealer=first_dealer, players=players)), StartGame(draw_order=order))
    assert isinstance(event, DealerDrawn)
    assert event.dealer == dealer
    turned = [suit_of(card) for _, card in event.draws]
    assert event.draws == tuple((at % players, card) for at, card in enumerate(order[: len(event.draws)]))
    wanted = Suit.DIAMONDS if first_dealer == "first_diamond" else Suit.SPADES
    assert turned.index(wanted) == len(turned) - 1


def test_the_draw_for_the_dealer_is_from_a_plain_pack() -> None:
    """docs/rules.md decision 21: no jokers, no raised twos, whatever is played with."""
    (event,) = decide(new_game(rules_with(jokers="jjdd")), StartGame(draw_order=in_order("2D 3C 2S 4H")))
    assert isinstance(event, DealerDrawn)
    assert event.dealer == 3


@pytest.mark.parametrize(("first_dealer", "dealer"), [("random", 2), ("host", 1), ("host_leads", 0)])
def test_the_first_dealer_may_be_found_without_cards(first_dealer: str, dealer: int) -> None:
    """docs/rules.md b2, first_dealer."""
    game = new_game(rules_with(first_dealer=first_dealer))
    assert decide(game, StartGame(host=1, random_seat=2)) == (DealerDrawn(draws=(), dealer=dealer),)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("host", [0, 1])
def test_where_the_host_leads_the_dealer_sits_at_the_hosts_right(players: int, host: int) -> None:
    """docs/rules.md decision 29, sheet 002: the host is eldest hand."""
    game = perform(new_game(rules_with(players=players, first_dealer="host_leads")), StartGame(host=host))
    assert game.dealer is not None
    assert (game.dealer + 1) % players == host


def test_a_game_begins_once() -> None:
    game = perform(new_game(rules_with()), StartGame(draw_order=in_order("2C 3C 4C 5C")))
    assert refused(game, StartGame(draw_order=in_order("2C 3C 4C 5C"))) is WrongPhase


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_deal_passes_clockwise(players: int) -> None:
    """docs/rules.md A7."""
    rules = rules_with(players=players, target_score=5000)
    steps = play_out(before_deal(rules, dealer=players - 1), 11, hands=5)
    dealers = [event.dealer for step in steps for event in step.events if isinstance(event, HandStarted)]
    assert dealers == [(players - 1 + hand) % players for hand in range(5)]


def test_or_the_last_seat_deals_always() -> None:
    """docs/rules.md decision 30, OpenSpiel."""
    rules = rules_with(first_dealer="last_seat_always")
    assert decide(new_game(rules), StartGame()) == (DealerDrawn(draws=(), dealer=3),)
    assert standing_at(rules, (100, 100)).dealer == 3


def test_no_hand_is_dealt_once_the_game_is_over() -> None:
    """docs/rules.md decision 1."""
    over = standing_at(rules_with(), (500, 0))
    assert refused(over, StartHand(deck=shuffled(over.rules, random.Random(1)))) is WrongPhase
