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

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for a process."""


@dataclass(frozen=True, slots=True)
class Spades:
    """Starts ``spades`` commands whose files live under *home*."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    @contextlib.asynccontextmanager
    async def start(self, *arguments: str) -> AsyncIterator[Process]:
        """Run a command while the context is entered; what still runs then is killed."""
        environment = {**os.environ, "SPADES_HOME": str(self.home), **self.environment}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spades_cli", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment
        )
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    @contextlib.asynccontextmanager
    async def host(self, *arguments: str) -> AsyncIterator[str]:
        """Run a private server and yield the address of its table."""
        async with self.start("host", "--private", "--pace", "0", *arguments) as server:
            words = (await line_of(server)).split()
            yield f"localhost:{words[1]}/{words[2]}"

    async def run(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """Run a command to its end; return the exit status, standard output and standard error."""
        async with self.start(*arguments) as process:
            async with asyncio.timeout(PATIENCE):
                output, errors = await process.communicate(typed.encode())
            assert process.returncode is not None
            return process.returncode, output.decode(), errors.decode()


async def line_of(process: Process) -> str:
    """Return the next line that *process* prints; the test fails if none comes."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        line = await process.stdout.readline()
    assert line, "the process ended its output"
    return line.decode().rstrip("\n")


async def until(process: Process, wanted: Callable[[str], bool]) -> list[str]:
    """Return what *process* prints up to the first line that is *wanted*."""
    lines = [await line_of(process)]
    while not wanted(lines[-1]):
        lines.append(await line_of(process))
    return lines


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
    asked = next(line for line in reversed(lines) if line.startswith("Your turn"))
    several = re.search(r"Choose (\d+)", asked)
    return " ".join(str(number) for number in range(1, int(several[1]) + 1)) if several else "1"
