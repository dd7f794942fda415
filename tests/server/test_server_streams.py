"""The one stream of events: dense for everybody, resumable after every batch, ended with a reason."""

import asyncio
import random

import grpc
import pytest

from server.common import ManualClock, Viewer, eventually
from server.desk import Desk, Watching, answer_at_random, asked, at_work, sit_down
from server.harness import Client, Listening, Stream, called_by, failing, listening, parsed, to_act
from server.tables import FixedChance, gathering
from spades.v1 import prompt_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_client import fold, view_hash
from spades_engine import Rules
from spades_server import Batch, Limits, ServerConfig, serving
from spades_server.rpc import broadcast as broadcasting
from spades_server.rpc.broadcast import Broadcast, Watcher
from spades_server.table import evolve
from spades_server.table.commands import Say
from spades_server.table.events import Said
from spades_server.table.state import Presence
from spades_wire.rules_messages import rules_message

FAST = snapshot_pb2.TableSettings(house_pace_ms=0, continue_seconds=1, think_seconds=0)


def is_dense(stream: Stream) -> bool:
    """Return whether the sequences that came follow each other without a gap."""
    expected: int | None = None
    for item in stream.items:
        if item.HasField("snapshot"):
            expected = item.snapshot.sequence + 1
        elif item.HasField("batch"):
            if expected is not None and item.batch.first_sequence != expected:
                return False
            expected = item.batch.first_sequence + len(item.batch.events)
    return True


# What comes first


async def test_a_stream_begins_with_a_snapshot_and_says_when_it_has_caught_up() -> None:
    async with listening() as server:
        host, *_ = await server.playing(4)
        stream = await host.watch()
        assert [item.WhichOneof("item") for item in stream.items] == ["snapshot", "caught_up"]
        snapshot, caught_up = stream.items[0].snapshot, stream.items[1].caught_up
        assert snapshot.sequence == caught_up.sequence
        assert snapshot.view_hash == caught_up.view_hash == view_hash(snapshot)
        assert {item.epoch for item in stream.items} == {stream.items[0].epoch} != {""}


async def test_every_viewer_is_told_every_event_under_the_same_number() -> None:
    async with listening() as server:
        clients = await server.table_of(4)
        clients.append(await server.client().join(clients[0].table_id, as_spectator=True))
        streams = [await client.watch() for client in clients]
        await clients[0].start()
        for _ in range(9):
            client, prompt = await to_act(clients[:4])
            await client.answer(prompt.prompt_id, prompt.default_choice_ids)
        last = (await clients[0].snapshot()).sequence
        for stream in streams:
            await stream.until_sequence(last)
            assert is_dense(stream)
        first = streams[0].items[0].snapshot.sequence
        told = [
            [event.WhichOneof("kind") for event in stream.events][-(last - stream.items[0].snapshot.sequence) :]
            for stream in streams
        ]
        shortest = min(map(len, told))
        assert len({tuple(kinds[-shortest:]) for kinds in told}) == 1
        assert shortest > 20
        assert first >= 0


async def test_the_open_prompt_is_in_the_first_item_of_who_comes_back_with_the_time_that_is_left() -> None:
    clock = ManualClock()
    async with listening(ServerConfig(clock=clock)) as server:
        clients = await server.playing(4, settings=snapshot_pb2.TableSettings(think_seconds=60))
        client, prompt = await to_act(clients)
        assert (prompt.time_left.seconds, prompt.deadline.seconds) == (60, round(clock.time()) + 60)
        for passing, left in ((20, 40), (3, 37)):
            clock.now += passing
            server.server.lobby.is_awake()
            mine = [each for each in (await client.watch()).items[0].snapshot.prompts if each.seat == client.seat]
            assert [each.prompt_id for each in mine] == [prompt.prompt_id]
            assert list(mine[0].choices) == list(prompt.choices)
            assert (mine[0].time_left.seconds, mine[0].deadline) == (left, prompt.deadline)


# Going on after a break


