"""``spades join`` by lines of text, without an argument: kept seats, and servers met before, can be chosen."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from cli.processes import Server, Spades, seated
from client.lines import Keyboard
from spades_cli import choose
from spades_cli.failure import Failure
from spades_client import FoundServer, KnownServers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Keyboard:
    """Let a person sit at the terminal, on a network on which no search finds anything; return the keyboard."""

    async def nobody() -> list[FoundServer]:
        return []

    keyboard = Keyboard(interactive=True)
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    monkeypatch.setattr(choose, "find_servers", nobody)
    monkeypatch.setattr(choose, "is_terminal", lambda *_: True)
    monkeypatch.setattr(choose, "TerminalSource", lambda: keyboard)
    return keyboard


async def killed_at(spades: Spades, server: Server) -> None:
    """Let a client sit down there and be killed."""
    async with spades.start("join", server.address, "--name", "Ana") as client:
        await seated(client)
        os.kill(client.pid, signal.SIGKILL)
        await client.wait()


async def test_the_seat_of_a_killed_client_is_the_only_choice_and_is_taken_at_once(
    tmp_path: Path, typed: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server:
        await killed_at(spades, server)
        address = await choose.choose_server()
        assert (address.port, address.table) == (server.port, server.table_id)
        told = capsys.readouterr().err
        assert told.startswith("Found Back to seat 1 at table ")
        assert " as Ana: " in told


async def test_two_seats_are_numbered_the_last_used_first_and_watchers_are_offered_the_servers(
    tmp_path: Path, typed: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as first, spades.server() as second:
        await killed_at(spades, first)
        await killed_at(spades, second)
        typed.type("2")
        assert (await choose.choose_server()).table == first.table_id
        lines = capsys.readouterr().err.splitlines()
        assert [line[:20] for line in lines[:2]] == ["1  Back to seat 1 at", "2  Back to seat 1 at"]
        assert lines[2] == "Which one? (1 to 2)"
        for server in (first, second):
            KnownServers().remember(f"localhost:{server.port}", "A" * 52)
        places = {f"localhost:{server.port}" for server in (first, second)}
        typed.type("1")
        chosen = await choose.choose_server(watching=True)
        assert chosen.place in places
        assert chosen.table is None
        assert capsys.readouterr().err.count("met before") == 2


async def test_a_seat_whose_server_is_gone_is_no_choice(tmp_path: Path, typed: Keyboard) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server:
        await killed_at(spades, server)
    with pytest.raises(Failure, match="no server answers on this network"):
        await choose.choose_server()
