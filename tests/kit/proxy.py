"""A server that is ours but for one fault: it passes everything on, and a test changes what passes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from spades.v1 import CONTRACT_KEY
from spades.v1.table_service_pb2 import WatchTableResponse
from spades_kit.script_server import serialized
from spades_kit.visitor import METHODS, path_of

Context = grpc.aio.ServicerContext[bytes, bytes]
Metadata = tuple[tuple[str, str | bytes], ...]
DETAILS = "grpc-status-details-bin"


class Refused(Exception):
    """A call that the server behind refused, as its status tells it."""

    def __init__(self, code: grpc.StatusCode, message: str, details: bytes) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = Status.FromString(details)

    @property
    def reason(self) -> str:
        """The reason of ``ErrorInfo``."""
        info = ErrorInfo()
        return info.reason if any(detail.Unpack(info) for detail in self.status.details) else ""

    def without(self, name: str) -> Refused:
        """Return it without the details of a type."""
        for index in reversed(range(len(self.status.details))):
            if self.status.details[index].type_url.endswith(name):
                del self.status.details[index]
        return self


class Proxy:
    """Passes calls on to another server. Mutable: subclasses remember what passed."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", [("grpc.enable_http_proxy", 0)])

    # What subclasses change.

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:  # Any: the request of that call
        """Return the answer to a call that is answered once; raises ``Refused``."""
        return await self.ask(name, request, metadata)

    async def items(self, request: Any, metadata: Metadata) -> AsyncIterator[WatchTableResponse]:  # Any: see answer
        """Yield what a stream of a table brings; raises ``Refused``."""
        async for item in self.watch(request, metadata):
            yield item

    # Passing on.

    async def ask(self, name: str, request: Message, metadata: Metadata) -> Message:
        """Let the server behind answer."""
        method = METHODS[name]
        stub = self.channel.unary_unary(path_of(method), serialized, GetMessageClass(method.output_type).FromString)
        try:
            return await stub(request, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            raise _refused(error) from error

    async def watch(self, request: Message, metadata: Metadata) -> AsyncIterator[WatchTableResponse]:
        """Watch at the server behind."""
        stub = self.channel.unary_stream(
            "/spades.v1.TableService/WatchTable", serialized, WatchTableResponse.FromString
        )
        call = stub(request, metadata=metadata)
        try:
            async for item in call:
                yield item
        except grpc.aio.AioRpcError as error:
            raise _refused(error) from error
        finally:
            call.cancel()

    def serves(self, path: str) -> bool:
        """Tell whether calls of that path are passed on."""
        return True


class Changed(Proxy):
    """Changes the answers to one call."""

    call = "GetServerInfo"

    def change(self, answer: Any) -> None:  # Any: the answer of that call
        """Change *answer* in place."""
        raise NotImplementedError

    async def answer(self, name: str, request: Any, metadata: Metadata) -> Message:
        """See ``Proxy``."""
        answer = await super().answer(name, request, metadata)
        if name == self.call:
            self.change(answer)
        return answer


def _refused(error: grpc.aio.AioRpcError) -> Refused:
    details = dict(error.trailing_metadata() or ()).get(DETAILS, b"")
    return Refused(error.code(), error.details() or "", details if isinstance(details, bytes) else b"")


class _Handlers(grpc.GenericRpcHandler):
    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes] | None:
        path = details.method
        if not self._proxy.serves(path):
            return None
        method = METHODS.get(path.rpartition("/")[2]) if path.startswith("/spades.") else None
        # Any: the types of grpc know handlers that block, not those of grpc.aio.
        behaviour: Any = self._raw(path)
        if path.endswith("ServerReflectionInfo"):
            behaviour = self._raw_stream(path, both=True)
            return grpc.stream_stream_rpc_method_handler(behaviour)
        if method is None:
            return grpc.unary_unary_rpc_method_handler(behaviour)
        if method.name == "WatchTable":
            behaviour = self._stream(method.input_type)
            return grpc.unary_stream_rpc_method_handler(behaviour)
        if method.server_streaming:
            behaviour = self._raw_stream(path, both=False)
            return grpc.unary_stream_rpc_method_handler(behaviour)
        behaviour = self._unary(method.name, GetMessageClass(method.input_type))
        return grpc.unary_unary_rpc_method_handler(behaviour)

    def _unary(self, name: str, kind: type[Message]) -> Callable[[bytes, Context], Any]:
        async def answer(raw: bytes, context: Context) -> bytes:
            try:
                return serialized(await self._proxy.answer(name, kind.FromString(raw), _shown(context)))
            except Refused as refused:
                await _abort(context, refused)
                raise

        return answer

    def _stream(self, kind: Any) -> Callable[[bytes, Context], AsyncIterator[bytes]]:  # Any: a descriptor
        async def watch(raw: bytes, context: Context) -> AsyncIterator[bytes]:
            items = self._proxy.items(GetMessageClass(kind).FromString(raw), _shown(context))
            async with contextlib.aclosing(items):  # type: ignore[type-var]  # it is a generator
                try:
                    async for item in items:
                        yield serialized(item)
                except Refused as refused:
                    await _abort(context, refused)

        return watch

    def _raw(self, path: str) -> Callable[[bytes, Context], Any]:
        async def answer(raw: bytes, context: Context) -> bytes:
            stub: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._proxy.channel.unary_unary(path)
            return await stub(raw)

        return answer

    def _raw_stream(self, path: str, *, both: bool) -> Callable[[Any, Context], AsyncIterator[bytes]]:
        async def stream(raw: Any, context: Context) -> AsyncIterator[bytes]:
            if both:
                many: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._proxy.channel.stream_stream(path)
                call: Any = many(raw)
            else:
                one: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = self._proxy.channel.unary_stream(path)
                call = one(raw)
            async for item in call:
                yield item

        return stream


def _shown(context: Context) -> Metadata:
    passed = ("authorization", CONTRACT_KEY)
    return tuple((key, value) for key, value in context.invocation_metadata() or () if key in passed)


async def _abort(context: Context, refused: Refused) -> None:
    details = ((DETAILS, refused.status.SerializeToString()),) if refused.status.code else ()
    await context.abort(refused.code, refused.message, details)


@contextlib.asynccontextmanager
async def proxying(proxy: Proxy) -> AsyncIterator[int]:
    """Serve *proxy* on a free port while the context is entered; yield the port."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", 65536)])
    server.add_generic_rpc_handlers((_Handlers(proxy),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield port
    finally:
        await server.stop(None)
        await proxy.channel.close()
