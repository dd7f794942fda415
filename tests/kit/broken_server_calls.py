"""Servers that break a rule of the kit in what a call answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo

from kit.broken import Broken
from kit.proxy import Changed, Metadata, Proxy, Refused
from spades.v1 import CONTRACT_KEY
from spades.v1 import table_service_pb2 as t
from spades_kit.visitor import fresh_id

BROKEN = Broken[Proxy]()
breaks = BROKEN.enter


@breaks("S-INFO-01")
class _HasNoName(Changed):
    def change(self, answer: Any) -> None:
        answer.server_id = "nobody"


@breaks("S-INFO-02")
class _HidesThePresets(Changed):
    def change(self, answer: Any) -> None:
        del answer.presets[0]


@breaks("S-INFO-03")
class _ForgetsADefault(Changed):
    def change(self, answer: Any) -> None:
        answer.options[0].ClearField("default_value")


@breaks("S-LIMIT-01")
class _PromisesMore(Changed):
    def change(self, answer: Any) -> None:
        answer.limits.chat_characters -= 1


@breaks("S-LIMIT-02")
class _PromisesLargeRequests(Changed):
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
class _ServesMoreThanItSays(Changed):
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
    """Shows a table, once, to whoever has been at another."""

    was_wrong = False

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        try:
            return await super().answer(name, request, metadata)
        except Refused as refused:
            if name == "GetSnapshot" and refused.reason == "SEAT_TOKEN_INVALID" and not self.was_wrong:
                self.was_wrong = True
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


class _TakesItForAnother(Proxy):
    """Takes what was sent again for something new."""

    def is_mistaken(self, name: str, request: Any) -> bool:  # Any: the request of that call
        raise NotImplementedError

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if self.is_mistaken(name, request):
            request.request_id = fresh_id()
        return await super().answer(name, request, metadata)


@breaks("S-JOIN-01")
class _OpensAnotherTable(_TakesItForAnother):
    def is_mistaken(self, name: str, request: Any) -> bool:
        return name == "CreateTable" and bool(request.seed)


@breaks("S-IDEM-01")
class _SaysItTwice(_TakesItForAnother):
    def is_mistaken(self, name: str, request: Any) -> bool:
        return name == "Say" and request.text == "Hello."


@breaks("S-IDEM-02")
class _TakesAnIdForTwoThings(_TakesItForAnother):
    def is_mistaken(self, name: str, request: Any) -> bool:
        return name == "Say" and request.text == "Two."


@breaks("S-IDEM-03")
class _ForgetsRefusals(_TakesItForAnother):
    def is_mistaken(self, name: str, request: Any) -> bool:
        return name == "Answer" and list(request.choice_ids) == [99]


@breaks("S-IDEM-04")
class _IsConfusedByACrowd(_TakesItForAnother):
    def is_mistaken(self, name: str, request: Any) -> bool:
        return name == "Say" and request.text == "Hello, hello, hello."


@breaks("S-ORDER-01")
class _LooksAtTheIdFirst(Proxy):
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


@breaks("S-ERROR-03")
class _ActsThoughItRefuses(Proxy):
    """Lets a refused answer be seen by everybody: somebody says something."""

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        if name == "Answer" and list(request.choice_ids) == [99]:
            said = t.SayRequest(table_id=request.table_id, request_id=fresh_id(), scope=1, text="Oops.")  # type: ignore[arg-type]  # a number will do
            await self.ask("Say", said, metadata)
        return await super().answer(name, request, metadata)


@breaks("S-COMMAND-01")
class _Miscounts(Proxy):
    async def answer(self, name: str, request: Any, metadata: Metadata) -> Any:
        answer: Any = await super().answer(name, request, metadata)
        if name == "Say" and request.text == "Goodbye.":
            answer.sequence -= 1
        return answer


@breaks("S-PROMPT-02")
class _RefusesADefault(Proxy):
    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.answers = 0

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        self.answers += name == "Answer"
        if name == "Answer" and self.answers == 20:
            request.choice_ids[:] = [98]
        return await super().answer(name, request, metadata)
