"""Who is there, over real gRPC: streams that end and are taken over, a clock of the test, and the host's calls."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import grpc
import pytest

from server.common import ManualClock, eventually, new_id, token_hash_of
from server.desk import at_work, sit_down
from server.harness import Client, Listening, failing, listening
from server.host_calls import changed, closed, kicked, left, moved, reissued, transferred, with_rules
from server.tables import FixedChance, joining
from server.test_server_fold_law import Folding
from spades.v1 import lobby_service_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules
from spades_server import ServerConfig, Settings
from spades_server.attendance import CALL_SECONDS, PROOF_SECONDS, Attendance
from spades_server.outcomes import Request
from spades_server.runner import TableRunner
from spades_server.table import Refused, Stage
from spades_server.table.commands import (
    Connect,
    Disconnect,
    Expire,
    Kick,
    PauseNow,
    ResumeNow,
    SetRules,
    SetSeat,
    Start,
    TableCommand,
    TransferHost,
)
from spades_server.table.state import Presence

TWO = rules_pb2.Rules(preset="two-player")
AWAY, ONLINE, UNRESPONSIVE = (
    snapshot_pb2.PRESENCE_AWAY,
    snapshot_pb2.PRESENCE_ONLINE,
    snapshot_pb2.PRESENCE_UNRESPONSIVE,
)


class Evening:
    """A server whose clock the test holds; mutable: time passes."""

    def __init__(self, server: Listening, clock: ManualClock) -> None:
        self.server = server
        self.clock = clock

    def runner(self, client: Client) -> TableRunner:
        """Return the table of *client* as the server has it."""
        return self.server.server.lobby.runner(client.table_id)

    def pass_time(self, client: Client, seconds: float) -> None:
        """Let the clock go on, the server being awake all the time, and have the table look at it."""
        self.clock.now += seconds
        self.server.server.lobby.is_awake()
        self.runner(client).look_at_clock()


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    """Yield a server whose clock stands until the test moves it."""
    clock = ManualClock()
    async with listening(ServerConfig(clock=clock)) as server:
        yield Evening(server, clock)


async def presence_of(client: Client, seat: int) -> int:
    """Return how a client sees another's presence."""
    return (await client.snapshot()).seats[seat - 1].presence


async def test_a_lost_stream_runs_its_grace_and_its_owner_s_call_takes_the_seat_back() -> None:
    async with evening() as at:
        first, second = await at.server.playing(2, rules=TWO)
        stream, other = await first.watch(), await second.watch()
        other.call.cancel()
        changed = (await stream.until_event("presence_changed")).presence_changed
        assert (changed.seat, changed.presence) == (2, UNRESPONSIVE)
        assert changed.grace_deadline.ToMilliseconds() == round(at.clock.time() * 1000) + 60_000
        shown = (await first.snapshot()).seats[1]
        assert shown.grace_deadline == changed.grace_deadline
        at.pass_time(first, 60)
        await stream.until_event("seat_stood_in")
        assert await presence_of(first, 2) == AWAY
        prompts = (await second.snapshot()).prompts
        await stream.until_event("seat_reclaimed")
        assert (await first.snapshot()).seats[1].presence == ONLINE
        assert prompts


