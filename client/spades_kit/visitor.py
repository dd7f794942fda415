"""The scripted client that visits a server: any call by its name, and a stream that keeps what came."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from spades.v1 import CONTRACT_KEY
from spades.v1.event_pb2 import Batch, Event
from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import WatchTableResponse
from spades_kit.bell import Bell
from spades_kit.refusal import DOMAIN, Refusal, refusal_of
from spades_kit.report import Ledger
from spades_kit.script_server import SERVICES, serialized

PATIENCE = 20.0
"""Seconds that a server has to answer a call, or to send what it owes."""

CODES = {
    **dict.fromkeys(("FIELD_INVALID", "REQUEST_ID_REUSED", "RULES_INVALID", "CHOICES_INVALID"), "INVALID_ARGUMENT"),
    **dict.fromkeys(("SEAT_TOKEN_MISSING", "SEAT_TOKEN_INVALID"), "UNAUTHENTICATED"),
    **dict.fromkeys(("NOT_YOUR_SEAT", "NOT_HOST", "WRONG_PASSCODE", "KICKED"), "PERMISSION_DENIED"),
    **dict.fromkeys(("TABLE_NOT_FOUND", "GAME_NOT_FOUND", "SEAT_NOT_FOUND"), "NOT_FOUND"),
    **dict.fromkeys(("RATE_LIMITED", "LIMIT_REACHED"), "RESOURCE_EXHAUSTED"),
    **dict.fromkeys(("STOPPING", "JOURNAL_UNAVAILABLE"), "UNAVAILABLE"),
    **dict.fromkeys(("STALE_PROMPT", "SUPERSEDED"), "ABORTED"),
    "NAME_TAKEN": "ALREADY_EXISTS",
    "NOT_SERVED": "UNIMPLEMENTED",
    "INTERNAL": "INTERNAL",
}
"""The status code of each reason; FAILED_PRECONDITION of all others."""

METHODS: dict[str, MethodDescriptor] = {
    method.name: method
    for module in SERVICES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
"""Every call of the contract by its name."""

TOO_FAST = "RATE_LIMITED"


class ServerFailed(Exception):
    """The server does not answer as anything could be built on; the check ends here."""


def fresh_id() -> str:
    """Return a request id with 192 random bits."""
    return secrets.token_urlsafe(24)


def path_of(method: MethodDescriptor) -> str:
    """Return what gRPC calls *method*."""
    return f"/{method.containing_service.full_name}/{method.name}"


class Stream:
    """One WatchTable call. Mutable: it keeps what came."""

    def __init__(self, call: grpc.aio.UnaryStreamCall[Message, WatchTableResponse]) -> None:
        self._call = call
        self._bell = Bell()
        self._reading = asyncio.ensure_future(self._read())
        self.items: list[WatchTableResponse] = []
        self.code: grpc.StatusCode | None = None
        """How it ended; None: it goes on."""

    async def _read(self) -> None:
        try:
            async for item in self._call:
                self.items.append(item)
                self._bell.ring()
            self.code = grpc.StatusCode.OK
        except grpc.aio.AioRpcError as error:
            self.code = error.code()
        self._bell.ring()

    async def until(self, wanted: Callable[[], object], seconds: float = PATIENCE) -> bool:
        """Wait until *wanted* is true; return whether it is."""
        return bool(await self._bell.until(lambda: wanted() or self.code is not None, seconds) and wanted())

    async def caught_up(self) -> bool:
        """Wait for the first ``caught_up``."""
        return await self.until(lambda: any(item.HasField("caught_up") for item in self.items))

    async def reached(self, sequence: int) -> bool:
        """Wait until the batch that holds *sequence* has come."""
        return await self.until(lambda: self.sequence >= sequence)

    async def end(self) -> None:
        """Hang up."""
        self._call.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading

    @property
    def batches(self) -> list[Batch]:
        """The batches that came."""
        return [item.batch for item in self.items if item.HasField("batch")]

    @property
    def snapshot(self) -> Snapshot | None:
        """The first snapshot that came; None if none did."""
        return next((item.snapshot for item in self.items if item.HasField("snapshot")), None)

    @property
    def sequence(self) -> int:
        """The last sequence that came; 0 if none did."""
        for item in reversed(self.items):
            if item.HasField("batch"):
                return item.batch.first_sequence + len(item.batch.events) - 1
            if item.HasField("snapshot"):
                return item.snapshot.sequence
        return 0

    def numbered(self) -> Iterator[tuple[int, Event]]:
        """Yield every event with its sequence."""
        for batch in self.batches:
            yield from enumerate(batch.events, batch.first_sequence)


class Visitor:
    """One program at the server. Mutable: it gets a seat and a token."""

    def __init__(self, channel: grpc.aio.Channel, ledger: Ledger) -> None:
        self.channel = channel
        self.ledger = ledger
        self.table_id = ""
        self.seat = 0
        self.token = ""
        self.streams: list[Stream] = []

    async def close(self) -> None:
        """Hang up."""
        for stream in self.streams:
            await stream.end()
        await self.channel.close()

    # Calls.

    def request(self, call: str, /, **fields: object) -> Message:
        """Return the request of a call; the table's id and a fresh request id stand in it unless *fields* say other."""
        kind = METHODS[call].input_type
        usual: dict[str, object] = {"table_id": self.table_id, "request_id": fresh_id()}
        known = {field: value for field, value in usual.items() if field in kind.fields_by_name}
        return GetMessageClass(kind)(**{**known, **fields})

    async def try_call(
        self, name: str, request: Message | None = None, *, token: str | None = None
    ) -> Message | Refusal:
        """Return the answer to a call that is answered once, or how it was refused.

        *token* None: the visitor's own; empty: none is shown. What is too fast is sent again when the server says so.
        """
        request = self.request(name) if request is None else request
        while True:
            answer = await self.try_once(name, request, token=token)
            if not isinstance(answer, Refusal) or answer.reason != TOO_FAST or answer.retry_seconds is None:
                return answer
            await asyncio.sleep(answer.retry_seconds)

    async def try_once(
        self, name: str, request: Message, *, token: str | None = None, contract: str = ""
    ) -> Message | Refusal:
        """Return the answer to a call, also where it was too fast; *contract* is the version that it says, if any."""
        method = METHODS[name]
        stub = self.channel.unary_unary(path_of(method), serialized, GetMessageClass(method.output_type).FromString)
        try:
            metadata = (*self._metadata(token), *([(CONTRACT_KEY, contract)] if contract else ()))
            return await stub(request, metadata=metadata, timeout=PATIENCE)
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
        self._judge(name, refusal)
        return refusal

    async def call(self, name: str, request: Message | None = None, *, token: str | None = None) -> Message:
        """Return the answer to a call that must succeed.

        Raises:
            ServerFailed: it did not.
        """
        answer = await self.try_call(name, request, token=token)
        if isinstance(answer, Refusal):
            raise ServerFailed(f"{name} was refused: {answer.code.name} {answer.message}")
        return answer

    def _metadata(self, token: str | None) -> tuple[tuple[str, str], ...]:
        shown = self.token if token is None else token
        return (("authorization", f"Bearer {shown}"),) if shown else ()

    def _judge(self, name: str, refusal: Refusal) -> None:
        ledger = self.ledger
        if refusal.code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED) and not refusal.reason:
            raise ServerFailed(f"{name} was not answered: {refusal.code.name}")
        if not refusal.reason or refusal.domain != DOMAIN or not refusal.message.startswith(f"{refusal.reason}: "):
            ledger.breach("S-ERROR-01", f"{name}: {refusal.code.name} {refusal.message!r} with {refusal.reason!r}")
            return
        ledger.keep("S-ERROR-01", "S-ERROR-02")
        code = CODES.get(refusal.reason, "FAILED_PRECONDITION")
        if refusal.code.name != code:
            ledger.breach("S-ERROR-02", f"{name}: {refusal.reason} came with {refusal.code.name}, not {code}")

    # What visitors do.

    async def join(self, table_id: str, name: str, **fields: object) -> Message:
        """Take a place at a table and return the request that did it."""
        self.table_id = table_id
        request = self.request("JoinTable", name=name, **fields)
        place = await self.call("JoinTable", request, token="")
        self.seat, self.token = place.seat, place.token  # type: ignore[attr-defined]  # as its descriptor says
        return request

    async def watch(self, *, after: int = 0, epoch: str = "") -> Stream:
        """Open a stream and wait for its ``caught_up``.

        Raises:
            ServerFailed: it did not come.
        """
        stream = self.open(after=after, epoch=epoch)
        if not await stream.caught_up():
            raise ServerFailed(f"WatchTable never caught up, and ended with {stream.code}")
        return stream

    def open(self, *, after: int = 0, epoch: str = "") -> Stream:
        """Open a stream."""
        request = self.request("WatchTable", after_sequence=after, epoch=epoch)
        stub = self.channel.unary_stream(path_of(METHODS["WatchTable"]), serialized, WatchTableResponse.FromString)
        stream = Stream(stub(request, metadata=self._metadata(None)))
        self.streams.append(stream)
        return stream

    async def snapshot(self) -> Snapshot:
        """Return the table as it is now."""
        answer = await self.call("GetSnapshot")
        snapshot = answer.snapshot  # type: ignore[attr-defined]  # as its descriptor says
        assert isinstance(snapshot, Snapshot)
        return snapshot

    async def prompts(self) -> list[Prompt]:
        """Return what is asked of this visitor."""
        return [prompt for prompt in (await self.snapshot()).prompts if prompt.seat == self.seat and self.seat]

    def answer(self, prompt: Prompt, *choice_ids: int, request_id: str = "") -> Message:
        """Return the answer to *prompt* by ids; none: its default."""
        picks = choice_ids or tuple(prompt.default_choice_ids)
        own = {"request_id": request_id} if request_id else {}
        return self.request("Answer", prompt_id=prompt.prompt_id, choice_ids=picks, **own)