class Recorded:
    """A hand that was played, and what each viewer was sent."""

    def __init__(self, desk: Desk, watching: list[Watching]) -> None:
        self.desk = desk
        self.watching = watching

    async def resumed(self, viewer: Viewer, after: int, epoch: str = "epoch") -> list[bytes]:
        """Return what a stream that goes on after *after* begins with, up to ``caught_up``."""
        desk = self.desk
        watcher = desk.broadcast.watch(desk.table, viewer, b"again", desk.clock.moment(), after=after, epoch=epoch)
        items = watcher.items(lambda: b"")
        found: list[bytes] = []
        while not found or not parsed(found[-1]).HasField("caught_up"):
            found.append(await anext(items))
        desk.broadcast.unwatch(watcher)
        return found


async def recorded(desk: Desk) -> Recorded:
    """Play a hand and record it."""
    watching = [desk.watching(viewer) for viewer in desk.viewers]
    await sit_down(desk)
    chance = random.Random(2)
    while desk.table.game.hands_played == 0:
        await answer_at_random(desk, chance)
        for each in watching:
            await each.catch_up()
    return Recorded(desk, watching)


async def test_who_comes_back_after_any_batch_gets_exactly_what_was_missed() -> None:
    async with at_work(Rules(players=3, blind_nil_threshold=0), chance=FixedChance(seed=4)) as desk:
        hand = await recorded(desk)
        for watching in hand.watching:
            batches = [raw for raw in watching.received if parsed(raw).HasField("batch")]
            for index, raw in enumerate(batches):
                batch = parsed(raw).batch
                end = batch.first_sequence + len(batch.events) - 1
                *missed, caught_up = await hand.resumed(watching.viewer, end)
                assert missed == batches[index + 1 :]
                assert parsed(caught_up).caught_up.sequence == desk.table.sequence
                assert parsed(caught_up).caught_up.view_hash == desk.snapshot(watching.viewer).view_hash


async def test_a_cursor_within_a_batch_or_from_the_future_or_of_another_epoch_gets_a_snapshot() -> None:
    async with at_work(Rules(players=2, two_player_deal="deal_13"), chance=FixedChance(seed=4)) as desk:
        hand = await recorded(desk)
        ends = desk.states.keys()
        within = [sequence for sequence in range(1, desk.table.sequence) if sequence not in ends]
        assert within
        cursors = [(sequence, "epoch") for sequence in within]
        cursors += [(desk.table.sequence + 1, "epoch"), (2**63, "epoch"), (0, "epoch")]
        cursors += [(desk.table.sequence, "another"), (max(ends), "")]
        for after, epoch in cursors:
            first, _ = await hand.resumed(0, after, epoch)
            assert parsed(first).snapshot == desk.snapshot(0)


async def test_a_cursor_that_is_no_longer_kept_gets_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcasting, "KEPT_BATCHES", 5)
    async with at_work(Rules(players=2), chance=FixedChance(seed=4)) as desk:
        hand = await recorded(desk)
        ends = sorted(desk.states)
        kinds = [parsed((await hand.resumed(0, end))[0]).WhichOneof("item") for end in ends[-8:]]
        assert kinds == ["snapshot"] * 2 + ["batch"] * 5 + ["caught_up"]


async def test_more_missed_than_may_wait_for_a_viewer_becomes_a_snapshot() -> None:
    async with at_work(Rules(players=2), chance=FixedChance(seed=4)) as desk:
        hand = await recorded(desk)
        start = desk.table.sequence
        for number in range(Limits().queued_items):
            await desk.do(Say(0, f"{number}", 0))
            for watching in hand.watching:
                await watching.catch_up()
        assert parsed((await hand.resumed(0, start))[0]).HasField("snapshot")
        assert parsed((await hand.resumed(0, start + 1))[0]).HasField("batch")


