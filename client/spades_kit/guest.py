"""The client under test: a command that the kit runs, or a program that somebody starts by hand."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spades_kit.script_table import TABLE_ID

STOP_SECONDS = 3.0
"""Time that a client has to end when it is told to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the client is to play."""

    host: str
    port: int
    table: str = TABLE_ID

    def filled(self, word: str) -> str:
        """Return *word* with the names in braces filled in."""
        names = {"address": f"{self.host}:{self.port}", "host": self.host, "port": str(self.port), "table": self.table}
        for name, value in names.items():
            word = word.replace(f"{{{name}}}", value)
        return word


Guest: TypeAlias = Callable[[Place], Awaitable[None]]
"""Plays at a place until it has had enough, or is cancelled."""


def command_guest(command: Sequence[str]) -> Guest:
    """Return the client that *command* starts; ``{address}``, ``{host}``, ``{port}`` and ``{table}`` are filled in."""

    async def play(place: Place) -> None:
        words = [place.filled(word) for word in command]
        process = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.DEVNULL)
        try:
            await process.wait()
        finally:
            await _ended(process)

    return play


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


def person_guest(tell: Callable[[str], None]) -> Guest:
    """Return a client that a person starts, who is told each time when to."""

    async def play(place: Place) -> None:
        tell(f"start your client at {place.host}:{place.port}, table {place.table}; end it first if it still runs")
        await asyncio.Event().wait()

    return play


def written(command: Sequence[str]) -> str:
    """Return *command* as it is typed."""
    return shlex.join(command)
