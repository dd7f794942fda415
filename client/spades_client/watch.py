"""Watching a table for as long as there is one: a stream that survives lost links and restarted servers.

``watch`` yields what a consumer needs to stay current, in order, and ends only when watching on makes no sense.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias, assert_never

import grpc

from spades.v1.error_pb2 import ERROR_REASON_SUPERSEDED
from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import (
    GOODBYE_REASON_SERVER_STOPPING,
    GOODBYE_REASON_SUPERSEDED,
    GOODBYE_REASON_UNSPECIFIED,
    CaughtUp,
    Goodbye,
    GoodbyeReason,
    WatchTableRequest,
    WatchTableResponse,
)
from spades_client.calls import Backoff, Pace
from spades_client.errors import Gap, LinkLost, OtherServer, Refused
from spades_client.fold import fold, unknown_events
from spades_client.refusal import error_of
from spades_client.table_client import TableClient
from spades_client.view_hash import view_hash

Call: TypeAlias = grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]


class Link(Enum):
    """Whether events can reach us."""

    CONNECTED = "connected"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """The table as it is known now."""

    snapshot: Snapshot

    batch: Batch | None
    """What led here from the update before; None: *snapshot* replaces all that was known."""

    live: bool
    """It just happened; False: it was missed, or is the state that was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChanged:
    """The link came or went."""

    link: Link

    since: float
    """When, on the clock of ``Pace.now``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """There is nothing left to watch; always the last item."""

    reason: GoodbyeReason.ValueType
    """What the server said; unspecified if it refused the stream instead."""

    refusal: Refused | None = None
    """The refusal, for example of a token that a restarted server does not know."""

    other: OtherServer | None = None
    """Another server answers in the place of the one where the seat is; it was shown no token."""

    @property
    def keeps_seat(self) -> bool:
        """The token may still be worth something, as when another client of the same player has it."""
        if self.refusal is not None:
            return not self.refusal.seat_is_gone
        return self.other is not None or self.reason == GOODBYE_REASON_SUPERSEDED


WatchItem: TypeAlias = Update | LinkChanged | Ended

# Answers that another attempt may change; every other refusal of the stream is for good.
_PASSING = frozenset({grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN})


def watch(table: TableClient) -> AsyncGenerator[WatchItem, None]:
    """Return the table's updates and the link's changes until the server ends it; close it with ``aclosing``.

    A lost link is tried again for ever, unless another server answers in the place of ours; missed batches are asked
    for, and where they are gone a snapshot comes instead. ``LinkChanged`` to CONNECTED follows the missed updates: from
    there on the view is current.
    """
    return Watcher(table).items()


@dataclass(slots=True)
class Watcher:
    """The state of one watching. Mutable: it remembers what was applied last."""

    table: TableClient
    snapshot: Snapshot | None = None
    epoch: str = ""
    link: Link | None = None
    unknown: int = 0
    """Events so far of a kind newer than this client."""
    caught_up: bool = False
    ended: bool = False
    wait: float = 0.0
    """Seconds that the server asked for before the next attempt."""
    backoff: Backoff = field(init=False)

    def __post_init__(self) -> None:
        self.backoff = Backoff(random=self.pace.random)

    @property
    def pace(self) -> Pace:
        """How time passes."""
        return self.table.pace

    async def items(self) -> AsyncGenerator[WatchItem, None]:
        """Yield what ``watch`` promises."""
        while not self.ended:
            try:
                if self.link is Link.LOST:
                    # Before the token is shown again: whoever answers there by now has not proven to be ours.
                    await self.table.check_server()
                async with aclosing(self._one_stream()) as items:
                    async for item in items:
                        yield item
            except Gap:
                self.snapshot = None  # start afresh: what is known cannot be continued
            except LinkLost:
                if self.link is not Link.LOST:
                    yield self._link(Link.LOST)
            except OtherServer as other:
                self.ended = True
                yield Ended(reason=GOODBYE_REASON_UNSPECIFIED, other=other)
            except Refused as refusal:
                if refusal.reason == ERROR_REASON_SUPERSEDED:
                    self.ended = True
                    yield Ended(reason=GOODBYE_REASON_SUPERSEDED)
                elif refusal.code not in _PASSING:
                    self.ended = True
                    yield Ended(reason=GOODBYE_REASON_UNSPECIFIED, refusal=refusal)
                elif self.link is not Link.LOST:
                    yield self._link(Link.LOST)
            if not self.ended:
                await self.pace.sleep(max(self.backoff.next_wait(), self.wait))

    def _link(self, link: Link) -> LinkChanged:
        self.link = link
        self.table.is_lost = link is Link.LOST
        return LinkChanged(link=link, since=self.pace.now())

    async def _one_stream(self) -> AsyncGenerator[WatchItem, None]:
        """Yield the items of one stream; raises LinkLost, Refused or Gap when it ends before its time."""
        self.caught_up = False
        self.wait = 0.0
        resumed = self.snapshot is not None
        after = self.snapshot.sequence if self.snapshot else 0
        call = self.table.open_stream(after_sequence=after, epoch=self.epoch)
        try:
            while (answer := await self._read(call)) is not None:
                if answer.WhichOneof("item") == "snapshot":
                    resumed = False
                item = self._take(answer, resumed=resumed)
                if item is not None:
                    yield item
                if self.caught_up and self.link is not Link.CONNECTED:
                    yield self._link(Link.CONNECTED)
                if self.ended:
                    return
        finally:
            call.cancel()
        raise LinkLost("the stream ended without a word")

    async def _read(self, call: Call) -> WatchTableResponse | None:
        try:
            async with asyncio.timeout(self.pace.silence_seconds):
                answer = await call.read()
        except TimeoutError:
            raise LinkLost("the server is silent") from None
        except grpc.aio.AioRpcError as failure:
            raise error_of(failure) from failure
        return answer if isinstance(answer, WatchTableResponse) else None

    def _take(self, answer: WatchTableResponse, *, resumed: bool) -> WatchItem | None:
        match answer.WhichOneof("item"):
            case "snapshot":
                self.snapshot, self.epoch = answer.snapshot, answer.epoch
                # In mid-stream it is news: the viewer sits elsewhere than before.
                return Update(snapshot=answer.snapshot, batch=None, live=self.caught_up)
            case "batch":
                self.epoch = answer.epoch
                return self._take_batch(answer.batch)
            case "caught_up":
                self._check(answer.caught_up, resumed=resumed)
            case "heartbeat":
                if answer.heartbeat.sequence > self._known().sequence:
                    raise Gap(f"event {answer.heartbeat.sequence} has happened and did not come")
            case "resync":
                raise Gap("the server asks for a fresh start")
            case "goodbye":
                return self._take_goodbye(answer.goodbye)
            case None:
                pass  # an item newer than this client
            case other:
                assert_never(other)
        return None

    def _known(self) -> Snapshot:
        if self.snapshot is None:
            raise Gap("the stream began without a snapshot")
        return self.snapshot

    def _take_batch(self, batch: Batch) -> Update:
        self.snapshot = fold(self._known(), batch)
        self.unknown += unknown_events(batch)
        return Update(snapshot=self.snapshot, batch=batch, live=self.caught_up)

    def _check(self, mark: CaughtUp, *, resumed: bool) -> None:
        """Take note that nothing is missing; a view that was continued must be the one the server has."""
        known = self._known()
        if mark.sequence != known.sequence:
            raise Gap(f"event {mark.sequence} was the last and {known.sequence} is known")
        # After a snapshot a difference would come again with the next one: nothing could be won.
        if resumed and mark.view_hash and mark.view_hash != view_hash(known):
            raise Gap("the view differs from the server's")
        self.caught_up = True
        self.backoff.reset()

    def _take_goodbye(self, goodbye: Goodbye) -> Ended:
        if goodbye.reason == GOODBYE_REASON_SERVER_STOPPING or goodbye.HasField("retry_after"):
            self.wait = goodbye.retry_after.seconds + goodbye.retry_after.nanos / 1e9
            raise LinkLost("the server asks to come back")
        self.ended = True
        return Ended(reason=goodbye.reason)
