"""A link that freezes, with the connection as open as ever: cards are played once, and both ends notice."""

import asyncio
import json
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from cli.forwarder import forwarding
from cli.processes import Spades, end_of, first_choices, line_of, play_to_the_end, seated, type_line, until

LOST, BACK = "connection lost, retrying", "back at the table"
NOTICED_SECONDS = 30.0
ONE_HAND = ("--players", "2", "--think", "0", "--set", "two_player_deal=deal_13", "--set", "max_hands=1")


async def is_asked(client: Process) -> list[str]:
    """Return what is printed up to the next sign that a decision is awaited."""
    return await until(client, lambda line: line.startswith(">"))


@pytest.mark.parametrize("frozen", ["the reply", "the card and the reply"])
async def test_a_card_that_freezes_on_its_way_is_played_once_and_the_player_goes_on(
    tmp_path: Path, frozen: str
) -> None:
    """The link is dropped meanwhile: whether the card was played the client learns from the table."""
    spades = Spades(tmp_path)
    async with spades.server(*ONE_HAND) as server, forwarding(server.port) as (forwarder, port):
        async with spades.start("join", f"localhost:{port}/{server.table_id}", "--name", "Ana") as client:
            await seated(client)
            for line in ("fill", "start"):
                type_line(client, line)
            lines = await is_asked(client)
            for _ in range(3):
                type_line(client, first_choices(lines))
                lines = await is_asked(client)
            forwarder.back.clear()
            if frozen != "the reply":
                forwarder.there.clear()
            called = asyncio.ensure_future(forwarder.next_call())
            await asyncio.sleep(0)  # it listens
            type_line(client, first_choices(lines))
            async with asyncio.timeout(NOTICED_SECONDS):
                await called
            forwarder.cut()
            forwarder.there.set()
            forwarder.back.set()
            lines = await until(client, lambda line: line == LOST)
            lines += await play_to_the_end(client)
            assert BACK in lines
            assert not any(line.startswith("refused") for line in lines)
            assert (await end_of(client, "quit\n"))[0] == 0
        place = f"localhost:{server.port}"
        (listed,) = (await spades.run("export", place))[1].splitlines()
        record = await spades.run("export", place, "--game", listed.split()[0], "--json")
        assert record[1].count("card_played") == 26
        assert (await spades.run("replay", "-", typed=record[1]))[0] == 0


async def test_a_link_that_freezes_while_nothing_happens_is_noticed_at_both_ends_and_left_when_it_thaws(
    tmp_path: Path,
) -> None:
    spades = Spades(tmp_path)
    async with (
        spades.server(*ONE_HAND) as server,
        forwarding(server.port) as (forwarder, port),
        spades.start("join", f"localhost:{port}/{server.table_id}", "--name", "Ana") as client,
        spades.start("watch", server.address, "--events") as watcher,
    ):
        await until(client, lambda line: line.startswith("No game has started"))
        await line_of(watcher)
        forwarder.there.clear()
        forwarder.back.clear()
        async with asyncio.timeout(NOTICED_SECONDS):
            await asyncio.gather(
                until(client, lambda line: line == LOST), until(watcher, lambda line: "UNRESPONSIVE" in line)
            )
        forwarder.there.set()
        forwarder.back.set()
        async with asyncio.timeout(NOTICED_SECONDS):
            await until(client, lambda line: line == BACK)
            lines = await until(watcher, lambda line: "ONLINE" in line)
        assert all(json.loads(line) for line in lines)
        for line in ("fill", "start"):
            type_line(client, line)
        await is_asked(client)
