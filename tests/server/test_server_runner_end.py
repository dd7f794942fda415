"""What still waits in a table's queue when its task ends."""

import asyncio
import gc
import logging

import pytest

from server.tables import gathering
from spades_engine import Rules
from spades_server import MemoryJournal, SystemClock
from spades_server.rpc.broadcast import Broadcast
from spades_server.runner import TableRunner
from spades_server.table.commands import Disconnect


async def test_what_the_server_posted_last_ends_with_the_table_and_without_a_word(
    caplog: pytest.LogCaptureFixture,
) -> None:
    runner = TableRunner(gathering(Rules()), MemoryJournal(), SystemClock(), Broadcast("epoch"))
    task = asyncio.create_task(runner.run())
    await asyncio.sleep(0)  # The task waits for commands now.
    runner.post(Disconnect(0))
    task.cancel()
    with caplog.at_level(logging.DEBUG, logger="asyncio"):
        await asyncio.gather(task, return_exceptions=True)
        del task
        gc.collect()
    assert "never retrieved" not in caplog.text