async def test_a_watcher_that_comes_and_goes_at_random_moments_knows_the_same_as_one_that_stays() -> None:
    """Four players play fast, and a spectator and a player resubscribe all the time."""
    async with listening() as server:
        client = server.client()
        rules = Rules(target_score=None, max_hands=30)  # so long that it is not over before the watcher is tired
        await client.create(rules=rules_message(rules, "standard"), settings=FAST)
        await client.join(is_bot=True)
        spectator = await server.client().join(client.table_id, as_spectator=True)
        player = asyncio.create_task(answering(client, await client.watch()))
        steady = Follower(spectator, await spectator.watch())
        restless = Follower(await server.client().join(client.table_id, as_spectator=True))
        await client.fill()
        chance = random.Random(6)
        for _ in range(300):
            await restless.subscribe()
            for _ in range(chance.randrange(4)):
                await restless.step()
        last = restless.known.sequence
        while steady.known.sequence < last:
            await steady.step()
        assert steady.hashes.items() >= {last: view_hash(restless.known)}.items()
        shared = steady.hashes.keys() & restless.hashes.keys()
        assert len(shared) > 50
        assert all(steady.hashes[at] == restless.hashes[at] for at in shared)
        player.cancel()
        await asyncio.gather(player, return_exceptions=True)


async def answering(client: Client, stream: Stream) -> None:
    """Answer every prompt of *client* with its default."""
    for prompt in stream.items[0].snapshot.prompts:
        if prompt.choices:
            await client.answer(prompt.prompt_id, prompt.default_choice_ids)
    while True:
        for event in (await stream.next()).batch.events:
            prompt = event.prompt_opened.prompt
            if prompt.choices:
                await client.answer(prompt.prompt_id, prompt.default_choice_ids)


class Follower:
    """A client that folds what it is told, whatever happens to its streams; mutable."""

    def __init__(self, client: Client, stream: Stream | None = None) -> None:
        self.client = client
        self.stream = stream
        self.epoch = ""
        self.known = snapshot_pb2.Snapshot()
        self.hashes: dict[int, str] = {}
        for item in stream.items if stream else ():
            self.take(item)

    async def subscribe(self) -> None:
        """Drop the stream and open another where it ended."""
        if self.stream is not None:
            self.stream.call.cancel()
        self.stream = self.client.open_stream(after=self.known.sequence, epoch=self.epoch)
        for item in await self.stream.caught_up():
            self.take(item)

    async def step(self) -> None:
        """Take one more item."""
        assert self.stream is not None
        self.take(await self.stream.next())

    def take(self, item: table_service_pb2.WatchTableResponse) -> None:
        """Fold *item*, which must be the next; at ``caught_up`` the server agrees about the view."""
        self.epoch = item.epoch
        if item.HasField("snapshot"):
            assert not self.known.table_id, "a snapshot though the batches could be had"
            self.known = item.snapshot
        elif item.HasField("batch"):
            assert item.batch.first_sequence == self.known.sequence + 1
            self.known = fold(self.known, item.batch)
        elif item.HasField("caught_up"):
            assert item.caught_up.sequence == self.known.sequence
            assert item.caught_up.view_hash == view_hash(self.known)
        self.hashes[self.known.sequence] = view_hash(self.known)


# How a stream ends


async def test_a_later_stream_with_the_same_token_ends_the_earlier_one() -> None:
    async with listening() as server:
        host, other = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
        beside = await other.watch()
        first = await host.watch()
        second = await host.watch()
        (*_, goodbye) = await first.rest()
        assert goodbye.goodbye.reason == table_service_pb2.GOODBYE_REASON_SUPERSEDED
        assert not goodbye.goodbye.HasField("retry_after")
        assert await first.code() is grpc.StatusCode.ABORTED
        assert (await first.call.details()).startswith("SUPERSEDED: ")
        await host.say("still here")
        await second.until_event("said")
        await beside.until_event("said")
        assert is_dense(second)
        seats = (await other.snapshot()).seats
        assert [seat.presence for seat in seats] == [snapshot_pb2.PRESENCE_ONLINE] * 2


