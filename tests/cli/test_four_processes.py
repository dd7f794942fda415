"""Whole games over loopback: a server, a person's client driven through a pipe, bots, and the server's own players."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades, first_choices, play_to_the_end, type_line, until


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


async def test_a_friend_and_a_bot_who_come_within_a_hand_play_from_the_next_on(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(spades.host("--players", "3", "--set", "max_hands=2"))
        host = await stack.enter_async_context(spades.start("join", table, "--name", "Ana"))
        await until(host, lambda line: "You are Ana" in line)
        for typed in ("fill", "start"):
            type_line(host, typed)
        lines = await until(host, lambda line: line.startswith(">"))
        friend = await stack.enter_async_context(spades.start("join", table, "--name", "Ben"))
        welcome = (await until(friend, lambda line: "You are Ben" in line))[-1]
        assert welcome.endswith("You are Ben and watch this hand; seat 2 is yours from the next.")
        bot = await stack.enter_async_context(spades.start("bot", table))
        await until(friend, lambda line: line.endswith("takes over seat 3 when this hand is over."))
        type_line(host, first_choices(lines))
        ended, _ = await asyncio.gather(play_to_the_end(host), play_to_the_end(friend))
        assert any("Ben" in line and "bids" in line for line in ended), "the friend has played the second hand"
        async with asyncio.timeout(PATIENCE):
            assert await bot.wait() == 0
