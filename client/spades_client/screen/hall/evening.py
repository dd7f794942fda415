"""From server to server: those of the network, a kept seat, one of one's own; and back again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from spades_client.address import Address, parse_address
from spades_client.calls import Pace
from spades_client.certificate import ShownCertificate
from spades_client.connection import Connection, connect
from spades_client.errors import AddressInvalid, ClientError, ServerUnreachable
from spades_client.finding import sightings
from spades_client.known_servers import KnownServers
from spades_client.saved_seats import SavedSeats
from spades_client.screen.app import ScreenApp
from spades_client.screen.cells import tame
from spades_client.screen.hall import servers as places
from spades_client.screen.hall import texts
from spades_client.screen.hall.draw_servers import present_servers
from spades_client.screen.hall.page import Page
from spades_client.screen.hall.seek import Find, Seeker
from spades_client.screen.hall.servers import GoToSeat, GoToServer, SeatRow, Servers, ServersWish, press_servers
from spades_client.screen.hall.visit import Visit
from spades_client.seating import Wish, account_name, find_place, kept_place
from spades_client.trust import Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Where the player sits down at a server that was started for them."""

    address: Address
    """Of the table."""
    begin: bool = False
    """Computer players take the other seats, and the game begins at once."""
    home: Path | None = None
    """The folder for the seat; None: the same as for any other."""
    invites: tuple[str, ...] = ()
    """What friends must type."""


Begin = Callable[[], AbstractAsyncContextManager[Guest]]
"""Starts a server, which runs for as long as the context is entered. Raises ``ClientError`` where that fails."""


