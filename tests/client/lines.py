"""A keyboard and a screen for line mode: what is typed, and what was printed, one line at a time."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable

from spades_client.line_io import Interrupted


class Keyboard:
    """Lines that the test types, as a pipe or as a person at a terminal."""

    def __init__(self, *lines: str, interactive: bool = False) -> None:
        self.interactive = interactive
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        for line in lines:
            self.type(line)

    def type(self, line: str) -> None:
        """Type a line."""
        self._typed.put_nowait(line)

    def end(self) -> None:
        """End the input."""
        self._typed.put_nowait(None)

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self._typed.put_nowait("\x03")

    async def next_line(self) -> str | None:
        """Return the next line typed."""
        line = await self._typed.get()
        if line == "\x03":
            raise Interrupted
        return line


class Screen(io.StringIO):
    """What was printed; the test waits for lines."""

    def __init__(self) -> None:
        super().__init__()
        self._printed = asyncio.Event()

    def write(self, text: str) -> int:
        """Take text in and wake who waits for it."""
        count = super().write(text)
        self._printed.set()
        self._printed = asyncio.Event()
        return count

    @property
    def lines(self) -> list[str]:
        """Return the lines so far."""
        return self.getvalue().splitlines()

    async def shows(self, *wanted: str) -> None:
        """Wait until each of *wanted* is a line, in this order, with others between."""
        await self._until(lambda: self._in_order(wanted))

    async def shows_start(self, start: str) -> str:
        """Wait until a line begins so, and return the last such line."""
        await self._until(lambda: any(line.startswith(start) for line in self.lines))
        return [line for line in self.lines if line.startswith(start)][-1]

    def _in_order(self, wanted: tuple[str, ...]) -> bool:
        rest = iter(self.lines)
        return all(any(line == one for line in rest) for one in wanted)

    async def changes(self, true: Callable[[], bool]) -> None:
        """Wait until *true* is, however long it takes."""
        while not true():
            await self._printed.wait()

    async def _until(self, true: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(10):
                await self.changes(true)
        except TimeoutError:
            raise AssertionError(f"not shown; the screen is:\n{self.getvalue()}") from None
