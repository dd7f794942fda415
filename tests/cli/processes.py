"""The ``spades`` command in processes of its own, driven through pipes."""

import asyncio
import contextlib
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

PATIENCE = 60.0
"""Seconds after which a test gives up waiting for a process."""


@dataclass(frozen=True, slots=True)
class Server:
    """A private server that is ready."""

    process: Process
    port: int
    table_id: str

    @property
    def address(self) -> str:
        """Its table, as people type it."""
        return f"localhost:{self.port}/{self.table_id}"


@dataclass(frozen=True, slots=True)
class Spades:
    """Starts ``spades`` commands whose files live under *home*."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)
    """Added to the test's own, or put in its place."""
    before: tuple[str, ...] = ()
    """What stands before each command, such as what runs it on another machine."""
    python: str = sys.executable
    """What runs the program."""

    @contextlib.asynccontextmanager
    async def start(self, *arguments: str, stdin: int = PIPE) -> AsyncIterator[Process]:
        """Run a command while the context is entered; what still runs then is killed."""
        environment = {**os.environ, "SPADES_HOME": str(self.home), **self.environment}
        process = await asyncio.create_subprocess_exec(
            *(*self.before, self.python, "-m", "spades_cli", *arguments),
            stdin=stdin,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
        )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    @contextlib.asynccontextmanager
    async def server(self, *arguments: str) -> AsyncIterator[Server]:
        """Run a private server whose computer players do not pause."""
        async with self.start("host", "--private", "--pace", "0", *arguments) as process:
            _, port, table_id = (await line_of(process)).split()
            yield Server(process, int(port), table_id)

    @contextlib.asynccontextmanager
    async def host(self, *arguments: str) -> AsyncIterator[str]:
        """Run a private server and yield the address of its table."""
        async with self.server(*arguments) as server:
            yield server.address

    async def run(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """Run a command to its end; return the exit status, standard output and standard error."""
        async with self.start(*arguments) as process:
            return await end_of(process, typed)


async def end_of(process: Process, typed: str = "") -> tuple[int, str, str]:
    """Type *typed*, close standard input, and return the exit status and what *process* still prints to its end."""
    async with asyncio.timeout(PATIENCE):
        output, errors = await process.communicate(typed.encode() if process.stdin else None)
    assert process.returncode is not None
    return process.returncode, output.decode(errors="replace"), errors.decode(errors="replace")


def one_line(errors: str) -> str:
    """Return the one line that *errors* is to be; the test fails if it is more, less, or not for people."""
    assert errors.endswith("\n")
    line = errors[:-1]
    assert line.strip()
    assert line.isprintable(), errors[:2000]
    assert len(line) < 400
    return line


async def line_of(process: Process) -> str:
    """Return the next line that *process* prints; the test fails if none comes."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        line = await process.stdout.readline()
    assert line, "the process ended its output"
    return line.decode(errors="replace").rstrip("\n")


async def until(process: Process, wanted: Callable[[str], bool]) -> list[str]:
    """Return what *process* prints up to the first line that is *wanted*."""
    lines = [await line_of(process)]
    while not wanted(lines[-1]):
        lines.append(await line_of(process))
    return lines


async def seated(process: Process) -> list[str]:
    """Return what a client prints until it knows the table that it sits at, or watches."""
    return await until(process, lambda line: "You are" in line or "You watch" in line)


def type_line(process: Process, line: str) -> None:
    """Type *line* and Enter."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())


async def play_to_the_end(process: Process) -> list[str]:
    """Answer every prompt of a line-mode client with its first choices until the game is over; return all lines."""
    lines: list[str] = []
    while True:
        lines += await until(process, lambda line: line.startswith((">", "Game over")))
        if lines[-1].startswith("Game over"):
            return lines
        type_line(process, first_choices(lines))


def first_choices(lines: list[str]) -> str:
    """Return what to type for the last prompt in *lines*: as many of the first numbers as it asks for."""
    asked = next((line for line in reversed(lines) if line.startswith("Your turn")), "")
    several = re.search(r"Choose (\d+)", asked)
    return " ".join(str(number) for number in range(1, int(several[1]) + 1)) if several else "1"
