"""Rules that force a card. docs/rules.md b2: must_trump, must_overtake, big_joker_calls_spades."""

from collections.abc import Mapping

import pytest

from builders import endgame, in_order, options_of, play, refused, rules_with
from spades_engine import Game, PlayCard, cards, decision, format_card, format_cards, legal_plays, pack_of
from spades_engine.errors import IllegalAction, MustFollowSuit, MustOvertake, MustPlayHighestSpade, MustTrump
from spades_engine.options import Value

TRUMP: dict[str, Value] = {"must_trump": True}
OVERTAKE: dict[str, Value] = {"must_overtake": True}
CALLS: dict[str, Value] = {"big_joker_calls_spades": True, "jokers": "jjdd"}


def legal(changes: Mapping[str, Value], holding: str, trick: str, *, first: bool = False) -> str:
    """Return what may be played from *holding* to *trick*."""
    rules = rules_with(**changes)
    pack, plays = pack_of(rules), list(enumerate(in_order(trick)))
    led = pack.plays_as[plays[0][1]]
    found = legal_plays(rules, pack, cards(holding), led, broken=False, first_trick=first, trick=plays)
    return format_cards(found)


@pytest.mark.parametrize(
    ("holding", "trick", "expected"),
    [
        ("2S KS 4C", "5H", "2S KS"),
        ("4C 9D", "5H", "4C 9D"),
        ("2H KS", "5H", "2H"),
        ("2S KS 4C", "5H 3S", "2S KS"),
        ("4C 9D", "5S", "4C 9D"),
    ],
)
def test_who_cannot_follow_may_have_to_ruff(holding: str, trick: str, expected: str) -> None:
    """Wikipedia: must trump; a lower spade is enough."""
    assert legal(TRUMP, holding, trick) == expected


@pytest.mark.parametrize(
    ("holding", "trick", "expected"),
    [
        ("2H KH AH", "QH", "KH AH"),
        ("2H 3H", "QH", "2H 3H"),
        ("2H KH", "QH 2S", "2H KH"),
        ("2S KS 4C", "QH", "2S KS"),
        ("2S KS 4C", "QH 5S", "KS"),
        ("2S 3S 4C", "QH 5S", "2S 3S 4C"),
        ("2S KS", "QS", "KS"),
        ("4C 9D", "QH", "4C 9D"),
        ("AH 2H", "QH KC", "AH"),
    ],
)
def test_who_can_beat_the_trick_may_have_to(holding: str, trick: str, expected: str) -> None:
    """Wikipedia: must overtake; suit is followed first."""
    assert legal(OVERTAKE, holding, trick) == format_cards(cards(expected))


@pytest.mark.parametrize(
    ("holding", "trick", "expected"),
    [("2S 3S 4C", "QH 5S", "2S 3S"), ("2S KS 4C", "QH 5S", "KS"), ("4C", "QH", "4C")],
)
def test_both_together_ruff_and_overtake_if_possible(holding: str, trick: str, expected: str) -> None:
    """Wikipedia."""
    assert legal({**TRUMP, **OVERTAKE}, holding, trick) == expected


@pytest.mark.parametrize(
    ("holding", "trick", "expected"),
    [
        ("3S KS AS", "BJ", "AS"),
        ("3S 2S AS", "BJ", "2S"),
        ("3S 2D LJ", "BJ 4S", "LJ"),
        ("3H 4C", "BJ", "4C 3H"),
        ("3S KS", "LJ", "3S KS"),
        ("3S KS", "5H BJ", "3S KS"),
    ],
)
def test_the_big_joker_led_calls_for_the_highest_spade(holding: str, trick: str, expected: str) -> None:
    """hifue: leading it forces everybody's highest spade; played to a trick it calls for nothing."""
    assert legal(CALLS, holding, trick) == expected


@pytest.mark.parametrize(
    ("changes", "holdings", "played", "card", "refusal"),
    [
        (TRUMP, ("5H 2C", "4C AS"), "5H", "4C", MustTrump),
        (OVERTAKE, ("5H 2C", "4H AH"), "5H", "4H", MustOvertake),
        (OVERTAKE, ("5H 2C", "4H AS"), "5H", "AS", MustFollowSuit),
        (CALLS, ("BJ 2C", "4S AS"), "BJ", "4S", MustPlayHighestSpade),
        (CALLS, ("BJ 4C", "4S AH"), "BJ", "AH", MustFollowSuit),
    ],
)
def test_another_card_is_refused_for_that_rule(
    changes: Mapping[str, Value],
    holdings: tuple[str, str],
    played: str,
    card: str,
    refusal: type[IllegalAction],
) -> None:
    """docs/rules.md A13: with the cards that oblige."""
    rules = rules_with(**changes, lead_spades="anytime")
    game = play(endgame(rules, *holdings, "6D 7D", "8D 9D"), played)
    assert refused(game, PlayCard(1, in_order(card)[0])) is refusal
    obliging = [format_card(option) for option in options_of(game) if isinstance(option, int)]
    assert obliging == [name for name in holdings[1].split() if name != card]


def test_cards_barred_by_different_rules_are_listed_apart() -> None:
    """docs/rules.md A13: each with its own reason."""
    game: Game = play(endgame(rules_with(**OVERTAKE), "5H 2C 3C", "4H AH AS", "6D 7D 8D", "9D TD JD"), "5H")
    due = decision(game)
    assert due is not None
    assert {(type(one.refusal), format_cards(one.cards)) for one in due.barred} == {
        (MustOvertake, "4H"),
        (MustFollowSuit, "AS"),
    }


@pytest.mark.parametrize(
    ("changes", "holding", "trick", "expected"),
    [
        (TRUMP, "2S KS 4C", "5H", "2S KS"),
        (OVERTAKE, "2H KH", "QH", "KH"),
        ({**TRUMP, "first_trick": "no_spades"}, "2S KS 4C", "5H", "4C"),
        ({**OVERTAKE, "first_trick": "no_spades"}, "2S KS 4C", "5H", "4C"),
        ({**OVERTAKE, "first_trick": "lowest_club"}, "2H KH 4C", "QH", "4C"),
    ],
)
def test_on_the_first_trick_they_bind_as_far_as_it_lets_them(
    changes: Mapping[str, Value], holding: str, trick: str, expected: str
) -> None:
    """docs/rules.md c24: the ban on a spade lead concerns the leader only."""
    assert legal(changes, holding, trick, first=True) == format_cards(cards(expected))


def test_a_discard_on_the_first_trick_is_refused_for_the_duty_to_ruff() -> None:
    """Wikipedia, c24."""
    rules = rules_with(**TRUMP)
    game = play(endgame(rules, "5H 2C", "4C AS", "6D 7D", "8D 9D"), "5H")
    assert game.hand is not None
    first = game._replace(hand=game.hand._replace(tricks=()))
    assert refused(first, PlayCard(1, in_order("4C")[0])) is MustTrump
