"""One table is flooded by a bad client: how much longer a play takes at the other tables, in the same run.

Honest and bad clients are limited as on a LAN, though all of them are on this machine.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bench.crowd import Seat, channel_to, open_table, play_once
from bench.server import child_server

TABLES = 20
PLAYS = 500
ROUNDS = 3
PAUSE_SECONDS = 0.01
"""Between two plays: no player of the others comes near a limit."""


async def flood_row() -> str:
    """Return the row of the flood."""
    async with child_server("limited") as (port, _), asyncio.TaskGroup() as group:
        channels = [channel_to(port) for _ in range(TABLES + 1)]
        room = asyncio.Semaphore(TABLES)
        opened = await asyncio.gather(*(open_table(channel, room, group) for channel in channels))
        tables, (victim, _) = [seats for seats, _ in opened[1:]], opened[0]
        quiet, flooded, rates = [], [], []
        for _ in range(ROUNDS):
            quiet.append(await _p99(tables))
            async with _flood(port, victim[0]) as child:
                before, began = await _refused(child), time.perf_counter()
                flooded.append(await _p99(tables))
                rates.append((await _refused(child) - before) / (time.perf_counter() - began))
        for _, tasks in opened:
            for task in tasks:
                task.cancel()
        for channel in channels:
            await channel.close()
    ratio = statistics.median(bad / good for bad, good in zip(flooded, quiet, strict=True))
    refused, slowest = statistics.median(rates), statistics.median(flooded) * 1000
    return (
        f"flood: a bad client is refused {refused:,.0f} times a second at one table; a play at {TABLES} others is with "
        f"all four within {slowest:.0f} ms (p99 of {PLAYS}), {ratio:.2f} x without it"
    )


async def _p99(tables: list[list[Seat]]) -> float:
    seconds = []
    for number in range(PLAYS):
        seconds.append(await play_once(tables[number % len(tables)]))
        await asyncio.sleep(PAUSE_SECONDS)
    return statistics.quantiles(seconds, n=100)[98]


@asynccontextmanager
async def _flood(port: int, victim: Seat) -> AsyncIterator[asyncio.subprocess.Process]:
    token = victim.metadata[0][1].removeprefix("Bearer ")
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, str(Path(__file__).with_name("flooder.py")), str(port), victim.table_id, token),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdin is not None
    try:
        yield child
    finally:
        child.stdin.close()
        assert await child.wait() == 0


async def _refused(child: asyncio.subprocess.Process) -> int:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(b"how many\n")
    return int(await child.stdout.readline())
