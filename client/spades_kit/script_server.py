"""The scripted server that a client is pointed at: it takes down every call, and answers as the scene wants it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from spades.v1 import (
    history_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    server_service_pb2,
    table_service_pb2,
)
from spades.v1.table_service_pb2 import WatchTableRequest, WatchTableResponse
from spades_kit.bell import Bell
from spades_kit.refusal import Refusal, abort

Context = grpc.aio.ServicerContext[Message, Message]
Item = WatchTableResponse

SERVICES = (server_service_pb2, lobby_service_pb2, table_service_pb2, host_service_pb2, history_service_pb2)
"""The modules whose services are the contract."""

WITH_TOKEN = ("TableService", "HostService")
"""The services whose callers show a token."""

_NEVER = 86_400.0
"""Seconds; gRPC gives centuries for a call without a deadline."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Call:
    """One call as it came."""

    service: str
    name: str
    request: Message
    authorization: str
    """The metadata of that name; empty if there is none."""
    at: float
    """When, on a clock that never goes back."""
    seconds_left: float | None
    """Until its deadline; None: it has none."""

    @property
    def request_id(self) -> str:
        """The request id; empty for a call without."""
        return str(getattr(self.request, "request_id", ""))

    @property
    def token(self) -> str:
        """The token that was shown; empty if none was."""
        scheme, _, token = self.authorization.partition(" ")
        return token if scheme.lower() == "bearer" else ""


@dataclass(slots=True, eq=False)
class ScriptStream:
    """One WatchTable call. Mutable: items are sent, and either side ends it."""

    call: Call
    outgoing: asyncio.Queue[Item | Refusal | None] = field(default_factory=asyncio.Queue)
    ended: bool = False
    """Nothing more is sent, or nobody reads it."""
    is_done: bool = False
    """All that was sent has gone out."""

    @property
    def request(self) -> WatchTableRequest:
        """What was to be watched."""
        assert isinstance(self.call.request, WatchTableRequest)
        return self.call.request

    def send(self, item: Item) -> None:
        """Send *item*."""
        self.outgoing.put_nowait(item)

    def end(self, refusal: Refusal | None = None) -> None:
        """End it, with OK or with *refusal*."""
        self.ended = True
        self.outgoing.put_nowait(refusal)


class Script:
    """What the server does; scenes are written against a subclass. Mutable: it takes down what comes."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.streams: list[ScriptStream] = []
        self.bell = Bell()
        self.faults: dict[str, list[Refusal]] = defaultdict(list)
        """How the next calls of a name fail, before anything is done."""
        self.lost_replies: dict[str, list[Refusal]] = defaultdict(list)
        """How the next calls of a name fail after they were carried out."""
        self.server: ScriptServer
        """What serves it; it sets this itself."""
        self.held: dict[int, asyncio.Event] = {}
        """What the answers to a prompt wait for, by its id."""

    def fault_of(self, call: Call) -> Refusal | None:
        """Return how *call* is to fail before anything is done; None: it is carried out."""
        return self.faults[call.name].pop(0) if self.faults[call.name] else None

    def check(self, call: Call) -> None:
        """Look at a call before anything is done with it."""

    def reply(self, call: Call, method: MethodDescriptor) -> Message:
        """Carry out a call that is answered once; raises ``Refused``."""
        raise NotImplementedError

    def welcome(self, stream: ScriptStream) -> None:
        """Send what a stream begins with; raises ``Refused``."""
        raise NotImplementedError

    def listed(self) -> Message:
        """Return the first item of a stream of the lobby."""
        raise NotImplementedError


class Refused(Exception):
    """A call that the script refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class ScriptServer:
    """A gRPC server on one port of this machine. Mutable: it can be stopped, and started again at the same place."""

    def __init__(self, script: Script, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self.script = script
        script.server = self
        self.host = host
        self.port = port
        """0 until it is started, if any free port will do."""
        self._server: grpc.aio.Server | None = None

    async def start(self) -> None:
        """Begin to answer.

        Raises:
            RuntimeError: the port cannot be had.
        """
        server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        for module in SERVICES:
            for service in module.DESCRIPTOR.services_by_name.values():
                handlers = {method.name: self._handler(service, method) for method in service.methods}
                server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service.full_name, handlers),))
        try:
            self.port = server.add_insecure_port(f"{self.host}:{self.port}")
        except RuntimeError:
            await server.stop(None)
            raise
        await server.start()
        self._server = server

    async def stop(self) -> None:
        """Stop at once; the port is free afterwards."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    def _handler(self, service: ServiceDescriptor, method: MethodDescriptor) -> grpc.RpcMethodHandler[Message, Message]:
        parse = GetMessageClass(method.input_type).FromString

        async def answer(request: Message, context: Context) -> Message:
            return await self._answer(_call(service, method, request, context), method, context)

        async def watch(request: Message, context: Context) -> AsyncIterator[Message]:
            call = _call(service, method, request, context)
            items = self._watch(call, context) if method.name == "WatchTable" else self._lobby(call)
            async for item in items:
                yield item

        # Any: the types of grpc know handlers that block, not those of grpc.aio.
        unary: Any = answer
        stream: Any = watch
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(
                stream, request_deserializer=parse, response_serializer=serialized
            )
        return grpc.unary_unary_rpc_method_handler(unary, request_deserializer=parse, response_serializer=serialized)

    async def _answer(self, call: Call, method: MethodDescriptor, context: Context) -> Message:
        script = self.script
        script.calls.append(call)
        script.check(call)
        try:
            if (fault := script.fault_of(call)) is not None:
                raise Refused(fault)
            if (held := script.held.get(getattr(call.request, "prompt_id", 0))) is not None:
                script.bell.ring()
                await held.wait()
            reply = script.reply(call, method)
            if script.lost_replies[call.name]:
                raise Refused(script.lost_replies[call.name].pop(0))
        except Refused as refused:
            script.bell.ring()
            await abort(context, refused.refusal)
            raise
        script.bell.ring()
        return reply

    async def _watch(self, call: Call, context: Context) -> AsyncIterator[Item]:
        script = self.script
        script.calls.append(call)
        script.check(call)
        stream = ScriptStream(call)
        try:
            if (fault := script.fault_of(call)) is not None:
                raise Refused(fault)
            script.welcome(stream)
        except Refused as refused:
            stream.end(refused.refusal)
        script.streams.append(stream)
        script.bell.ring()
        try:
            while isinstance(item := await stream.outgoing.get(), Item):
                yield item
            if item is not None:
                await abort(context, item)
        finally:
            stream.ended = stream.is_done = True
            script.bell.ring()

    async def _lobby(self, call: Call) -> AsyncIterator[Message]:
        self.script.calls.append(call)
        self.script.check(call)
        self.script.bell.ring()
        yield self.script.listed()
        await asyncio.Event().wait()


def _call(service: ServiceDescriptor, method: MethodDescriptor, request: Message, context: Context) -> Call:
    metadata = dict(context.invocation_metadata() or ())
    left = context.time_remaining()
    return Call(
        service=service.name,
        name=method.name,
        request=request,
        authorization=str(metadata.get("authorization", "")),
        at=time.monotonic(),
        seconds_left=left if left is not None and left < _NEVER else None,
    )


def serialized(message: Message) -> bytes:
    """Return the bytes of *message*, of whatever type it is."""
    return message.SerializeToString()


def fresh_token() -> str:
    """Return a token of 192 random bits."""
    return secrets.token_urlsafe(24)
