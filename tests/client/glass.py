"""A terminal of glass: keys go in by a pipe, and what is painted can be read and waited for."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from client.fakes import FakeServer, Item, Stream, caught_up, found, serving, told
from client.messages import batch
from spades.v1.event_pb2 import Event
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import Address, ClientError, Connection, Pace, Wish, connect
from spades_client.finding import Sighting
from spades_client.screen import Begin, Hall, ScreenOptions, run_screen
from spades_client.screen.own_keys import OwnKeys
from spades_client.screen.wishes import ReadKeys
from spades_client.settings import Settings

KEYS = {"enter": "\r", "escape": "\x1b", "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B"}


class Glass(io.StringIO):
    """The stream that a terminal is painted through. Mutable: it shows what has arrived."""

    encoding = "utf-8"

    def __init__(self, width: int = 80, height: int = 24) -> None:
        super().__init__()
        self.size = Size(rows=height, columns=width)
        self.received = ""
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)
        self._changed = asyncio.Event()

    def write(self, text: str) -> int:
        """Take in what is painted, and wake who waits for it."""
        self.received += text
        self._stream.feed(text)
        self._changed.set()
        self._changed = asyncio.Event()
        return len(text)

    @property
    def lines(self) -> list[str]:
        """Return the rows as they are now."""
        return [str(row).rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """Return all rows."""
        return "\n".join(self.lines)

    async def shows(self, *wanted: str) -> None:
        """Wait until each of *wanted* is on the screen."""
        await self.until(lambda: all(text in self.text for text in wanted), f"{wanted}")

    async def hides(self, unwanted: str) -> None:
        """Wait until *unwanted* is nowhere on the screen."""
        await self.until(lambda: unwanted not in self.text, f"no {unwanted}")

    async def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until *true*."""
        try:
            async with asyncio.timeout(10):
                while not true():
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"not shown: {what}; the screen is:\n{self.text}") from None


@dataclass(slots=True)
class Player:
    """A full-screen client in the middle of a test."""

    fake: FakeServer
    stream: Stream
    glass: Glass
    keyboard: PipeInput
    output: Vt100_Output
    last_words: io.StringIO
    errors: io.StringIO
    running: asyncio.Task[int]
    home: Path
    _sequence: int = field(default=10)

    def press(self, *keys: str) -> None:
        """Press keys, or type texts."""
        self.keyboard.send_text("".join(KEYS.get(key, key) for key in keys))

    def happens(self, *events: Event) -> None:
        """Send a batch."""
        self.stream.live.put_nowait(told(batch(self._sequence + 1, *events)))
        self._sequence += len(events)

    async def goes(self) -> int:
        """Press Ctrl-C until the client ends; return the exit status."""
        self.press("\x03", "\x03")
        return await self.running


@asynccontextmanager
async def playing(
    home: Path,
    snapshot: Snapshot,
    *,
    fake: FakeServer | None = None,
    items: tuple[Item, ...] | None = None,
    settings: Settings | None = None,
    keep: Callable[[Settings, Settings], None] = lambda before, after: None,
    read_keys: ReadKeys = lambda path: (OwnKeys(), []),
    hold_seconds: float = 0.0,
    size: tuple[int, int] = (80, 24),
    pace: Pace | None = None,
    table_id: str | None = "ABCD",
    glass: Glass | None = None,
    through: Address | None = None,
) -> AsyncIterator[Player]:
    """Run the client at a fake server whose first stream begins with *snapshot*; *through*: over another address."""
    fake = fake or FakeServer()
    stream = Stream(items or (found(snapshot), caught_up(snapshot.sequence)))
    fake.streams.insert(0, stream)
    glass, last_words, errors = glass or Glass(*size), io.StringIO(), io.StringIO()
    output = Vt100_Output(glass, lambda: glass.size, term="xterm", default_color_depth=ColorDepth.DEPTH_4_BIT)
    with create_pipe_input() as keyboard:
        async with serving(fake) as address:

            async def reach() -> tuple[Connection, Wish]:
                return await connect(through or address, pace=pace), Wish(table_id=table_id, name="Zoe")

            options = ScreenOptions(
                reach=reach,
                place=address.place,
                home=home,
                settings=replace(settings or Settings(), trick_pause=hold_seconds),
                keep=keep,
                read_keys=read_keys,
                pace=pace or Pace(),
                terminal_input=keyboard,
                terminal_output=output,
                output=last_words,
                errors=errors,
            )
            running = asyncio.ensure_future(run_screen(options))
            player = Player(fake, stream, glass, keyboard, output, last_words, errors, running, home)
            try:
                yield player
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)


@dataclass(slots=True)
class Visitor:
    """A full-screen client before its table, in the middle of a test."""

    glass: Glass
    keyboard: PipeInput
    errors: io.StringIO
    running: asyncio.Task[int]
    sightings: asyncio.Queue[Sighting]
    """Servers that come and go on the network, as the test puts them there."""

    def press(self, *keys: str) -> None:
        """Press keys, or type texts."""
        self.keyboard.send_text("".join(KEYS.get(key, key) for key in keys))

    async def leave_table(self) -> None:
        """Leave the table for good, by the menu."""
        self.press("escape")
        await self.glass.shows("MENU", "leave the table for good")
        number = re.search(r"(\d)\] leave the table for good", self.glass.text)
        assert number is not None
        self.press(number[1], "enter")


@asynccontextmanager
async def strolling(
    home: Path,
    *,
    reach: Callable[[], Awaitable[tuple[Connection, Wish]]] | None = None,
    name: str = "Zoe",
    size: tuple[int, int] = (80, 24),
    pace: Pace | None = None,
    start_server: Begin | None = None,
    practise: Begin | None = None,
    trouble: ClientError | None = None,
    read_keys: ReadKeys = lambda path: (OwnKeys(), []),
    keep: Callable[[Settings, Settings], None] = lambda before, after: None,
) -> AsyncIterator[Visitor]:
    """Run the client where servers are found as the test says; *trouble*: why none can be looked for."""
    glass, errors, sightings = Glass(*size), io.StringIO(), asyncio.Queue[Sighting]()
    output = Vt100_Output(glass, lambda: glass.size, term="xterm", default_color_depth=ColorDepth.DEPTH_4_BIT)

    async def find() -> AsyncGenerator[Sighting, None]:
        if trouble is not None:
            raise trouble
        while True:
            yield await sightings.get()

    hall = Hall(
        version="1.0",
        wish=Wish(table_id=None, name=name),
        find=find,
        start_server=start_server,
        practise=practise,
    )
    with create_pipe_input() as keyboard:
        options = ScreenOptions(
            reach=reach,
            hall=hall,
            home=home,
            settings=Settings(trick_pause=0.0),
            read_keys=read_keys,
            keep=keep,
            pace=pace or Pace(),
            terminal_input=keyboard,
            terminal_output=output,
            output=io.StringIO(),
            errors=errors,
        )
        running = asyncio.ensure_future(run_screen(options))
        try:
            yield Visitor(glass, keyboard, errors, running, sightings)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def left_clean(received: str) -> bool:
    """Tell whether the terminal was left as it was found: the first screen back, cursor shown, no modes."""
    last_on = max(received.rfind("\x1b[?1049h"), 0)
    tail = received[last_on:]
    return "\x1b[?1049l" in tail and tail.rfind("\x1b[?25h") > tail.rfind("\x1b[?25l") and "\x1b[?2004l" in tail
