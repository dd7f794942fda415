"""What strangers can make grow has a limit, and whoever reaches it is told which and until when."""

import asyncio
import random

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2
from hypothesis import given
from hypothesis import strategies as st

from server.common import ManualClock, eventually, new_id
from server.harness import Client, Listening, failing, listening
from server.host_calls import left
from spades.v1 import lobby_service_pb2, rules_pb2, server_service_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules
from spades_server import LIMIT_MEANINGS, Limits, LimitsError, NewTable, ServerConfig, Settings
from spades_server.limits import Buckets
from spades_server.rpc import guard as guard_module
from spades_server.rpc.guard import caller_of

STRANGERS = Limits(loopback_factor=1)
"""What another machine of the LAN may do: the tests call from the server's own."""


def strict(clock: ManualClock | None = None, **limits: int) -> ServerConfig:
    """Return a server that treats its own machine like any other."""
    return ServerConfig(limits=STRANGERS.changed(limits), clock=clock or ManualClock())


def info_request() -> server_service_pb2.GetServerInfoRequest:
    """Return a call that needs no token."""
    return server_service_pb2.GetServerInfoRequest()


# Buckets


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60), st.integers(1, 10), st.sampled_from((0.05, 0.3, 1.0, 10.0)))
def test_who_waits_as_long_as_told_is_let_in_and_who_comes_a_moment_earlier_is_not(
    pauses: list[float], burst: int, seconds: float
) -> None:
    buckets, now = Buckets(), 1000.0
    for pause in pauses:
        now += pause
        if wait := buckets.wait("a", now, seconds=seconds, burst=burst):
            assert buckets.wait("a", now + wait * 0.99 - 1e-5, seconds=seconds, burst=burst)
            now += wait
            assert not buckets.wait("a", now, seconds=seconds, burst=burst)
        buckets.spend("a", now, seconds=seconds)


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    buckets, times = Buckets(), []
    for tick in range(100):
        now = tick / 10
        while not buckets.wait("a", now, seconds=0.5, burst=4):
            buckets.spend("a", now, seconds=0.5)
            times.append(now)
    assert times[:4] == [0.0] * 4
    assert times[4:8] == [0.5, 1.0, 1.5, 2.0]
    assert len(times) == 4 + 19


def test_buckets_do_not_grow_with_the_number_of_strangers() -> None:
    buckets = Buckets(most=50)
    for stranger in range(10_000):
        buckets.spend(stranger, 0.0, seconds=100.0)
        assert len(buckets) <= 50
    assert buckets.wait(9_999, 0.0, seconds=100.0, burst=1) == 100.0
    for stranger in range(40):
        buckets.spend(stranger, 1000.0 + 10 * stranger, seconds=1.0)
    assert len(buckets) == 1, "a full bucket is not kept"


# Names


@pytest.mark.parametrize(
    ("peer", "address", "is_local"),
    [
        ("ipv4:192.168.1.7:40000", "192.168.1.7", False),
        ("ipv4:127.0.0.1:40000", "127.0.0.1", True),
        ("ipv6:%5B::1%5D:40000", "::1", True),
        ("ipv6:[::ffff:192.168.1.7]:40000", "192.168.1.7", False),
        ("ipv6:%5B::ffff:127.0.0.1%5D:40000", "127.0.0.1", True),
        ("ipv6:%5Bfe80::1%25eth0%5D:40000", "fe80::1", False),
        ("unix:/tmp/socket", "unix", True),
        ("something new", "", False),
    ],
)
def test_an_address_is_the_same_however_it_reached_us(peer: str, address: str, is_local: bool) -> None:
    class _Context:
        def peer(self) -> str:
            return peer

    caller = caller_of(_Context())  # type: ignore[arg-type]  # nothing else of it is read
    assert (caller.address, caller.is_local) == (address, is_local)


def test_a_limit_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(LimitsError, match="there is no limit 'tabels'; there are tables, "):
        Limits().changed({"tabels": 3})
    with pytest.raises(LimitsError, match="tables=-1: 0 to"):
        Limits().changed({"tables": -1})
    with pytest.raises(LimitsError, match="queued_items=0: 1 to"):
        Limits().changed({"queued_items": 0})


async def test_every_limit_is_published_and_is_higher_on_the_servers_own_machine() -> None:
    async with listening(ServerConfig(limits=Limits(tables=7, joins_per_minute=0))) as server:
        limits = (await server.client().server.GetServerInfo(info_request())).limits
        published = {field.name for field in limits.DESCRIPTOR.fields}
        assert set(LIMIT_MEANINGS) - {"loopback_factor"} <= published
        assert (limits.tables, limits.joins_per_minute) == (7, 0)
        assert limits.commands_per_second == 2000
        assert limits.streams_per_address == 3200
    async with listening(strict()) as server:
        limits = (await server.client().server.GetServerInfo(info_request())).limits
        assert (limits.commands_per_second, limits.command_burst, limits.chat_per_second) == (20, 40, 3)


