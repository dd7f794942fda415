"""The players that strength is measured against: sound strategies, like those of users, that are what they say."""

from pathlib import Path

import pytest

from ai.yardsticks.open_cards import laid_open
from builders import rules_with
from spades_bot.arena import Board, BoardResult, Match, run_match
from spades_bot.arena.boards import cards_of, dealer_of
from spades_bot.check import check_strategy
from spades_bot.strategy import Strategy, read_strategy
from spades_engine import Game, Rules, decide, decision, evolve, new_game, view

FOLDER = Path(__file__).parent / "yardsticks"


def yardstick(name: str) -> Strategy:
    """Return one of them by file and class."""
    return read_strategy(str(FOLDER / name))


def boards(match: Match) -> tuple[BoardResult, ...]:
    """Play *match*, in which nobody may be at fault."""
    results = run_match(match, tell=pytest.fail)
    assert not any(tally.faults for result in results for tally in result.tallies)
    return results


def dealt(rules: Rules, number: int) -> Game:
    """Return a board of the suite ``test`` before its first bid."""
    match = Match(contestants=("search", "rules"), rules=rules, suite="test", boards=number, limit=0)
    board = Board(number, whole_game=False)
    game = new_game(rules)._replace(dealer=dealer_of(rules, board))
    for event in decide(game, cards_of(match, board, hand=1, deal=1)):
        game = evolve(game, event)
    return game


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("plain_heuristics.py:PlainHeuristics", 27),
        ("counted_bids.py:CountedBids", 1),
        ("searched_bids.py:SearchedBids", 3),
    ],
)
def test_a_yardstick_passes_the_check_for_authors(name: str, deals: int) -> None:
    assert check_strategy(yardstick(name), deals=deals, limit=60).passed


def test_plain_heuristics_play_better_than_chance() -> None:
    match = Match(
        contestants=(yardstick("plain_heuristics.py:PlainHeuristics"), "random"),
        rules=rules_with(),
        suite="tune",
        boards=20,
        limit=60,
    )
    assert sum(result.difference(0, 1) for result in boards(match)) > 0


def test_flat_monte_carlo_plays_a_board_without_a_fault() -> None:
    contestants = (yardstick("flat_monte_carlo.py:FlatMonteCarlo"), "random")
    boards(Match(contestants=contestants, rules=rules_with(players=2), suite="tune", boards=1, limit=60))


@pytest.mark.parametrize("players", [3, 4])
def test_open_cards_are_those_that_were_dealt(players: int) -> None:
    game = dealt(rules_with(players=players), 7)
    due = decision(game)
    assert due is not None
    assert game.hand is not None
    assert laid_open(view(game, due.seat)).hand.holdings == game.hand.holdings


def test_open_cards_are_closed_on_boards_of_another_suite() -> None:
    rules = rules_with()
    game = dealt(rules, 1001)
    due = decision(game)
    assert due is not None
    seen = view(game, due.seat)
    assert laid_open(seen) == seen
