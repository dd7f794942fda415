"""A line-mode client against a scripted server, with a keyboard and a screen of the test's."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from client.fakes import FakeServer, FakeTime, Item, Stream, caught_up, found, serving, told
from client.lines import Keyboard, Screen
from client.messages import batch, table
from spades.v1 import event_pb2 as e
from spades.v1.prompt_pb2 import (
    PROMPT_OUTCOME_ANSWERED,
    Prompt,
)
from spades_client import LineOptions, run_line
from spades_client.settings import Settings


@dataclass(slots=True)
class Player:
    """A line client in the middle of a test."""

    fake: FakeServer
    stream: Stream
    keyboard: Keyboard
    screen: Screen
    errors: io.StringIO
    running: asyncio.Task[int]

    def happens(self, first: int, *events: e.Event) -> None:
        """Send a batch."""
        self.stream.live.put_nowait(told(batch(first, *events)))

    async def leaves(self) -> int:
        """End the input and return the exit status."""
        self.keyboard.end()
        return await self.running


@asynccontextmanager
async def playing(
    home: Path,
    *items: Item,
    keyboard: Keyboard | None = None,
    fake: FakeServer | None = None,
    strict: bool = False,
    events: bool = False,
    begin: bool = False,
    name: str = "Zoe",
    table_id: str | None = None,
    switchable: bool = False,
    settings: Settings | None = None,
    keep: Callable[[Settings, Settings], None] = lambda before, after: None,
) -> AsyncIterator[Player]:
    """Run line mode at a fake server whose first stream begins with *items*."""
    fake = fake or FakeServer()
    stream = Stream(items or begun())
    fake.streams.insert(0, stream)
    keyboard, screen, errors = keyboard or Keyboard(), Screen(), io.StringIO()
    async with serving(fake) as address:
        options = LineOptions(
            address=address,
            name=name,
            table_id=table_id,
            strict=strict,
            events=events,
            begin=begin,
            home=home,
            switchable=switchable,
            settings=settings or Settings(),
            keep=keep,
            source=keyboard,
            output=screen,
            errors=errors,
            pace=FakeTime().pace(),
        )
        running = asyncio.ensure_future(run_line(options))
        yield Player(fake, stream, keyboard, screen, errors, running)
        if not running.done():
            running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def begun(*prompts: Prompt) -> list[Item]:
    """Return how a stream begins at the usual table with *prompts* open."""
    snapshot = table()
    snapshot.prompts.extend(prompts)
    return [found(snapshot), caught_up(10)]


def closed(prompt_id: int) -> e.Event:
    """Return the event that closes a prompt."""
    return e.Event(prompt_closed=e.PromptClosed(prompt_id=prompt_id, outcome=PROMPT_OUTCOME_ANSWERED))


YOUR_TURN = "Your turn: you lead. Choices: 1 ace of hearts, 2 five of hearts. 60 seconds."
