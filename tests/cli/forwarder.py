"""A cable that a test can pull or freeze: carries TCP connections to a server, late or never when told."""

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

CALL_BYTES = 60
"""What a call sends at least, for it carries ids and choices; acknowledgements of HTTP/2 are shorter."""
NEVER = 10**9


def _open_valve() -> asyncio.Event:
    valve = asyncio.Event()
    valve.set()
    return valve


@dataclass(slots=True)
class Forwarder:
    """Carries connections to *port*. Mutable: it counts them, and what came through."""

    port: int
    cut_after: int = NEVER
    """Calls after which the first connection is cut; the next ones last."""
    connections: int = 0
    calls: int = 0
    """Calls that have come from clients, whether they were carried on or not."""
    was_cut: asyncio.Event = field(default_factory=asyncio.Event)
    called: asyncio.Condition = field(default_factory=asyncio.Condition)
    there: asyncio.Event = field(default_factory=_open_valve)
    """Unset: what clients send is frozen on its way."""
    back: asyncio.Event = field(default_factory=_open_valve)
    """Unset: what the server sends is frozen on its way."""
    ends: set[StreamWriter] = field(default_factory=set)

    async def carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Carry one connection until either end closes it, or it is cut."""
        self.connections += 1
        onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self.port)
        both = {writer, onward_writer}
        self.ends |= both
        back = asyncio.create_task(self._pump(onward_reader, writer))
        try:
            while piece := await reader.read(65536):
                async with self.called:
                    self.calls += len(piece) >= CALL_BYTES
                    self.called.notify_all()
                if self.calls > self.cut_after and not self.was_cut.is_set():
                    self.was_cut.set()
                    return
                await self.there.wait()
                onward_writer.write(piece)
        except ConnectionError:
            return
        finally:
            back.cancel()
            self.ends -= both
            for end in both:
                end.transport.abort()

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(65536):
                await self.back.wait()
                writer.write(piece)

    async def next_call(self) -> None:
        """Wait until a client has sent another call."""
        before = self.calls
        async with self.called:
            await self.called.wait_for(lambda: self.calls > before)

    def cut(self) -> None:
        """Cut every connection; the next ones are carried."""
        for end in self.ends:
            end.transport.abort()


@contextlib.asynccontextmanager
async def forwarding(port: int, *, cut_after: int = NEVER) -> AsyncIterator[tuple[Forwarder, int]]:
    """Listen while the context is entered; yield the forwarder and the port it listens on."""
    forwarder = Forwarder(port, cut_after)
    server = await asyncio.start_server(forwarder.carry, "127.0.0.1", 0)
    async with server:
        yield forwarder, server.sockets[0].getsockname()[1]
        forwarder.cut()
