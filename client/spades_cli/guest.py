"""Servers that the screen starts for its player: one for the LAN, and a private one for practice."""

import asyncio
import contextlib
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from spades_cli.child import NotReady, place_of, server_child
from spades_cli.own_server import AGAIN_SECONDS
from spades_client import ClientError
from spades_client.screen import Guest

__all__ = ["hosting", "practising"]

PRACTICE = ("--private", "--name=practice", "--ephemeral", "--think=0")
HOSTED = ("--child",)


class NotStarted(ClientError):
    """A server could not be started from here."""


@contextlib.asynccontextmanager
async def practising() -> AsyncIterator[Guest]:
    """Run a private server with a table that nothing is kept of, for as long as the context is entered."""
    with tempfile.TemporaryDirectory(prefix="spades-") as home:
        async with _started(*PRACTICE) as (_, guest):
            yield Guest(address=guest.address, begin=True, home=Path(home))


@contextlib.asynccontextmanager
async def hosting() -> AsyncIterator[Guest]:
    """Run a server for the LAN, with its tables kept, for as long as the context is entered.

    One that dies is started again at the same place and goes on with its tables: who played there comes back as after
    any lost link. One that dies again within ``AGAIN_SECONDS``, or cannot be started again, stays away.
    """
    place: asyncio.Future[Guest] = asyncio.get_running_loop().create_future()
    keeping = asyncio.create_task(_kept_up(place), name="server for the LAN")
    try:
        await asyncio.wait((place, keeping), return_when=asyncio.FIRST_COMPLETED)
        if not place.done():
            await keeping  # it says why
        yield place.result()
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def _kept_up(place: asyncio.Future[Guest]) -> None:
    """Run a server until this is cancelled or it has died for good, and tell *place* once where its table is."""
    loop = asyncio.get_running_loop()
    ended_at = -AGAIN_SECONDS
    same_place: tuple[str, ...] = ()
    while True:
        async with _started(*HOSTED, *same_place) as (server, guest):
            if not place.done():
                place.set_result(guest)
            await server.wait()
        if loop.time() - ended_at < AGAIN_SECONDS:
            return
        ended_at = loop.time()
        same_place = (f"--local-port={guest.address.port}", f"--go-on-at={guest.address.table}")


@contextlib.asynccontextmanager
async def _started(*arguments: str) -> AsyncIterator[tuple[Process, Guest]]:
    # A file and not a pipe: nobody reads what a server has to say all evening.
    with tempfile.TemporaryFile() as errors:
        async with server_child(*arguments, errors=errors) as server:
            try:
                address, invites = await place_of(server)
            except NotReady as not_ready:
                raise NotStarted(_last_line(errors) or str(not_ready)) from not_ready
            yield server, Guest(address=address, invites=invites)


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode(errors="replace").strip().rpartition("\n")[2].removeprefix("spades: ")
