"""Services as gRPC handlers: bytes in, refusals as statuses, never a word of an unexpected fault.

The generated ``add_..._to_server`` is not used: it parses requests before our code runs, where garbage becomes an
INTERNAL status, and it serialises every stream item for every viewer, where many viewers may see the same bytes.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, Protocol, TypeAlias

import grpc
from google.protobuf import descriptor, message, message_factory
from google.rpc import code_pb2, status_pb2

from spades_server.rpc.errors import internal_fault, refuse, status_of
from spades_server.table import Refused
from spades_server.tally import Tally

__all__ = ["Context", "Gate", "Hold", "RefusedCall", "Servicer", "service_handler"]

log = logging.getLogger(__name__)

Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Handler: TypeAlias = Callable[[Any, Context], Any]  # Any: one type for the messages of every method
Gate: TypeAlias = Callable[[Context], None]
"""Lets a call in before it is read, or refuses it."""
Hold: TypeAlias = Callable[[Context], Awaitable[None]]
"""Returns when a refusal may be told: at once, or later to who is refused too often."""


class Servicer(Protocol):
    """What serves one service of the contract: a method ``xyz`` for each call Xyz that is served."""

    service: descriptor.ServiceDescriptor


class RefusedCall(Exception):
    """A refusal whose status is already made."""

    def __init__(self, status: status_pb2.Status, reason: str) -> None:
        super().__init__(status.message)
        self.status = status
        self.reason = reason


def service_handler(
    service: descriptor.ServiceDescriptor, servicer: object, tally: Tally, gate: Gate, hold: Hold, *, with_token: bool
) -> grpc.GenericRpcHandler:
    """Return the handler of *service*: method Xyz is served by ``servicer.xyz``, or refused as not served.

    A method that streams writes its items, bytes, to the context itself.

    *gate* counts the calls; *with_token*: only those that do not come as far as their token, by which they are counted.
    """
    methods = {
        method.name: _method(method, servicer, _Door(method, tally, gate, hold, with_token=with_token))
        for method in service.methods
    }
    return grpc.method_handlers_generic_handler(service.full_name, methods)


def _method(
    method: descriptor.MethodDescriptor, servicer: object, door: "_Door"
) -> "grpc.RpcMethodHandler[Any, Any]":  # Any: as for Handler
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in method.name).lstrip("_")
    handler: Handler = getattr(servicer, name, _not_served(method.name))
    if method.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_streaming(door, handler))
    return grpc.unary_unary_rpc_method_handler(_unary(door, handler))


def _not_served(name: str) -> Handler:
    async def not_served(_: message.Message, __: Context) -> bytes:
        raise Refused("NOT_SERVED", f"this server does not serve {name}")

    return not_served


class _Door:
    """Where the calls of one method come in, and leave with a status."""

    def __init__(
        self, method: descriptor.MethodDescriptor, tally: Tally, gate: Gate, hold: Hold, *, with_token: bool
    ) -> None:
        self.name = method.full_name
        """The method with its service."""
        self._succeeded = (self.name, "OK")
        self._request = message_factory.GetMessageClass(method.input_type)
        self._tally = tally
        self._gate = gate
        self._hold = hold
        self._with_token = with_token

    def enter(self, raw: bytes, context: Context) -> message.Message:
        """Return the request of a call that is let in."""
        if not self._with_token:
            self._gate(context)
        try:
            return self._request.FromString(raw)
        except message.DecodeError as garbage:
            if self._with_token:
                self._gate(context)
            raise Refused("FIELD_INVALID", f"these bytes are not a {self._request.DESCRIPTOR.name}") from garbage

    def done(self) -> None:
        """Note a call that succeeded."""
        self._tally.calls[self._succeeded] += 1

    async def refuse(self, fault: Exception, context: Context) -> NoReturn:
        """End a call that failed with its status, and note it."""
        status, reason = _status(self.name, fault)
        self._tally.calls[self.name, code_pb2.Code.Name(status.code)] += 1
        self._tally.refusals[reason] += 1
        log.debug("call refused", extra={"method": self.name, "reason": reason})
        await self._hold(context)
        await refuse(context, status)


def _unary(
    door: _Door, handler: Callable[[message.Message, Context], Awaitable[message.Message]]
) -> Callable[[bytes, Context], Awaitable[bytes]]:
    async def call(raw: bytes, context: Context) -> bytes:
        try:
            answer = (await handler(door.enter(raw, context), context)).SerializeToString()
        except Exception as fault:
            await door.refuse(fault, context)
        door.done()
        return answer

    return call


def _streaming(
    door: _Door, handler: Callable[[message.Message, Context], Awaitable[None]]
) -> Callable[[bytes, Context], Awaitable[None]]:
    async def call(raw: bytes, context: Context) -> None:
        try:
            await handler(door.enter(raw, context), context)
        except Exception as fault:
            await door.refuse(fault, context)
        door.done()

    return call


def _status(name: str, fault: Exception) -> tuple[status_pb2.Status, str]:
    """Return status and reason; the one place where an unexpected fault of a call is caught, and logged."""
    if isinstance(fault, RefusedCall):
        return fault.status, fault.reason
    if isinstance(fault, Refused):
        return status_of(fault), fault.reason
    internal = internal_fault()
    log.error("call failed", extra={"method": name, **internal.details}, exc_info=fault)
    return status_of(internal), internal.reason
