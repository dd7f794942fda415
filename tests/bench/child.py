"""A server in a process of its own: ``spades``, ``spades JOURNAL``, ``limited`` or ``bare RECORD``.

It prints its port; "cpu" asks for its CPU seconds.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
sys.path.insert(0, str(Path(__file__).parents[1]))

import grpc

from bench.record import Record
from spades_server import FileVault, Limits, ServerConfig, SqliteJournal, new_loop, open_journal, serving


class Bare:
    """Sends recorded bytes: the least that any server with this message pattern must do."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._sent: dict[str, int] = {}
        self._queues: dict[tuple[str, int], asyncio.Queue[bytes]] = {}

    async def answer(self, _: bytes, context: "grpc.aio.ServicerContext[bytes, bytes]") -> bytes:
        """Send everybody at the caller's table the next recorded message."""
        table, _seat = _who(context)
        index = self._sent.get(table, 0)
        self._sent[table] = index + 1
        for seat in range(4):
            self._queues[table, seat].put_nowait(self._record.batches[index][seat])
        return self._record.answers[index]

    async def watch(self, _: bytes, context: "grpc.aio.ServicerContext[bytes, bytes]") -> AsyncIterator[bytes]:
        """Send what was recorded first, then what ``answer`` sends."""
        table, seat = _who(context)
        queue = self._queues.setdefault((table, seat), asyncio.Queue())
        for first in self._record.first[seat]:
            yield first
        while True:
            yield await queue.get()


def _who(context: "grpc.aio.ServicerContext[bytes, bytes]") -> tuple[str, int]:
    for name, value in context.invocation_metadata() or ():
        if name == "authorization":
            table, seat = str(value).removeprefix("Bearer ").split("/")
            return table, int(seat)
    raise ValueError("no token")


async def _bare(record: Record, until: Callable[[int], Awaitable[None]]) -> None:
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    bare = Bare(record)
    handlers: dict[str, Any] = {  # Any: bytes in, bytes out
        "Answer": grpc.unary_unary_rpc_method_handler(bare.answer),
        "WatchTable": grpc.unary_stream_rpc_method_handler(bare.watch),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("spades.v1.TableService", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    await until(port)
    await server.stop(0)


async def _until_told(port: int) -> None:
    print(port, flush=True)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(time.process_time(), flush=True)


# All the load comes from one address, which is what limits are there to refuse.
_LIMITS = Limits(loopback_factor=1_000_000)
# What one token may do is as on a LAN; only that all come from one address is no limit.
_AS_ON_A_LAN = Limits(
    loopback_factor=1,
    tables_per_address=0,
    creates_per_minute=0,
    joins_per_minute=0,
    calls_per_second=0,
    streams_per_address=0,
)


async def _spades(config: ServerConfig) -> None:
    async with serving(config) as server:
        await _until_told(server.ports[0])


def main(kind: str, file: Path | None) -> None:
    """Serve until standard input ends."""
    if kind == "bare":
        assert file is not None, "bare needs a record"
        asyncio.run(_bare(Record.read(file.read_bytes()), _until_told))
    elif kind == "limited":
        asyncio.run(_spades(ServerConfig(limits=_AS_ON_A_LAN)))
    elif file is None:
        _on_its_loop(ServerConfig(limits=_LIMITS))
    else:
        with open_journal(file) as journal:
            _on_its_loop(ServerConfig(limits=_LIMITS, journal=SqliteJournal(journal), vault=FileVault(journal)))


def _on_its_loop(config: ServerConfig) -> None:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(_spades(config))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
