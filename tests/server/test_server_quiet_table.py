"""A table at which nothing happens for minutes: nobody is taken for lost there, at either end of a stream."""

from server.test_server_presence import ONLINE, evening
from spades.v1 import snapshot_pb2
from spades_client import Pace
from spades_client.channel import OPTIONS as CLIENT_OPTIONS
from spades_server.app import _OPTIONS as SERVER_OPTIONS
from spades_server.rpc.broadcast import HEARTBEAT_SECONDS

QUIET_SECONDS = 180


async def test_three_quiet_minutes_change_nothing_and_nobody_is_told_anything() -> None:
    async with evening() as at:
        clients = await at.server.playing(4, settings=snapshot_pb2.TableSettings(think_seconds=0))
        streams = [await client.watch() for client in clients]
        before = at.runner(clients[0]).table.sequence
        for _ in range(QUIET_SECONDS):
            at.pass_time(clients[0], 1.0)
        sequence = await clients[0].say("still here?")
        assert sequence == before + 1
        for stream in streams:
            await stream.until_sequence(sequence)
            assert [event.WhichOneof("kind") for event in stream.events] == ["said"]
        assert [seat.presence for seat in (await clients[0].snapshot()).seats] == [ONLINE] * 4


def test_a_client_waits_for_more_than_two_heartbeats_and_never_pings_too_often_for_the_server() -> None:
    server, client = dict(SERVER_OPTIONS), dict(CLIENT_OPTIONS)
    assert Pace().silence_seconds > 2 * HEARTBEAT_SECONDS
    assert client["grpc.keepalive_time_ms"] >= server["grpc.http2.min_recv_ping_interval_without_data_ms"]
    # Other people's clients may ping as they like: none is sent away for it.
    assert server["grpc.http2.max_ping_strikes"] == 0
    # A frozen peer, whose kernel still answers, is noticed by a ping that its program does not answer.
    assert server["grpc.keepalive_time_ms"] == 10_000
    assert server["grpc.http2.ping_timeout_ms"] == server["grpc.keepalive_timeout_ms"] == 5_000
    # And the server goes on pinging though nothing is sent.
    assert server["grpc.http2.max_pings_without_data"] == 0
    assert server["grpc.keepalive_permit_without_calls"] == 1
