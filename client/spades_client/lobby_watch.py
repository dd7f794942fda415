"""Watching the lobby of a server for as long as anybody wants to: a stream that survives lost links.

A server without that stream is asked for its list again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

import grpc

from spades.v1.lobby_service_pb2 import TableSummary, WatchLobbyRequest, WatchLobbyResponse
from spades_client.calls import Backoff, Pace
from spades_client.connection import Connection
from spades_client.errors import LinkLost, Refused
from spades_client.refusal import error_of

ASK_SECONDS = 3.0
"""How often a server is asked that does not tell by itself."""

Stream = grpc.aio.UnaryStreamCall[WatchLobbyRequest, WatchLobbyResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyUpdate:
    """The lobby as it is known now."""

    tables: tuple[TableSummary, ...]
    """In the order in which they were heard of: a table that is new comes last."""
    lost: bool
    """The server does not answer, and this is what was known last."""


async def watch_lobby(connection: Connection) -> AsyncGenerator[LobbyUpdate, None]:
    """Yield the lobby whenever it changes; a lost link is tried again for ever. Close it with ``aclosing``.

    Raises:
        Refused: the server does not let us watch, and another attempt would not change that.
    """
    known: tuple[TableSummary, ...] = ()
    backoff = Backoff(random=connection.pace.random)
    told = connection.serves("lobby-watch")
    while True:
        wait = ASK_SECONDS
        try:
            if told:
                stream = connection.open_lobby()
                try:
                    while (item := await _read(stream, connection.pace)) is not None:
                        backoff.reset()
                        known, changed = folded(known, item)
                        if changed:
                            yield LobbyUpdate(tables=known, lost=False)
                finally:
                    stream.cancel()
                raise LinkLost("the stream ended without a word")
            known = in_order(known, await connection.tables())
            yield LobbyUpdate(tables=known, lost=False)
        except LinkLost:
            wait = backoff.next_wait()
            yield LobbyUpdate(tables=known, lost=True)
        except Refused as refusal:
            if refusal.retry_after is None:
                raise
            wait = refusal.retry_after
        await connection.pace.sleep(wait)


async def _read(stream: Stream, pace: Pace) -> WatchLobbyResponse | None:
    try:
        async with asyncio.timeout(pace.silence_seconds):
            item = await stream.read()
    except TimeoutError:
        raise LinkLost("the server is silent") from None
    except grpc.aio.AioRpcError as failure:
        raise error_of(failure) from failure
    return item if isinstance(item, WatchLobbyResponse) else None


def folded(known: tuple[TableSummary, ...], item: WatchLobbyResponse) -> tuple[tuple[TableSummary, ...], bool]:
    """Return what is known after *item*, and whether it told anything."""
    match item.WhichOneof("item"):
        case "list":
            return in_order(known, item.list.tables), True
        case "changed":
            if any(table.table_id == item.changed.table_id for table in known):
                same = item.changed.table_id
                return tuple(item.changed if table.table_id == same else table for table in known), True
            return (*known, item.changed), True
        case "removed_table_id":
            return tuple(table for table in known if table.table_id != item.removed_table_id), True
    return known, False  # a heartbeat, or an item newer than this client


def in_order(known: Sequence[TableSummary], listed: Sequence[TableSummary]) -> tuple[TableSummary, ...]:
    """Return the tables of a list, those known in the order in which they are known and the others after them."""
    by_id = {table.table_id: table for table in listed}
    kept = [by_id.pop(table.table_id) for table in known if table.table_id in by_id]
    return (*kept, *by_id.values())
