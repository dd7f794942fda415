"""A newcomer within a hand, over real gRPC: sees what spectators see, and then its cards."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.common import new_id
from server.desk import answer_at_random, asked, at_work, sit_down
from server.harness import Client, Listening, failing, listening, to_act
from server.host_calls import kicked, left
from server.tables import FixedChance
from server.test_journal_commit import back_again, kept_in
from server.test_server_fold_law import Folding
from server.test_server_presence import Evening, evening
from spades.v1 import lobby_service_pb2, prompt_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules
from spades_server.table.commands import GiveUp, Join
from spades_server.table.state import SeatKind

SETTINGS = snapshot_pb2.TableSettings(house_pace_ms=0, think_seconds=0)
TWO = rules_pb2.Rules(preset="two-player")


@asynccontextmanager
async def within_a_hand() -> AsyncIterator[tuple[Listening, Client, Client]]:
    """Yield a server, the host of a table of two who is to act against a computer player, and a newcomer to it."""
    async with listening() as server:
        host = server.client()
        await host.create(settings=SETTINGS, rules=TWO)
        await host.join()
        await host.fill()
        await host.start()
        newcomer = server.client()
        yield server, host, newcomer


async def join(newcomer: Client, table_id: str, request_id: str = "") -> lobby_service_pb2.JoinTableResponse:
    """Take a place and return all that is said of it."""
    request = lobby_service_pb2.JoinTableRequest(request_id=request_id or new_id(), table_id=table_id, name="late")
    answer = await newcomer.lobby.JoinTable(request)
    newcomer.table_id, newcomer.seat, newcomer.token = table_id, answer.seat, answer.token
    return answer


async def to_the_score_sheet(host: Client) -> None:
    """Play the host's hand to its end by the defaults."""
    await to_act([host], prompt_pb2.PROMPT_KIND_CONTINUE)


async def test_a_newcomer_sees_as_a_spectator_until_the_hand_ends_and_then_sits_there() -> None:
    async with within_a_hand() as (server, host, newcomer):
        answer = await join(newcomer, host.table_id)
        assert (answer.seat, answer.from_next_hand) == (2, True)
        watching = await server.client().join(host.table_id, as_spectator=True)
        seen, mine = await watching.watch(), await newcomer.watch()
        assert (await newcomer.snapshot()).your_seat == 0
        assert (await host.snapshot()).seats[1].newcomer.name == "late"
        await to_the_score_sheet(host)
        await mine.until(lambda item: item.snapshot.your_seat == 2)
        await seen.until_sequence(mine.items[-2].batch.first_sequence)
        both = min(len(seen.items), len(mine.items) - 1)
        assert [item.SerializeToString() for item in mine.items[:both]] == [
            item.SerializeToString() for item in seen.items[:both]
        ], "the same, byte for byte"
        (prompt,) = (each for each in mine.items[-1].snapshot.prompts if each.seat == 2)
        assert prompt.kind == prompt_pb2.PROMPT_KIND_CONTINUE
        await newcomer.answer(prompt.prompt_id, [1])


async def test_a_newcomer_s_joining_is_safe_to_repeat() -> None:
    async with within_a_hand() as (_, host, newcomer):
        request_id = new_id()
        answer = await join(newcomer, host.table_id, request_id)
        again = await join(newcomer, host.table_id, request_id)
        assert (again.seat, again.token, again.from_next_hand) == (answer.seat, answer.token, True)
        await to_the_score_sheet(host)
        later = await join(newcomer, host.table_id, request_id)
        assert (later.seat, later.token, later.from_next_hand) == (answer.seat, answer.token, False)


async def test_a_newcomer_may_talk_as_spectators_do_and_may_do_nothing_else() -> None:
    async with within_a_hand() as (_, host, newcomer):
        await join(newcomer, host.table_id)
        stream = await host.watch()
        await newcomer.say("hello")
        line = (await stream.until_event("said")).said.line
        assert (line.seat, line.name) == (0, "late")
        prompt = await host.prompt()
        assert prompt is not None
        assert (await failing(newcomer.answer(prompt.prompt_id, [1]))).reason == "NOT_YOUR_SEAT"
        assert (await failing(newcomer.start())).reason == "NOT_YOUR_SEAT"


