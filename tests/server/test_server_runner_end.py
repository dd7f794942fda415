"""What still waits at a table: when its task ends, and when those who asked for it go away."""

import asyncio
import gc
import logging
from collections.abc import Sequence

import pytest

from server.tables import gathering, joining
from spades_engine import Rules
from spades_server import MemoryJournal, SystemClock
from spades_server.journal import Batch, Outcome
from spades_server.rpc.broadcast import Broadcast
from spades_server.runner import TableRunner
from spades_server.table import Refused, Table
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


class SlowDisk(MemoryJournal):
    """Keeps a batch when the test says so; mutable: it remembers what is on its way."""

    def __init__(self) -> None:
        super().__init__()
        self.on_the_way: list[asyncio.Future[None]] = []

    def append(self, batch: Batch, outcome: Outcome | None, states: Sequence[Table]) -> asyncio.Future[None]:
        """See ``Journal``."""
        self.on_the_way.append(asyncio.get_running_loop().create_future())
        return self.on_the_way[-1]


async def test_a_command_whose_caller_has_gone_away_is_carried_out_and_the_next_one_after_it() -> None:
    disk = SlowDisk()
    runner = TableRunner(gathering(Rules()), disk, SystemClock(), Broadcast("epoch"))
    task = asyncio.create_task(runner.run())
    first, second = (asyncio.create_task(runner.submit(joining(seat))) for seat in (0, 1))
    await asyncio.sleep(0)
    assert len(disk.on_the_way) == 1, "one command at a time"
    assert not runner.table.seats[0].is_owned, "nothing happens before it is kept"
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    disk.on_the_way[0].set_result(None)
    await asyncio.sleep(0)
    assert [seat.is_owned for seat in runner.table.seats] == [True, False, False, False]
    disk.on_the_way[1].set_result(None)
    assert await second == runner.table.sequence
    assert [seat.is_owned for seat in runner.table.seats] == [True, True, False, False]
    third = asyncio.create_task(runner.submit(joining(2)))
    fourth = asyncio.create_task(runner.submit(joining(3)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(Refused, match="closed"):
        await fourth
    disk.on_the_way[2].set_result(None)
    assert await third == runner.table.sequence, "it is on the disk, and true"
