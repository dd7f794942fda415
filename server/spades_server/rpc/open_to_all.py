"""Health and reflection: what anybody may ask of any gRPC server, within the limits of this one."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Any, NoReturn, TypeAlias

import grpc
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from spades_server.rpc.errors import refuse, status_of
from spades_server.rpc.guard import Guard
from spades_server.table import Refused

__all__ = ["Health", "Reflection"]

AnyContext: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"  # Any: messages to these services, bytes to our own


class Health(health.aio.HealthServicer):
    """Tells what it was told by ``set``; mutable. A stream of it counts like any other, and so does a question."""

    def __init__(self, guard: Guard) -> None:
        super().__init__()
        self._guard = guard

    async def Check(
        self, request: health_pb2.HealthCheckRequest, context: AnyContext
    ) -> health_pb2.HealthCheckResponse:
        """Answer once."""
        try:
            self._guard.admit(context)
        except Refused as refusal:
            await _refuse(refusal, context, self._guard)
        answer: health_pb2.HealthCheckResponse = await super().Check(request, context)
        return answer

    async def Watch(self, request: health_pb2.HealthCheckRequest, context: AnyContext) -> None:
        """Answer now and at every change."""
        try:
            self._guard.admit(context)
            with self._guard.stream(context):
                await super().Watch(request, context)
        except Refused as refusal:
            await _refuse(refusal, context, self._guard)


class Reflection(reflection.aio.ReflectionServicer):
    """Describes the services that it is given; a stream of it counts like any other."""

    def __init__(self, services: list[str], guard: Guard) -> None:
        super().__init__(services)
        self._guard = guard

    async def ServerReflectionInfo(  # type: ignore[override]  # a generator, which its types do not say
        self, request_iterator: AsyncIterable[reflection_pb2.ServerReflectionRequest], context: AnyContext
    ) -> AsyncIterator[reflection_pb2.ServerReflectionResponse]:
        """Answer each question."""
        try:
            self._guard.admit(context)
            with self._guard.stream(context):
                answers = super().ServerReflectionInfo(request_iterator, context)
                async for answer in answers:  # type: ignore[attr-defined]  # as above
                    yield answer
        except Refused as refusal:
            await _refuse(refusal, context, self._guard)


async def _refuse(refusal: Refused, context: AnyContext, guard: Guard) -> NoReturn:
    await guard.hold(context)
    await refuse(context, status_of(refusal))