async def test_a_newcomer_leaves_or_is_removed_before_sitting_down() -> None:
    async with within_a_hand() as (server, host, newcomer):
        await join(newcomer, host.table_id)
        stream, told = await newcomer.watch(), await host.watch()
        request_id = new_id()
        sequence = await left(newcomer, request_id)
        assert (await stream.rest())[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_LEFT
        assert not (await told.until_event("newcomer_changed")).newcomer_changed.HasField("newcomer")
        assert await left(newcomer, request_id) == sequence
        assert (await failing(newcomer.snapshot())).reason == "SEAT_TOKEN_INVALID"
        second = server.client()
        await join(second, host.table_id)
        stream = await second.watch()
        await kicked(host, 2)
        assert (await stream.rest())[-1].goodbye.reason == table_service_pb2.GOODBYE_REASON_KICKED
        assert (await failing(second.snapshot())).reason == "KICKED"


async def test_a_newcomer_who_resumes_after_the_hand_is_shown_the_table_anew() -> None:
    async with within_a_hand() as (_, host, newcomer):
        await join(newcomer, host.table_id)
        stream = await newcomer.watch()
        known, epoch = stream.sequence, stream.items[0].epoch
        stream.call.cancel()
        await to_the_score_sheet(host)
        again = await newcomer.watch(after=known, epoch=epoch)
        assert again.items[0].snapshot.your_seat == 2


@pytest.mark.parametrize("watches", [True, False])
async def test_a_newcomer_who_was_promised_a_seat_before_a_restart_has_it_after_the_hand(
    tmp_path: Path, *, watches: bool
) -> None:
    async with kept_in(tmp_path / "server.db") as (server, _):
        old = [server.client(), server.client()]
        await old[0].create(settings=SETTINGS, rules=TWO)
        await old[0].join()
        await old[0].fill()
        await old[0].start()
        await join(old[1], old[0].table_id)
    async with kept_in(tmp_path / "server.db") as (server, _):
        host, newcomer = back_again(server, old)
        stream = await newcomer.watch()
        known, epoch = stream.sequence, stream.items[0].epoch
        if not watches:
            stream.call.cancel()
        await to_the_score_sheet(host)
        if watches:
            await stream.until(lambda item: item.snapshot.your_seat == 2)
        else:
            stream = await newcomer.watch(after=known, epoch=epoch)
            assert stream.items[0].snapshot.your_seat == 2


async def newcomer_whose_stream_is_gone(at: Evening) -> tuple[Client, Client]:
    """Return the host of a table within a hand, and a newcomer who watched and whose link was lost."""
    host = at.server.client()
    await host.create(settings=SETTINGS, rules=TWO)
    await host.join()
    await host.fill()
    await host.start()
    newcomer = at.server.client()
    await join(newcomer, host.table_id)
    stream = await newcomer.watch()
    stream.call.cancel()
    return host, newcomer


async def test_a_newcomer_whose_link_was_lost_meanwhile_has_a_grace_from_the_next_hand_on() -> None:
    async with evening() as at:
        host, _ = await newcomer_whose_stream_is_gone(at)
        stream = await host.watch()
        at.pass_time(host, 31.0)
        await to_the_score_sheet(host)
        changed = (await stream.until_event("presence_changed")).presence_changed
        assert (changed.seat, changed.presence) == (2, snapshot_pb2.PRESENCE_UNRESPONSIVE)


async def test_the_fold_holds_while_newcomers_come_go_and_take_over() -> None:
    async with at_work(Rules(players=3), chance=FixedChance(seed=6)) as desk:
        folding = [Folding(desk, viewer) for viewer in (0, None)]
        await sit_down(desk, [0])
        chance = random.Random(6)
        for name in (b"one", b"two"):
            await asked(desk)
            await answer_at_random(desk, chance)
            await desk.do(Join(name=name.decode(), kind=SeatKind.BOT, seat=None, token_hash=name))
        await desk.do(GiveUp(b"one"))
        while desk.table.game.hands_played < 1:
            await asked(desk)
            await answer_at_random(desk, chance)
        assert desk.table.seats[2].name == "two"
        for viewer in folding:
            await viewer.catch_up()
            assert viewer.checked > 10
