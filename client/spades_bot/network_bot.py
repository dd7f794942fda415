"""A computer player that is a program of its own: it is told a place, joins over the network and plays there."""

import asyncio
import contextlib
import shlex
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import IO

from spades_bot.strategy import StrategyInvalid

__all__ = ["NETWORK", "NetworkBot", "Program", "read_network_bot", "running"]

NETWORK = "net:"
"""What the name of such a player begins with."""

_LAST_WORDS = 4096
"""Bytes at the end of standard error in which the last line is looked for."""


@dataclass(frozen=True, slots=True)
class NetworkBot:
    """The command of a program, as a shell would read it, but run without one."""

    command: str

    @property
    def name(self) -> str:
        """Return what people call it."""
        return f"{NETWORK}{self.command}"

    def arguments(self, *, name: str, place: str) -> list[str]:
        """Return the program and its arguments for one seat.

        ``{name}`` and ``{place}`` are filled in; where neither is written, ``--name=NAME PLACE`` is appended.
        """
        words = shlex.split(self.command)
        if "{name}" not in self.command and "{place}" not in self.command:
            return [*words, f"--name={name}", place]
        return [word.replace("{name}", name).replace("{place}", place) for word in words]


def read_network_bot(text: str) -> NetworkBot:
    """Return the bot written as ``net:COMMAND``; nothing is run yet.

    Raises:
        StrategyInvalid: there is no command, or a quote is left open.
    """
    command = text.removeprefix(NETWORK)
    try:
        if not shlex.split(command):
            raise StrategyInvalid(f"{text}: write net:COMMAND, for example net:'python bot.py'")
    except ValueError as error:
        raise StrategyInvalid(f"{text}: {str(error).lower()}") from error
    return NetworkBot(command)


@dataclass(frozen=True, slots=True)
class Program:
    """A program that plays on one seat."""

    process: Process
    errors: IO[bytes]

    def last_line(self) -> str:
        """Return the last line that it wrote to standard error; empty if there is none."""
        self.errors.seek(0, 2)
        self.errors.seek(max(self.errors.tell() - _LAST_WORDS, 0))
        lines = self.errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


@contextlib.asynccontextmanager
async def running(arguments: list[str]) -> AsyncIterator[Program]:
    """Run a bot's program while the context is entered; what still runs then is killed.

    Raises:
        OSError: it does not start.
    """
    with tempfile.TemporaryFile() as errors:
        process = await asyncio.create_subprocess_exec(*arguments, stdin=DEVNULL, stdout=DEVNULL, stderr=errors)
        try:
            yield Program(process, errors)
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):  # It ended this very moment.
                    process.kill()
            await process.wait()
