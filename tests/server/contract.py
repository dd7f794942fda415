"""The contract as its files say it: calls, capabilities, reasons and their status codes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
from google.protobuf import message_factory
from google.protobuf.message import Message

from spades.v1 import (
    history_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    server_service_pb2,
    table_service_pb2,
)

__all__ = ["METHODS", "MODULES", "Method", "codes_of_reasons", "filled", "raw_call"]

PROTO = Path(__file__).parents[2] / "proto" / "spades" / "v1"
MODULES = (server_service_pb2, lobby_service_pb2, table_service_pb2, host_service_pb2, history_service_pb2)
"""The files that declare services."""


@dataclass(frozen=True, slots=True)
class Method:
    """One call of the contract."""

    service: str
    name: str
    request: type[Message]
    response: type[Message]
    is_stream: bool
    capability: str
    """The group that it belongs to; empty if every server serves it."""

    @property
    def path(self) -> str:
        """Where it is called."""
        return f"/spades.v1.{self.service}/{self.name}"

    @property
    def needs_token(self) -> bool:
        """Whether only a seat or a spectator may call it."""
        return self.service in ("TableService", "HostService")

    @property
    def is_command(self) -> bool:
        """Whether it changes a table, so that it carries a request id."""
        return "request_id" in self.request.DESCRIPTOR.fields_by_name


def _methods() -> Iterator[Method]:
    for module in MODULES:
        for service in module.DESCRIPTOR.services_by_name.values():
            text = (PROTO / Path(module.DESCRIPTOR.name).name).read_text()
            of_service = _capability(text, f"service {service.name} ")
            for method in service.methods:
                yield Method(
                    service.name,
                    method.name,
                    message_factory.GetMessageClass(method.input_type),
                    message_factory.GetMessageClass(method.output_type),
                    method.server_streaming,
                    of_service or _capability(text, f"rpc {method.name}("),
                )


def _capability(text: str, declaration: str) -> str:
    """Return the capability that the comment above *declaration* names."""
    comment: list[str] = []
    for line in text.splitlines():
        if line.strip().startswith(declaration):
            break
        comment = [*comment, line] if line.strip().startswith("//") else []
    found = re.search(r'Capability "([a-z-]+)"', " ".join(comment))
    return found[1] if found else ""


METHODS: tuple[Method, ...] = tuple(_methods())
"""Every call of every service of ours."""


def codes_of_reasons() -> dict[str, grpc.StatusCode]:
    """Return the status code that the comment in error.proto gives for each reason."""
    text = (PROTO / "error.proto").read_text()
    found = re.findall(r"// ([A-Z_]+)\. [^\n]*\n(?:  //[^\n]*\n)*  ERROR_REASON_([A-Z_]+) = ", text)
    return {reason: grpc.StatusCode[code] for code, reason in found}


def filled(method: Method, table_id: str, request_id: str) -> Message:
    """Return a request of *method* in which what identifies table and request is set."""
    fields = method.request.DESCRIPTOR.fields_by_name
    given = {"table_id": table_id, "request_id": request_id}
    return method.request(**{name: value for name, value in given.items() if name in fields})


async def raw_call(
    channel: grpc.aio.Channel, method: Method, request: bytes, metadata: tuple[tuple[str, str], ...] = ()
) -> grpc.StatusCode:
    """Call *method* with these very bytes and return the status; of a stream that begins well, only its beginning."""
    try:
        if method.is_stream:
            watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(method.path)
            stream = watch(request, metadata=metadata, timeout=20)
            await stream.read()
            if not stream.done():
                stream.cancel()
                return grpc.StatusCode.OK
            return await stream.code()
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method.path)
        await call(request, metadata=metadata, timeout=20)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK
