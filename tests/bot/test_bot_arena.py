"""The arena: the same cards in every seating, the same result however it is spread. Source: docs/bots.md"""

import json
from itertools import product
from pathlib import Path

import pytest

from bot.strategies import LOWEST, strategy_in
from builders import rules_with
from spades_ai.worth import worth
from spades_bot.arena import (
    ArenaError,
    Board,
    BoardResult,
    Match,
    boards_of,
    report_json,
    report_text,
    run_match,
    seatings_of,
)
from spades_bot.arena.boards import cards_of
from spades_bot.arena.forecast import Forecast, count_forecast
from spades_bot.arena.play import play_board
from spades_bot.arena.report import interval
from spades_bot.arena.tally import Tally, Times
from spades_bot.contestant import Contestant, Players
from spades_engine import NIL, Rules, Score, SideResult
from spades_engine.bids import of


def match_of(
    *contestants: Contestant,
    rules: Rules | None = None,
    suite: str = "tune",
    boards: int = 6,
    games: int = 0,
) -> Match:
    """Return a match over a few boards."""
    return Match(
        contestants=contestants or ("rules", "random"),
        rules=rules or rules_with(),
        suite=suite,
        boards=boards,
        games=games,
        limit=20,
    )


def without_times(match: Match, results: tuple[BoardResult, ...]) -> object:
    """Return the report but for what a clock says."""
    return json.loads(report_json(match, results)) | {"times": None}


SEATINGS = [
    (rules_with(), 2, [(0, 1, 0, 1), (1, 0, 1, 0)]),
    (rules_with(partners=False), 2, [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]),
    (rules_with(players=3), 2, [(0, 1, 1), (1, 0, 1), (1, 1, 0)]),
    (rules_with(players=2), 2, [(0, 1), (1, 0)]),
    (rules_with(players=3), 3, [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]),
]


@pytest.mark.parametrize(("rules", "contestants", "seatings"), SEATINGS)
def test_each_contestant_sits_everywhere(rules: Rules, contestants: int, seatings: list[tuple[int, ...]]) -> None:
    assert list(seatings_of(rules, contestants)) == seatings


def test_three_meet_only_where_there_are_three_sides() -> None:
    with pytest.raises(ArenaError, match="3 players cannot meet where there are 2 sides"):
        run_match(match_of("rules", "random", "rules"))


def test_a_player_is_level_with_itself_on_every_board_of_two_sides() -> None:
    for result in run_match(match_of("rules", "rules")):
        assert result.difference(0, 1) == 0


def test_the_same_match_has_the_same_result_however_many_jobs_play_it(tmp_path: Path) -> None:
    lowest = strategy_in(tmp_path, LOWEST)
    match = match_of(lowest, "random", boards=9, games=1, rules=rules_with(target_score=50))
    one, two = (without_times(match, run_match(match, jobs=jobs)) for jobs in (1, 2))
    assert one == two


def test_suites_have_no_deal_in_common() -> None:
    decks = [
        cards_of(match_of(suite=suite), Board(number, whole_game=whole), hand=1, deal=1).deck
        for suite, number, whole in product(("tune", "test"), range(1, 100), (True, False))
    ]
    assert len(set(decks)) == len(decks)


