"""Plays a second over 100 tables with four streams each, against a bare grpc.aio server that does nothing but send.

The bare server sends the very bytes that the real one sent in a recorded hand: one unary call, four stream messages,
of the same sizes. The load client is the same: it reads streams, and answers every prompt with its default.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load import TABLES, play_one_hand, record_one_hand

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class _Figures:
    cpu_us: float
    """Server CPU for one play, in microseconds."""
    plays_per_second: float


async def server_row() -> str:
    """Return the row of the server."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.bin"
        async with child_server("spades") as (port, _):
            record.write_bytes(await record_one_hand(port))
        ours, bare = [], []
        for _ in range(ROUNDS):
            ours.append(await _measured("spades"))
            bare.append(await _measured("bare", str(record)))
    cpu = statistics.median(mine.cpu_us / other.cpu_us for mine, other in zip(ours, bare, strict=True))
    rate = statistics.median(
        mine.plays_per_second / other.plays_per_second for mine, other in zip(ours, bare, strict=True)
    )
    plays = statistics.median(mine.plays_per_second for mine in ours)
    ours_us = statistics.median(mine.cpu_us for mine in ours)
    return (
        f"server: {plays:,.0f} plays a second over {TABLES} tables with 4 streams each, {rate:.2f} x bare grpc.aio; "
        f"{ours_us:,.0f} us of CPU a play, {cpu:.2f} x bare (no journal on disk)"
    )


async def _measured(kind: str, *arguments: str) -> _Figures:
    async with child_server(kind, *arguments) as (port, child):
        play = await play_one_hand(port, new_tables=kind == "spades")
        before = await cpu_seconds(child)
        began = time.perf_counter()
        plays = await play()
        seconds = time.perf_counter() - began
        return _Figures((await cpu_seconds(child) - before) / plays * 1e6, plays / seconds)


@asynccontextmanager
async def child_server(*arguments: str) -> AsyncIterator[tuple[int, asyncio.subprocess.Process]]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "child.py"),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdin is not None
    try:
        yield int(await child.stdout.readline()), child
    finally:
        child.stdin.close()
        await child.wait()


async def cpu_seconds(child: asyncio.subprocess.Process) -> float:
    assert child.stdout is not None
    assert child.stdin is not None
    child.stdin.write(b"cpu\n")
    return float(await child.stdout.readline())
