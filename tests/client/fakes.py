"""A scripted server for the client's tests: real gRPC on port 0, every answer decided by the test."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from client.messages import BASE_TIME
from spades.v1 import (
    CONTRACT_KEY,
    history_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    server_service_pb2,
    table_service_pb2,
)
from spades.v1.event_pb2 import Batch
from spades.v1.lobby_service_pb2 import JoinTableResponse, ListTablesResponse, TableSummary, WatchLobbyResponse
from spades.v1.rejection_pb2 import Rejection
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, Seat, Snapshot
from spades.v1.table_service_pb2 import (
    CaughtUp,
    GetSnapshotResponse,
    Goodbye,
    GoodbyeReason,
    WatchTableRequest,
    WatchTableResponse,
)
from spades_client import Address, Pace
from spades_server.certificate import Certificate

Context = grpc.aio.ServicerContext[Message, Message]
Item = WatchTableResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """How a call is to fail; without a reason as a machine between us and the server would do it."""

    code: grpc.StatusCode
    reason: str = ""
    message: str = "no"
    rejection: Rejection | None = None
    retry_ms: int | None = None
    fields: tuple[str, ...] = ()
    """Options at fault, as the server names them for rules that cannot be played."""


@dataclass(slots=True)
class Stream:
    """What one WatchTable call sends, and how it ends: with *refusal*, or after a None in *live*."""

    items: Sequence[Item] = ()
    refusal: Refusal | None = None
    live: asyncio.Queue[Item | None] = field(default_factory=asyncio.Queue)
    """Items sent after the others, as the test puts them there."""


class FakeServer:
    """Answers as the test says and remembers what it was asked."""

    def __init__(self) -> None:
        self.replies: dict[str, Message] = {
            "GetServerInfo": GetServerInfoResponse(
                server_id="S1", name="Den", epoch="e1", time=Timestamp(seconds=BASE_TIME)
            ),
            "ListTables": ListTablesResponse(
                tables=[TableSummary(table_id="ABCD", seats=[Seat(kind=SEAT_KIND_EMPTY)])]
            ),
            "JoinTable": JoinTableResponse(seat=1, token="secret", sequence=1),
            "GetSnapshot": GetSnapshotResponse(snapshot=Snapshot(table_id="ABCD", your_seat=1)),
        }
        """The reply to each call; an empty message to the others."""
        self.refusals: dict[str, list[Refusal]] = defaultdict(list)
        """How the next calls of that name fail."""
        self.streams: list[Stream] = []
        """What the next streams send; after the last one, a stream that stays silent."""
        self.unreadable: set[str] = set()
        """Calls that are answered with bytes that are no message."""
        self.lobby: asyncio.Queue[WatchLobbyResponse | None] = asyncio.Queue()
        """What the streams of the lobby send, as the test puts it there; after a None the stream ends."""
        self.lobby_is_empty = asyncio.Event()
        """No stream of the lobby is open that could take what is meant for the next one."""
        self.lobby_is_empty.set()
        self.requests: dict[str, list[Message]] = defaultdict(list)
        self.tokens: list[str] = []
        self.versions: list[tuple[str, str]] = []
        """Of which calls told which version of the contract."""
        self._changed = asyncio.Condition()

    async def answer(self, method: MethodDescriptor, request: Message, context: Context) -> Message:
        """Answer a unary call."""
        await self._note(method.name, request, context)
        return self.replies.get(method.name) or GetMessageClass(method.output_type)()

    async def watch(self, request: Message, context: Context) -> AsyncIterator[Item]:
        """Send the next stream."""
        await self._note("WatchTable", request, context)
        stream = self.streams.pop(0) if self.streams else Stream()
        for item in stream.items:
            yield item
        if stream.refusal is not None:
            await _refuse(context, stream.refusal)
        while (last := await stream.live.get()) is not None:
            yield last

    async def watch_lobby(self, request: Message, context: Context) -> AsyncIterator[WatchLobbyResponse]:
        """Send what the test has for the lobby."""
        await self._note("WatchLobby", request, context)
        self.lobby_is_empty.clear()
        try:
            while (item := await self.lobby.get()) is not None:
                yield item
        finally:
            self.lobby_is_empty.set()

    async def _note(self, name: str, request: Message, context: Context) -> None:
        async with self._changed:
            self.requests[name].append(request)
            self.tokens.append(str(dict(context.invocation_metadata() or ()).get("authorization", "")))
            if version := dict(context.invocation_metadata() or ()).get(CONTRACT_KEY):
                self.versions.append((name, str(version)))
            self._changed.notify_all()
        if self.refusals[name]:
            await _refuse(context, self.refusals[name].pop(0))

    async def asked(self, name: str, times: int = 1) -> list[Message]:
        """Wait until that call has come so often; return its requests."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.requests[name]) >= times)
        return self.requests[name]

    def watched_after(self) -> list[int]:
        """Return the sequence that each stream was to continue from."""
        return [r.after_sequence for r in self.requests["WatchTable"] if isinstance(r, WatchTableRequest)]


