"""What the player ``rules`` keeps in the draw and gives in the exchange. Source: docs/bots.md"""

import pytest

from ai.positions import chosen
from builders import after_bids, before_deal, in_order, perform, rules_with, turn_of
from spades_ai import choose
from spades_engine import StartHand, View, decision, view


def at_draw(first: str) -> View:
    """Return what eldest hand sees when *first* is the top of the stock."""
    (top,) = in_order(first)
    rest = tuple(card for card in range(52) if card != top)
    game = perform(before_deal(rules_with(players=2)), StartHand(deck=(top, *rest)))
    return view(game, turn_of(game))


@pytest.mark.parametrize("card", ["2S", "AS", "TH", "AC"])
def test_every_spade_and_every_card_from_the_ten_is_kept(card: str) -> None:
    assert chosen(at_draw(card)) == "keep"


@pytest.mark.parametrize("card", ["2C", "9H"])
def test_a_lower_card_is_thrown(card: str) -> None:
    assert chosen(at_draw(card)) == "throw"


NIL_HAND = "KS 3S AH 2H 4H 5H QD 2D 3D 4D 3C 4C 6C"
COVER_HAND = "AS QS JS KH QH JH TH AD KD JD 9D 2C 7C"


def test_a_nil_bidder_gives_its_most_dangerous_cards() -> None:
    game = after_bids(rules_with(nil_pass=2), "N 3 4 3", NIL_HAND, "", COVER_HAND)
    assert chosen(view(game, 0)) == "AH KS"


def test_the_partner_returns_its_lowest_cards() -> None:
    game = after_bids(rules_with(nil_pass=2), "N 3 4 3", NIL_HAND, "", COVER_HAND)
    due = decision(game)
    assert due is not None
    game = perform(game, due.command(choose("rules", view(game, 0), 1).picks))
    assert chosen(view(game, 2)) == "2C 7C"