async def test_the_stream_of_who_leaves_ends_well_and_the_token_is_dead() -> None:
    async with listening() as server:
        host, other, *_ = await server.table_of(4)
        mine, theirs = await host.watch(), await other.watch()
        await host.leave()
        (*_, goodbye) = await mine.rest()
        assert goodbye.goodbye.reason == table_service_pb2.GOODBYE_REASON_LEFT
        assert await mine.code() is grpc.StatusCode.OK
        assert (await failing(host.say("?"))).reason == "SEAT_TOKEN_INVALID"
        assert (await theirs.until_event("seat_vacated")).seat_vacated.seat == 1
        assert (await theirs.until_event("host_changed") if not hosts(theirs) else hosts(theirs)[0]) is not None
        assert (await other.snapshot()).host_seat == other.seat


def hosts(stream: Stream) -> list[int]:
    """Return the hosts that the stream has named."""
    return [event.host_changed.seat for event in stream.events if event.HasField("host_changed")]


async def test_every_stream_of_a_table_that_is_closed_ends_well() -> None:
    async with listening() as server:
        clients = await server.table_of(4)
        clients.append(await server.client().join(clients[0].table_id, as_spectator=True))
        streams = [await client.watch() for client in clients]
        await clients[0].close_table()
        for stream in streams:
            rest = await stream.rest()
            assert rest[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_TABLE_CLOSED
            assert stream.events[-1].HasField("table_closed")
            assert await stream.code() is grpc.StatusCode.OK
        assert (await failing(clients[1].say("?"))).reason == "TABLE_NOT_FOUND"


async def test_a_server_that_stops_says_goodbye_to_everybody() -> None:
    streams: list[Stream] = []
    async with serving(ServerConfig()) as running:
        server = Listening(running)
        clients = await server.table_of(3, rules=rules_pb2.Rules(players=3))
        streams = [await client.watch() for client in clients]
    for stream in streams:
        (*_, goodbye) = await stream.rest()
        assert goodbye.goodbye.reason == table_service_pb2.GOODBYE_REASON_SERVER_STOPPING
        assert goodbye.goodbye.retry_after.ToMilliseconds() > 0
        assert await stream.code() is grpc.StatusCode.UNAVAILABLE
        assert (await stream.call.details()).startswith("STOPPING: ")
    for client in clients:
        await client.close()


async def test_who_goes_away_is_shown_as_unresponsive_and_comes_back_online() -> None:
    """The table goes on."""
    async with listening() as server:
        clients = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"))
        away, stays = clients
        beside, mine = await stays.watch(), await away.watch()
        mine.call.cancel()
        changed = (await beside.until_event("presence_changed")).presence_changed
        assert (changed.seat, changed.presence) == (1, snapshot_pb2.PRESENCE_UNRESPONSIVE)
        await away.watch()
        changed = (await beside.until_event("presence_changed")).presence_changed
        assert (changed.seat, changed.presence) == (1, snapshot_pb2.PRESENCE_ONLINE)


async def test_the_cards_of_a_trick_come_before_who_won_it_and_the_score_comes_once() -> None:
    async with at_work(Rules(), chance=FixedChance(seed=9)) as desk:
        hand = await recorded(desk)
        for watching in hand.watching:
            events = [event for raw in watching.received for event in parsed(raw).batch.events]
            kinds = [event.WhichOneof("kind") for event in events]
            tricks = [kind for kind in kinds if kind in ("card_played", "trick_won", "hand_ended")]
            assert tricks == [*(["card_played"] * 4 + ["trick_won"]) * 13, "hand_ended"]
            (result,) = (event.hand_ended for event in events if event.HasField("hand_ended"))
            shown = desk.snapshot(watching.viewer)
            assert list(shown.results) == [result.result]
            assert [side.total for side in result.result.sides] == [side.score for side in shown.sides]


# Slow readers: at the level of the queue


def told(broadcast: Broadcast, count: int) -> None:
    """Tell the viewers of a quiet table *count* things."""
    table = gathering(Rules())
    for number in range(count):
        batch = Batch(table_id="TABLE", first_sequence=number + 1, now=0.0, time=0.0, events=(Said(0, "a", "b", 0),))
        broadcast.publish(batch, [evolve(table._replace(sequence=number), event) for event in batch.events])


async def rest_of(watcher: Watcher) -> list[table_service_pb2.WatchTableResponse]:
    """Return everything that waits in an ended stream."""
    return [parsed(raw) async for raw in watcher.items(lambda: b"")]


async def test_a_reader_that_is_too_slow_is_told_to_start_afresh_and_the_others_go_on() -> None:
    broadcast, clock = Broadcast("epoch"), ManualClock()
    table = gathering(Rules())
    slow, fast = (broadcast.watch(table, 0, token, clock.moment(), after=0, epoch="") for token in (b"1", b"2"))
    reading = fast.items(lambda: b"")
    received = [await anext(reading) for _ in range(2)]
    told(broadcast, 255)
    assert slow not in broadcast.watchers
    received += [await anext(reading) for _ in range(255)]
    told(broadcast, 10)
    (resync,) = await rest_of(slow)
    assert resync.resync.reason == table_service_pb2.RESYNC_REASON_TOO_SLOW
    assert broadcast.watchers == (fast,)
    assert len(received) == 257


async def test_what_waits_is_sent_before_the_goodbye() -> None:
    broadcast, clock = Broadcast("epoch"), ManualClock()
    watcher = broadcast.watch(gathering(Rules()), 0, b"1", clock.moment(), after=0, epoch="")
    told(broadcast, 3)
    broadcast.say_goodbye(watcher, table_service_pb2.GOODBYE_REASON_TABLE_CLOSED)
    kinds = [item.WhichOneof("item") for item in await rest_of(watcher)]
    assert kinds == ["snapshot", "caught_up", "batch", "batch", "batch", "goodbye"]


async def test_a_quiet_stream_shows_a_sign_of_life_with_the_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcasting, "HEARTBEAT_SECONDS", 0.01)
    broadcast, clock = Broadcast("epoch"), ManualClock()
    table = gathering(Rules())._replace(sequence=7)
    watcher = broadcast.watch(table, None, b"1", clock.moment(), after=0, epoch="")
    items = watcher.items(lambda: broadcast.heartbeat(table, clock.moment()))
    for _ in range(2):
        await anext(items)
    heartbeat = parsed(await anext(items))
    assert heartbeat.heartbeat.sequence == 7
    assert heartbeat.epoch == "epoch"
    await items.aclose()  # type: ignore[attr-defined]  # a generator has it


