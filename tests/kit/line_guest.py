"""A person at line mode, as a client under test: types the first choices whenever the client waits for a line."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from cli.processes import first_choices
from client.lines import Keyboard, Screen
from spades_client import Address, LineOptions, run_line
from spades_kit import Guest, Place

READY = ">"
"""What the client prints when it waits for a line."""


def line_guest(home: Path) -> Guest:
    """Return a client that plays by lines, with its files in *home*."""

    async def play(place: Place) -> None:
        keyboard, screen = Keyboard(), Screen()
        options = LineOptions(
            address=Address(host=place.host, port=place.port),
            table_id=place.table,
            name="Zoe",
            home=home,
            source=keyboard,
            output=screen,
            errors=io.StringIO(),
        )
        person = asyncio.ensure_future(_type(keyboard, screen))
        try:
            await run_line(options)
        finally:
            person.cancel()
            await asyncio.gather(person, return_exceptions=True)

    return play


async def _type(keyboard: Keyboard, screen: Screen) -> None:
    answered = 0
    while True:
        await screen.changes(lambda: _ready(screen) > answered)  # noqa: B023  # it is awaited at once
        answered = _ready(screen)
        keyboard.type(first_choices(screen.lines))


def _ready(screen: Screen) -> int:
    return sum(line.startswith(READY) for line in screen.lines)
