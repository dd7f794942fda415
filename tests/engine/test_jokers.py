"""Jokers, raised twos and the cards that make room for them. docs/rules.md, b2, c30, c31, decisions 20 and 23."""

import itertools
from collections.abc import Mapping

import pytest

from builders import after_bids, dealt, each, in_order, options_of, play, rules_with, tricks
from spades_engine import Bid, RulesError, Suit, cards, format_card, format_cards, pack_of, trick_winner
from spades_engine.options import Value

HIGHEST = {
    "none": "AS KS",
    "big_little": "BJ LJ AS KS",
    "one": "BJ AS KS",
    "jjda": "BJ LJ 2S AS KS",
    "jjdd": "BJ LJ 2D 2S AS KS",
    "high_two": "2S AS KS",
    "four_twos": "2S 2H 2D 2C AS KS",
}


@pytest.mark.parametrize(("jokers", "order"), HIGHEST.items())
def test_the_highest_trumps_come_in_this_order(jokers: str, order: str) -> None:
    """docs/rules.md decision 20: BJ > LJ > 2♦ > 2♠ > A♠; four twos ♠ > ♥ > ♦ > ♣."""
    rules = rules_with(jokers=jokers)
    pack = pack_of(rules)
    trumps = sorted(each(pack.spades), key=pack.strength, reverse=True)
    assert " ".join(map(format_card, trumps))[: len(order)] == order
    assert {pack.plays_as[card] for card in trumps} == {Suit.SPADES}
    assert format_card(trumps[-1]) == ("2S" if "2S" not in order.split() else "3S")


@pytest.mark.parametrize(("jokers", "order"), HIGHEST.items())
def test_the_higher_of_two_trumps_wins(jokers: str, order: str) -> None:
    """docs/rules.md decision 20."""
    pack = pack_of(rules_with(jokers=jokers))
    ranked = in_order(order)
    for higher, lower in itertools.pairwise(ranked):
        assert trick_winner(pack, [(0, lower), (1, higher)]) == 1
        assert trick_winner(pack, [(0, higher), (1, lower)]) == 0
        assert trick_winner(pack, [(0, in_order("AH")[0]), (1, lower), (2, higher)]) == 2


@pytest.mark.parametrize(
    ("changes", "missing", "size"),
    [
        ({"jokers": "big_little"}, "2H 2C", 52),
        ({"jokers": "big_little", "removed_deuces": "clubs_diamonds"}, "2C 2D", 52),
        ({"jokers": "big_little", "removed_deuces": "diamonds_hearts"}, "2D 2H", 52),
        ({"jokers": "jjdd"}, "2H 2C", 52),
        ({"jokers": "jjda", "removed_deuces": "clubs_diamonds"}, "2C 2D", 52),
        ({"jokers": "one"}, "2C", 52),
        ({"jokers": "one", "removed_deuces": "diamonds_hearts"}, "2C", 52),
        ({"jokers": "high_two"}, "", 52),
        ({"jokers": "four_twos"}, "", 52),
        ({"players": 3, "jokers": "big_little"}, "", 54),
        ({"players": 3, "jokers": "jjdd"}, "", 54),
        ({"players": 3, "jokers": "high_two"}, "2C", 51),
        ({"players": 3, "jokers": "four_twos", "three_player_card": "hidden"}, "", 52),
        ({"players": 2, "jokers": "big_little", "removed_deuces": "clubs_diamonds"}, "2C 2D", 52),
        ({"players": 2, "jokers": "one", "two_player_deal": "deal_13"}, "2C", 52),
    ],
)
def test_twos_make_room_for_jokers_so_that_the_cards_come_out_even(
    changes: Mapping[str, Value], missing: str, size: int
) -> None:
    """docs/rules.md decision 20, c30, A9; Bicycle, Jokers Wild, RTA3."""
    rules = rules_with(**changes)
    pack = pack_of(rules)
    twos = cards("2C 2D 2H 2S")
    assert format_cards(twos & ~pack.cards) == format_cards(cards(missing))
    assert len(pack) == size


