"""Who wins a trick, and what becomes of it. docs/rules.md, D4, L19, L20."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import PLAIN_DECK, endgame, in_order, play, rules_with
from spades_engine import Trick, format_card, pack_of, trick_winner
from spades_engine.cards import COPY_SIZE

PACK = pack_of(rules_with())


def winner(text: str, leader: int = 0) -> int:
    """Return who wins the cards of *text*, played from *leader* on."""
    return trick_winner(PACK, [((leader + step) % 4, card) for step, card in enumerate(in_order(text))])


@pytest.mark.parametrize(
    ("name", "text", "seat"),
    [
        ("L19", "KH 2S AH 3S", 3),
        ("L20", "5C AD KD 6C", 3),
        ("highest of the suit led", "9H QH 2H JH", 1),
        ("one spade", "AH KH 2S QH", 2),
        ("spades led", "5S AH QS 3S", 2),
        ("discards never win", "2C AD AH KD", 0),
        ("the first card alone", "2C", 0),
        ("three cards", "2C 3C AD", 1),
    ],
)
def test_the_highest_spade_wins_else_the_highest_of_the_suit_led(name: str, text: str, seat: int) -> None:
    """docs/rules.md D4."""
    assert winner(text) == seat, name


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_it_does_not_matter_which_seat_led(leader: int) -> None:
    """docs/rules.md D4."""
    assert winner("KH 2S AH 3S", leader) == (leader + 3) % 4


def test_of_two_equal_cards_the_first_played_wins() -> None:
    """docs/rules.md decision 24."""
    (ace,) = in_order("AH")
    assert trick_winner(PACK, [(0, ace), (1, ace + COPY_SIZE)]) == 0
    assert trick_winner(PACK, [(0, in_order("2H")[0]), (1, ace + COPY_SIZE), (2, ace)]) == 1


@given(st.lists(st.sampled_from(PLAIN_DECK), min_size=1, max_size=4, unique=True))
def test_no_card_of_the_trick_beats_the_winner(played: list[int]) -> None:
    """docs/rules.md D4, told naively."""
    names = [format_card(card) for card in played]
    spades = [name for name in names if name[1] == "S"]
    contenders = spades or [name for name in names if name[1] == names[0][1]]
    best = max(contenders, key=lambda name: "23456789TJQKA".index(name[0]))
    assert trick_winner(PACK, list(enumerate(played))) == names.index(best)


def test_the_winner_takes_the_trick_and_leads_to_the_next() -> None:
    """docs/rules.md D4."""
    game = endgame(rules_with(), "2H 3H", "AH 4H", "5S 6S", "7H 8H", won=(5, 4, 1, 1))
    hand = play(game, "2H AH 5S 7H").hand
    assert hand is not None
    assert hand.tricks_won == (5, 4, 2, 1)
    assert (hand.leader, hand.turn, hand.trick) == (2, 2, ())
    assert hand.tricks[-1] == Trick(0, tuple(enumerate(in_order("2H AH 5S 7H"))), 2)


def test_the_tricks_of_partners_are_counted_apart() -> None:
    """docs/rules.md A13: each player's count is visible."""
    hand = play(endgame(rules_with(), "AH 3C", "2H 4C", "3H KC", "4H 6C"), "AH 2H 3H 4H 3C 4C KC 6C").hand
    assert hand is not None
    assert hand.tricks_won == (12, 0, 1, 0)
