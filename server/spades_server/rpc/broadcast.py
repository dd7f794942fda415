"""The viewers of a table: the same bytes for all that see the same, a bounded queue for each, and what was missed."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence

from spades.v1 import table_service_pb2
from spades_server.journal import Batch
from spades_server.limits import Limits
from spades_server.rpc.moments import Moment, Viewer
from spades_server.rpc.snapshots import snapshot_of
from spades_server.rpc.telling import Told, telling
from spades_server.table import Table
from spades_server.table.events import (
    LeaveReason,
    NewcomerGone,
    SeatReissued,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
    TableClosed,
)
from spades_server.tally import Tally
from spades_wire import part, view_hash

__all__ = ["HEARTBEAT_SECONDS", "Broadcast", "Watcher"]

KEPT_BATCHES = 512
"""Batches that can be sent again to a viewer that missed them."""
HEARTBEAT_SECONDS = 10.0
UNREAD_SECONDS = 2.0
"""Time that a viewer has to read the end of its stream, before the stream is cancelled."""

Response = table_service_pb2.WatchTableResponse
_GOODBYES = {
    LeaveReason.LEFT: table_service_pb2.GOODBYE_REASON_LEFT,
    LeaveReason.KICKED: table_service_pb2.GOODBYE_REASON_KICKED,
}

_AboutPlaces = SeatVacated | SeatReissued | SeatsSwapped | SeatTaken | NewcomerGone | TableClosed
"""What ends streams, or moves them to another seat."""


class Watcher:
    """One open stream; mutable: a queue with an end."""

    def __init__(self, viewer: Viewer, token_hash: bytes, limits: Limits, tally: Tally) -> None:
        self.viewer = viewer
        self.token_hash = token_hash
        self.goodbye = table_service_pb2.GOODBYE_REASON_UNSPECIFIED
        """Why the server ended it; unspecified while it goes on, or if the viewer fell behind."""
        self._limits = limits
        self._tally = tally
        self.sits_elsewhere = False
        """Its viewer has another seat than a moment ago, or one at last, and is to be shown the table anew."""
        self._task: asyncio.Task[object] | None = None
        self._bytes = 0
        self._items: deque[bytes] = deque()
        self._ended = False
        self._waiting: asyncio.Future[None] | None = None
        """Done when there is something to send; None while something is being sent."""
        self._beating: asyncio.TimerHandle | None = None

    @property
    def is_full(self) -> bool:
        """Whether too much waits already."""
        return len(self._items) >= self._limits.queued_items or self._bytes >= self._limits.queued_bytes

    @property
    def waiting(self) -> tuple[int, int]:
        """How many items wait, and how many bytes they have."""
        return len(self._items), self._bytes

    def put(self, item: bytes) -> None:
        """Queue *item*."""
        self._items.append(item)
        self._bytes += len(item)
        self._wake()

    def cut_off(self, last: bytes) -> None:
        """End the stream with *last*; what waits is not sent."""
        self._items.clear()
        self._bytes = 0
        self.end(last)

    def end(self, last: bytes) -> None:
        """End the stream after *last*; it is cancelled if the viewer does not read that far."""
        self._ended = True
        self.put(last)
        if self._task is not None:
            overdue = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._cancel, self._task)
            # Until the task is done: the status of the stream has to be read as well.
            self._task.add_done_callback(lambda _: overdue.cancel())

    def _cancel(self, task: asyncio.Task[object]) -> None:
        # Not context.abort: that would wait until the viewer reads, which is what it does not do.
        task.cancel()
        self._tally.cut_off += 1

    def is_served_by(self, task: asyncio.Task[object] | None) -> None:
        """Note the task that sends what is queued, and then the status."""
        self._task = task

    async def items(self, heartbeat: Callable[[], bytes]) -> AsyncIterator[bytes]:
        """Yield what is to be sent until the stream is ended, and a heartbeat every ``HEARTBEAT_SECONDS``."""
        self._beat_later()
        try:
            while True:
                while self._items:
                    item = self._items.popleft()
                    self._bytes -= len(item)
                    yield item
                if self._ended:
                    return
                self._waiting = asyncio.get_running_loop().create_future()
                await self._waiting
                if not self._items:
                    yield heartbeat()
        finally:
            if self._beating is not None:
                self._beating.cancel()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _beat_later(self) -> None:
        # One timer that beats on, not one for each wait: every play wakes every viewer.
        self._beating = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        self._wake()
        self._beat_later()


class Broadcast:
    """The viewers of one table; mutable: they come and go. Nothing here waits."""

    def __init__(self, epoch: str, limits: Limits | None = None, tally: Tally | None = None) -> None:
        self._epoch = epoch
        self._epoch_part = part(Response.EPOCH_FIELD_NUMBER, epoch.encode())
        self._limits = limits or Limits()
        self._tally = tally or Tally()
        self._watchers: list[Watcher] = []
        self._told: deque[Told] = deque(maxlen=KEPT_BATCHES)

    @property
    def watchers(self) -> tuple[Watcher, ...]:
        """The open streams."""
        return tuple(self._watchers)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(watcher.viewer is None for watcher in self._watchers)

    def publish(self, batch: Batch, states: Sequence[Table]) -> None:
        """Tell every viewer what happened; one that has too much waiting is cut off."""
        self._tally.batches += 1
        told = telling(batch, states, self._epoch_part)
        self._told.append(told)
        for watcher in self.watchers:
            if watcher.is_full:
                self._cut_off(watcher)
            else:
                watcher.put(told.to(watcher.viewer))
        for event in batch.events:
            if isinstance(event, _AboutPlaces):
                self._follow(event)
        if any(watcher.sits_elsewhere for watcher in self._watchers):
            self._show_anew(states[-1], Moment(batch.now, batch.time))

    def _cut_off(self, watcher: Watcher) -> None:
        slow = table_service_pb2.Resync(reason=table_service_pb2.RESYNC_REASON_TOO_SLOW)
        watcher.cut_off(self._bytes(Response(resync=slow)))
        self._watchers.remove(watcher)
        self._tally.resyncs += 1

    def _follow(self, event: _AboutPlaces) -> None:
        """End the streams of those who have no place at the table any more, and note who has another."""
        match event:
            case SeatVacated(reason=LeaveReason.REPLACED):
                # Who sits there next must not be sent what the computer player was told.
                self._told.clear()
            case SeatVacated():
                self._dismiss(event.seat, _GOODBYES.get(event.reason, table_service_pb2.GOODBYE_REASON_LEFT))
            case SeatReissued():
                self._dismiss(event.seat, table_service_pb2.GOODBYE_REASON_REISSUED)
            case SeatsSwapped():
                places = {event.seat: event.other, event.other: event.seat}
                for watcher in self.watchers:
                    if watcher.viewer is not None:
                        watcher.viewer = places.get(watcher.viewer, watcher.viewer)
                        watcher.sits_elsewhere = True
            case SeatTaken() if event.taken.is_owned:
                for watcher in self.watchers:
                    if watcher.viewer is None and watcher.token_hash == event.taken.token_hash:
                        watcher.viewer = event.seat
                        watcher.sits_elsewhere = True
            case NewcomerGone():
                for watcher in self.watchers:
                    if watcher.token_hash == event.token_hash:
                        self.say_goodbye(watcher, _GOODBYES[event.reason])
            case TableClosed():
                for watcher in self.watchers:
                    self.say_goodbye(watcher, table_service_pb2.GOODBYE_REASON_TABLE_CLOSED)

    def _dismiss(self, seat: int, reason: table_service_pb2.GoodbyeReason.ValueType) -> None:
        for watcher in self.watchers:
            if watcher.viewer == seat:
                self.say_goodbye(watcher, reason)

    def _show_anew(self, table: Table, moment: Moment) -> None:
        """Show the table to who sits elsewhere: what was told to a seat is not for who has it now."""
        self._told.clear()
        for watcher in self.watchers:
            shown, watcher.sits_elsewhere = watcher.sits_elsewhere, False
            if shown and watcher.is_full:
                self._cut_off(watcher)
            elif shown:
                snapshot = snapshot_of(table, watcher.viewer, moment)
                watcher.put(self._bytes(Response(snapshot=snapshot)))

    def watch(
        self, table: Table, viewer: Viewer, token_hash: bytes, moment: Moment, *, after: int, epoch: str
    ) -> Watcher:
        """Open a stream that goes on after *after*, or begins with a snapshot; the token's earlier one ends."""
        for earlier in self.watchers:
            if earlier.token_hash == token_hash:
                self.say_goodbye(earlier, table_service_pb2.GOODBYE_REASON_SUPERSEDED)
        watcher = Watcher(viewer, token_hash, self._limits, self._tally)
        missed = self._missed(table, after) if epoch == self._epoch else None
        snapshot = snapshot_of(table, viewer, moment)
        if missed is None:
            watcher.put(self._bytes(Response(snapshot=snapshot)))
        else:
            for told in missed:
                watcher.put(told.to(viewer))
        caught_up = table_service_pb2.CaughtUp(sequence=table.sequence, view_hash=view_hash(snapshot))
        watcher.put(self._bytes(Response(caught_up=caught_up)))
        self._watchers.append(watcher)
        return watcher

    def _missed(self, table: Table, after: int) -> list[Told] | None:
        """Return the batches after sequence *after*; None if they are not kept, or it is not the end of a batch."""
        if not after or after > table.sequence:
            return None
        if after == table.sequence:
            return []
        missed = [told for told in self._told if told.first_sequence > after]
        if not missed or missed[0].first_sequence != after + 1 or len(missed) >= self._limits.queued_items:
            return None
        return missed

    def unwatch(self, watcher: Watcher) -> None:
        """Forget a stream, if it is still open."""
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    def stop(self) -> None:
        """Tell every viewer that the server is stopping."""
        for watcher in self.watchers:
            self.say_goodbye(watcher, table_service_pb2.GOODBYE_REASON_SERVER_STOPPING, retry_after_ms=1000)

    def say_goodbye(
        self,
        watcher: Watcher,
        reason: table_service_pb2.GoodbyeReason.ValueType,
        *,
        retry_after_ms: int | None = None,
    ) -> None:
        """End a stream and say why; what already waits is sent first."""
        goodbye = table_service_pb2.Goodbye(reason=reason)
        if retry_after_ms is not None:
            goodbye.retry_after.FromMilliseconds(retry_after_ms)
        watcher.goodbye = reason
        watcher.end(self._bytes(Response(goodbye=goodbye)))
        self._watchers.remove(watcher)

    def heartbeat(self, table: Table, moment: Moment) -> bytes:
        """Return a sign of life."""
        message = table_service_pb2.Heartbeat(sequence=table.sequence)
        message.time.FromMilliseconds(round(moment.time * 1000))
        return self._bytes(Response(heartbeat=message))

    def _bytes(self, response: table_service_pb2.WatchTableResponse) -> bytes:
        response.epoch = self._epoch
        return response.SerializeToString()
