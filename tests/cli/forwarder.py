"""A cable that a test can pull: carries TCP connections to a server, and drops them when told."""

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

CALL_BYTES = 60
"""What a call sends at least, for it carries ids and choices; acknowledgements of HTTP/2 are shorter."""


@dataclass(slots=True)
class Forwarder:
    """Carries connections to *port*. Mutable: it counts them, and what came through."""

    port: int
    cut_after: int
    """Calls after which the first connection is cut; the next ones last."""
    connections: int = 0
    calls: int = 0
    was_cut: asyncio.Event = field(default_factory=asyncio.Event)

    async def carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Carry one connection until either end closes it, or it is cut."""
        self.connections += 1
        onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self.port)
        back = asyncio.create_task(_pump(onward_reader, writer))
        try:
            while piece := await reader.read(65536):
                self.calls += len(piece) >= CALL_BYTES
                if self.calls > self.cut_after and not self.was_cut.is_set():
                    self.was_cut.set()
                    return
                onward_writer.write(piece)
        except ConnectionError:
            return
        finally:
            back.cancel()
            for end in (writer, onward_writer):
                end.transport.abort()


async def _pump(reader: StreamReader, writer: StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(65536):
            writer.write(piece)


@contextlib.asynccontextmanager
async def forwarding(port: int, *, cut_after: int) -> AsyncIterator[tuple[Forwarder, int]]:
    """Listen while the context is entered; yield the forwarder and the port it listens on."""
    forwarder = Forwarder(port, cut_after)
    server = await asyncio.start_server(forwarder.carry, "127.0.0.1", 0)
    async with server:
        yield forwarder, server.sockets[0].getsockname()[1]
