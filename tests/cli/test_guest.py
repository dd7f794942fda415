"""The server for the LAN that the screen starts for its player: it is there again when it has died."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import pytest

from cli.processes import PATIENCE
from cli.test_play_command import children_of
from spades_cli.guest import hosting
from spades_client import Link, LinkChanged, WatchItem, connect, watch

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="its process is found through /proc")


async def becomes(items: AsyncIterator[WatchItem], link: Link) -> None:
    """Wait until the link is so."""
    async with asyncio.timeout(PATIENCE):
        async for item in items:
            if isinstance(item, LinkChanged) and item.link is link:
                return


async def test_a_server_for_the_lan_that_dies_is_started_again_and_goes_on_with_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    monkeypatch.setattr("spades_cli.guest.HOSTED", ("--child", "--port=0", "--local-port=0"))
    others = set(children_of(os.getpid()))
    async with AsyncExitStack() as stack:
        guest = await stack.enter_async_context(hosting())
        connection = await stack.enter_async_context(await connect(guest.address))
        table = guest.address.table
        assert table is not None
        seat = await connection.join_table(table, name="Ana")
        items = await stack.enter_async_context(aclosing(watch(connection.table(table, seat.token))))
        await becomes(items, Link.CONNECTED)
        (server,) = set(children_of(os.getpid())) - others
        os.kill(server, signal.SIGKILL)
        await becomes(items, Link.LOST)
        await becomes(items, Link.CONNECTED)
        snapshot = (await connection.table(table, seat.token).snapshot()).snapshot
        assert snapshot.seats[seat.seat - 1].name == "Ana"
    assert not set(children_of(os.getpid())) - others
