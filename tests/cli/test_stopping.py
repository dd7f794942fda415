"""``spades host`` stops when it is told to, and everybody who is connected hears of it."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades, end_of, line_of, one_line, seated, until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_stops_the_server_within_five_seconds_and_its_clients_say_so(
    tmp_path: Path, how: signal.Signals
) -> None:
    spades = Spades(tmp_path)
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(spades.start("host", "--port", "0", "--local-port", "0"))
        place = (await until(host, lambda line: "join localhost" in line))[-1].split()[-1]
        people = [await stack.enter_async_context(spades.start("join", place)) for _ in range(2)]
        people.append(await stack.enter_async_context(spades.start("join", place, "--watch")))
        bot = await stack.enter_async_context(spades.start("bot", place))
        await line_of(bot)
        for person in people:
            await until(person, lambda line: line.startswith("No game has started"))
        host.send_signal(how)
        async with asyncio.timeout(5):
            assert await host.wait() == 0
        for person in people:
            await until(person, lambda line: line == "connection lost, retrying")
        assert host.stderr is not None
        assert await host.stderr.read() == b""
        again = await stack.enter_async_context(
            spades.start("host", "--port", "0", "--local-port", place.rpartition(":")[2])
        )
        assert "The server is ready" in await line_of(again)
        for person in people:
            await until(person, lambda line: line == "back at the table")
            status, _, errors = await end_of(person, "quit\n")
            assert (status, errors) == (0, "")
        assert bot.returncode is None  # It sits there still.


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_in_the_middle_of_a_hand_stops_the_server_too(tmp_path: Path, how: signal.Signals) -> None:
    async with Spades(tmp_path).start("host", "--port", "0", "--local-port", "0", "--players", "2") as host:
        place = (await until(host, lambda line: "join localhost" in line))[-1].split()[-1]
        async with Spades(tmp_path).start("join", place) as client:
            await seated(client)
            assert client.stdin is not None
            client.stdin.write(b"fill\nstart\n")
            await until(client, lambda line: line.startswith(">"))
            host.send_signal(how)
            async with asyncio.timeout(5):
                assert await host.wait() == 0


async def test_a_second_signal_ends_a_server_that_is_stopping_and_that_ends_well_too(tmp_path: Path) -> None:
    async with Spades(tmp_path).start("host", "--local-port", "0") as host:
        place = (await until(host, lambda line: "join localhost" in line))[-1].split()[-1]
        async with Spades(tmp_path).start("join", place) as client:
            await until(client, lambda line: line.startswith("No game has started"))
            client.send_signal(signal.SIGSTOP)
            host.send_signal(signal.SIGINT)
            host.send_signal(signal.SIGTERM)
            async with asyncio.timeout(5):
                assert await host.wait() == 0
            assert host.stderr is not None
            assert await host.stderr.read() == b""


async def test_a_private_server_is_stopped_by_sigterm_and_by_the_end_of_its_input_and_not_by_ctrl_c(
    tmp_path: Path,
) -> None:
    async with Spades(tmp_path).server() as server:
        server.process.send_signal(signal.SIGINT)
        status, output, errors = await Spades(tmp_path).run("join", server.address)
        assert (status, errors) == (0, "")
        assert "No game has started" in output
        server.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(5):
            assert await server.process.wait() == 0
    async with Spades(tmp_path).server() as server:
        assert await end_of(server.process) == (0, "", "")


async def test_a_client_that_is_interrupted_keeps_its_seat(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server:
        async with spades.start("join", server.address, "--name", "Ana") as client:
            await until(client, lambda line: line.startswith("No game has started"))
            client.send_signal(signal.SIGINT)
            async with asyncio.timeout(PATIENCE):
                await client.wait()  # Its input stays open: the end of it would be a way of leaving.
            status, _, errors = await end_of(client)
            assert (status, errors) == (130, "")
        _, output, _ = await spades.run("join", server.address)
        assert output.startswith(f"Taking your seat 1 at table {server.table_id} back.\n")


async def test_a_client_that_cannot_begin_says_why_in_one_line(tmp_path: Path) -> None:
    async with Spades(tmp_path).server("--players", "2") as server, AsyncExitStack() as stack:
        for name in ("Ana", "Ben"):
            client = await stack.enter_async_context(Spades(tmp_path).start("join", server.address, "--name", name))
            await seated(client)
        status, output, errors = await Spades(tmp_path).run("join", server.address, "--name", "Cleo")
        assert (status, output) == (1, "")
        assert "every seat is taken" in one_line(errors)
