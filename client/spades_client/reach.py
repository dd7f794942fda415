"""Knocking: whether anybody answers at an address, and in which sentence to say that nobody does."""

from __future__ import annotations

import asyncio
import socket
import threading
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from typing import Any, TypeAlias

from spades_client.address import Address
from spades_client.errors import ServerUnreachable
from spades_client.language import tr

KNOCK_SECONDS = 2.0
"""How long a machine may take to answer, its name looked up meanwhile."""

Way: TypeAlias = "tuple[int, tuple[Any, ...]]"  # Any: an address has another form for each family
"""A family of addresses, and an address of it."""


async def knock(address: Address) -> tuple[StreamReader, StreamWriter]:
    """Return a connection to *address*.

    Raises:
        ServerUnreachable: nobody answers there, no machine is called so, or the zone is not this machine's.
    """
    check_zone(address)
    try:
        async with asyncio.timeout(KNOCK_SECONDS):
            ways = await _look_up(address)
            # Each in turn gets its share of the time: the first may be one that this network does not carry.
            for family, place in ways[:-1]:
                with suppress(OSError):
                    async with asyncio.timeout(KNOCK_SECONDS / len(ways) / 2):
                        return await _connect(family, place)
            return await _connect(*ways[-1])
    except (socket.gaierror, UnicodeError):
        raise ServerUnreachable(
            tr("no machine is called {host} (asked for {place})").format(host=address.host, place=address.place)
        ) from None
    except OSError:  # TimeoutError is one
        raise ServerUnreachable(tr("nobody answers at {place}").format(place=address.place)) from None


async def hang_up(writer: StreamWriter) -> None:
    """Close a connection that was only to show that somebody is there."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def check_zone(address: Address) -> None:
    """Refuse a zone that this machine does not have; gRPC would tell so on the terminal, past us.

    Raises:
        ServerUnreachable: there is no such zone.
    """
    _, percent, zone = address.host.partition("%")
    if percent and not zone.isdigit():
        try:
            socket.if_nametoindex(zone)
        except OSError:
            raise ServerUnreachable(
                tr("this machine has no network {zone} (asked for {place})").format(
                    zone=repr(zone), place=address.place
                )
            ) from None


async def _connect(family: int, place: tuple[Any, ...]) -> tuple[StreamReader, StreamWriter]:
    line = socket.socket(family, socket.SOCK_STREAM)
    try:
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, place)
        return await asyncio.open_connection(sock=line)
    except BaseException:
        line.close()
        raise


async def _look_up(address: Address) -> list[Way]:
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[Way]] = loop.create_future()

    def settle(ways: list[Way], error: Exception | None) -> None:
        if found.done():
            return
        if error is None:
            found.set_result(ways)
        else:
            found.set_exception(error)

    def ask() -> None:
        ways: list[Way] = []
        failed: Exception | None = None
        try:
            answers = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
            ways = [(family, place) for family, _, _, _, place in answers]
        except (OSError, UnicodeError) as error:
            failed = error
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, ways, failed)

    # A daemon, and not the loop's own thread pool: that would be waited for, though a name server keeps silent.
    threading.Thread(target=ask, daemon=True).start()
    return await found
