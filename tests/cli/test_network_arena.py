"""Programs that join over the network, in the arena: measured as everybody is, and named where they fail."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from builders import rules_with
from cli.processes import Spades, one_line
from spades_bot.arena import Board, BoardResult, Match
from spades_bot.arena.network import Patience, play_network_board
from spades_bot.network_bot import NetworkBot, read_network_bot
from spades_bot.strategy import StrategyInvalid
from spades_client import Address

SAMPLES = Path(__file__).parents[2] / "client/samples/python"
SAMPLE = f"net:{sys.executable} {SAMPLES / 'bot.py'}"

SPOILT = f"""
import os, sys, time
sys.path.insert(0, {str(SAMPLES)!r})
import bot
def choose(prompt):
    print("a thought", file=sys.stderr, flush=True)
    {{does}}
bot.choose = choose
bot.main()
{{after}}
"""
"""The sample, whose choice does something else."""


def spoilt(folder: Path, does: str = "return list(prompt.default_choice_ids)", after: str = "") -> NetworkBot:
    """Return the sample with a choice that *does* so, and what comes *after* the game."""
    (folder / "bot.py").write_text(SPOILT.format(does=does, after=after))
    return NetworkBot(f"{sys.executable} {folder / 'bot.py'}")


async def one_board(folder: Path, bot: NetworkBot, patience: Patience) -> tuple[BoardResult, list[str]]:
    """Return what becomes of a board of two between *bot* and ``rules``, and what is told of it."""
    match = Match(contestants=(bot, "rules"), rules=rules_with(players=2), suite="tune", boards=1, limit=1)
    told: list[str] = []
    async with Spades(folder).server() as server:
        address = Address(host="127.0.0.1", port=server.port)
        board = Board(1, whole_game=False)

        def play() -> BoardResult:
            with asyncio.Runner() as runner:
                return play_network_board(match, board, address, runner=runner, tell=told.append, patience=patience)

        return await asyncio.to_thread(play), told


@pytest.mark.parametrize("players", [2, 4])
async def test_the_sample_meets_rules(tmp_path: Path, players: int) -> None:
    status, printed, errors = await Spades(tmp_path).run(
        "arena", SAMPLE, "rules", "--boards", "2", "--players", str(players), "--json"
    )
    assert (status, errors) == (0, "")
    report = json.loads(printed)
    assert report["given_up"] == 0
    for counts in report["counts"].values():
        assert counts["hands"] == 4
        assert counts["bids"] == 2 * players
        assert counts["faults"] == {}
    tricks = [counts["tricks"] for counts in report["counts"].values()]
    assert sum(tricks) == 2 * 2 * 13


async def test_a_program_against_itself_gains_nothing_from_its_cards_however_many_processes_play(
    tmp_path: Path,
) -> None:
    match = ("arena", SAMPLE, SAMPLE, "--boards", "3", "--players", "2", "--json")
    reports = []
    for jobs in ("1", "2"):
        status, printed, errors = await Spades(tmp_path).run(*match, "--jobs", jobs)
        assert (status, errors) == (0, "")
        reports.append(json.loads(printed) | {"times": None})
    assert reports[0] == reports[1]
    points = reports[0]["points_per_board"][0]
    assert (points["mean"], points["deviation"]) == (0, 0)


async def test_a_program_that_crashes_is_named_with_its_last_words_and_the_board_is_given_up(tmp_path: Path) -> None:
    result, told = await one_board(tmp_path, spoilt(tmp_path, 'raise ValueError("no idea")'), Patience(to_end=1))
    assert result.points == ()
    assert [tally.data()["faults"] for tally in result.tallies] == [{"ended": 1}, {}]
    assert len(told) == 1
    assert told[0].endswith("board 1 is given up: ends with exit status 1 before the game does: ValueError: no idea")


async def test_a_program_that_never_joins_is_not_waited_for_forever(tmp_path: Path) -> None:
    bot = NetworkBot(f"{sys.executable} -c 'import time; time.sleep(600)'")
    result, told = await one_board(tmp_path, bot, Patience(to_join=1))
    assert result.tallies[0].faults == {"never_joined": 1}
    assert told == [f"{bot.name}: board 1 is given up: does not take its seat within 1 s"]


async def test_a_program_that_never_answers_is_not_asked_forever(tmp_path: Path) -> None:
    result, told = await one_board(tmp_path, spoilt(tmp_path, "time.sleep(600)"), Patience())
    assert result.points == ()
    assert result.tallies[0].faults == {"too_slow": 1}
    assert told[0].endswith("takes more than 5 s for a decision, 3 times: a thought")


async def test_a_program_that_stays_after_the_game_is_at_fault_but_its_board_counts(tmp_path: Path) -> None:
    result, told = await one_board(tmp_path, spoilt(tmp_path, after="time.sleep(600)"), Patience(to_end=1))
    assert len(result.points) == 2
    assert result.tallies[0].faults == {"stayed": 2}
    assert told == []


async def test_a_match_of_a_program_that_cannot_play_ends(tmp_path: Path) -> None:
    status, printed, errors = await Spades(tmp_path).run(
        "arena", "net:no-such-program", "rules", "--boards", "9", "--players", "2"
    )
    assert (status, printed) == (1, "")
    lines = errors.splitlines()
    assert lines[0] == "spades: net:no-such-program: board 1 is given up: does not start: No such file or directory"
    assert lines[-1] == "spades: 3 boards in a row were given up: the match ends here"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--games", "1"), "network bots meet on boards of one hand"),
        (("--dask", "127.0.0.1:1"), "network bots play on this machine only"),
    ],
)
async def test_what_network_bots_cannot_do_is_refused(tmp_path: Path, options: tuple[str, ...], sentence: str) -> None:
    status, printed, errors = await Spades(tmp_path).run("arena", SAMPLE, "rules", "--boards", "1", *options)
    assert (status, printed) == (1, "")
    assert sentence in one_line(errors)


def test_name_and_place_go_where_the_command_wants_them() -> None:
    for command, arguments in (
        ("bot", ["bot", "--name=A1", "host:1/ABCD"]),
        ("bot 'a b'", ["bot", "a b", "--name=A1", "host:1/ABCD"]),
        ("bot {place} -n {name}", ["bot", "host:1/ABCD", "-n", "A1"]),
        ("bot {place}", ["bot", "host:1/ABCD"]),
    ):
        assert NetworkBot(command).arguments(name="A1", place="host:1/ABCD") == arguments


def test_a_command_that_is_none_is_refused() -> None:
    for text, wrong in (("net:", "write net:COMMAND"), ("net:bot 'x", "no closing quotation")):
        with pytest.raises(StrategyInvalid, match=wrong):
            read_network_bot(text)
