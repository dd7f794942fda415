"""What holds for every choice of every computer player, in every game there is."""

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.positions import Turn, dealt_from, play_game, play_hand
from builders import drawn_rules, rules_with, seeds
from spades_ai import LEVELS, choose
from spades_bot.other_world import other_world
from spades_engine import DecisionKind, Rules, view
from spades_engine.options import Value

QUICK = ("random", "rules", "search@2")
"""Every level; the search looks at two worlds, which shows all that matters here."""
FAST = QUICK[:2]

DRAWS: tuple[dict[str, Value], ...] = tuple(
    {"draw_order": order, "draw_first_card": first, "draw_second_card": second, "draw_discards": thrown}
    for order, first, second, thrown in itertools.product(
        ("alternate", "sequential"), ("private", "public"), ("seen", "unseen"), ("private", "public")
    )
)

GAMES: dict[str, Rules] = {
    "pairs": rules_with(),
    "solo": rules_with(partners=False),
    "three": rules_with(players=3),
    "three-hidden": rules_with(players=3, three_player_card="hidden", hand_hidden_until_bid=True),
    "two-dealt": rules_with(players=2, two_player_deal="deal_13", blind_nil_threshold=0),
    "exchange": rules_with(nil_pass=3, blind_nil_pass=2, blind_nil_threshold=0),
    "talk": rules_with(partner_talk="numbers", redeal="either", exchange_order="unseen", nil_pass=1),
    "partnership": rules_with(bidding_style="partnership", blind_bids=5, jokers="jjdd"),
    "low-club": rules_with(first_leader="lowest_club", first_trick="lowest_club", lead_spades="anytime"),
    "no-spades-first": rules_with(first_trick="no_spades", first_leader="random", failed_nil_tricks="help"),
    "six-pairs": rules_with(players=6, nil_pass=2, first_leader="lowest_club", first_trick="lowest_club"),
    "six-threes": rules_with(players=6, six_sides="threes", partner_talk="numbers", blind_nil_threshold=0),
    "six-alone": rules_with(players=6, partners=False),
    "no-nil": rules_with(nil=False, bag_penalty=False, min_player_bid=2, min_team_bid=5, total_not_13=True),
    **{f"draw-{number}": rules_with(players=2, **draw) for number, draw in enumerate(DRAWS)},
}


def turns(rules: Rules, seed: int, *, points: tuple[int, ...] = (), levels: tuple[str, ...] = FAST) -> Iterator[Turn]:
    """Yield the turns of one hand; *levels* sit in an order drawn from *seed*."""
    levels = tuple(random.Random(seed + seat).choice(levels) for seat in range(rules.players))
    return play_hand(dealt_from(rules, seed, dealer=seed, points=points), levels, seed)


def check(turn: Turn) -> None:
    """Fail unless the choice is legal, repeatable, and made from the view alone."""
    assert len(turn.choice.picks) == turn.due.picks
    assert list(turn.choice.picks) == sorted(set(turn.choice.picks))
    assert set(turn.choice.picks) <= set(range(len(turn.due.options)))
    seat = turn.due.seat
    other = view(other_world(turn.before, seat, turn.seed), seat)
    assert other == turn.seen, "the other world looks the same to the seat"
    assert choose(turn.level, other, turn.seed) == turn.choice


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_legal_repeatable_and_blind_to_hidden_cards(name: str) -> None:
    rules = GAMES[name]
    for seed in range(10):
        for turn in turns(rules, seed):
            check(turn)
    for turn in turns(rules, 10, levels=QUICK[1:]):
        check(turn)


@settings(max_examples=150)
@given(rules=drawn_rules(), seed=seeds, behind=st.sampled_from([0, 0, 150, 450]))
def test_every_choice_is_legal_under_any_rules(rules: Rules, seed: int, behind: int) -> None:
    points = (behind, *(0 for _ in rules.sides[1:]))
    for turn in turns(rules, seed, points=points):
        check(turn)


@settings(max_examples=25)
@given(rules=drawn_rules(), seed=seeds, behind=st.sampled_from([0, 150, 450]))
def test_every_choice_of_the_search_is_legal_under_any_rules(rules: Rules, seed: int, behind: int) -> None:
    points = (behind, *(0 for _ in rules.sides[1:]))
    for turn in turns(rules, seed, points=points, levels=QUICK[1:]):
        check(turn)


def test_every_kind_of_decision_is_met() -> None:
    met = {
        turn.due.kind
        for name in ("exchange", "draw-0", "pairs", "talk")
        for seed in range(30)
        for turn in turns(GAMES[name], seed, points=(490, 0))
    }
    assert met == set(DecisionKind) - {DecisionKind.CLAIM}, "no computer player claims"


def test_another_seed_plays_other_cards() -> None:
    game = dealt_from(rules_with(), 1)
    first, second = ([turn.choice.picks for turn in play_hand(game, ["random"] * 4, seed)] for seed in (1, 2))
    assert first != second


def test_a_seed_may_be_a_text() -> None:
    seen = view(dealt_from(rules_with(players=2), 1), 1)
    assert choose("random", seen, "code/1") == choose("random", seen, "code/1")


@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("name", ["pairs", "solo", "three", "two-dealt", "draw-0", "six-pairs", "six-threes"])
def test_games_end(level: str, name: str) -> None:
    target = 100 if level.startswith("search") else 300
    game = play_game(GAMES[name].adjusted({"target_score": target}), level, 5, most_hands=300)
    assert game.result is not None


def test_every_choice_has_its_reasons() -> None:
    for turn in play_hand(dealt_from(rules_with(), 3), ["rules"] * 4, 1):
        assert turn.choice.reasons
        assert all(reason.code.isidentifier() and reason.text for reason in turn.choice.reasons)


def test_levels_are_listed_weakest_first() -> None:
    assert list(LEVELS) == ["random", "rules", "search"]


def test_rules_beats_random() -> None:
    """Each deal is played twice, with the sides swapped; points are those of the hand."""
    gain = 0
    for seed in range(40):
        for side in (0, 1):
            levels = ["rules" if seat % 2 == side else "random" for seat in range(4)]
            *_, last = play_hand(dealt_from(rules_with(), seed, dealer=seed), levels, seed)
            points = [score.points - 9 * score.bags for score in last.after.scores]
            gain += points[side] - points[1 - side]
    assert gain / 80 > 15
