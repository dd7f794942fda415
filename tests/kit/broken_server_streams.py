"""Servers that break a rule of the kit in what viewers are told: streams, and snapshots that must agree with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from kit.broken import Broken
from kit.proxy import Changed, Metadata, Proxy
from spades.v1 import event_pb2 as e
from spades.v1 import table_service_pb2 as t
from spades.v1.cards_pb2 import Card

BROKEN = Broken[Proxy]()
breaks = BROKEN.enter
Item = t.WatchTableResponse


class _Telling(Proxy):
    """Changes the items of streams."""

    def change(self, item: Item) -> list[Item]:
        raise NotImplementedError

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            for changed in self.change(item):
                yield changed


@breaks("S-STREAM-01")
class _CatchesUpFirst(_Telling):
    def change(self, item: Item) -> list[Item]:
        if item.HasField("snapshot"):
            beat = t.Heartbeat(sequence=item.snapshot.sequence)
            return [item, Item(epoch=item.epoch, heartbeat=beat)]
        return [item]


@breaks("S-STREAM-02")
class _ForgetsItsEpoch(_Telling):
    def change(self, item: Item) -> list[Item]:
        if item.HasField("batch") and any(event.HasField("said") for event in item.batch.events):
            item.epoch = "another"
        return [item]


@breaks("S-DENSE-02")
class _TellsAKindToSome(Proxy):
    """Turns a line of chat into something else for whoever watches from a seat."""

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        seat = 0
        async for item in self.watch(request, metadata):
            seat = item.snapshot.your_seat or seat
            for event in item.batch.events:
                if seat == 2 and event.said.line.text == "Goodbye.":
                    event.CopyFrom(e.Event(table_closing=e.TableClosing()))
            yield item

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "GetSnapshot" and answer.snapshot.your_seat == 2:
            heard = [line for line in answer.snapshot.chat if line.text != "Goodbye."]
            del answer.snapshot.chat[:]
            answer.snapshot.chat.extend(heard)
        return answer


@breaks("S-DENSE-01")
class _RepeatsABatch(Proxy):
    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.repeated = False

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        """Repeat a batch to the one whom nobody compares with others: it left its seeded table."""
        seeded = False
        async for item in self.watch(request, metadata):
            seeded |= item.snapshot.seeded
            yield item
            if seeded and item.HasField("batch") and not self.repeated:
                self.repeated = True
                yield item


@breaks("S-BATCH-01")
class _SendsEmptyBatches(_Telling):
    def change(self, item: Item) -> list[Item]:
        if item.HasField("batch"):
            last = item.batch.first_sequence + len(item.batch.events)
            if any(event.said.line.text == "Goodbye." for event in item.batch.events):
                return [item, Item(epoch=item.epoch, batch=e.Batch(first_sequence=last, time=item.batch.time))]
        return [item]


@breaks("S-TOKEN-04")
class _TellsATokenToAll(Proxy):
    token = b""

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "JoinTable":
            self.token = answer.token.encode()
        return answer

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            item.MergeFromString(b"\x92\x3f" + bytes([len(self.token)]) + self.token)  # In a field that nobody knows.
            yield item


@breaks("S-BEAT-01")
class _HasNoPulse(_Telling):
    def change(self, item: Item) -> list[Item]:
        return [] if item.HasField("heartbeat") else [item]


@breaks("S-PROMPT-01")
class _CountsChoicesFromZero(_Telling):
    def change(self, item: Item) -> list[Item]:
        for event in item.batch.events:
            if event.HasField("prompt_opened") and event.prompt_opened.prompt.choices:
                event.prompt_opened.prompt.max_picks = 99
        return [item]


@breaks("S-PROMPT-03")
class _ForgetsWhatIsAsked(Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        if answer.snapshot.hand.tricks:
            for prompt in answer.snapshot.prompts:
                del prompt.choices[:]


@breaks("S-RESUME-01")
class _ForgetsWhatWasMissed(Proxy):
    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        if request.after_sequence < 10_000 and "-not" not in request.epoch:
            request.after_sequence = 0
        async for item in self.watch(request, metadata):
            yield item


@breaks("S-RESUME-02")
class _TrustsEveryEpoch(Proxy):
    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        request.epoch = request.epoch.removesuffix("-not")
        async for item in self.watch(request, metadata):
            yield item


class _SaysNoGoodbye(Proxy):
    """Ends a stream without saying why."""

    reason: t.GoodbyeReason.ValueType

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            if item.goodbye.reason == self.reason:
                return
            yield item


@breaks("S-SUPERSEDED-01")
class _EndsWithoutAWord(_SaysNoGoodbye):
    reason = t.GOODBYE_REASON_SUPERSEDED


@breaks("S-LEFT-01")
class _PartsWithoutAWord(_SaysNoGoodbye):
    reason = t.GOODBYE_REASON_LEFT


@breaks("S-HASH-01")
class _HashesSomethingElse(Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        answer.snapshot.view_hash = "0123456789abcdef"


@breaks("S-FOLD-01")
class _KnowsMoreThanItTold(Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        answer.snapshot.table_name = "another name"


class _Leaking(Proxy):
    """Shows a card of seat 1 to somebody else, as if it lay open."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.card = Card()
        self.dealt = asyncio.Event()

    def leaks_to(self, seat: int) -> bool:
        raise NotImplementedError

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        seat = 0
        async for item in self.watch(request, metadata):
            seat = item.snapshot.your_seat or seat
            for event in item.batch.events:
                if event.cards_dealt.seat == seat == 1 and event.cards_dealt.cards:
                    self.card.CopyFrom(event.cards_dealt.cards[0])
                    self.dealt.set()
            if self.leaks_to(seat):
                for started in [event.hand_started for event in item.batch.events if event.HasField("hand_started")]:
                    await self.dealt.wait()
                    started.shown.append(self.card)
            yield item

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "GetSnapshot" and self.dealt.is_set() and self.leaks_to(answer.snapshot.your_seat):
            answer.snapshot.hand.shown.append(self.card)
        return answer


@breaks("S-HIDDEN-01")
class _LeaksToSpectators(_Leaking):
    def leaks_to(self, seat: int) -> bool:
        return seat == 0


@breaks("S-HIDDEN-02")
class _LeaksToAPlayer(_Leaking):
    def leaks_to(self, seat: int) -> bool:
        return seat == 2


@breaks("S-HIDDEN-03")
class _ShowsChoices(Proxy):
    """Tells a spectator what the choices of a seat are."""

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        mine = 0
        async for item in self.watch(request, metadata):
            mine = item.snapshot.your_seat or mine
            for event in item.batch.events:
                prompt = event.prompt_opened.prompt
                if event.HasField("prompt_opened") and prompt.seat != mine:
                    prompt.default_choice_ids.append(1)
            yield item


@breaks("S-DEAL-01")
class _OpensAnotherSecret(_Telling):
    def change(self, item: Item) -> list[Item]:
        for event in item.batch.events:
            if event.HasField("hand_ended") and event.hand_ended.secrets:
                event.hand_ended.secrets[0] = bytes(32)
        return [item]


@breaks("S-DEAL-02")
class _HidesItsSeed(Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        if answer.snapshot.seeded:
            answer.snapshot.seeded = False
