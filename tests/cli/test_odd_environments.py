"""Machines that are set up for something else: a proxy for the web, and terminals without UTF-8."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades, end_of, type_line, until
from spades_server.lan import lan_addresses

BOT = Path(__file__).parents[2] / "client" / "samples" / "python" / "bot.py"
PROXIES = ("http_proxy", "https_proxy", "grpc_proxy")
NOWHERE = "http://127.0.0.1:9"


def proxied(home: Path, *variables: str) -> Spades:
    """Return what starts commands where these variables name a proxy that does not answer, and no exception."""
    return Spades(home, {**dict.fromkeys(variables, NOWHERE), "no_proxy": "", "NO_PROXY": ""})


@pytest.mark.parametrize("variable", PROXIES)
async def test_a_proxy_in_the_environment_does_not_come_between(tmp_path: Path, variable: str) -> None:
    spades = proxied(tmp_path, variable)
    async with Spades(tmp_path).host() as table:
        for place in (table, table.replace("localhost", "127.0.0.1")):
            status, output, errors = await spades.run("join", place, "--name", "Ana", typed="w\nquit\n")
            assert (status, errors) == (0, "")
            assert "No game has started: 1 of 4 seats is taken." in output


async def test_bots_and_private_servers_do_not_ask_a_proxy_either(tmp_path: Path) -> None:
    spades = proxied(tmp_path, *PROXIES)
    async with spades.server("--players", "2", "--set", "max_hands=1") as server:
        stranger = await asyncio.create_subprocess_exec(
            sys.executable,
            str(BOT),
            f"localhost:{server.port}/{server.table_id}",
            env={**os.environ, **spades.environment},
        )
        status, output, errors = await spades.run("bot", server.address)
        async with asyncio.timeout(PATIENCE):
            assert await stranger.wait() == 0
    assert (status, errors) == (0, "")
    assert "game over" in output
    status, _, errors = await spades.run("play")
    assert (status, errors) == (0, "")


@pytest.mark.skipif(not lan_addresses(), reason="this machine has no address on a LAN")
@pytest.mark.parametrize("how", [[], ["--insecure"]], ids=["TLS", "plain text"])
async def test_the_lan_address_is_reached_past_a_proxy_too(tmp_path: Path, how: list[str]) -> None:
    async with Spades(tmp_path).start("host", *how, "--port", "0", "--local-port", "0") as host:
        lines = await until(host, lambda line: "join localhost" in line)
        typed = lines[2].split()[1:]
        assert typed[2:] == how
        status, output, errors = await proxied(tmp_path, *PROXIES).run(*typed, "--name", "Ana")
    assert (status, errors) == (0, "")
    assert "You are Ana" in output


def written(card: str) -> list[str]:
    """Return the ways to write *card*, given as in ``TH``."""
    rank, suit = card[0], card[1]
    long = "10" if rank == "T" else rank
    sign = "\N{BLACK CLUB SUIT}\N{BLACK DIAMOND SUIT}\N{BLACK HEART SUIT}\N{BLACK SPADE SUIT}"["CDHS".index(suit)]
    return [card, card.lower(), f"{suit}{rank}".lower(), f"{rank}{sign}", f"{long}{suit.lower()}", card.capitalize()]


# The test reads UTF-8, which the two letters are not in cp1252.
@pytest.mark.parametrize(("encoding", "stranger"), [("ascii", "ZoeS"), ("cp1252", "\ufffdo\ufffdS")])
async def test_a_hand_is_played_through_a_terminal_without_utf_8(tmp_path: Path, encoding: str, stranger: str) -> None:
    name = "\N{LATIN CAPITAL LETTER Z WITH CARON}o\xeb\N{BLACK SPADE SUIT}"
    narrow = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding, "PYTHONCOERCECLOCALE": "0"}
    spades = Spades(tmp_path, narrow)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(spades.host("--set", "max_hands=1"))
        client = await stack.enter_async_context(spades.start("join", table, "--name", "Ana"))
        await until(client, lambda line: "You are Ana" in line)
        other = await stack.enter_async_context(Spades(tmp_path).start("bot", table, "--name", name))
        joined = await until(client, lambda line: "sits down on seat 2 (" in line)
        assert joined[-1].startswith(f"{stranger}, a bot,")
        bot = await stack.enter_async_context(spades.start("bot", table))
        await until(client, lambda line: "sits down on seat 3 (" in line)
        for line in ("cards short", "fill", "start"):
            type_line(client, line)
        forms = cycle(range(6))
        while True:
            lines = await until(client, lambda line: line.startswith((">", "Game over", "refused")))
            assert not lines[-1].startswith("refused"), lines[-2:]
            if lines[-1].startswith("Game over"):
                break
            asked = lines[-2]
            if "led" in asked or "lead" in asked:
                card = asked.partition("Choices: ")[2].split()[1].rstrip(",.")
                type_line(client, f"play {written(card)[next(forms)]}")
            else:
                type_line(client, "1")
        status, _, errors = await end_of(client, "quit\n")
        assert (status, errors) == (0, "")
        async with asyncio.timeout(PATIENCE):
            for process in (other, bot):
                output, faults = await process.communicate()
                assert (process.returncode, faults) == (0, b"")
                assert b"game over" in output
