"""Services as gRPC handlers: bytes in, refusals as statuses, never a word of an unexpected fault.

The generated ``add_..._to_server`` is not used: it parses requests before our code runs, where garbage becomes an
INTERNAL status, and it serialises every stream item for every viewer, where many viewers may see the same bytes.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf import descriptor, message, message_factory
from google.rpc import status_pb2

from spades_server.rpc.errors import internal_fault, refuse, status_of
from spades_server.table import Refused

__all__ = ["Context", "RefusedCall", "service_handler"]

log = logging.getLogger(__name__)

Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Handler: TypeAlias = Callable[[Any, Context], Any]  # Any: one type for the messages of every method


class RefusedCall(Exception):
    """A refusal whose status is already made."""

    def __init__(self, status: status_pb2.Status) -> None:
        super().__init__(status.message)
        self.status = status


def service_handler(service: descriptor.ServiceDescriptor, servicer: object) -> grpc.GenericRpcHandler:
    """Return the handler of *service*: method Xyz is served by ``servicer.xyz``, or refused as not served."""
    methods = {method.name: _method(method, servicer) for method in service.methods}
    return grpc.method_handlers_generic_handler(service.full_name, methods)


def _method(
    method: descriptor.MethodDescriptor, servicer: object
) -> "grpc.RpcMethodHandler[Any, Any]":  # Any: as for Handler
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in method.name).lstrip("_")
    handler: Handler = getattr(servicer, name, _not_served(method.name))
    request = message_factory.GetMessageClass(method.input_type)
    if method.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_streaming(method.full_name, request, handler))
    return grpc.unary_unary_rpc_method_handler(_unary(method.full_name, request, handler))


def _not_served(name: str) -> Handler:
    async def not_served(_: message.Message, __: Context) -> bytes:
        raise Refused("NOT_SERVED", f"this server does not serve {name}")

    return not_served


def _unary(
    name: str, request: type[message.Message], handler: Callable[[message.Message, Context], Awaitable[message.Message]]
) -> Callable[[bytes, Context], Awaitable[bytes]]:
    async def call(raw: bytes, context: Context) -> bytes:
        try:
            return (await handler(_parsed(request, raw), context)).SerializeToString()
        except Exception as fault:
            await refuse(context, _status(name, fault))

    return call


def _streaming(
    name: str, request: type[message.Message], handler: Callable[[message.Message, Context], AsyncIterator[bytes]]
) -> Callable[[bytes, Context], AsyncIterator[bytes]]:
    async def call(raw: bytes, context: Context) -> AsyncIterator[bytes]:
        try:
            items = handler(_parsed(request, raw), context)
            if asyncio.iscoroutine(items):
                await items
            async for item in items:
                yield item
        except Exception as fault:
            await refuse(context, _status(name, fault))

    return call


def _parsed(request: type[message.Message], raw: bytes) -> message.Message:
    try:
        return request.FromString(raw)
    except message.DecodeError as garbage:
        raise Refused("FIELD_INVALID", f"these bytes are not a {request.DESCRIPTOR.name}") from garbage


def _status(name: str, fault: Exception) -> status_pb2.Status:
    """Return the status of a refusal; the one place where an unexpected fault of a call is caught, and logged."""
    if isinstance(fault, RefusedCall):
        return fault.status
    if isinstance(fault, Refused):
        return status_of(fault)
    internal = internal_fault()
    log.error("%s failed, incident %s", name, internal.details["incident"], exc_info=fault)
    return status_of(internal)
