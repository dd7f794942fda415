"""Servers that break one rule of the kit each, by the rule's id."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo

from kit.proxy import Metadata, Proxy, Refused
from spades.v1 import CONTRACT_KEY
from spades.v1 import event_pb2 as e
from spades.v1 import table_service_pb2 as t
from spades.v1.cards_pb2 import Card
from spades_kit.visitor import fresh_id

BROKEN: dict[str, type[Proxy]] = {}
_Class = type[Proxy]
Item = t.WatchTableResponse


def breaks(rule: str) -> Callable[[_Class], _Class]:
    """Name the rule that a class breaks."""

    def note(server: _Class) -> _Class:
        BROKEN[rule] = server
        return server

    return note


class _Changed(Proxy):
    """Changes the answers to one call."""

    call = "GetServerInfo"

    def change(self, answer: Any) -> None:  # Any: the answer of that call
        raise NotImplementedError

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        answer = await super().answer(name, request, metadata)
        if name == self.call:
            self.change(answer)
        return answer


@breaks("S-INFO-01")
class _HasNoName(_Changed):
    def change(self, answer: Any) -> None:
        answer.server_id = "nobody"


@breaks("S-INFO-02")
class _HidesThePresets(_Changed):
    def change(self, answer: Any) -> None:
        del answer.presets[0]


@breaks("S-INFO-03")
class _ForgetsADefault(_Changed):
    def change(self, answer: Any) -> None:
        answer.options[0].ClearField("default_value")


@breaks("S-LIMIT-01")
class _PromisesMore(_Changed):
    def change(self, answer: Any) -> None:
        answer.limits.chat_characters -= 1


@breaks("S-LIMIT-02")
class _PromisesLargeRequests(_Changed):
    def change(self, answer: Any) -> None:
        answer.limits.request_bytes = 20_000

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and len(request.text) > 20_000:
            return t.SayResponse()
        return await super().answer(name, request, metadata)


@breaks("S-CALLS-01")
class _ServesLessThanItSays(Proxy):
    def serves(self, path: str) -> bool:
        return not path.endswith("/ListGames")


@breaks("S-CALLS-02")
class _ServesMoreThanItSays(_Changed):
    def change(self, answer: Any) -> None:
        answer.capabilities.remove("history")


@breaks("S-HEALTH-01")
class _HasNoHealth(Proxy):
    def serves(self, path: str) -> bool:
        return "Health" not in path


@breaks("S-REFLECT-01")
class _HasNoReflection(Proxy):
    def serves(self, path: str) -> bool:
        return "Reflection" not in path


@breaks("S-VERSION-01")
class _OverlooksVersions(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        return await super().answer(name, request, tuple(pair for pair in metadata if pair[0] != CONTRACT_KEY))


class _Refusing(Proxy):
    """Changes refusals."""

    def change(self, name: str, refused: Refused) -> Refused:
        raise NotImplementedError

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        try:
            return await super().answer(name, request, metadata)
        except Refused as refused:
            raise self.change(name, refused) from refused


def renamed(refused: Refused, reason: str) -> Refused:
    """Return *refused* for another reason, told alike in every place."""
    refused.message = refused.status.message = refused.message.replace(refused.reason, reason)
    info = ErrorInfo()
    for detail in refused.status.details:
        if detail.Unpack(info):
            info.reason = reason
            detail.Pack(info)
    return refused


@breaks("S-LIMIT-03")
class _DoesNotSayWhen(_Refusing):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        self.hides = name == "Say" and request.text.startswith("line")
        return await super().answer(name, request, metadata)

    def change(self, name: str, refused: Refused) -> Refused:
        return refused.without("RetryInfo") if self.hides else refused


@breaks("S-ERROR-01")
class _MumblesItsReason(_Refusing):
    def change(self, name: str, refused: Refused) -> Refused:
        if name == "JoinTable":
            refused.message = refused.status.message = "no"
        return refused


@breaks("S-ERROR-02")
class _MixesItsCodes(_Refusing):
    def change(self, name: str, refused: Refused) -> Refused:
        if refused.reason == "NOT_YOUR_TURN":
            refused.code, refused.status.code = grpc.StatusCode.ABORTED, 10
        return refused


@breaks("S-ERROR-04")
class _DoesNotSayWhatIsAllowed(_Refusing):
    def change(self, name: str, refused: Refused) -> Refused:
        return refused.without("Rejection") if refused.reason == "CHOICES_INVALID" else refused


@breaks("S-FIELD-01")
class _DoesNotNameTheField(_Refusing):
    def change(self, name: str, refused: Refused) -> Refused:
        return refused.without("BadRequest") if name == "Bid" else refused


@dataclass(frozen=True, slots=True)
class _Swap:
    """A reason that is taken for another of the same code and length."""

    rule: str
    reason: str
    other: str


for _swap in (
    _Swap("S-TOKEN-01", "SEAT_TOKEN_MISSING", "SEAT_TOKEN_INVALID"),
    _Swap("S-TOKEN-03", "NOT_YOUR_SEAT", "NOT_HOST"),
    _Swap("S-TURN-01", "NOT_YOUR_TURN", "WRONG_PHASE"),
    _Swap("S-STALE-01", "STALE_PROMPT", "SUPERSEDED"),
    _Swap("S-PHASE-01", "WRONG_PHASE", "NOT_STARTED"),
    _Swap("S-JOIN-02", "TABLE_FULL", "SEAT_TAKEN"),
    _Swap("S-HOST-01", "NOT_HOST", "KICKED"),
):

    @breaks(_swap.rule)
    class _Swapping(_Refusing):
        swap = _swap

        def change(self, name: str, refused: Refused) -> Refused:
            return renamed(refused, self.swap.other) if refused.reason == self.swap.reason else refused


@breaks("S-TOKEN-02")
class _TakesEveryToken(Proxy):
    """Shows a table to whoever has been at another."""

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        try:
            return await super().answer(name, request, metadata)
        except Refused as refused:
            shown = str(dict(metadata).get("authorization", ""))
            if name == "GetSnapshot" and refused.reason == "SEAT_TOKEN_INVALID" and not hasattr(self, "taken"):
                self.taken = shown
                return t.GetSnapshotResponse()
            raise


@breaks("S-CHOICE-01")
class _TakesAnIdTwice(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Answer" and len(set(request.choice_ids)) < len(request.choice_ids):
            return t.AnswerResponse(sequence=1)
        return await super().answer(name, request, metadata)


@breaks("S-FIELD-02")
class _TakesZeroForTheTable(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and not request.scope:
            return t.SayResponse(sequence=1)
        return await super().answer(name, request, metadata)


@breaks("S-JOIN-01")
class _JoinsAnew(Proxy):
    """Opens another table where the same is asked for."""

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "CreateTable" and request.seed:
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


class _Remembering(Proxy):
    """Knows the request ids that came."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.seen: dict[str, bytes] = {}


