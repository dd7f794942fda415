"""A user's own bot from the command line: at a table, in the arena, and checked."""

import asyncio
import json
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades, end_of, one_line, play_to_the_end, type_line, until

FAULTY = """
class Bot:
    def bid(self, view, due, chance):
        raise ValueError("no idea")

    def play(self, view, due, chance):
        return due.options[-1]
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """A strategy that cannot bid, as FILE:CLASS."""
    (tmp_path / "my_bot.py").write_text(FAULTY)
    return f"{tmp_path / 'my_bot.py'}:Bot"


async def test_a_bot_of_ones_own_plays_a_game_and_its_fault_is_told_once(tmp_path: Path, bot: str) -> None:
    spades = Spades(tmp_path)
    rules = ("--players", "2", "--set", "target_score=50", "--set", "losing_score=-100")
    async with spades.host(*rules) as table, spades.start("join", table, "--name", "Ana") as person:
        await until(person, lambda line: "You are Ana" in line)
        async with spades.start("bot", table, "--strategy", bot) as other:
            await until(person, lambda line: line.startswith("Bot") and "sits down" in line)
            type_line(person, "start")
            await play_to_the_end(person)
            status, printed, errors = await end_of(other)
            assert status == 0
            assert "game over" in printed
            told = "my_bot.py:Bot ValueError: no idea (line 4 of my_bot.py); the default is played"
            assert one_line(errors) == told
        type_line(person, "quit")
        async with asyncio.timeout(PATIENCE):
            await person.wait()


async def test_a_strategy_that_cannot_be_loaded_takes_no_seat(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    (tmp_path / "my_bot.py").write_text("class Bot(")
    async with spades.host() as table:
        status, printed, errors = await spades.run("bot", table, "--strategy", f"{tmp_path / 'my_bot.py'}:Bot")
    assert (status, printed) == (1, "")
    assert one_line(errors).startswith("spades: my_bot.py:Bot: SyntaxError")


async def test_the_check_says_what_is_wrong_and_fails(tmp_path: Path, bot: str) -> None:
    status, printed, errors = await Spades(tmp_path).run("bot", "--check", bot, "--deals", "5")
    assert status == 1
    assert "raises" in printed
    assert printed.endswith("FAILED\n")
    assert "no idea" in one_line(errors)


async def test_the_arena_prints_a_table_or_json(tmp_path: Path, bot: str) -> None:
    match = ("arena", bot, "random", "--boards", "6", "--players", "3")
    status, printed, errors = await Spades(tmp_path).run(*match)
    assert status == 0
    assert "A my_bot.py:Bot over B random: " in printed
    assert "no idea" in one_line(errors)
    status, printed, errors = await Spades(tmp_path).run(*match, "--json", "--jobs", "2")
    assert status == 0
    assert "no idea" in one_line(errors)
    assert json.loads(printed)["counts"]["A my_bot.py:Bot"]["faults"]["raises"] >= 18
