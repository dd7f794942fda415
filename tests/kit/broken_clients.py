"""Clients that break one rule of the kit each, by the rule's id."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, ClassVar

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from kit.stranger import Anew, Over, Stranger
from spades.v1.event_pb2 import Batch, Event
from spades.v1.history_service_pb2 import ListGamesRequest
from spades.v1.history_service_pb2_grpc import HistoryServiceStub
from spades.v1.prompt_pb2 import Prompt, PromptKind
from spades.v1.snapshot_pb2 import CHAT_SCOPE_TABLE, SeatKind, Snapshot
from spades.v1.table_service_pb2 import (
    GOODBYE_REASON_KICKED,
    GOODBYE_REASON_SERVER_STOPPING,
    GOODBYE_REASON_SUPERSEDED,
    AnswerRequest,
    GetSnapshotRequest,
    Goodbye,
    SayRequest,
    WatchTableRequest,
    WatchTableResponse,
)

BROKEN: dict[str, type[Stranger]] = {}
_Class = type[Stranger]
_Call = grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]


def breaks(rule: str) -> Callable[[_Class], _Class]:
    """Name the rule that a class breaks."""

    def note(client: _Class) -> _Class:
        BROKEN[rule] = client
        return client

    return note


@breaks("C-FIRST-01")
class _StartsElsewhere(Stranger):
    async def arrive(self) -> None:
        with suppress(grpc.aio.AioRpcError):
            await HistoryServiceStub(self.channel).ListGames(ListGamesRequest(), timeout=self.call_seconds)


class _SaysThings(Stranger):
    async def join(self) -> None:
        came = not self.token
        await super().join()
        if came:
            await self.say_things()

    async def say_things(self) -> None:
        raise NotImplementedError

    async def say(self, text: str, *, request_id: str = "said") -> None:
        request = SayRequest(table_id=self.place.table, request_id=request_id, scope=CHAT_SCOPE_TABLE, text=text)
        await self.table.Say(request, metadata=self.metadata, timeout=self.call_seconds)


@breaks("C-TOKEN-01")
class _ShowsNoToken(_SaysThings):
    async def say_things(self) -> None:
        with suppress(grpc.aio.AioRpcError):
            await self.table.GetSnapshot(GetSnapshotRequest(table_id=self.place.table), timeout=self.call_seconds)


@breaks("C-TOKEN-02")
class _TellsItsToken(_SaysThings):
    async def say_things(self) -> None:
        await self.say(f"I am {self.token}")


@breaks("C-ID-02")
class _UsesAnIdTwice(_SaysThings):
    async def say_things(self) -> None:
        for text in ("one", "two"):
            await self.say(text)


@breaks("C-ID-01")
class _HasOddIds(_SaysThings):
    async def say_things(self) -> None:
        await self.say("hello", request_id="hello there")


@breaks("C-TOKEN-03")
class _TrustsADeadToken(Stranger):
    def survive(self, error: grpc.aio.AioRpcError) -> None:
        if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
            super().survive(error)


class _GivesUp(Stranger):
    after: grpc.StatusCode

    def survive(self, error: grpc.aio.AioRpcError) -> None:
        if error.code() is self.after:
            raise Over
        super().survive(error)


@breaks("C-LATE-01")
class _GivesUpWhenLate(_GivesUp):
    after = grpc.StatusCode.ABORTED


@breaks("C-LATE-02")
class _GivesUpWhenRefused(_GivesUp):
    after = grpc.StatusCode.FAILED_PRECONDITION


@breaks("C-LIMIT-01")
class _DoesNotWait(Stranger):
    def retry_seconds(self, error: grpc.aio.AioRpcError) -> float:
        return 0.0


@breaks("C-JOIN-01")
class _JoinsAnew(Stranger):
    async def join(self) -> None:
        self.join_id = secrets.token_hex(16)
        await super().join()


class _AnswersAnew(Stranger):
    after: grpc.StatusCode

    async def answer(self, prompt: Prompt) -> None:
        try:
            await super().answer(prompt)
        except grpc.aio.AioRpcError as error:
            if error.code() is self.after:
                self.request_ids.clear()
            raise


@breaks("C-LOST-01")
class _TakesANewIdWhenLost(_AnswersAnew):
    after = grpc.StatusCode.UNAVAILABLE


@breaks("C-LOST-02")
class _TakesANewIdWhenCancelled(_AnswersAnew):
    after = grpc.StatusCode.CANCELLED


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


@breaks("C-ANSWER-01")
class _PicksWhatIsNotOffered(Stranger):
    was_wrong = False

    def choose(self, prompt: Prompt) -> list[int]:
        first, self.was_wrong = not self.was_wrong, True
        return [99] if first else super().choose(prompt)

    def survive(self, error: grpc.aio.AioRpcError) -> None:
        if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
            self.look_again()
        else:
            super().survive(error)


class _AnswersWhatItShouldNot(Stranger):
    def is_forbidden(self, prompt: Prompt) -> bool:
        raise NotImplementedError

    async def answer_all(self) -> None:
        for prompt in [prompt for prompt in self.prompts.values() if self.live and self.is_forbidden(prompt)]:
            try:
                await self.answer(prompt)
            except grpc.aio.AioRpcError:
                self.request_ids.pop(prompt.prompt_id)
            else:
                self.answered.add(prompt.prompt_id)
        await super().answer_all()


@breaks("C-ANSWER-02")
class _AnswersForOthers(_AnswersWhatItShouldNot):
    def is_forbidden(self, prompt: Prompt) -> bool:
        return prompt.seat != self.seat


@breaks("C-ANSWER-03")
class _AnswersWhatIsSuspended(_AnswersWhatItShouldNot):
    def is_forbidden(self, prompt: Prompt) -> bool:
        return prompt.prompt_id in self.suspended


@breaks("C-ANSWER-04")
class _AnswersInAPause(_AnswersWhatItShouldNot):
    def is_forbidden(self, prompt: Prompt) -> bool:
        return self.paused


@breaks("C-ANSWER-05")
class _AnswersTwice(Stranger):
    async def answer(self, prompt: Prompt) -> None:
        await super().answer(prompt)
        self.request_ids.clear()
        with suppress(grpc.aio.AioRpcError):
            await super().answer(prompt)


@breaks("C-ANSWER-06")
class _IsImpatient(Stranger):
    """Answers again when something else happens before the answer to its answer comes."""

    reading: asyncio.Future[object] | None = None
    stream: _Call

    async def items(self, stream: _Call) -> AsyncIterator[WatchTableResponse]:
        self.stream, self.reading = stream, None
        while isinstance(item := await self.next_item(), WatchTableResponse):
            self.reading = None
            yield item

    def next_item(self) -> asyncio.Future[object]:
        """Return what is being read."""
        if self.reading is None:
            self.reading = asyncio.ensure_future(self.stream.read())
        return self.reading

    async def answer(self, prompt: Prompt) -> None:
        first, was_tempted = asyncio.ensure_future(super().answer(prompt)), False
        while not first.done():
            read = self.next_item()
            waiting: list[asyncio.Future[Any]] = [first, read]  # Any: one gives nothing, the other what was read
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not read.done() or read.exception() or not isinstance(item := read.result(), WatchTableResponse):
                break  # Whoever reads on will see.
            self.reading = None
            self.take(item)
            if any(event.HasField("said") for event in item.batch.events) and not was_tempted:
                was_tempted = True
                self.answer_again(prompt)
        await first

    async def answer_all(self) -> None:
        """Answer what is due, and what became due by what was read meanwhile."""
        while any(map(self.is_due, list(self.prompts.values()))):
            await super().answer_all()

    def answer_again(self, prompt: Prompt) -> None:
        """Send another answer and do not wait for what becomes of it."""
        request = AnswerRequest(
            table_id=self.place.table,
            request_id=secrets.token_hex(8),
            prompt_id=prompt.prompt_id,
            choice_ids=self.choose(prompt),
        )
        self.table.Answer(request, metadata=self.metadata, timeout=self.call_seconds)


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


@breaks("C-DEADLINE-01")
class _HasNoDeadlines(Stranger):
    async def join(self) -> None:
        deadline, self.call_seconds = self.call_seconds, 1e9
        await super().join()
        self.call_seconds = deadline


class Hasty(Stranger):
    """Keeps every rule, and gives up calls and streams so soon that a test can wait for it."""

    call_seconds = 1.0
    silence_seconds = 3.0


class _AnswersAnewWhenSlow(_AnswersAnew, Hasty):
    after = grpc.StatusCode.DEADLINE_EXCEEDED


class _TrustsSilence(Hasty):
    silence_seconds = 1e6


PATIENTLY_BROKEN: dict[str, type[Stranger]] = {
    "C-DEADLINE-02": _AnswersAnewWhenSlow,
    "C-SILENCE-01": _TrustsSilence,
}