async def _refuse(context: Context, refusal: Refusal) -> None:
    if not refusal.reason:
        await context.abort(refusal.code, refusal.message)
    details = [AnyMessage(), AnyMessage()]
    named = {"options": ",".join(refusal.fields)} if refusal.fields else {}
    details[0].Pack(ErrorInfo(reason=refusal.reason, domain="spades.v1", metadata=named))
    details[1].Pack(refusal.rejection or Rejection())
    if refusal.retry_ms is not None:
        retry = RetryInfo()
        retry.retry_delay.FromMilliseconds(refusal.retry_ms)
        details.append(AnyMessage())
        details[-1].Pack(retry)
    message = f"{refusal.reason}: {refusal.message}"
    status = Status(code=refusal.code.value[0], message=message, details=details)
    await context.abort(refusal.code, message, (("grpc-status-details-bin", status.SerializeToString()),))


def _bytes_of(message: Message) -> bytes:
    return message.SerializeToString()


def _methods(fake: FakeServer, service: ServiceDescriptor) -> dict[str, grpc.RpcMethodHandler[Message, Message]]:
    return {method.name: _handler(fake, method) for method in service.methods}


def _handler(fake: FakeServer, method: MethodDescriptor) -> grpc.RpcMethodHandler[Message, Message]:
    parse = GetMessageClass(method.input_type).FromString

    async def answer(request: Message, context: Context) -> Message:
        return await fake.answer(method, request, context)

    # Any: the types of grpc know handlers that block, not those of grpc.aio.
    unary: Any = answer
    stream: Any = fake.watch_lobby if method.name == "WatchLobby" else fake.watch
    if method.name in ("WatchTable", "WatchLobby"):
        return grpc.unary_stream_rpc_method_handler(stream, request_deserializer=parse, response_serializer=_bytes_of)
    bytes_of = (lambda reply: b"\xff") if method.name in fake.unreadable else _bytes_of
    return grpc.unary_unary_rpc_method_handler(unary, request_deserializer=parse, response_serializer=bytes_of)


@asynccontextmanager
async def serving(fake: FakeServer, *, port: int = 0, certificate: Certificate | None = None) -> AsyncIterator[Address]:
    """Serve *fake* on the loopback, at any free port if none is named; with TLS if it has a *certificate*."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    for module in (server_service_pb2, lobby_service_pb2, table_service_pb2, host_service_pb2, history_service_pb2):
        for service in module.DESCRIPTOR.services_by_name.values():
            handler = grpc.method_handlers_generic_handler(service.full_name, _methods(fake, service))
            server.add_generic_rpc_handlers((handler,))
    if certificate is None:
        bound = server.add_insecure_port(f"127.0.0.1:{port}")
    else:
        credentials = grpc.ssl_server_credentials([(certificate.key_pem, certificate.certificate_pem)])
        bound = server.add_secure_port(f"127.0.0.1:{port}", credentials)
    await server.start()
    try:
        yield Address(host="127.0.0.1", port=bound)
    finally:
        await server.stop(None)


class FakeTime:
    """Waits that end at once and are remembered; a clock that the test sets."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.clock = 0.0

    async def sleep(self, seconds: float) -> None:
        """Note the wait and let others run."""
        self.waits.append(seconds)
        self.clock += seconds
        await asyncio.sleep(0)

    def pace(self, *, silence_seconds: float = 25.0, attempts: int = 4) -> Pace:
        """Return a pace without jitter that this time drives."""
        return Pace(
            now=lambda: self.clock,
            sleep=self.sleep,
            random=lambda: 0.5,
            silence_seconds=silence_seconds,
            attempts=attempts,
        )


def found(snapshot: Snapshot, *, epoch: str = "e1") -> Item:
    """Return *snapshot* as an item of the stream."""
    return Item(epoch=epoch, snapshot=snapshot)


def told(batch: Batch, *, epoch: str = "e1") -> Item:
    """Return *batch* as an item of the stream."""
    return Item(epoch=epoch, batch=batch)


def caught_up(sequence: int, view_hash: str = "", *, epoch: str = "e1") -> Item:
    """Return the mark that nothing is missing."""
    return Item(epoch=epoch, caught_up=CaughtUp(sequence=sequence, view_hash=view_hash))


def goodbye(reason: GoodbyeReason.ValueType) -> Item:
    """Return the end of a stream."""
    return Item(epoch="e1", goodbye=Goodbye(reason=reason))