# Rates, over the network


async def test_a_token_that_sends_too_much_is_refused_until_exactly_the_time_told() -> None:
    clock = ManualClock()
    async with listening(strict(clock, commands_per_second=20, command_burst=40)) as server:
        host, other = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
        clock.now += 60
        for _ in range(40):
            await host.snapshot()
        failure = await failing(host.snapshot())
        assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert (failure.reason, failure.metadata) == ("RATE_LIMITED", {"limit_key": "commands_per_second"})
        assert failure.retry_seconds == 0.05
        await other.snapshot()  # Another token is not concerned.
        clock.now += failure.retry_seconds - 0.001
        assert (await failing(host.snapshot())).retry_seconds == 0.001
        clock.now += 0.001
        await host.snapshot()


async def test_a_command_that_was_too_fast_can_be_sent_again_under_the_same_id() -> None:
    clock = ManualClock()
    async with listening(strict(clock, command_burst=2)) as server:
        host, *_ = await server.table_of(4)
        clock.now += 60
        scope = snapshot_pb2.CHAT_SCOPE_TABLE
        request = table_service_pb2.SayRequest(table_id=host.table_id, request_id=new_id(), scope=scope, text="hello")
        for _ in range(2):
            await host.snapshot()
        failure = await failing(host.tables.Say(request, metadata=host.metadata))
        clock.now += failure.retry_seconds
        await host.tables.Say(request, metadata=host.metadata)
        clock.now += 60
        assert [line.text for line in (await host.snapshot()).chat] == ["hello"]


async def test_chat_joining_opening_and_calls_without_a_token_have_their_rates() -> None:
    clock = ManualClock()
    limits = {"chat_per_second": 3, "joins_per_minute": 5, "creates_per_minute": 2, "calls_per_second": 10}
    async with listening(strict(clock, call_burst=20, **limits)) as server:
        client = server.client()
        await client.create()
        await client.create()
        failure = await failing(client.create())
        assert (failure.metadata["limit_key"], failure.retry_seconds) == ("creates_per_minute", 30.0)
        await client.join()
        for number in range(3):
            await client.say(f"{number}")
        failure = await failing(client.say("too much"))
        assert (failure.metadata["limit_key"], failure.retry_seconds) == ("chat_per_second", 0.334)
        for _ in range(4):
            await client.join(as_spectator=True)
        assert (await failing(client.join(as_spectator=True))).metadata["limit_key"] == "joins_per_minute"
        clock.now += 60
        for _ in range(20):
            await client.server.GetServerInfo(info_request())
        failure = await failing(client.server.GetServerInfo(info_request()))
        assert (failure.metadata["limit_key"], failure.retry_seconds) == ("calls_per_second", 0.1)


async def test_bytes_that_are_no_request_are_counted_where_no_token_can_be() -> None:
    clock = ManualClock()
    async with listening(strict(clock, call_burst=6)) as server:
        host, *_ = await server.table_of(4)
        clock.now += 60
        play: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = host.channel.unary_unary("/spades.v1.TableService/Play")
        reasons = [(await failing(play(b"\xff", metadata=host.metadata))).reason for _ in range(7)]
        assert reasons == ["FIELD_INVALID"] * 6 + ["RATE_LIMITED"]
        await host.say("a good request is counted by its token")


async def test_who_is_refused_again_and_again_hears_of_it_late_and_what_is_allowed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard_module, "HELD_SECONDS", 3600.0)
    async with listening(strict(commands_per_second=1, command_burst=5, call_burst=1000)) as server:
        lobby = server.client().lobby

        async def refused() -> None:
            assert (await failing(lobby.ListTables(too_large))).fields == ("page_size",)

        too_large = lobby_service_pb2.ListTablesRequest(page_size=101)
        for _ in range(5):
            await refused()
        held = [asyncio.create_task(refused()) for _ in range(60)]
        await eventually(lambda: server.server.guard.held_refusals == 60, what="all of them wait")
        await lobby.ListTables(lobby_service_pb2.ListTablesRequest())
        assert not held[-1].done(), "it is refused in a minute"
        for task in held:
            task.cancel()
        await eventually(lambda: server.server.guard.held_refusals == 0, what="who goes away takes up nothing")
        monkeypatch.setattr(guard_module, "HELD_AT_ONCE", 0)
        await refused()


