"""Clients that break a rule of the kit by a call: how they join, show tokens, take ids and answer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import grpc

from kit.broken import Broken
from kit.stranger import Hasty, Over, Stranger
from spades.v1.history_service_pb2 import ListGamesRequest
from spades.v1.history_service_pb2_grpc import HistoryServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import CHAT_SCOPE_TABLE
from spades.v1.table_service_pb2 import (
    AnswerRequest,
    GetSnapshotRequest,
    SayRequest,
    WatchTableRequest,
    WatchTableResponse,
)

BROKEN = Broken[Stranger]()
breaks = BROKEN.enter
_Call = grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]


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
    """Answers again when two lines are said before the answer to its answer comes.

    One line may overtake an answer that is on its way.
    """

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
        first, heard = asyncio.ensure_future(super().answer(prompt)), 0
        while not first.done():
            read = self.next_item()
            waiting: list[asyncio.Future[Any]] = [first, read]  # Any: one gives nothing, the other what was read
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            # If its answer has come as well there is no impatience; whoever reads on will see the rest.
            if first.done() or read.exception() or not isinstance(item := read.result(), WatchTableResponse):
                break
            self.reading = None
            self.take(item)
            said = sum(event.HasField("said") for event in item.batch.events)
            heard += said
            if said and heard == 2:
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


@breaks("C-DEADLINE-01")
class _HasNoDeadlines(Stranger):
    async def join(self) -> None:
        deadline, self.call_seconds = self.call_seconds, 1e9
        await super().join()
        self.call_seconds = deadline


@breaks("C-DEADLINE-02")
class _AnswersAnewWhenSlow(_AnswersAnew, Hasty):
    after = grpc.StatusCode.DEADLINE_EXCEEDED