async def test_a_player_whose_stream_was_cut_off_is_not_shown_as_online() -> None:
    async with listening() as server:
        host, other, *_ = await server.table_of(4)
        request = table_service_pb2.WatchTableRequest(table_id=host.table_id)

        kinds: list[str | None] = []

        async def read_late(item: bytes) -> None:
            kinds.append(parsed(item).WhichOneof("item"))
            if len(kinds) == 1:
                for number in range(Limits().queued_items + 1):
                    await other.say(f"{number}")

        # In a task of its own: that of a stream whose end is read too late is cancelled.
        await asyncio.create_task(server.tables_service().watch_table(request, called_by(host, read_late)))
        assert kinds[-1] == "resync"
        table = server.server.lobby.runner(host.table_id)
        await eventually(
            lambda: table.table.seats[0].presence is Presence.UNRESPONSIVE, what="the seat without a stream is away"
        )


async def test_a_table_goes_on_though_nobody_watches() -> None:
    async with at_work(Rules(players=2), chance=FixedChance()) as desk:
        await sit_down(desk, [0], level="rules")
        chance = random.Random(3)
        while desk.table.game.hands_played == 0:
            await asked(desk)
            await answer_at_random(desk, chance)
        assert desk.table.prompts


async def test_nothing_that_was_promised_is_asked_of_two_seats_at_once_in_play() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        await to_act(clients, prompt_pb2.PROMPT_KIND_PLAY)
        for client in clients:
            snapshot = await client.snapshot()
            assert len(snapshot.prompts) == 1
            assert snapshot.hand.turn == snapshot.prompts[0].seat
