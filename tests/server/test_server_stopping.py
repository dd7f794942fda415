"""A server stops in time whatever its clients do, and its health tells the truth until then."""

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from server.common import AHEAD
from server.harness import Listening
from server.test_server_slow_viewers import SMALL, TEXT, Sleeper, broadcast_of, two
from spades.v1 import table_service_pb2
from spades_server import Condition, Limits, RunningServer, ServerConfig, app, serving

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class HealthWatch:
    """What a watcher of the server's health is told; mutable."""

    def __init__(self, channel: grpc.aio.Channel, service: str = "") -> None:
        self.channel = channel
        stub = health_pb2_grpc.HealthStub(self.channel)
        self._items: AsyncIterator[health_pb2.HealthCheckResponse] = aiter(
            stub.Watch(health_pb2.HealthCheckRequest(service=service))  # type: ignore[attr-defined]  # its types lack it
        )

    async def next(self) -> int:
        """Return the next status."""
        async with asyncio.timeout(AHEAD):
            return (await anext(self._items)).status


def channel_to(running: RunningServer) -> grpc.aio.Channel:
    """Return a connection."""
    return grpc.aio.insecure_channel(f"127.0.0.1:{running.ports[0]}", options=[("grpc.enable_http_proxy", 0)])


async def test_health_says_when_the_journal_cannot_write_and_when_it_can_again() -> None:
    condition = Condition()
    async with serving(ServerConfig(condition=condition)) as running:
        for service in ("", "spades.v1.TableService"):
            watch = HealthWatch(channel_to(running), service)
            assert await watch.next() == SERVING
            condition.fails("journal")
            assert await watch.next() == NOT_SERVING
            condition.fails("disk")
            condition.works("journal")
            assert condition.failing == ("disk",)
            condition.works("disk")
            assert await watch.next() == SERVING
            await watch.channel.close()


async def test_a_server_that_starts_unsound_says_so_from_the_start() -> None:
    condition = Condition()
    condition.fails("journal")
    async with serving(ServerConfig(condition=condition)) as running:
        watch = HealthWatch(channel_to(running))
        assert await watch.next() == NOT_SERVING
        await watch.channel.close()


async def test_health_goes_before_the_streams_do() -> None:
    told: list[str] = []
    async with serving(ServerConfig()) as running:
        server = Listening(running)
        host, _ = await two(server)
        stream, watch = await host.watch(), HealthWatch(host.channel)  # One connection: its order is kept.
        assert await watch.next() == SERVING

        async def health() -> None:
            assert await watch.next() == NOT_SERVING
            told.append("health")

        async def goodbye() -> None:
            await stream.until(lambda item: item.HasField("goodbye"))
            told.append("goodbye")

        waiting = asyncio.gather(health(), goodbye())
    await waiting
    assert told == ["health", "goodbye"]
    await host.close()


@pytest.mark.parametrize("in_a_hurry", [False, True])
async def test_neither_streams_that_are_not_read_nor_half_open_connections_hold_the_server_up(
    in_a_hurry: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.STOP_SECONDS < 5, "the promise of docs/architecture.md"
    if in_a_hurry:
        monkeypatch.setattr(app, "STOP_SECONDS", 3600.0)  # Who is in a hurry does not wait for it.
    async with serving(ServerConfig(limits=Limits(queued_items=100_000, loopback_factor=10_000))) as running:
        server = Listening(running)
        host, other = await two(server)
        watching = await other.watch()
        silent = await asyncio.open_connection("127.0.0.1", running.ports[0])
        greeting = await asyncio.open_connection("127.0.0.1", running.ports[0])
        greeting[1].write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        sleeper = Sleeper(running.ports[0])
        await sleeper.open(host)
        broadcast = broadcast_of(server, host)
        (unread,) = (watcher for watcher in broadcast.watchers if watcher.viewer == 0)
        while unread.waiting[0] < 100:
            await other.say(TEXT)
        if in_a_hurry:
            running.hurry.set()
    await watching.rest()
    if not in_a_hurry:
        assert watching.items[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_SERVER_STOPPING
    for _, writer in (silent, greeting):
        writer.close()
    await sleeper.channel.close()
    for client in server.clients:
        await client.close()


async def test_the_port_is_free_again_at_once() -> None:
    async with serving(ServerConfig(limits=SMALL)) as running:
        port = running.ports[0]
        host, _ = await two(server := Listening(running))
        await host.watch()
    async with serving(ServerConfig(addresses=(f"127.0.0.1:{port}",))) as running:
        assert running.ports == (port,)
    for client in server.clients:
        await client.close()