def on_the_wall(seconds: float) -> str:
    """Return a time of unix as a clock on the wall shows it; a day before today with its date."""
    then = time.localtime(seconds)
    today = time.strftime("%x") == time.strftime("%x", then)
    return time.strftime("%H:%M" if today else "%Y-%m-%d %H:%M", then)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What the screens before a table need."""

    version: str = ""
    """Of this program."""
    wish: Wish
    """How the player is called, and whether to watch only."""
    insecure: bool = False
    """Talk to other machines in plain text."""
    find: Find = sightings
    start_server: Begin | None = None
    """None: it cannot be done from here."""
    practise: Begin | None = None


class Evening:
    """One player's way through the screens. Mutable: it holds the server that was started for it."""

    def __init__(
        self, app: ScreenApp, hall: Hall, *, home: Path | None, pace: Pace, warn: Callable[[str], None]
    ) -> None:
        self._app = app
        self._hall = hall
        self._home = home
        self._pace = pace
        self._warn = warn
        self._own: Guest | None = None

    # Servers.

    async def among_servers(self) -> None:
        """Let the player go to servers and come back, until they have had enough."""
        page: Page[Servers, ServersWish] = Page(
            self._servers(), press=press_servers, present=present_servers, changed=self._app.invalidate
        )
        async with AsyncExitStack() as stack:
            while (wish := await self._wished(page)) is not places.Wish.END:
                page.tell(await self._gone_to(page, wish, stack))

    async def _wished(self, page: Page[Servers, ServersWish]) -> ServersWish:
        """Show the servers, look for more of them, and return what is wished."""
        page.put(replace(page.state, seats=self._kept_seats(), busy="", own=self._app.hall_keys))
        self._app.show(page)
        async with Seeker(page, self._hall.find, insecure=self._hall.insecure, pace=self._pace) as seeker:
            while (wish := await page.wish()) in (places.Wish.AGAIN, places.Wish.LANGUAGE):
                if wish is places.Wish.AGAIN:
                    seeker.again()
                else:
                    page.tell(self._app.next_language())
        if page.state.name not in (self._hall.wish.name, account_name()):
            self._app.keep_name(page.state.name)
        return wish

    def _servers(self) -> Servers:
        return Servers(version=self._hall.version, name=self._hall.wish.name or account_name())

    def _kept_seats(self) -> tuple[SeatRow, ...]:
        rows = []
        with SavedSeats(self._home, warn=self._warn) as saved:
            for seat, used in saved.every():
                try:
                    address = parse_address(seat.place)
                except AddressInvalid:
                    continue  # kept by an older client, that did not write down where
                server = tame(seat.server) or address.place
                rows.append(SeatRow(seat=seat, address=address, server=server, last_used=on_the_wall(used)))
        return tuple(rows)

    async def _gone_to(self, page: Page[Servers, ServersWish], wish: ServersWish, stack: AsyncExitStack) -> str:
        """Go where the player wishes, and return what there is to say when they are back."""
        try:
            match wish:
                case GoToServer(addresses=addresses):
                    return await self._to_server(page, addresses)
                case GoToSeat(row=row):
                    return await self._to_seat(page, row)
                case places.Wish.START:
                    return await self._to_own_server(page, stack)
                case places.Wish.PRACTISE:
                    return await self._to_practice(page)
        except ClientError as error:
            return tame(str(error))
        return ""

    async def _to_server(self, page: Page[Servers, ServersWish], addresses: Sequence[Address]) -> str:
        connection = await self._connected(page, addresses)
        if connection is None:
            return ""
        async with connection:
            with SavedSeats(self._home, warn=self._warn) as saved:
                visit = Visit(self._app, connection, self._wish(page, connection.address.table), saved)
                return await (visit.straight() if connection.address.table else visit.lobby())

    async def _to_seat(self, page: Page[Servers, ServersWish], row: SeatRow) -> str:
        connection = await self._connected(page, (row.address,), insecure=not row.seat.proven)
        if connection is None:
            return ""
        async with connection:
            with SavedSeats(self._home, warn=self._warn) as saved:
                seated = await kept_place(connection, self._wish(page, row.seat.table_id), saved)
                if seated is None:
                    return texts.SEAT_GONE
                visit = Visit(self._app, connection, self._wish(page), saved)
                return await visit.lobby(await visit.played(seated))

    async def _to_own_server(self, page: Page[Servers, ServersWish], stack: AsyncExitStack) -> str:
        if self._hall.start_server is None:
            return texts.NO_START_HERE
        if self._own is None:
            page.put(replace(page.state, busy=texts.STARTING))
            self._own = await stack.enter_async_context(self._hall.start_server())
        async with await connect(self._own.address, client_name="spades screen", pace=self._pace) as connection:
            with SavedSeats(self._home, warn=self._warn) as saved:
                wish = self._wish(page, self._own.address.table)
                return await Visit(self._app, connection, wish, saved, invites=self._own.invites).straight()

    async def _to_practice(self, page: Page[Servers, ServersWish]) -> str:
        if self._hall.practise is None:
            return texts.NO_PRACTICE_HERE
        page.put(replace(page.state, busy=texts.STARTING))
        async with (
            self._hall.practise() as guest,
            await connect(guest.address, client_name="spades screen", pace=self._pace) as connection,
        ):
            with SavedSeats(guest.home, warn=self._warn) as saved:
                wish = self._wish(page, guest.address.table)
                seated = await find_place(connection, wish, saved)
                assert seated is not None, "the table was named"
                return await Visit(self._app, connection, wish, saved, keeps_seat=False).played(
                    seated, begin="" if guest.begin else None
                )

    async def _connected(
        self, page: Page[Servers, ServersWish], addresses: Sequence[Address], *, insecure: bool = False
    ) -> Connection | None:
        """Return a connection to the first of *addresses* that answers; None: the player has not waited for it."""
        answers: asyncio.Queue[bool] = asyncio.Queue()

        async def ask(question: str) -> bool:
            page.put(replace(page.state, question=question))
            return await answers.get()

        async def ask_first(address: Address, shown: ShownCertificate) -> bool:
            return await ask(texts.FIRST_MEETING.format(place=address.place, sign=shown.short_fingerprint))

        trust = Trust(
            insecure=self._hall.insecure or insecure,
            known=KnownServers(self._home, warn=self._warn),
            ask=ask,
            ask_first=ask_first,
        )
        busy = texts.CONNECTING.format(place=addresses[0].place)
        page.put(replace(page.state, busy=busy))
        connecting = asyncio.ensure_future(self._first_of(addresses, trust))
        try:
            while not connecting.done():
                wishing = asyncio.ensure_future(page.wish())
                await asyncio.wait((connecting, wishing), return_when=asyncio.FIRST_COMPLETED)
                if not wishing.done():
                    wishing.cancel()
                elif wishing.result() is places.Wish.END:
                    await self._given_up(connecting)
                    return None
                elif wishing.result() in (places.Wish.TRUST, places.Wish.DISTRUST):
                    answers.put_nowait(wishing.result() is places.Wish.TRUST)
            return connecting.result()
        finally:
            connecting.cancel()
            page.put(replace(page.state, busy="", question=""))

    async def _given_up(self, connecting: asyncio.Future[Connection]) -> None:
        connecting.cancel()
        (came,) = await asyncio.gather(connecting, return_exceptions=True)
        if isinstance(came, Connection):
            await came.close()  # it came in the same moment

    async def _first_of(self, addresses: Sequence[Address], trust: Trust) -> Connection:
        *others, last = addresses
        for address in others:
            try:
                return await connect(address, trust=trust, client_name="spades screen", pace=self._pace)
            except ServerUnreachable:
                continue  # the network does not carry this one; the next may do
        return await connect(last, trust=trust, client_name="spades screen", pace=self._pace)

    def _wish(self, page: Page[Servers, ServersWish], table_id: str | None = None) -> Wish:
        # A name that nobody has chosen may get a number where another person has it.
        name = page.state.name if page.state.name != account_name() else self._hall.wish.name
        return replace(self._hall.wish, name=name, table_id=table_id, token=None)
