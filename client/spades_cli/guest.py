"""Servers that the screen starts for its player: one for the LAN, and a private one for practice."""

import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from spades_cli.child import NotReady, place_of, server_child
from spades_client import ClientError
from spades_client.screen import Guest

__all__ = ["hosting", "practising"]

PRACTICE = ("--private", "--name=practice", "--ephemeral", "--think=0")


class NotStarted(ClientError):
    """A server could not be started from here."""


@contextlib.asynccontextmanager
async def practising() -> AsyncIterator[Guest]:
    """Run a private server with a table that nothing is kept of, for as long as the context is entered."""
    with tempfile.TemporaryDirectory(prefix="spades-") as home:
        async with _started(*PRACTICE) as guest:
            yield Guest(address=guest.address, begin=True, home=Path(home))


@contextlib.asynccontextmanager
async def hosting() -> AsyncIterator[Guest]:
    """Run a server for the LAN, with its tables kept, for as long as the context is entered."""
    async with _started("--child") as guest:
        yield guest


@contextlib.asynccontextmanager
async def _started(*arguments: str) -> AsyncIterator[Guest]:
    # A file and not a pipe: nobody reads what a server has to say all evening.
    with tempfile.TemporaryFile() as errors:
        async with server_child(*arguments, errors=errors) as server:
            try:
                address, invites = await place_of(server)
            except NotReady as not_ready:
                raise NotStarted(_last_line(errors) or str(not_ready)) from not_ready
            yield Guest(address=address, invites=invites)


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode(errors="replace").strip().rpartition("\n")[2].removeprefix("spades: ")
