"""Watching a table through lost links, restarts and gaps, against a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from client.fakes import FakeServer, FakeTime, Item, Refusal, Stream, caught_up, found, goodbye, serving, told
from client.messages import batch, said, table
from spades.v1 import table_service_pb2 as t
from spades.v1.event_pb2 import Event
from spades_client import Ended, Link, LinkChanged, Update, WatchItem, connect, fold, view_hash, watch
from spades_kit.newer import UNKNOWN_NUMBER

SILENCE = 0.05
"""Seconds; real ones, for silence cannot be hurried."""


@asynccontextmanager
async def watching(
    *streams: Stream, silence_seconds: float = 25.0, time: FakeTime | None = None
) -> AsyncIterator[tuple[FakeServer, AsyncIterator[WatchItem]]]:
    """Watch a table whose streams are *streams*, one after the other."""
    fake, time = FakeServer(), time or FakeTime()
    fake.streams.extend(streams)
    async with serving(fake) as address:
        connection = await connect(address, pace=time.pace(silence_seconds=silence_seconds))
        async with connection, aclosing(watch(connection.table("ABCD", "secret"))) as items:
            yield fake, items


async def until(items: AsyncIterator[WatchItem], wanted: Callable[[WatchItem], bool]) -> list[WatchItem]:
    """Return the items up to the one that is wanted."""
    seen: list[WatchItem] = []
    async for item in items:
        seen.append(item)
        if wanted(item):
            return seen
    raise AssertionError(f"ended with {seen}")


def is_link(link: Link) -> Callable[[WatchItem], bool]:
    """Return a test for that state of the link."""
    return lambda item: isinstance(item, LinkChanged) and item.link is link


def at(sequence: int) -> Callable[[WatchItem], bool]:
    """Return a test for an update to that sequence."""
    return lambda item: isinstance(item, Update) and item.snapshot.sequence == sequence


def begun(sequence: int = 10) -> list[Item]:
    """Return how a fresh stream begins."""
    return [found(table(sequence=sequence)), caught_up(sequence)]


def chat(first: int, text: str = "hi") -> Item:
    """Return a batch with one line of chat."""
    return told(batch(first, said(text, sequence=first)))


async def test_a_watcher_gets_the_snapshot_then_the_link_then_live_batches() -> None:
    async with watching(Stream([*begun(), chat(11)])) as (fake, items):
        seen = await until(items, at(11))
    assert [type(item) for item in seen] == [Update, LinkChanged, Update]
    assert isinstance(seen[0], Update)
    assert seen[0].batch is None
    assert not seen[0].live
    assert isinstance(seen[2], Update)
    assert seen[2].live
    assert seen[2].snapshot.chat[0].text == "hi"
    assert fake.tokens[-1] == "Bearer secret"


async def test_after_a_lost_link_only_what_was_missed_is_asked_for() -> None:
    first = Stream([*begun(), chat(11)], refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE))
    second = Stream([chat(12), caught_up(12), chat(13)])
    async with watching(first, second) as (fake, items):
        seen = await until(items, at(13))
    links = [item.link for item in seen if isinstance(item, LinkChanged)]
    assert links == [Link.CONNECTED, Link.LOST, Link.CONNECTED]
    assert fake.watched_after() == [0, 11]
    assert [request.epoch for request in fake.requests["WatchTable"] if isinstance(request, t.WatchTableRequest)] == [
        "",
        "e1",
    ]
    updates = [item for item in seen if isinstance(item, Update)]
    assert [(item.snapshot.sequence, item.live) for item in updates] == [
        (10, False),
        (11, True),
        (12, False),
        (13, True),
    ]


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    ],
)
async def test_a_stream_that_fails_in_passing_is_opened_again(code: grpc.StatusCode) -> None:
    async with watching(Stream(begun(), refusal=Refusal(code=code)), Stream([caught_up(10), chat(11)])) as (_, items):
        await until(items, at(11))


async def test_a_stream_that_ends_without_a_word_is_opened_again() -> None:
    first = Stream(begun())
    first.live.put_nowait(None)
    async with watching(first, Stream([caught_up(10), chat(11)])) as (fake, items):
        await until(items, at(11))
    assert fake.watched_after() == [0, 10]


async def test_attempts_come_at_longer_and_longer_intervals_up_to_five_seconds() -> None:
    time = FakeTime()
    failing = [Stream(refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)) for _ in range(7)]
    async with watching(*failing, Stream(begun()), time=time) as (_, items):
        seen = await until(items, is_link(Link.CONNECTED))
    assert time.waits == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert [item.link for item in seen if isinstance(item, LinkChanged)] == [Link.LOST, Link.CONNECTED]


async def test_an_attempt_that_succeeds_makes_the_next_interval_short_again() -> None:
    time = FakeTime()
    away = Refusal(code=grpc.StatusCode.UNAVAILABLE)
    streams = [Stream(refusal=away), Stream(refusal=away), Stream(begun(), refusal=away), Stream([caught_up(10)])]
    async with watching(*streams, time=time) as (_, items):
        await until(items, is_link(Link.CONNECTED))
        await until(items, is_link(Link.CONNECTED))
    assert time.waits == [0.25, 0.5, 0.25]


async def test_a_server_that_is_started_again_is_found_again() -> None:
    fake, time = FakeServer(), FakeTime()
    fake.streams.append(Stream(begun()))
    async with serving(fake) as address:
        connection = await connect(address, pace=time.pace())
        items = watch(connection.table("ABCD", "secret"))
        await until(items, is_link(Link.CONNECTED))
    await until(items, is_link(Link.LOST))
    fake.streams.append(Stream([found(table(sequence=12), epoch="e2"), caught_up(12, epoch="e2")]))
    async with serving(fake, port=address.port):
        seen = await until(items, is_link(Link.CONNECTED))
        assert [item.snapshot.sequence for item in seen if isinstance(item, Update)] == [12]
        await items.aclose()
        await connection.close()
    assert fake.watched_after() == [0, 10]


async def test_three_minutes_of_nothing_but_heartbeats_are_no_lost_link() -> None:
    quiet = [Item(epoch="e1", heartbeat=t.Heartbeat(sequence=10)) for _ in range(180 // 10)]
    async with watching(Stream([*begun(), *quiet, chat(11)])) as (fake, items):
        seen = await until(items, at(11))
    assert [item.link for item in seen if isinstance(item, LinkChanged)] == [Link.CONNECTED]
    assert fake.watched_after() == [0]


async def test_silence_means_that_the_connection_is_dead() -> None:
    streams = [Stream(begun()), Stream([caught_up(10), chat(11)])]
    async with watching(*streams, silence_seconds=SILENCE) as (fake, items):
        seen = await until(items, at(11))
    assert [item.link for item in seen if isinstance(item, LinkChanged)] == [Link.CONNECTED, Link.LOST, Link.CONNECTED]
    assert fake.watched_after() == [0, 10]


@pytest.mark.parametrize(
    "broken",
    [
        chat(13),
        chat(10),
        Item(epoch="e1", resync=t.Resync(reason=t.RESYNC_REASON_TOO_SLOW)),
        Item(epoch="e1", heartbeat=t.Heartbeat(sequence=12)),
        caught_up(12),
        told(batch(11, Event(prompt_closed={"prompt_id": 99}))),  # type: ignore[arg-type]  # a dict will do
    ],
    ids=["gap", "repetition", "resync", "heartbeat ahead", "mark ahead", "impossible event"],
)
async def test_what_does_not_follow_brings_a_fresh_snapshot(broken: Item) -> None:
    async with watching(Stream([*begun(), broken]), Stream(begun(20))) as (fake, items):
        seen = await until(items, at(20))
    assert fake.watched_after() == [0, 0]
    assert not any(map(is_link(Link.LOST), seen))


async def test_a_view_that_was_continued_is_checked_against_the_servers() -> None:
    away = Refusal(code=grpc.StatusCode.UNAVAILABLE)
    right = view_hash(fold(table(), batch(11, said("hi"))))
    streams = [
        Stream(begun(), refusal=away),
        Stream([chat(11), caught_up(11, right)], refusal=away),
        Stream([caught_up(11, "0000000000000000")]),
        Stream([found(table(sequence=30)), caught_up(30, "0000000000000000"), chat(31)]),
    ]
    async with watching(*streams) as (fake, items):
        await until(items, at(31))
    assert fake.watched_after() == [0, 10, 11, 0]


async def test_heartbeats_and_items_of_a_newer_server_change_nothing() -> None:
    beat = Item(epoch="e1", heartbeat=t.Heartbeat(sequence=10))
    async with watching(Stream([*begun(), beat, Item(epoch="e1"), chat(11)])) as (_, items):
        seen = await until(items, at(11))
    assert len(seen) == 3


@pytest.mark.parametrize(
    "reason",
    [
        t.GOODBYE_REASON_SUPERSEDED,
        t.GOODBYE_REASON_KICKED,
        t.GOODBYE_REASON_LEFT,
        t.GOODBYE_REASON_TABLE_CLOSED,
        t.GOODBYE_REASON_REISSUED,
    ],
)
async def test_a_goodbye_ends_the_watching_with_its_reason(reason: t.GoodbyeReason.ValueType) -> None:
    async with watching(Stream([*begun(), goodbye(reason)])) as (fake, items):
        seen = [item async for item in items]
    assert seen[-1] == Ended(reason=reason)
    assert len(fake.requests["WatchTable"]) == 1


async def test_a_stream_that_was_taken_over_without_a_goodbye_is_not_opened_again() -> None:
    taken = Refusal(code=grpc.StatusCode.ABORTED, reason="SUPERSEDED")
    async with watching(Stream(begun(), refusal=taken)) as (fake, items):
        seen = [item async for item in items]
    assert seen[-1] == Ended(reason=t.GOODBYE_REASON_SUPERSEDED)
    assert seen[-1].keeps_seat
    assert len(fake.requests["WatchTable"]) == 1


@pytest.mark.parametrize("reason", [t.GOODBYE_REASON_SERVER_STOPPING, UNKNOWN_NUMBER])
async def test_a_server_that_says_when_to_come_back_is_waited_for_as_long(reason: t.GoodbyeReason.ValueType) -> None:
    time = FakeTime()
    stopping = t.Goodbye(reason=reason, retry_after=Duration(seconds=3))
    streams = [Stream([*begun(), Item(epoch="e1", goodbye=stopping)]), Stream([caught_up(10), chat(11)])]
    async with watching(*streams, time=time) as (_, items):
        seen = await until(items, at(11))
    assert [item.link for item in seen if isinstance(item, LinkChanged)] == [Link.CONNECTED, Link.LOST, Link.CONNECTED]
    assert time.waits == [3.0]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, "SEAT_TOKEN_INVALID"),
        (grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND"),
        (grpc.StatusCode.PERMISSION_DENIED, "KICKED"),
    ],
)
async def test_a_seat_that_is_gone_ends_the_watching_with_a_sentence(code: grpc.StatusCode, reason: str) -> None:
    away = Refusal(code=grpc.StatusCode.UNAVAILABLE)
    gone = Stream(refusal=Refusal(code=code, reason=reason, message="this seat is gone"))
    async with watching(Stream(begun(), refusal=away), gone) as (_, items):
        seen = [item async for item in items]
    ended = seen[-1]
    assert isinstance(ended, Ended)
    assert ended.refusal is not None
    assert (ended.refusal.word, str(ended.refusal)) == (reason, "this seat is gone")
    assert not ended.keeps_seat


async def test_closing_a_watch_ends_its_stream() -> None:
    async with watching(Stream(begun())) as (fake, items):
        await until(items, is_link(Link.CONNECTED))
        task = asyncio.ensure_future(anext(aiter(items)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(fake.requests["WatchTable"]) == 1