def test_three_players_with_two_jokers_get_eighteen_cards_and_play_eighteen_tricks() -> None:
    """docs/rules.md b2, three_player_card; Bicycle."""
    rules = rules_with(players=3, jokers="big_little")
    game = dealt(rules)
    assert game.hand is not None
    assert game.hand.counts == (18, 18, 18)
    assert game.hand.undealt == 0
    numbers = [option.tricks for option in options_of(game) if isinstance(option, Bid)]
    assert max(numbers) == 18


@pytest.mark.parametrize(
    ("word", "missing", "undealt"),
    [("remove_2c", "2C", 0), ("remove_2d", "2D", 0), ("remove_2h", "2H", 0), ("hidden", "", 1), ("shown", "", 1)],
)
def test_the_fifty_second_card_of_three_players(word: str, missing: str, undealt: int) -> None:
    """docs/rules.md c31, decision 23; skullwink, onlinespades."""
    rules = rules_with(players=3, three_player_card=word)
    game = dealt(rules)
    assert game.hand is not None
    assert format_cards(cards("2C 2D 2H 2S") & ~pack_of(rules).cards) == missing
    assert game.hand.undealt == undealt
    rest = pack_of(rules).cards & ~sum(game.hand.holdings)
    assert game.hand.shown == (rest if word == "shown" else 0)


@pytest.mark.parametrize(("played", "broken"), [("3H 5H 7H BJ", True), ("3H 5H 7H 2D", True), ("3H 5H 7H 9D", False)])
def test_a_joker_or_a_raised_two_breaks_spades(played: str, broken: bool) -> None:
    """docs/rules.md decision 20: they are spades for breaking."""
    rules = rules_with(jokers="jjdd")
    holdings = ["3H 4H 6H", "5H 8H TH", "7H 9H JH", "BJ 2D 9D 3S 4S 5S 6S 7S 8S 9S TS JS QS"]
    hand = play(after_bids(rules, "3 3 3 3", *holdings), played).hand
    assert hand is not None
    assert hand.broken is broken


def test_the_short_pack_has_thirty_two_cards_of_which_six_are_dead() -> None:
    """Royale Spades Up: seven to ace, thirteen each."""
    rules = rules_with(players=2, two_player_deal="short_pack")
    pack, hand = pack_of(rules), dealt(rules).hand
    assert hand is not None
    assert len(pack) == 32
    assert {format_card(card)[0] for card in each(pack.cards)} == set("789TJQKA")
    assert (hand.counts, hand.undealt) == ((13, 13), 6)


def test_a_joker_is_led_like_a_spade() -> None:
    """docs/rules.md decision 20: it leads spades, and the ace must follow."""
    rules = rules_with(jokers="big_little", first_trick="normal", lead_spades="anytime")
    game = play(after_bids(rules, "3 3 3 3", "BJ", "2S AH", "3S", "4S"), "BJ")
    assert [format_card(option) for option in options_of(game) if isinstance(option, int)] == ["2S"]


@pytest.mark.parametrize(
    "changes",
    [
        {"jokers": "jjdd", "removed_deuces": "clubs_diamonds"},
        {"jokers": "jjdd", "removed_deuces": "diamonds_hearts"},
        {"players": 3, "jokers": "one"},
        {"players": 3, "jokers": "four_twos"},
        {"players": 2, "two_player_deal": "short_pack", "jokers": "big_little"},
    ],
)
def test_packs_that_do_not_come_out_are_refused(changes: Mapping[str, Value]) -> None:
    """docs/rules.md decision 20: removing a promoted deuce is refused."""
    with pytest.raises(RulesError):
        rules_with(**changes)


def test_a_joker_counts_as_a_spade_of_a_mirror_bid() -> None:
    """docs/rules.md c15: jokers and high deuces count as spades."""
    rules = rules_with(variation="mirror", blind_nil=False, jokers="jjdd")
    hearts = "3H 4H 5H 6H 7H 8H 9H TH JH QH"
    assert options_of(dealt(rules, f"BJ 2D AS {hearts}")) == (tricks(3),)
