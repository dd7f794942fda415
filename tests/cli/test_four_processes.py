"""Whole games over loopback: a server, a person's client driven through a pipe, bots, and the server's own players."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades, play_to_the_end, type_line, until


@pytest.mark.parametrize(("players", "bots"), [(4, 2), (3, 1), (2, 1), (6, 4)])
async def test_people_bots_and_house_players_finish_a_game_to_500(tmp_path: Path, players: int, bots: int) -> None:
    spades = Spades(tmp_path)
    async with AsyncExitStack() as stack:
        rules = ("--players", str(players), "--set", "target_score=500")
        table = await stack.enter_async_context(spades.host(*rules))
        person = await stack.enter_async_context(spades.start("join", table, "--name", "Ana"))
        await until(person, lambda line: "You are Ana" in line)
        others = [await stack.enter_async_context(spades.start("bot", table)) for _ in range(bots)]
        for _ in others:
            await until(person, lambda line: line.startswith("Bot") and "sits down" in line)
        if bots < players - 1:
            type_line(person, "fill")
        type_line(person, "start")
        lines = await play_to_the_end(person)
        assert lines[-1].endswith("won. The target was reached.")
        async with asyncio.timeout(PATIENCE):
            assert [await bot.wait() for bot in others] == [0] * bots
        type_line(person, "quit")
        async with asyncio.timeout(PATIENCE):
            assert await person.wait() == 0
