"""Clients that break a rule of the kit by their stream: what they make of it, and how they come back to it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import ClassVar

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from kit.broken import Broken
from kit.stranger import Anew, Hasty, Over, Stranger
from spades.v1.event_pb2 import Batch, Event
from spades.v1.prompt_pb2 import Prompt, PromptKind
from spades.v1.snapshot_pb2 import SeatKind, Snapshot
from spades.v1.table_service_pb2 import (
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_SERVER_STOPPING,
    GOODBYE_REASON_SUPERSEDED,
    Goodbye,
    WatchTableRequest,
    WatchTableResponse,
)

BROKEN = Broken[Stranger]()
breaks = BROKEN.enter
_Call = grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]


class _OverlooksOnce(Stranger):
    """Overlooks the first prompt that it sees, in all of its lives."""

    overlooked: ClassVar[set[int]]

    def overlook(self) -> None:
        if not self.overlooked:
            self.overlooked.update(self.prompts)
        self.answered |= self.overlooked


@breaks("C-ASK-01")
class _OverlooksTheSnapshot(_OverlooksOnce):
    overlooked: ClassVar[set[int]] = set()

    def replace(self, snapshot: Snapshot) -> None:
        super().replace(snapshot)
        self.overlook()


@breaks("C-ASK-02")
class _OverlooksABatch(_OverlooksOnce):
    overlooked: ClassVar[set[int]] = set()

    def take_batch(self, batch: Batch) -> None:
        before = set(self.prompts)
        super().take_batch(batch)
        if set(self.prompts) - before:
            self.overlook()


@breaks("C-BATCH-01")
class _TakesBatchesInPieces(Stranger):
    def take_batch(self, batch: Batch) -> None:
        super().take_batch(batch)
        for event in batch.events:
            if event.HasField("prompt_opened"):
                self.prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt


@breaks("C-LIVE-01")
class _AnswersWhatItMissed(Stranger):
    def is_due(self, prompt: Prompt) -> bool:
        self.live = True
        return super().is_due(prompt)


@breaks("C-SNAPSHOT-01")
class _KeepsWhatItKnew(Stranger):
    def replace(self, snapshot: Snapshot) -> None:
        was_paused = self.paused
        super().replace(snapshot)
        self.paused |= was_paused


@breaks("C-DENSE-01")
class _OverlooksGaps(Stranger):
    def take_batch(self, batch: Batch) -> None:
        self.sequence = batch.first_sequence - 1
        super().take_batch(batch)


@breaks("C-BEAT-01")
class _OverlooksHeartbeats(Stranger):
    def compare(self, sequence: int) -> None:
        """Do not."""


@breaks("C-RESYNC-01")
class _OverlooksResync(Stranger):
    def take(self, item: WatchTableResponse) -> None:
        if not item.HasField("resync"):
            super().take(item)


class _LeavesWhenTheStreamEnds(Stranger):
    after: grpc.StatusCode

    async def items(self, stream: _Call) -> AsyncIterator[WatchTableResponse]:
        heard, parted = False, False
        async with contextlib.aclosing(super().items(stream)) as items:  # type: ignore[type-var]  # it is a generator
            try:
                async for item in items:
                    heard, parted = True, item.HasField("goodbye") or item.HasField("resync")
                    yield item
            except grpc.aio.AioRpcError as error:
                if error.code() is self.after and heard and not parted:
                    raise Over from error
                raise
        if self.after is grpc.StatusCode.OK and not parted:
            raise Over


@breaks("C-RESUME-01")
class _LeavesAfterUnavailable(_LeavesWhenTheStreamEnds):
    after = grpc.StatusCode.UNAVAILABLE


@breaks("C-RESUME-02")
class _LeavesAfterCancelled(_LeavesWhenTheStreamEnds):
    after = grpc.StatusCode.CANCELLED


@breaks("C-RESUME-03")
class _LeavesAfterOk(_LeavesWhenTheStreamEnds):
    after = grpc.StatusCode.OK


@breaks("C-RESUME-04")
class _MiscountsOnce(Stranger):
    miscounted = False

    async def watch(self) -> None:
        if self.sequence and not self.miscounted:
            self.miscounted = True
            self.sequence += 1000
        await super().watch()


@breaks("C-BACKOFF-01")
class _Hammers(Stranger):
    wait = 0.0


@breaks("C-EPOCH-01")
class _JoinsAfterARestart(Stranger):
    def part(self, goodbye: Goodbye) -> None:
        super().part(goodbye)
        if goodbye.reason == GOODBYE_REASON_SERVER_STOPPING:
            self.token, self.join_id = "", secrets.token_hex(16)


class _Parts(Stranger):
    def is_mistaken(self, goodbye: Goodbye) -> bool:
        raise NotImplementedError

    def part(self, goodbye: Goodbye) -> None:
        if not self.is_mistaken(goodbye):
            super().part(goodbye)


@breaks("C-GOODBYE-01")
class _ComesBackAtOnce(_Parts):
    def is_mistaken(self, goodbye: Goodbye) -> bool:
        return goodbye.reason == GOODBYE_REASON_SERVER_STOPPING


@breaks("C-GOODBYE-02")
class _FightsForItsSeat(_Parts):
    def is_mistaken(self, goodbye: Goodbye) -> bool:
        return goodbye.reason == GOODBYE_REASON_SUPERSEDED


@breaks("C-GOODBYE-03")
class _ComesBackThoughKicked(_Parts):
    def is_mistaken(self, goodbye: Goodbye) -> bool:
        return goodbye.reason == GOODBYE_REASON_KICKED


@breaks("C-GOODBYE-05")
class _ComesBackUnasked(_Parts):
    def is_mistaken(self, goodbye: Goodbye) -> bool:
        return goodbye.reason not in range(7) and not goodbye.HasField("retry_after")


@breaks("C-GOODBYE-04")
class _StaysAway(Stranger):
    def part(self, goodbye: Goodbye) -> None:
        if goodbye.reason not in range(7):
            raise Over
        super().part(goodbye)


@breaks("C-NEWER-01")
class _RefusesUnknownFields(Stranger):
    def take(self, item: WatchTableResponse) -> None:
        if item.WhichOneof("item") and len(UnknownFieldSet(item)):
            raise Over
        super().take(item)


@breaks("C-NEWER-02")
class _DoesNotCount(Stranger):
    def apply(self, event: Event) -> None:
        super().apply(event)
        if event.WhichOneof("kind") is None:
            self.sequence -= 1


@breaks("C-NEWER-03")
class _RefusesUnknownItems(Stranger):
    def take(self, item: WatchTableResponse) -> None:
        if item.WhichOneof("item") is None:
            raise Anew
        super().take(item)


@breaks("C-NEWER-04")
class _RefusesUnknownEnums(Stranger):
    def apply(self, event: Event) -> None:
        if event.HasField("seat_taken") and event.seat_taken.seat.kind not in SeatKind.values():
            raise Over
        super().apply(event)


@breaks("C-NEWER-05")
class _OverlooksUnknownPrompts(Stranger):
    def is_due(self, prompt: Prompt) -> bool:
        return prompt.kind in PromptKind.values() and super().is_due(prompt)


@breaks("C-SILENCE-01")
class _TrustsSilence(Hasty):
    silence_seconds = 1e6