async def test_who_guesses_tokens_is_told_nothing_after_a_while_and_who_has_one_plays_on() -> None:
    async with listening(strict(guesses_per_minute=10, command_burst=1000)) as server:
        host, *_ = await server.table_of(4)
        guesser = server.client()
        guesser.table_id = host.table_id
        reasons = []
        for number in range(15):
            guesser.token = f"guess-{number}"
            guesser.table_id = host.table_id if number % 2 else "AAAAA"
            reasons.append((await failing(guesser.snapshot())).reason)
        assert set(reasons[:10]) == {"SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND"}
        assert set(reasons[10:]) == {"RATE_LIMITED"}, "not even whether the table exists"
        await host.snapshot()


@pytest.mark.parametrize("request_id", ["", "not an id!"])
async def test_a_guess_is_counted_also_in_a_request_that_would_be_refused_anyway(request_id: str) -> None:
    async with listening(strict(guesses_per_minute=3, command_burst=1000)) as server:
        (host,) = await server.table_of(1)
        guesser = server.client()
        guesser.table_id, guesser.token = host.table_id, "guess"
        reasons = [(await failing(left(guesser, request_id))).reason for _ in range(5)]
        assert reasons == ["SEAT_TOKEN_INVALID"] * 3 + ["RATE_LIMITED"] * 2


async def test_a_passcode_cannot_be_guessed_by_trying() -> None:
    clock = ManualClock()
    async with listening(strict(clock, guesses_per_minute=5, joins_per_minute=1000)) as server:
        client = server.client()
        await client.create(passcode="right")
        for number in range(5):
            assert (await failing(client.join(passcode=f"{number}"))).reason == "WRONG_PASSCODE"
        failure = await failing(client.join(passcode="right"))
        assert failure.reason == "RATE_LIMITED", "the right one tells nothing either"
        clock.now += failure.retry_seconds
        await client.join(passcode="right")


# Numbers of things


async def test_one_address_opens_no_more_than_its_share_of_tables() -> None:
    async with listening(strict(tables_per_address=3, creates_per_minute=0)) as server:
        client = server.client()
        for _ in range(3):
            await client.create()
        failure = await failing(client.create())
        assert (failure.reason, failure.metadata) == ("LIMIT_REACHED", {"limit_key": "tables_per_address"})
        await client.join()
        await client.close_table()
        await eventually(lambda: len(server.server.lobby.tables()) == 2, what="the table is gone")
        await client.create()


async def test_a_full_server_says_so() -> None:
    async with listening(strict(tables=2, tables_per_address=0, creates_per_minute=0)) as server:
        client = server.client()
        for _ in range(2):
            await client.create()
            await client.join()
        failure = await failing(client.create())
        assert (failure.reason, failure.metadata) == ("LIMIT_REACHED", {"limit_key": "tables"})


async def test_a_full_server_makes_room_where_nobody_sits_or_watches_and_never_at_its_own_table() -> None:
    async with listening(strict(tables=3, tables_per_address=0, creates_per_minute=0, joins_per_minute=0)) as server:
        lobby = server.server.lobby
        own = await lobby.create(new_id(), b"", NewTable(rules=Rules(), settings=Settings(), stays=True))
        watched = await server.client().create()
        watching = await (await spectator(server, watched)).watch()
        left_alone = await server.client().create()
        newest = server.client()
        await newest.create()
        assert {table.table_id for table in lobby.tables()} == {own, watched, newest.table_id}
        assert (await failing(server.client().join(left_alone))).reason == "TABLE_NOT_FOUND"
        await newest.join()
        assert (await failing(server.client().create())).reason == "LIMIT_REACHED"
        assert not watching.call.done()
        watching.call.cancel()
        await eventually(lambda: not lobby.publisher(watched).watchers, what="nobody watches")
        await server.client().create()
        assert watched not in {table.table_id for table in lobby.tables()}


async def spectator(server: Listening, table_id: str) -> Client:
    """Return somebody who may watch a table."""
    return await server.client().join(table_id, as_spectator=True)


async def test_past_the_limit_a_stream_is_refused_at_once_and_calls_still_work() -> None:
    async with listening(strict(streams_per_address=6, joins_per_minute=0)) as server:
        clients = await server.table_of(4)
        watching = [*clients, *[await spectator(server, clients[0].table_id) for _ in range(3)]]
        for client in watching[:6]:
            await client.watch()
        refused = watching[6].open_stream()
        failure = await failing(refused.next())
        assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert (failure.reason, failure.metadata) == ("LIMIT_REACHED", {"limit_key": "streams_per_address"})
        await clients[0].say("still here")
        assert (await watching[6].snapshot()).table_id == clients[0].table_id
        clients[0].streams[0].call.cancel()
        guard = server.guard
        await eventually(lambda: guard.open_streams == 5, what="the stream is counted no more")
        await watching[6].watch()


