"""Looking for servers and kept seats while the screen of the servers is shown, and asking each what it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace

from spades.v1.error_pb2 import ERROR_REASON_CLIENT_TOO_OLD
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.errors import ClientError, ClientTooOld, NotASpadesServer, NotSecure, Refused
from spades_client.finding import FoundServer, Sighting, reachable
from spades_client.probe import probe, probe_seat
from spades_client.screen.cells import tame
from spades_client.screen.hall.page import Page
from spades_client.screen.hall.servers import Answer, SeatRow, ServerRow, Servers, ServersWish

Find = Callable[[], AsyncGenerator[Sighting, None]]
"""Finds servers, as ``finding.sightings`` does."""


class Seeker:
    """The search behind one screen of servers. Mutable: it has tasks that run."""

    def __init__(self, page: Page[Servers, ServersWish], find: Find, *, insecure: bool, pace: Pace) -> None:
        self._page = page
        self._find = find
        self._insecure = insecure
        self._pace = pace
        self._found: dict[str, FoundServer] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Seeker:
        self._start(self._look())
        self._ask_seats()
        return self

    async def __aexit__(self, *failure: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def again(self) -> None:
        """Ask every server, and for every seat, once more."""
        for key, server in self._found.items():
            self._start(self._ask(key, server))
        self._ask_seats()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # A fault of ours: the screen's own handler ends the client with it.
            asyncio.get_running_loop().call_exception_handler({"message": "seeking failed", "exception": error})

    async def _look(self) -> None:
        try:
            async with aclosing(self._find()) as sightings:
                async for sighting in sightings:
                    self._take(sighting)
        except ClientError as error:
            self._page.put(replace(self._page.state, trouble=str(error)))

    def _take(self, sighting: Sighting) -> None:
        known, server = self._page.state.server(sighting.key), sighting.server
        if server is None:
            self._found.pop(sighting.key, None)
            if known is not None:
                gone = replace(known, gone=True)
                self._page.put(self._page.state.with_server(gone))
            return
        self._found[sighting.key] = server
        row = _row(sighting.key, server)
        if known is not None:
            row = replace(row, answer=known.answer, players=known.players, ping_ms=known.ping_ms)
        self._page.put(self._page.state.with_server(row))
        self._start(self._ask(sighting.key, server))

    async def _ask(self, key: str, server: FoundServer) -> None:
        answer = Answer.SPADES
        try:
            if not server.encrypts and not self._insecure:
                return self._note(key, answer=Answer.PLAIN)
            probed = await probe(await reachable(server), insecure=self._insecure, pace=self._pace)
            return self._note(
                key,
                answer=answer,
                version=tame(probed.version),
                tables=probed.tables,
                players=probed.players,
                ping_ms=probed.ping_ms,
            )
        except ClientTooOld:
            answer = Answer.NEEDS_NEWER_CLIENT
        except (NotASpadesServer, NotSecure):
            answer = Answer.STRANGER
        except Refused as refusal:
            too_old = refusal.reason == ERROR_REASON_CLIENT_TOO_OLD
            answer = Answer.NEEDS_NEWER_CLIENT if too_old else Answer.STRANGER
        except ClientError:
            answer = Answer.SILENT
        return self._note(key, answer=answer, ping_ms=None)

    def _note(self, key: str, **known: object) -> None:
        row = self._page.state.server(key)
        if row is not None:
            better = replace(row, **known)  # type: ignore[arg-type]  # the names are of fields of the row, see above
            self._page.put(self._page.state.with_server(better))

    def _ask_seats(self) -> None:
        for row in self._page.state.seats:
            self._start(self._ask_seat(row))

    async def _ask_seat(self, row: SeatRow) -> None:
        try:
            table = await probe_seat(row.address, row.seat, pace=self._pace)
        except ClientError:
            return  # nothing is known: the line stays as it is
        better = replace(row, gone=True) if table is None else replace(row, table=tame(table.name), hand=table.hand)
        self._page.put(self._page.state.with_seat(better))


def _row(key: str, server: FoundServer) -> ServerRow:
    return ServerRow(
        key=key,
        name=tame(server.name).strip() or server.address.place,
        addresses=tuple(Address(host=host, port=server.port) for host in server.addresses),
        fingerprint=tame(server.fingerprint),
        version=tame(server.version),
        tables=server.tables,
    )
