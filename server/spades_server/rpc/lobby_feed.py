"""Telling who watches the lobby: the list first, then each table that changes, whatever the pace of the reader."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator

from spades.v1 import lobby_service_pb2, snapshot_pb2
from spades_engine import Phase
from spades_server.rpc.broadcast import HEARTBEAT_SECONDS
from spades_server.rpc.snapshots import seat_message
from spades_server.table import Stage, Table
from spades_wire import changed_options

__all__ = ["LobbyFeed", "LobbyWatcher", "summary"]

Response = lobby_service_pb2.WatchLobbyResponse

MOST_CHANGES = 256
"""Tables that may wait to be told to one watcher; of more the whole list is told instead."""
UNREAD_SECONDS = 30.0
"""Time in which a watcher must take an item; then its stream is cancelled."""

_HEARTBEAT = Response(heartbeat=lobby_service_pb2.LobbyHeartbeat()).SerializeToString()


def summary(table: Table) -> lobby_service_pb2.TableSummary:
    """Return a table as the list shows it."""
    hand = table.game.hand
    playing = table.stage is Stage.PLAYING and hand is not None and hand.phase is not Phase.SCORED
    return lobby_service_pb2.TableSummary(
        table_id=table.table_id,
        name=table.name,
        preset=table.preset,
        players=table.rules.players,
        target_score=table.rules.target_score or 0,
        seats=[seat_message(table, seat) for seat in range(len(table.seats))],
        stage=snapshot_pb2.TableStage.ValueType(table.stage),
        has_passcode=bool(table.passcode_hash),
        no_spectators=table.settings.no_spectators,
        seeded=table.is_seeded,
        hand_number=hand.number if playing and hand is not None else 0,
        changes=changed_options(table.rules, table.preset),
    )


class LobbyFeed:
    """The list of tables and everybody who watches it; mutable: they come and go. Nothing here waits."""

    def __init__(self) -> None:
        self._watchers: list[LobbyWatcher] = []
        self._tables: dict[str, Table] = {}
        """The tables that may be seen, oldest first."""

    @property
    def watchers(self) -> tuple["LobbyWatcher", ...]:
        """The open streams."""
        return tuple(self._watchers)

    def table(self, table_id: str) -> Table | None:
        """Return a table that may be seen; None if there is none of this id."""
        return self._tables.get(table_id)

    def tables(self) -> Iterable[Table]:
        """Return the tables that may be seen, newest first."""
        return reversed(self._tables.values())

    def changed(self, table: Table) -> None:
        """Take note of a table that is new, or at which something happened."""
        if table.settings.unlisted:
            return
        before = self._tables.get(table.table_id)
        self._tables[table.table_id] = table
        if before is None or _shown(before) != _shown(table):
            self._note(table.table_id)

    def removed(self, table_id: str) -> None:
        """Take note of a table that is gone."""
        if self._tables.pop(table_id, None) is not None:
            self._note(table_id)

    def _note(self, table_id: str) -> None:
        for watcher in self._watchers:
            watcher.note(table_id)

    def watch(self) -> "LobbyWatcher":
        """Open a stream."""
        watcher = LobbyWatcher(self)
        self._watchers.append(watcher)
        return watcher

    def unwatch(self, watcher: "LobbyWatcher") -> None:
        """Forget a stream."""
        self._watchers.remove(watcher)

    def stop(self) -> None:
        """End every stream."""
        for watcher in self._watchers:
            watcher.end()


def _shown(table: Table) -> tuple[object, ...]:
    """Return what the list shows of a table and can change, cheaply: it is asked for after every play."""
    hand = table.game.hand
    playing = table.stage is Stage.PLAYING and hand is not None and hand.phase is not Phase.SCORED
    return table.seats, table.stage, table.rules, table.preset, hand.number if playing and hand is not None else 0


class LobbyWatcher:
    """One open stream; mutable. What waits is which tables changed, not every change: it cannot grow without end."""

    def __init__(self, feed: LobbyFeed) -> None:
        self._feed = feed
        self._changed: dict[str, None] = {}
        self._wants_list = True
        self._ended = False
        self._wake = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many tables wait to be told."""
        return len(self._changed)

    def note(self, table_id: str) -> None:
        """Have a table told that is new, has changed or is gone."""
        if not self._wants_list:
            self._changed[table_id] = None
        if len(self._changed) > MOST_CHANGES:
            self._changed.clear()
            self._wants_list = True
        self._wake.set()

    def end(self) -> None:
        """End the stream after what waits."""
        self._ended = True
        self._wake.set()

    async def items(self) -> AsyncIterator[bytes]:
        """Yield what is to be sent until the stream is ended, and a heartbeat whenever nothing happens.

        The task that sends is cancelled if an item is not taken within ``UNREAD_SECONDS``.
        """
        while True:
            while self._wants_list or self._changed:
                with _in_time():
                    yield self._next()
            if self._ended:
                return
            self._wake.clear()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                with _in_time():
                    yield _HEARTBEAT

    def _next(self) -> bytes:
        if self._wants_list:
            self._wants_list = False
            tables = lobby_service_pb2.LobbyList(tables=map(summary, self._feed.tables()))
            return Response(list=tables).SerializeToString()
        table_id = next(iter(self._changed))
        del self._changed[table_id]
        table = self._feed.table(table_id)
        if table is None:
            return Response(removed_table_id=table_id).SerializeToString()
        return Response(changed=summary(table)).SerializeToString()


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    """Cancel the running task unless the context is left within ``UNREAD_SECONDS``."""
    task = asyncio.current_task()
    assert task is not None, "a stream is served by a task"
    overdue = asyncio.get_running_loop().call_later(UNREAD_SECONDS, task.cancel)
    try:
        yield
    finally:
        overdue.cancel()