OPEN_TO_ALL = {
    "/grpc.health.v1.Health/Watch": health_pb2.HealthCheckRequest(),
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": reflection_pb2.ServerReflectionRequest(
        list_services=""
    ),
}
"""Streams that are not of the contract, each with a first request."""


@pytest.mark.parametrize("method", OPEN_TO_ALL)
async def test_streams_of_health_and_reflection_are_streams_like_any_other(method: str) -> None:
    async with listening(strict(streams_per_address=3, call_burst=100)) as server:
        channel, first = server.client().channel, OPEN_TO_ALL[method].SerializeToString()

        def open_stream() -> grpc.aio.StreamStreamCall[bytes, bytes]:
            stream: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(method)
            return stream()

        opened = [open_stream() for _ in range(3)]
        for each in opened:
            await each.write(first)
            assert await each.read()
        refused = open_stream()
        await refused.write(first)
        failure = await failing(refused.read())
        assert (failure.reason, failure.metadata) == ("LIMIT_REACHED", {"limit_key": "streams_per_address"})
        opened[0].cancel()
        await eventually(lambda: server.guard.open_streams == 2, what="the stream is not counted any more")
        again = open_stream()
        await again.write(first)
        assert await again.read()


async def test_health_is_asked_no_more_often_than_anything_else() -> None:
    async with listening(strict(call_burst=5)) as server:
        check: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = server.client().channel.unary_unary(
            "/grpc.health.v1.Health/Check"
        )
        for _ in range(5):
            await check(b"")
        assert (await failing(check(b""))).metadata["limit_key"] == "calls_per_second"


async def test_twenty_two_idle_streams_leave_room_for_everybody() -> None:
    """With the limits as they come."""
    async with listening() as server:
        tables = [await server.table_of(4) for _ in range(5)]
        for client in (client for table in tables for client in table):
            await client.watch()
        for _ in range(2):
            await (await spectator(server, tables[0][0].table_id)).watch()
        late = await server.client().join(tables[0][0].table_id, as_spectator=True)
        assert late.token
        await tables[0][0].start()


async def test_a_table_has_room_for_so_many_spectators_and_who_comes_back_keeps_the_place() -> None:
    async with listening(strict(spectators_per_table=2, joins_per_minute=0)) as server:
        host, *_ = await server.table_of(4)
        watching = [await spectator(server, host.table_id) for _ in range(3)]
        for client in watching[:2]:
            await client.watch()
        failure = await failing(watching[2].open_stream().next())
        assert failure.metadata == {"limit_key": "spectators_per_table"}
        assert (await failing(spectator(server, host.table_id))).metadata == {"limit_key": "spectators_per_table"}
        await watching[0].watch()
        await host.watch()


async def test_a_new_stream_of_a_token_is_never_refused_and_its_old_ones_end() -> None:
    async with listening(strict(streams_per_token=2, commands_per_second=0)) as server:
        host, *_ = await server.table_of(4)
        for _ in range(10):
            await host.watch()
        await eventually(lambda: server.guard.open_streams == 1, what="only the last stream is open")
        await host.say("still here")
        await host.streams[-1].until_event("said")


async def test_streams_are_counted_right_however_they_end() -> None:
    chance = random.Random(7)
    async with listening() as server:
        host, *_ = await server.table_of(4)
        others = [await spectator(server, host.table_id) for _ in range(8)]
        for _ in range(40):
            client = chance.choice(others)
            stream = client.open_stream()
            if chance.random() < 0.7:
                await stream.caught_up()
            if chance.random() < 0.7:
                stream.call.cancel()
        for client in others:
            for stream in client.streams:
                stream.call.cancel()
        await eventually(lambda: server.guard.open_streams == 0, what="no stream is counted any more")
        tasks = len(asyncio.all_tasks())
        await host.watch()
        host.streams[-1].call.cancel()
        await eventually(lambda: len(asyncio.all_tasks()) <= tasks, what="the stream left no task behind")


async def test_lists_are_refused_only_by_rate_and_not_by_their_pages() -> None:
    async with listening(strict()) as server:
        client = server.client()
        await client.create()
        for _ in range(5):
            await client.lobby.ListTables(lobby_service_pb2.ListTablesRequest())