async def test_a_stream_of_the_same_token_wins_at_once_and_the_first_hears_why() -> None:
    """lila 6404: never refused because the dead one still counts."""
    async with evening() as at:
        first, second = await at.server.playing(2, rules=TWO)
        watching = await second.watch()
        old = await first.watch()
        new = await first.watch()
        rest = await old.rest()
        assert rest[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_SUPERSEDED
        assert await old.code() is grpc.StatusCode.ABORTED
        await second.say("still here?")
        await new.until_event("said")
        await watching.until_event("said")
        assert not any(event.HasField("presence_changed") for event in watching.events)


async def test_the_last_person_s_lost_link_stops_the_table_and_a_call_lets_it_go_on() -> None:
    async with evening() as at:
        player = at.server.client()
        await player.create(settings=snapshot_pb2.TableSettings(house_pace_ms=0))
        await player.join()
        await player.fill()
        await player.start()
        stream = await player.watch()
        watching = await at.server.client().join(player.table_id, as_spectator=True)
        seen = await watching.watch()
        stream.call.cancel()
        paused = (await seen.until_event("table_paused")).table_paused.pause
        assert (paused.seat, paused.reason) == (0, snapshot_pb2.PAUSE_REASON_NOBODY_HERE)
        hand = (await watching.snapshot()).hand
        at.pass_time(player, 3600)
        assert (await watching.snapshot()).hand == hand
        prompt = await player.prompt()
        assert prompt is not None
        await seen.until_event("table_resumed")
        await player.answer(prompt.prompt_id, [1])


async def test_who_only_calls_is_there_for_thirty_seconds_after_each_call() -> None:
    async with evening() as at:
        first, second = await at.server.playing(2, rules=TWO)
        stream = await first.watch()
        at.pass_time(first, CALL_SECONDS - 1)
        await second.snapshot()
        at.pass_time(first, CALL_SECONDS - 1)
        assert await presence_of(first, 2) == ONLINE
        at.pass_time(first, 1)
        changed = (await stream.until_event("presence_changed")).presence_changed
        assert (changed.seat, changed.presence) == (2, UNRESPONSIVE)


async def test_after_a_sleep_of_the_machine_open_streams_must_prove_that_they_live() -> None:
    async with evening() as at:
        first, second = await at.server.playing(2, rules=TWO)
        stream, _ = await first.watch(), await second.watch()
        runner = at.runner(first)
        slept_from = at.clock.now
        at.clock.now += 5000
        runner.wake(slept_from)
        await stream.until_event("table_paused")
        assert {seat.presence for seat in runner.table.seats} == {Presence.UNRESPONSIVE}
        at.pass_time(first, PROOF_SECONDS)
        await stream.until_event("table_resumed")
        await eventually(lambda: all(seat.is_here for seat in runner.table.seats), what="both are there")
        for prompt in runner.table.prompts:
            assert prompt.deadline is None or prompt.deadline >= at.clock.now + 10


async def test_a_deadline_that_came_while_the_server_was_away_is_nobody_s_loss() -> None:
    """Though it came a moment before the server was back: a lid that was shut for a little more than a turn."""
    async with evening() as at:
        settings = snapshot_pb2.TableSettings(think_seconds=30)
        first, second = await at.server.playing(2, rules=TWO, settings=settings)
        stream, _ = await first.watch(), await second.watch()
        runner = at.runner(first)
        before = runner.table
        at.clock.now += 31
        runner._on_time(at.clock.now - 1)  # What a timer does that fires 1 s late.
        await stream.until_event("table_paused")
        assert runner.table.game == before.game
        assert [prompt.prompt_id for prompt in runner.table.prompts] == [prompt.prompt_id for prompt in before.prompts]


async def test_what_comes_far_later_than_planned_wakes_the_table_before_any_deadline() -> None:
    async with at_work(Rules(players=2), settings=Settings(think_seconds=0)) as desk:
        await sit_down(desk)
        for seat in (0, 1):
            await desk.do(Disconnect(seat))
        desk.runner._on_time(desk.clock.now - 6)  # What a timer does that fires 6 s late.
        await desk.do(Connect(0))
        assert [seat.presence.name for seat in desk.table.seats] == ["ONLINE", "UNRESPONSIVE"]
        assert desk.table.seats[1].until == desk.clock.now + 60


async def test_a_host_moves_removes_and_hands_on() -> None:
    async with evening() as at:
        host, second, third, fourth = await at.server.table_of(4)
        streams = [await client.watch() for client in (host, second, third, fourth)]
        await moved(host, 2, 4)
        for number, stream in zip((1, 4, 3, 2), streams, strict=True):
            await stream.until(lambda item: item.HasField("snapshot"))
            assert stream.items[-1].snapshot.your_seat == number
        await kicked(host, 3)
        rest = await streams[2].rest()
        assert rest[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_KICKED
        assert await streams[2].code() is grpc.StatusCode.OK
        failure = await failing(third.snapshot())
        assert (failure.reason, failure.code) == ("KICKED", grpc.StatusCode.PERMISSION_DENIED)
        await transferred(host, 2)
        assert (await streams[0].until_event("host_changed")).host_changed.seat == 2
        assert (await failing(transferred(host, 1))).reason == "NOT_HOST"
        assert (await failing(kicked(fourth, 0))).reason == "SEAT_NOT_FOUND"


async def test_who_was_moved_meanwhile_is_shown_the_table_anew() -> None:
    """What was told before was told to another seat."""
    async with evening() as at:
        host, second, *_ = await at.server.table_of(4)
        first = (await second.watch()).items[0]
        await second.say("I am here.")
        await moved(host, 2, 4)
        again = await second.watch(after=first.snapshot.sequence, epoch=first.epoch)
        assert [item.WhichOneof("item") for item in again.items] == ["snapshot", "caught_up"]
        assert again.items[0].snapshot.your_seat == 4


async def test_a_code_gives_a_seat_to_its_owner_on_another_machine() -> None:
    async with evening() as at:
        host, second = await at.server.playing(2, rules=TWO)
        stream, request_id = await second.watch(), new_id()
        answer = await reissued(host, 2, request_id)
        assert await reissued(host, 2, request_id) == answer
        rest = await stream.rest()
        assert rest[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_REISSUED
        assert (await failing(second.snapshot())).reason == "SEAT_TOKEN_INVALID"
        machine = at.server.client()
        joining_again = lobby_service_pb2.JoinTableRequest(
            request_id=new_id(), table_id=host.table_id, name="Ann", passcode=answer.code
        )
        place = await machine.lobby.JoinTable(joining_again)
        assert place.seat == 2
        assert (await machine.lobby.JoinTable(joining_again)).token == place.token
        machine.table_id, machine.seat, machine.token = host.table_id, 2, place.token
        assert (await machine.snapshot()).your_seat == 2
        failure = await failing(at.server.client().join(host.table_id, passcode=answer.code))
        assert failure.reason == "TABLE_FULL", "a code that was used opens nothing"


async def test_new_rules_are_told_with_pack_seats_and_sides() -> None:
    async with evening() as at:
        host = at.server.client()
        await host.create()
        await host.join()
        stream = await host.watch()
        await with_rules(host, TWO)
        changed = (await stream.until_event("rules_changed")).rules_changed
        assert (changed.rules.preset, len(changed.seats), len(changed.sides)) == ("two-player", 2, 2)
        failure = await failing(with_rules(host, None))
        assert (failure.reason, failure.fields) == ("FIELD_INVALID", ("rules",))


async def test_the_host_says_which_computer_player_sits_where() -> None:
    async with evening() as at:
        host = at.server.client()
        await host.create()
        await host.join()
        await changed(host, 3, "house_level", "random")
        await changed(host, 2, "house_level", "")
        seats = (await host.snapshot()).seats
        assert [seat.level for seat in seats] == ["", "rules", "random", ""]
        await changed(host, 3, "empty")
        assert (await host.snapshot()).seats[2].kind == snapshot_pb2.SEAT_KIND_EMPTY


@pytest.mark.parametrize(
    ("call", "reason", "fields"),
    [
        (lambda host: changed(host, 2), "FIELD_INVALID", ("change",)),
        (lambda host: changed(host, 2, "house_level", "grand"), "FIELD_INVALID", ("house_level",)),
        (lambda host: changed(host, 2, "to_seat", 0), "SEAT_NOT_FOUND", ("to_seat",)),
        (lambda host: changed(host, 9, "to_seat", 1), "SEAT_NOT_FOUND", ()),
        (lambda host: kicked(host, 0), "SEAT_NOT_FOUND", ("seat",)),
        (lambda host: transferred(host, 0), "SEAT_NOT_FOUND", ("seat",)),
        (lambda host: reissued(host, 0, new_id()), "SEAT_NOT_FOUND", ("seat",)),
        (lambda host: host.fill(seats=[2, 0]), "SEAT_NOT_FOUND", ("seats",)),
        (lambda host: host.fill(level="wizard"), "FIELD_INVALID", ("level",)),
        (lambda host: with_rules(host, None), "FIELD_INVALID", ("rules",)),
        (lambda host: with_rules(host, rules_pb2.Rules(preset="dominoes")), "RULES_INVALID", ()),
    ],
)
async def test_a_wrong_field_of_a_host_s_call_is_named_and_refused_with_what_is_asked_of_the_seat(
    call: Callable[[Client], Awaitable[object]], reason: str, fields: tuple[str, ...]
) -> None:
    async with evening() as at:
        host = at.server.client()
        await host.create()
        await host.join()
        failure = await failing(call(host))
        assert (failure.reason, failure.fields) == (reason, fields)
        assert failure.rejection is not None
        assert failure.rejection.sequence == (await host.snapshot()).sequence


async def test_whoever_sits_there_pauses_and_resumes() -> None:
    async with evening() as at:
        first, second = await at.server.playing(2, rules=TWO)
        stream = await first.watch()
        request = table_service_pb2.PauseRequest(table_id=first.table_id, request_id=new_id())
        await second.tables.Pause(request, metadata=second.metadata)
        paused = (await stream.until_event("table_paused")).table_paused.pause
        assert (paused.seat, paused.reason) == (2, snapshot_pb2.PAUSE_REASON_ASKED)
        snapshot = await first.snapshot()
        assert snapshot.pause == paused
        assert not any(prompt.HasField("deadline") for prompt in snapshot.prompts)
        prompt = snapshot.prompts[0]
        owner = (first, second)[prompt.seat - 1]
        failure = await failing(owner.answer(prompt.prompt_id, [1]))
        assert (failure.reason, failure.code) == ("TABLE_PAUSED", grpc.StatusCode.FAILED_PRECONDITION)
        assert "seat 2" in failure.message
        assert failure.metadata == {"seat": "2"}
        going_on = table_service_pb2.ResumeRequest(table_id=first.table_id, request_id=new_id())
        await first.tables.Resume(going_on, metadata=first.metadata)
        await owner.answer(prompt.prompt_id, [1])


@pytest.mark.parametrize("end", [left, closed])
async def test_a_leaving_or_a_closing_that_is_repeated_hears_its_first_outcome(
    end: Callable[[Client, str], Awaitable[int]],
) -> None:
    async with evening() as at:
        host, *_ = await at.server.table_of(2, rules=TWO)
        request_id = new_id()
        answers = set(await asyncio.gather(*(end(host, request_id) for _ in range(3))))
        assert len(answers) == 1, "sent three times at once"
        assert {await end(host, request_id)} == answers
        failure = await failing(end(host, new_id()))
        assert failure.reason in ("SEAT_TOKEN_INVALID", "TABLE_NOT_FOUND")


async def test_a_command_that_waits_while_seats_are_swapped_is_still_its_sender_s() -> None:
    """Nobody gets the host's rights by sitting where the host sat."""
    async with at_work(Rules()) as desk:
        for seat in range(4):
            await desk.do(joining(seat))

        def request(seat: int) -> Request:
            return Request(asker=f"{seat}", request_id=new_id(), fingerprint=b"", token_hash=token_hash_of(seat))

        swap = desk.runner.submit(SetSeat(0, 0, 1), request(0))
        mine = desk.runner.submit(Kick(0, 3), request(0))
        theirs = desk.runner.submit(Kick(1, 2), request(1))
        results = await asyncio.gather(swap, mine, theirs, return_exceptions=True)
        assert isinstance(results[2], Refused)
        assert results[2].reason == "NOT_HOST"
        assert [seat.name for seat in desk.table.seats] == ["player 2", "player 1", "player 3", ""]


async def test_the_fold_holds_through_pause_takeover_return_and_everything_the_host_does() -> None:
    rules = Rules(players=3, max_hands=1, target_score=None)
    settings = Settings(house_pace_ms=0, think_seconds=30)
    async with at_work(rules, chance=FixedChance(seed=3), settings=settings) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        for seat in (0, 1, 2):
            await desk.do(joining(seat))
        steps: tuple[TableCommand | float, ...] = (
            TransferHost(0, 1),
            SetSeat(1, 0, 2),
            SetSeat(1, 2, 0),
            SetRules(1, Rules(players=4), "standard"),
            SetRules(1, rules, "standard"),
            Start(1),
            PauseNow(2),
            4.0,
            ResumeNow(0),
            Disconnect(0),
            60.0,
            Expire(),
            Disconnect(1),
            Disconnect(2),
            1.0,
            Connect(1),
            Connect(0),
            Kick(1, 0),
        )
        for step in steps:
            if isinstance(step, float):
                desk.clock.now += step
                continue
            await desk.do(step)
            for viewer in folding:
                await viewer.catch_up()
        assert all(viewer.checked > 10 for viewer in folding)
        assert desk.table.stage is Stage.PLAYING


def test_a_call_proves_nothing_any_more_when_the_last_stream_has_ended() -> None:
    attendance = Attendance()
    attendance.opened(b"a", 0.0)
    attendance.opened(b"a", 1.0)
    assert not attendance.closed(b"a")
    assert attendance.closed(b"a")
    assert attendance.next_due() is None
    attendance.called(b"a", 5.0)
    assert attendance.next_due() == 5.0 + CALL_SECONDS
    assert attendance.silent(5.0 + CALL_SECONDS) == [b"a"]
    assert attendance.silent(99.0) == []