def test_a_match_is_resumed_where_it_was_ended(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    whole = run_match(match_of(boards=5))
    run_match(match_of(boards=3), keep=keep)
    keep.write_bytes(keep.read_bytes() + b'{"board": 4, "poi')
    before = keep.read_text().splitlines()[:-1]
    results = run_match(match_of(boards=5), keep=keep)
    assert without_times(match_of(boards=5), results) == without_times(match_of(boards=5), whole)
    assert keep.read_text().splitlines()[: len(before)] == before
    assert len(keep.read_text().splitlines()) == 6


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    run_match(match_of(boards=1), keep=keep)
    with pytest.raises(ArenaError, match="suite tune, not test"):
        run_match(match_of(suite="test"), keep=keep)


@pytest.mark.parametrize("text", ["hello\n", "[]\n", '{"suite": "tune"}\n'])
def test_a_file_that_is_no_kept_match_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    keep = tmp_path / "kept.jsonl"
    keep.write_text(text)
    with pytest.raises(ArenaError, match=r"kept\.jsonl"):
        run_match(match_of(), keep=keep)
    assert keep.read_text() == text


def test_games_are_played_to_their_end_and_counted() -> None:
    match = match_of(boards=0, games=2, rules=rules_with(target_score=100))
    results = run_match(match)
    won = [sum(result.tallies[number].games_won for result in results) for number in (0, 1)]
    drawn = sum(result.tallies[0].games_drawn for result in results)
    assert sum(won) + drawn == 4
    assert f"{won[0]} of 4" in report_text(match, results)


def test_the_share_of_games_won_has_the_interval_of_its_boards() -> None:
    """Games of one board have their cards in common, and are no two pieces of evidence."""
    match = match_of(boards=0, games=3)
    won = (2, 1, 2)
    results = tuple(
        BoardResult(
            board=board,
            points=((0.0, 0.0), (0.0, 0.0)),
            tallies=(Tally(games_won=mine), Tally(games_won=2 - mine)),
            times=(Times(), Times()),
        )
        for board, mine in zip(boards_of(match), won, strict=True)
    )
    found = interval([1.0, 0.5, 1.0])
    assert found is not None
    counts = json.loads(report_json(match, results))["counts"]["A rules"]
    assert (counts["games_won_rate"], counts["games_won_half_width_95"]) == (found.mean, found.half)
    assert "5 of 6" in report_text(match, results)
    assert "83.3% ± 71.7%" in report_text(match, results)


def test_the_faults_of_a_strategy_are_in_the_report(tmp_path: Path) -> None:
    faulty = strategy_in(tmp_path, "class Bot:\n    def bid(self, view, due, chance):\n        return 'two'")
    match = match_of(faulty, "random", boards=1)
    told: list[str] = []
    assert "4 illegal" in report_text(match, run_match(match, tell=told.append))
    assert told == [line for line in told if line.startswith("my_bot.py:Bot answers 'two'")]


def test_a_bag_counts_at_once_what_it_will_cost() -> None:
    line = SideResult(contract=40, bag_points=2, nil=0, bag_penalty=-100, new_bags=2, after=Score())
    assert worth(rules_with(), line) == 40 + 2 - 20
    assert worth(rules_with(bag_penalty=False), line) == 40 + 2


def test_the_report_says_every_figure() -> None:
    match = match_of(boards=3)
    text = report_text(match, run_match(match))
    for figure in (
        "points a board (95 %)",
        "all seats together bid",
        "games won",
        "set rate",
        "bags",
        "nil rate",
        "nil success",
        "Brier score",
        "tricks off the estimate",
        "99 % within",
    ):
        assert figure in text


def test_what_all_seats_bid_is_the_mean_of_the_hands() -> None:
    match = match_of(boards=3, rules=rules_with(players=3))
    results = run_match(match)
    bid = sum(tally.bid_tricks for result in results for tally in result.tallies)
    assert json.loads(report_json(match, results))["table_bid"] == bid / 9


def test_cards_are_held_against_what_was_promised_of_them() -> None:
    tally, promised = Tally(), Forecast(tricks=2.5, nil=0.75)
    for bid, taken in ((of(3), 2), (of(2), 4), (NIL, 0), (NIL, 1)):
        count_forecast(tally, promised, bid, taken)
    assert (tally.forecasts, tally.forecast_error, tally.beyond_forecast) == (2, 0.5 + 1.5, -0.5 + 1.5)
    assert (tally.nil_forecasts, tally.nil_error) == (2, 0.25**2 + 0.75**2)


def test_every_bid_after_a_look_has_its_forecast() -> None:
    for result in run_match(match_of(boards=3)):
        for tally in result.tallies:
            assert tally.forecasts + tally.nil_forecasts == tally.bids == 4


def test_an_interval_is_that_of_student() -> None:
    """The 97.5 % points of Student's t, from any table of it."""
    for values, half in (([0.0, 2.0], 12.706), ([1.0, -1.0] * 5, 2.262 / 3), ([1.0, -1.0] * 50, 1.9842 / 99**0.5)):
        found = interval(values)
        assert found is not None
        assert found.half == pytest.approx(half, rel=0.005)
    assert interval([]) is None


def test_times_are_told_within_a_tenth() -> None:
    times = Times()
    for microseconds in range(1, 1001):
        times.note(microseconds)
    assert 500 <= times.quantile_us(0.5) <= 550
    assert 990 <= times.quantile_us(0.99) <= 1090
    assert times.mean_us() == 500.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tripwire_of_repeatability(players: int) -> None:
    """The same boards twice, from two sets of players."""
    match = match_of(rules=rules_with(players=players))
    board = boards_of(match)[2]
    with Players(match.contestants) as one, Players(match.contestants) as two:
        assert play_board(match, board, one).points == play_board(match, board, two).points
