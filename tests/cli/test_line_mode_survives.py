"""A player in line mode whose server is killed or suspended in the middle of a hand goes on where it stood."""

import os
import signal
from asyncio.subprocess import Process
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import Spades, end_of, first_choices, play_to_the_end, seated, type_line, until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

LOST, BACK = "connection lost, retrying", "back at the table"
ONE_HAND = ("--players", "2", "--pace", "0", "--set", "two_player_deal=deal_13", "--set", "max_hands=1")


def question(lines: list[str]) -> str:
    """Return the last question in *lines*, without the time that is left for it."""
    return next(line for line in reversed(lines) if line.startswith("Your turn")).rpartition(". ")[0]


async def test_a_server_that_is_killed_again_and_again_lets_a_player_finish_the_hand(tmp_path: Path) -> None:
    """The same command on the same file, and the client needs no word."""
    spades, port = Spades(tmp_path), "0"
    async with AsyncExitStack() as stack:
        client: Process | None = None
        lines: list[str] = []
        for answers in (2, 4, 5):  # of the 14 of a hand
            host = await stack.enter_async_context(spades.start("host", "--port", "0", "--local-port", port, *ONE_HAND))
            place = (await until(host, lambda line: "join localhost" in line))[-1].split()[-1]
            port = place.rpartition(":")[2]
            if client is None:
                client = await stack.enter_async_context(spades.start("join", place, "--name", "Ana"))
                await seated(client)
                for line in ("fill", "start"):
                    type_line(client, line)
            else:
                lines += await until(client, lambda line: line == BACK)
            for _ in range(answers):
                lines += await until(client, lambda line: line.startswith(">"))
                type_line(client, first_choices(lines))
            await until(client, lambda line: line.startswith(">"))
            host.send_signal(signal.SIGKILL)
            await host.wait()
            await until(client, lambda line: line == LOST)
        again = await stack.enter_async_context(spades.start("host", "--port", "0", "--local-port", port, *ONE_HAND))
        assert "goes on" in (await until(again, lambda line: "ready" in line))[-1]
        assert client is not None
        lines += await until(client, lambda line: line.startswith(">"))
        type_line(client, first_choices(lines))
        lines += await play_to_the_end(client)
        assert not any(line.startswith("refused") for line in lines)
        assert (await end_of(client, "quit\n"))[0] == 0


async def test_a_server_that_was_suspended_longer_than_the_time_to_think_has_played_for_nobody(tmp_path: Path) -> None:
    """A laptop's lid: what was to be decided when it closed is to be decided still, with time left for it."""
    spades = Spades(tmp_path)
    async with spades.start("host", "--port", "0", "--local-port", "0", "--think", "5", *ONE_HAND) as host:
        place = (await until(host, lambda line: "join localhost" in line))[-1].split()[-1]
        async with spades.start("join", place, "--name", "Ana") as client:
            await seated(client)
            for line in ("fill", "start"):
                type_line(client, line)
            before = question(await until(client, lambda line: line.startswith(">")))
            host.send_signal(signal.SIGSTOP)
            # It is noticed by pings after 10 s at the soonest, twice the time to think.
            await until(client, lambda line: line == LOST)
            host.send_signal(signal.SIGCONT)
            lines = await until(client, lambda line: line == BACK)
            assert not any("time is up" in line for line in lines), lines
            lines += await until(client, lambda line: line.startswith(">"))
            assert question(lines) == before
            type_line(client, "1")
            await until(client, lambda line: line.startswith("You "))
            assert (await end_of(client, "quit\n"))[0] == 0
