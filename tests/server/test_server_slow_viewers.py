"""A viewer that reads slowly, or never, costs the table nothing (protocol.md 2.11)."""

import contextlib
from collections.abc import AsyncIterator

import grpc

from server.common import eventually, new_id
from server.desk import at_work
from server.harness import Client, Listening, listening
from server.tables import joining
from spades.v1 import rules_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules
from spades_server import Limits, ServerConfig
from spades_server.rpc.broadcast import Broadcast, Watcher
from spades_server.table.commands import SetSeat
from spades_server.tally import Tally

SMALL = Limits(queued_items=20, loopback_factor=10_000)
TEXT = "x" * 200


class Sleeper:
    """A connection that opens a stream and then reads nothing at all, not even at the level of HTTP; mutable."""

    def __init__(self, port: int) -> None:
        # The smallest window that HTTP/2 may be asked for: what is not read stays in the server's hands.
        options = [("grpc.http2.lookahead_bytes", 1), ("grpc.http2.bdp_probe", 0), ("grpc.enable_http_proxy", 0)]
        self.channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options)

    async def open(self, client: Client) -> "grpc.aio.UnaryStreamCall[bytes, bytes]":
        """Open *client*'s stream and wait until the server has begun it."""
        method: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = self.channel.unary_stream(
            "/spades.v1.TableService/WatchTable"
        )
        request = table_service_pb2.WatchTableRequest(table_id=client.table_id).SerializeToString()
        call = method(request, metadata=client.metadata)
        await call.initial_metadata()
        return call


@contextlib.asynccontextmanager
async def asleep(server: Listening, client: Client) -> AsyncIterator["grpc.aio.UnaryStreamCall[bytes, bytes]"]:
    """Yield a stream of *client* that nobody reads."""
    sleeper = Sleeper(server.port)
    try:
        yield await sleeper.open(client)
    finally:
        await sleeper.channel.close()


async def two(server: Listening) -> tuple[Client, Client]:
    """Return the players of a table of two."""
    host, other = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
    return host, other


def broadcast_of(server: Listening, client: Client) -> Broadcast:
    """Return what tells the viewers of the client's table."""
    return server.server.lobby.publisher(client.table_id)


async def test_a_stream_that_is_never_read_is_ended_and_the_table_plays_on() -> None:
    async with listening(ServerConfig(limits=SMALL)) as server:
        host, other = await two(server)
        beside = await other.watch()
        async with asleep(server, host):
            broadcast = broadcast_of(server, host)
            said = 0
            while len(broadcast.watchers) == 2:
                said += 1
                await other.say(TEXT)
                assert all(watcher.waiting[0] <= 20 for watcher in broadcast.watchers)
                assert said < 20_000, "what nobody reads goes on being kept"
            await eventually(lambda: server.guard.open_streams == 1, what="the task of the unread stream has ended")
            assert server.server.tally.resyncs == 1
            assert server.server.tally.cut_off == 1
        await other.say("last")
        await beside.until(lambda item: any(event.said.line.text == "last" for event in item.batch.events))
        assert len([event for event in beside.events if event.HasField("said")]) == said + 1
        assert [seat.presence for seat in (await other.snapshot()).seats][host.seat - 1] != snapshot_pb2.PRESENCE_ONLINE


async def test_few_large_items_are_too_much_as_well_as_many_small_ones() -> None:
    limits = Limits(queued_bytes=100, queued_items=10)
    watcher = Watcher(None, b"", limits, Tally())
    watcher.put(b"x" * 99)
    assert not watcher.is_full
    watcher.put(b"x")
    assert watcher.is_full


async def test_a_new_stream_of_who_never_read_the_old_one_works_at_once() -> None:
    async with listening(ServerConfig(limits=SMALL)) as server:
        host, other = await two(server)
        async with asleep(server, host):
            broadcast = broadcast_of(server, host)
            (watcher,) = (each for each in broadcast.watchers if each.viewer == 0)
            for _ in range(2000):
                await other.say(TEXT)
                if any(watcher.waiting):
                    break
            again = await host.watch()
            await other.say("new")
            await again.until_event("said")
            await eventually(lambda: server.guard.open_streams == 1, what="the old stream has ended")


async def test_a_command_waits_for_no_viewer() -> None:
    """Every viewer of the table is asleep, and each command is answered."""
    async with listening(ServerConfig(limits=SMALL)) as server, contextlib.AsyncExitStack() as stack:
        host, other = await two(server)
        for client in (host, other, *[await server.client().join(host.table_id, as_spectator=True) for _ in range(5)]):
            await stack.enter_async_context(asleep(server, client))
        for _ in range(100):
            request = table_service_pb2.SayRequest(
                table_id=host.table_id, request_id=new_id(), scope=snapshot_pb2.CHAT_SCOPE_TABLE, text=TEXT
            )
            await host.tables.Say(request, metadata=host.metadata, timeout=5)
        assert (await host.snapshot()).sequence >= 100


async def test_who_has_too_much_waiting_to_be_shown_another_seat_is_cut_off() -> None:
    """Going on would tell it the cards of a seat that it does not know to be its own."""
    async with at_work(Rules(players=2)) as desk:
        desk.broadcast = Broadcast("epoch", Limits(queued_items=3))
        for seat in (0, 1):
            await desk.do(joining(seat))
        viewer = desk.watching(0)
        await desk.do(SetSeat(0, 0, 1))
        assert (await viewer.next()).WhichOneof("item") == "resync"
        assert not desk.broadcast.watchers
