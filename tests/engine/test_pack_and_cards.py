"""Cards, their notation and the pack. docs/rules.md, a1 (A3-A5), c31 and decision 24."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import rules_with, suit
from spades_engine import NotationError, Suit, cards, format_card, format_cards, pack_of, parse_card
from spades_engine.cards import COPY_SIZE, card, copy_of, nth, rank_of, suit_of


@pytest.mark.parametrize("text", ["2C", "TH", "AS", "LJ", "BJ", "2C.2", "AS.2", "BJ.2"])
def test_a_card_is_read_as_it_is_written(text: str) -> None:
    assert format_card(parse_card(text)) == text


@given(st.integers(0, 2 * COPY_SIZE - 1))
def test_every_card_of_two_packs_has_its_own_notation(number: int) -> None:
    """docs/rules.md decision 24: room for two packs."""
    assert parse_card(format_card(number)) == number
    assert card(suit_of(number), rank_of(number), copy_of(number)) == number


@pytest.mark.parametrize("text", ["", "A", "1S", "SA", "as", "10H", "AS.1", "AS.", "AX", "AS KH", "JJ", "♠A"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


def test_a_set_is_written_lowest_card_first() -> None:
    assert format_cards(cards("AS 2C KH 3C")) == "2C 3C KH AS"


def test_the_cards_of_a_set_are_counted_from_the_lowest() -> None:
    assert [format_card(nth(cards("AS 2C KH 2C.2"), lower)) for lower in range(4)] == ["2C", "KH", "AS", "2C.2"]


def test_the_suits_ascend_clubs_diamonds_hearts_spades() -> None:
    """docs/rules.md c36."""
    assert Suit.CLUBS < Suit.DIAMONDS < Suit.HEARTS < Suit.SPADES


def test_the_pack_has_fifty_two_cards_thirteen_of_each_suit() -> None:
    """docs/rules.md A3."""
    pack = pack_of(rules_with())
    assert len(pack) == 52
    assert [held.bit_count() for held in pack.suits] == [13, 13, 13, 13]
    assert pack.spades == cards("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")


@pytest.mark.parametrize("letter", list("CDHS"))
def test_the_ace_is_high_and_the_two_is_low(letter: str) -> None:
    """docs/rules.md A4."""
    pack = pack_of(rules_with())
    ranked = sorted((parse_card(rank + letter) for rank in "A23456789TJQK"), key=pack.strength)
    assert [format_card(one)[0] for one in ranked] == list("23456789TJQKA")
    assert {pack.plays_as[one] for one in ranked} == {suit(letter)}
    assert [pack.strength(one) for one in ranked] == list(range(1, 14))


def test_three_players_play_without_the_two_of_clubs() -> None:
    """docs/rules.md c31."""
    pack = pack_of(rules_with(players=3))
    assert len(pack) == 51
    assert not pack.cards & cards("2C")


def test_three_players_may_agree_to_leave_one_card_hidden_instead() -> None:
    """docs/rules.md decision 23, sheet 003."""
    assert len(pack_of(rules_with(players=3, three_player_card="hidden"))) == 52


@pytest.mark.parametrize("players", [2, 4])
def test_two_and_four_players_keep_the_two_of_clubs(players: int) -> None:
    """docs/rules.md c31."""
    assert len(pack_of(rules_with(players=players))) == 52
