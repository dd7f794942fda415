"""Where a client of lines goes when no server was named: kept seats, servers of this network, servers met before."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from spades_cli import texts
from spades_cli.failure import Failure
from spades_cli.options import whole
from spades_cli.servers import described, join_line
from spades_client import (
    Address,
    AddressInvalid,
    ClientError,
    FoundServer,
    KnownServers,
    SavedSeat,
    SavedSeats,
    TerminalSource,
    find_servers,
    is_terminal,
    parse_address,
    reachable,
)
from spades_client.clean import clean
from spades_client.line_io import Interrupted, Writer
from spades_client.probe import KeptTable, Probed, probe, probe_seat

__all__ = ["choose_server"]

MOST_ASKED = 16
"""Places of servers met before that are asked whether one is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One place to go to."""

    words: str
    short: str
    """The same in few words, before what is typed."""
    join: str
    """What is typed to go there."""
    places: frozenset[str]
    """Where its server is, as far as known."""
    server_id: str
    reach: Callable[[], Awaitable[Address]]

    def is_at(self, others: Iterable["Alternative"]) -> bool:
        """Tell whether it is the server of one of *others*."""
        return any(self.places & other.places or self.server_id == other.server_id for other in others)


async def choose_server(*, watching: bool = False) -> Address:
    """Return the server, or the table of a kept seat, that is meant where none was named.

    The only one there is, or the one that a person chooses. *watching*: without a seat, so that no kept one is offered.

    Raises:
        Failure: there is none, or there are several and nobody is there to choose.
    """
    # Beside what a client prints, which may be read by a program.
    screen = Writer(sys.stderr)
    found, seats, known = await asyncio.gather(find_servers(), _kept(watching=watching), _known())
    servers = list(map(_of_found, found))
    # Whoever joins the server of a kept seat gets that seat in any case.
    others = [server for server in servers if not server.is_at(seats)]
    offered = [*seats, *others]
    offered += [server for server in known if not server.is_at(offered)]
    if not offered:
        raise Failure(texts.NOBODY_FOUND)
    if not is_terminal(sys.stdin, sys.stdout):
        offered = servers if len(servers) == 1 else offered  # the seat kept there is taken back by itself
        if len(offered) > 1:
            raise Failure(texts.SEVERAL_SERVERS.format(lines="; ".join(f"{one.short}: {one.join}" for one in offered)))
    if len(offered) == 1:
        screen.line(texts.FOUND.format(server=offered[0].words))
        return await offered[0].reach()
    for number, one in enumerate(offered, 1):
        screen.line(f"{number}  {one.words}")
    return await offered[await _number(len(offered), screen) - 1].reach()


def _of_found(server: FoundServer) -> Alternative:
    return Alternative(
        words=described(server),
        short=server.name,
        join=join_line(server),
        places=frozenset(Address(host=host, port=server.port).place for host in server.addresses),
        server_id=server.server_id,
        reach=lambda: reachable(server),
    )


async def _kept(*, watching: bool) -> list[Alternative]:
    """Return the seats that are still kept for the player, the last used first, where no other client sits on them."""
    if watching:
        return []
    with SavedSeats() as saved:
        free = [seat for seat, _ in saved.every() if saved.hold(seat)]
    asked = [(seat, address) for seat in free if (address := _address(seat.place, seat.table_id)) is not None]
    tables = await asyncio.gather(*(_kept_at(address, seat) for seat, address in asked))
    return [
        _of_seat(seat, address, table)
        for (seat, address), table in zip(asked, tables, strict=True)
        if table is not None
    ]


def _address(place: str, table_id: str | None = None) -> Address | None:
    try:
        return parse_address(f"{place}/{table_id}" if table_id else place)
    except AddressInvalid:
        return None  # kept by an older client, that did not write down where


async def _kept_at(address: Address, seat: SavedSeat) -> KeptTable | None:
    try:
        return await probe_seat(address, seat)
    except ClientError:
        return None  # nobody is there, or another server is


def _of_seat(seat: SavedSeat, address: Address, table: KeptTable) -> Alternative:
    form = texts.KEPT_SEAT_IN_HAND if table.hand else texts.KEPT_SEAT
    words = form.format(
        seat=seat.seat,
        table=table.name or clean(seat.table_id),
        name=clean(seat.name),
        server=clean(seat.server).strip() or address.place,
        place=address.place,
        hand=table.hand,
    )
    return Alternative(
        words=words,
        short=words,
        join=f"spades join {address}",
        places=frozenset({address.place}),
        server_id=seat.server_id,
        reach=lambda: _itself(address),
    )


async def _itself(address: Address) -> Address:
    return address


async def _known() -> list[Alternative]:
    """Return the servers that are there again, of those met before: a network may carry no search."""
    asked = [address for place in KnownServers().places()[:MOST_ASKED] if (address := _address(place)) is not None]
    probed = await asyncio.gather(*map(_asked, asked))
    there: list[Alternative] = []
    for address, server in zip(asked, probed, strict=True):
        if server is not None and not (one := _of_known(address, server)).is_at(there):
            there.append(one)
    return there


async def _asked(address: Address) -> Probed | None:
    try:
        return await probe(address)
    except ClientError:
        return None


def _of_known(address: Address, server: Probed) -> Alternative:
    tables = texts.TABLES.format(count=server.tables)
    return Alternative(
        words=texts.SERVER_MET.format(name=server.name or address.place, place=address.place, tables=tables),
        short=server.name or address.place,
        join=f"spades join {address}",
        places=frozenset({address.place}),
        server_id=server.server_id,
        reach=lambda: _itself(address),
    )


async def _number(most: int, screen: Writer) -> int:
    source = TerminalSource()
    while True:
        screen.line(texts.WHICH_ONE.format(most=most))
        try:
            typed = await source.next_line()
        except Interrupted:
            typed = None
        if typed is None:
            raise Failure(texts.NONE_CHOSEN)
        with contextlib.suppress(argparse.ArgumentTypeError):
            return whole(1, most)(typed.strip())