@breaks("S-IDEM-01")
class _SaysItTwice(_Remembering):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and request.text == "Hello." and self.seen.setdefault("said", request.request_id):
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


@breaks("S-IDEM-02")
class _TakesAnIdForTwoThings(_Remembering):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and request.text == "Two.":
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


@breaks("S-IDEM-03")
class _ForgetsRefusals(_Remembering):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Answer" and list(request.choice_ids) == [99]:
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


@breaks("S-IDEM-04")
class _IsConfusedByACrowd(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and request.text == "Hello, hello, hello.":
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


@breaks("S-ORDER-01")
class _LooksAtTheIdFirst(_Refusing):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Say" and request.text == "Three.":
            raise await self._reused()
        return await super().answer(name, request, metadata)

    async def _reused(self) -> Refused:
        refused = Refused(grpc.StatusCode.NOT_FOUND, "", b"")
        try:
            await self.ask("GetSnapshot", t.GetSnapshotRequest(table_id="ZZZZZZ"), ())
        except Refused as found:
            refused = found
        return refused

    def change(self, name: str, refused: Refused) -> Refused:
        return refused


@breaks("S-ERROR-03")
class _ActsThoughItRefuses(Proxy):
    """Lets a refused answer be seen by everybody: somebody says something."""

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Answer" and list(request.choice_ids) == [99]:
            said = t.SayRequest(table_id=request.table_id, request_id=fresh_id(), scope=1, text="Oops.")  # type: ignore[arg-type]  # a number will do
            await self.ask("Say", said, metadata)
        return await super().answer(name, request, metadata)


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
class _TellsAKindToSome(_Telling):
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
class _RepeatsABatch(_Telling):
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


@breaks("S-COMMAND-01")
class _Miscounts(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "Say" and request.text == "Goodbye.":
            answer.sequence -= 1
        return answer


@breaks("S-TOKEN-04")
class _TellsATokenToAll(_Remembering):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "JoinTable":
            self.seen["token"] = answer.token.encode()
        return answer

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            token = self.seen["token"]
            item.MergeFromString(b"\x92\x3f" + bytes([len(token)]) + token)  # In a field that nobody knows.
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


@breaks("S-PROMPT-02")
class _RefusesADefault(_Refusing):
    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.answers = 0

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        self.answers += name == "Answer"
        if name == "Answer" and self.answers == 20:
            request.choice_ids[:] = [98]
        return await super().answer(name, request, metadata)

    def change(self, name: str, refused: Refused) -> Refused:
        return refused


@breaks("S-PROMPT-03")
class _ForgetsWhatIsAsked(_Changed):
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


@breaks("S-SUPERSEDED-01")
class _EndsWithoutAWord(Proxy):
    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            if item.goodbye.reason == t.GOODBYE_REASON_SUPERSEDED:
                return
            yield item


@breaks("S-LEFT-01")
class _PartsWithoutAWord(Proxy):
    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[Item]:
        async for item in self.watch(request, metadata):
            if item.goodbye.reason == t.GOODBYE_REASON_LEFT:
                return
            yield item


@breaks("S-HASH-01")
class _HashesSomethingElse(_Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        answer.snapshot.view_hash = "0123456789abcdef"


@breaks("S-FOLD-01")
class _KnowsMoreThanItTold(_Changed):
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
class _ShowsChoices(_Telling):
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
class _HidesItsSeed(_Changed):
    call = "GetSnapshot"

    def change(self, answer: Any) -> None:
        if answer.snapshot.seeded:
            answer.snapshot.seeded = False
