"""A server as a child process: it runs for as long as its parent wants, and stops with it."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from typing import IO

from spades_cli.ready import READY
from spades_client import Address
from spades_client.language import tr

__all__ = ["NotReady", "place_of", "server_child"]

START_SECONDS = 20.0
STOP_SECONDS = 6.0


class NotReady(Exception):
    """The server did not start; the text is for people."""


@contextlib.asynccontextmanager
async def server_child(*arguments: str, errors: IO[bytes] | None = None) -> AsyncIterator[Process]:
    """Run ``spades host`` for as long as the context is entered; yield it before it is ready.

    *errors*: where its standard error goes; None: to this process's own.
    """
    command = (sys.executable, "-m", "spades_cli", "host", *arguments)
    server = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=errors, env=_environment())
    assert server.stdin is not None, "a pipe was asked for"
    try:
        yield server
    finally:
        server.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await server.wait()
        except TimeoutError:
            server.kill()
            await server.wait()


def _environment() -> dict[str, str]:
    """Return the environment of this process, for a server whose processes say nothing when it is killed."""
    asked = os.environ.get("PYTHONWARNINGS")
    return {**os.environ, "PYTHONWARNINGS": ",".join(filter(None, (asked, "ignore:resource_tracker")))}


async def place_of(server: Process) -> tuple[Address, tuple[str, ...]]:
    """Return the address of the table that *server* says to be ready with, and what friends must type.

    Raises:
        NotReady: it ended, or it takes too long.
    """
    assert server.stdout is not None, "a pipe was asked for"
    try:
        async with asyncio.timeout(START_SECONDS):
            words = (await server.stdout.readline()).decode().split()
    except TimeoutError:
        raise NotReady(
            tr("the private server was not ready within {seconds:.0f} s").format(seconds=START_SECONDS)
        ) from None
    if len(words) < 3 or words[0] != READY:
        raise NotReady(tr("the private server did not start; its own words stand above"))
    return Address(host="127.0.0.1", port=int(words[1]), table=words[2]), tuple(words[3:])
