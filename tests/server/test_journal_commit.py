"""What the server says is done is on the disk; what the disk does not take is not done."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from server.common import ManualClock, eventually, new_id
from server.harness import Client, Listening, failing, listening, to_act
from server.host_calls import closed, left
from spades.v1 import history_service_pb2, lobby_service_pb2, record_pb2, rules_pb2, server_service_pb2, snapshot_pb2
from spades_server import Condition, FileVault, Limits, ServerConfig, SqliteJournal, open_journal
from spades_server import runner as runner_module
from spades_server.journal import JournalFile
from spades_server.table.state import Presence
from spades_wire.record_verify import verify

AT_ONCE = snapshot_pb2.TableSettings(house_pace_ms=0, think_seconds=0, continue_seconds=1)


@contextlib.asynccontextmanager
async def kept_in(path: Path, clock: ManualClock | None = None) -> AsyncIterator[tuple[Listening, JournalFile]]:
    """Run a server whose journal is the file *path*, and whose clock stands still unless the test moves it."""
    with open_journal(path) as file:
        condition = Condition()
        journal = SqliteJournal(file, condition=condition)
        config = ServerConfig(journal=journal, vault=FileVault(file), clock=clock or ManualClock(), condition=condition)
        async with listening(config) as server:
            yield server, file


def failing_disk(file: JournalFile, *, fails: bool) -> None:
    """Let every write to *file* fail, or no longer."""
    file.run(lambda: file.connection.execute(f"PRAGMA query_only = {int(fails)}"))


def disk_with_room_for(file: JournalFile, pages: int) -> None:
    """Let *file* grow by that many pages, as if the disk were full then."""

    def limit() -> None:
        (now,) = file.connection.execute("PRAGMA page_count").fetchone()
        file.connection.execute(f"PRAGMA max_page_count = {now + pages}")

    file.run(limit)


def back_again(server: Listening, clients: list[Client]) -> list[Client]:
    """Return the same players as clients of another server."""
    again = [server.client() for _ in clients]
    for old, new in zip(clients, again, strict=True):
        new.table_id, new.token, new.seat = old.table_id, old.token, old.seat
    return again


async def test_a_restarted_server_knows_its_tables_and_seats_and_goes_on(tmp_path: Path) -> None:
    path, info = tmp_path / "server.db", server_service_pb2.GetServerInfoRequest()
    async with kept_in(path) as (server, _):
        clients = await server.playing(4)
        mover, prompt = await to_act(clients)
        await mover.answer(prompt.prompt_id, prompt.default_choice_ids)
        before = [await client.snapshot() for client in clients]
        epoch = (await clients[0].watch()).items[0].epoch
        server_id = (await clients[0].server.GetServerInfo(info)).server_id
    async with kept_in(path) as (server, _):
        again = back_again(server, clients)
        assert (await again[0].server.GetServerInfo(info)).server_id == server_id
        stream = await again[0].watch(after=before[0].sequence, epoch=epoch)
        assert [item.WhichOneof("item") for item in stream.items] == ["snapshot", "caught_up"]
        assert stream.items[0].epoch != epoch
        for old, client in zip(before, again, strict=True):
            view = await client.snapshot()
            assert view.sequence >= old.sequence
            assert view.hand == old.hand
            assert [prompt.prompt_id for prompt in view.prompts] == [prompt.prompt_id for prompt in old.prompts]
            assert [prompt.choices for prompt in view.prompts] == [prompt.choices for prompt in old.prompts]
        mover, prompt = await to_act(again)
        assert await mover.answer(prompt.prompt_id, prompt.default_choice_ids) > before[0].sequence


async def test_after_a_restart_nobody_is_there_until_back_and_then_has_time_to_think(tmp_path: Path) -> None:
    """design 6, clocks: every grace begins anew, and no deadline fires before its owner is back and has had 10 s."""
    path, clock = tmp_path / "server.db", ManualClock()
    async with kept_in(path, clock) as (server, _):
        settings = snapshot_pb2.TableSettings(think_seconds=30, grace_seconds=50)
        clients = await server.playing(4, settings=settings)
        mover, prompt = await to_act(clients)
        clock.now += 27
        sequence = await clients[0].say("This is the last that was heard of it.")
    clock.now = 5.0
    async with kept_in(path, clock) as (server, _):
        runner = server.server.lobby.runner(mover.table_id)
        await eventually(lambda: runner.table.pause is not None, what="the table waits for its people")
        assert {seat.presence for seat in runner.table.seats} == {Presence.UNRESPONSIVE}
        assert [seat.left for seat in runner.table.seats] == [50] * 4
        clock.now += 600
        server.server.lobby.is_awake()
        runner.look_at_clock()
        (again,) = back_again(server, [mover])
        stream = await again.watch()
        await stream.until_event("table_resumed")
        now = runner._clock.monotonic()
        (mine,) = [each for each in runner.table.prompts if each.prompt_id == prompt.prompt_id]
        assert mine.deadline is not None
        assert mine.deadline >= now + 10
        assert [seat.until for seat in runner.table.seats if not seat.is_here] == [now + 50] * 3
        assert await again.answer(prompt.prompt_id, prompt.default_choice_ids) > sequence


async def test_joining_and_creating_can_be_repeated_after_a_restart(tmp_path: Path) -> None:
    create = lobby_service_pb2.CreateTableRequest(request_id=new_id())
    async with kept_in(tmp_path / "server.db") as (server, _):
        client = server.client()
        table_id = (await client.lobby.CreateTable(create)).table_id
        join = lobby_service_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id, name="Ana")
        place = await client.lobby.JoinTable(join)
        watch = lobby_service_pb2.JoinTableRequest(
            request_id=new_id(), table_id=table_id, name="Ben", as_spectator=True
        )
        token = (await client.lobby.JoinTable(watch)).token
    async with kept_in(tmp_path / "server.db") as (server, _):
        client = server.client()
        assert (await client.lobby.CreateTable(create)).table_id == table_id
        again = await client.lobby.JoinTable(join)
        assert (again.seat, again.token) == (place.seat, place.token)
        client.table_id, client.token = table_id, token
        assert (await client.snapshot()).your_seat == 0
        create.name = "another"
        assert (await failing(client.lobby.CreateTable(create))).reason == "REQUEST_ID_REUSED"


async def test_a_leaving_and_a_closing_can_be_repeated_when_the_table_is_gone_and_after_restarts(
    tmp_path: Path,
) -> None:
    """The reply was lost; later there is no seat to prove, nor a table."""
    leaving, closing = new_id(), new_id()
    async with kept_in(tmp_path / "server.db") as (server, _):
        host, other = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
        first = await left(other, leaving)
        last = await closed(host, closing)
        assert (await left(other, leaving), await closed(host, closing)) == (first, last)
    for _ in range(2):
        async with kept_in(tmp_path / "server.db") as (server, _):
            host, other = back_again(server, [host, other])
            for _ in range(3):
                assert (await left(other, leaving), await closed(host, closing)) == (first, last)
            assert (await failing(left(other, new_id()))).reason == "TABLE_NOT_FOUND"
            assert (await failing(left(host, leaving))).reason == "TABLE_NOT_FOUND", "another's id"


async def test_a_leaving_that_is_repeated_costs_no_guess(tmp_path: Path) -> None:
    with open_journal(tmp_path / "server.db") as file:
        limits = Limits(guesses_per_minute=1, loopback_factor=1)
        config = ServerConfig(journal=SqliteJournal(file), limits=limits, clock=ManualClock())
        async with listening(config) as server:
            _, other = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
            request_id = new_id()
            assert len({await left(other, request_id) for _ in range(5)}) == 1
            assert (await failing(left(other, new_id()))).reason == "SEAT_TOKEN_INVALID"
            assert (await failing(left(other, new_id()))).reason == "RATE_LIMITED"


async def test_a_command_that_cannot_be_kept_is_refused_and_nothing_has_happened(tmp_path: Path) -> None:
    async with kept_in(tmp_path / "server.db") as (server, file):
        clients = await server.playing(4)
        streams = [await client.watch() for client in clients]
        mover, prompt = await to_act(clients)
        before = [await client.snapshot() for client in clients]
        failing_disk(file, fails=True)
        request_id = new_id()
        answering = mover.answer(prompt.prompt_id, prompt.default_choice_ids, request_id=request_id)
        failure = await failing(answering)
        assert (failure.code, failure.reason) == (grpc.StatusCode.UNAVAILABLE, "JOURNAL_UNAVAILABLE")
        assert "nothing was done" in failure.message
        assert [await client.snapshot() for client in clients] == before
        assert (await failing(server.client().create())).reason == "JOURNAL_UNAVAILABLE"
        assert server.server.condition.failing == ("journal",)
        failing_disk(file, fails=False)
        sequence = await mover.answer(prompt.prompt_id, prompt.default_choice_ids, request_id=request_id)
        for stream, old in zip(streams, before, strict=True):
            await stream.until_sequence(sequence)
            given_back, answered = [each for each in stream.batches if each.first_sequence > old.sequence]
            assert given_back.first_sequence == old.sequence + 1
            assert {event.WhichOneof("kind") for event in given_back.events} == {"prompt_resumed"}
            assert answered.first_sequence == given_back.first_sequence + len(given_back.events)
        await server.client().create()
        assert server.server.condition.is_sound


async def test_a_full_disk_loses_nothing_that_was_promised(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    async with kept_in(path) as (server, file):
        (client,) = (await server.table_of(4))[:1]
        disk_with_room_for(file, 3)
        promised: list[str] = []

        async def talk() -> None:
            for number in range(1000):
                await client.say(f"{number} {'x' * 150}")
                promised.append(str(number))

        assert "database or disk is full" in (await failing(talk())).message
        assert len(promised) > 3
        before = await client.snapshot()
        assert [line.text.split()[0] for line in before.chat] == promised[-50:]
    async with kept_in(path) as (server, _):
        (again,) = back_again(server, [client])
        assert (await again.snapshot()).chat == before.chat


async def test_what_the_server_itself_was_about_to_do_is_done_when_the_disk_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "JOURNAL_RETRY_SECONDS", 0.01)
    async with kept_in(tmp_path / "server.db") as (server, file):
        client = server.client()
        await client.create(settings=AT_ONCE)
        await client.join()
        runner = server.server.lobby.runner(client.table_id)
        await client.fill()
        stream = await client.watch()
        failing_disk(file, fails=True)
        refused = await failing(client.ready())
        assert refused.reason == "JOURNAL_UNAVAILABLE"
        stream.call.cancel()  # The table will say that the seat's client is gone, when it can.
        await eventually(lambda: bool(runner._postponed), what="the table waits for the disk")
        sequence = runner.table.sequence
        assert runner.table.seats[0].presence.name == "ONLINE"
        failing_disk(file, fails=False)
        await eventually(lambda: runner.table.sequence > sequence, what="the table has gone on")
        assert runner.table.seats[0].presence.name == "UNRESPONSIVE"
        await client.ready()
        mover, prompt = await to_act([client])
        await mover.answer(prompt.prompt_id, prompt.default_choice_ids)


async def test_tables_that_wait_for_the_disk_share_a_commit(tmp_path: Path) -> None:
    async with kept_in(tmp_path / "server.db") as (server, file):
        hosts = [server.client() for _ in range(20)]
        for host in hosts:
            await host.create()
            await host.join()
        statements: list[str] = []
        file.run(lambda: file.connection.set_trace_callback(statements.append))
        held = asyncio.Event()
        loop = asyncio.get_running_loop()
        # The disk is busy for as long as it takes everybody to wait for it.
        busy = loop.run_in_executor(file.thread, lambda: asyncio.run_coroutine_threadsafe(held.wait(), loop).result())
        saying = [asyncio.create_task(host.say("all at once")) for host in hosts]
        tables = [server.server.lobby.runner(host.table_id) for host in hosts]
        journal = tables[0]._journal
        assert isinstance(journal, SqliteJournal)
        waiting = journal._commit
        await eventually(lambda: len(waiting._waiting) == len(hosts) - 1, what="the others wait")
        assert not any(each.done() for each in saying)
        held.set()
        await busy
        await asyncio.gather(*saying)
        file.run(lambda: file.connection.set_trace_callback(None))
    assert statements.count("COMMIT") == 2
    assert sum(statement.startswith("INSERT INTO batches") for statement in statements) == len(hosts)


async def test_a_table_is_not_promised_before_it_is_kept(tmp_path: Path) -> None:
    """Neither to who asked first, nor to who repeats the request meanwhile."""
    async with kept_in(tmp_path / "server.db") as (server, file):
        held, loop = asyncio.Event(), asyncio.get_running_loop()
        busy = loop.run_in_executor(file.thread, lambda: asyncio.run_coroutine_threadsafe(held.wait(), loop).result())
        create = lobby_service_pb2.CreateTableRequest(request_id=new_id())
        asking = [asyncio.ensure_future(server.client().lobby.CreateTable(create)) for _ in range(3)]
        await eventually(lambda: bool(server.server.lobby._opening), what="the table waits for the disk")
        assert server.server.lobby.tables() == []
        asking[0].cancel()
        held.set()
        await busy
        (first, second) = await asyncio.gather(*asking[1:])
        assert first.table_id == second.table_id
        assert [table.table_id for table in server.server.lobby.tables()] == [first.table_id]


async def test_refused_commands_do_not_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_server.journal.sqlite.OUTCOMES_KEPT", 10)
    monkeypatch.setattr("spades_server.journal.sqlite.OUTCOMES_TOGETHER", 5)
    async with kept_in(tmp_path / "server.db") as (server, file):
        client = server.client()
        await client.create()
        await client.join()
        for _ in range(40):
            assert (await failing(client.answer(99, [1]))).reason == "STALE_PROMPT"
        count = "SELECT count(*) FROM outcomes"
        await eventually(
            lambda: 10 <= file.run(lambda: file.connection.execute(count).fetchone())[0] <= 15,
            what="the oldest are gone",
        )


async def test_games_are_listed_page_by_page_and_exported_with_their_finished_hands(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    one_hand = [{"name": "max_hands", "value": {"number": 1}}]
    async with kept_in(path) as (server, _):
        for number in range(3):
            clients = await server.table_of(
                4, is_bot=True, settings=AT_ONCE, rules={"options": one_hand}, seed=f"game {number}"
            )
            runner = server.server.lobby.runner(clients[0].table_id)
            while runner.table.game.result is None and number < 2:
                mover, prompt = await to_act(clients)
                await mover.answer(prompt.prompt_id, prompt.default_choice_ids)
    async with kept_in(path) as (server, _):
        history = server.client().history
        first = await history.ListGames(history_service_pb2.ListGamesRequest(page_size=2))
        page = history_service_pb2.ListGamesRequest(page_size=2, page_token=first.next_page_token)
        rest = await history.ListGames(page)
        assert (len(first.games), len(rest.games), rest.next_page_token) == (2, 1, "")
        going_on, second, oldest = [*first.games, *rest.games]
        assert not going_on.HasField("ended")
        assert going_on.hands == 0
        for game in (second, oldest):
            assert game.HasField("ended")
            assert (game.hands, game.preset, len(game.names)) == (1, "standard", 4)
            assert game.result.reason == snapshot_pb2.GAME_END_REASON_HAND_LIMIT
        assert (second.result.seed, oldest.result.seed) == ("game 1", "game 0")
        only = await history.ListGames(history_service_pb2.ListGamesRequest(table_id=oldest.table_id))
        assert [game.game_id for game in only.games] == [oldest.game_id]
        records: list[record_pb2.GameRecord] = []
        for game in (oldest, going_on):
            export = history_service_pb2.ExportGameRequest(game_id=game.game_id)
            records.append((await history.ExportGame(export)).record)
            verify(records[-1])
        assert [len(record.hands) for record in records] == [1, 0]
        for request in (history_service_pb2.ExportGameRequest(), history_service_pb2.ExportGameRequest(game_id="x")):
            assert (await failing(history.ExportGame(request))).reason == "GAME_NOT_FOUND"
        for fields in ({"page_size": 101}, {"page_token": "x"}):
            wrong = history_service_pb2.ListGamesRequest(**fields)
            assert (await failing(history.ListGames(wrong))).fields == tuple(fields)


async def test_a_game_that_is_damaged_on_the_disk_is_refused_and_the_others_are_given_out(tmp_path: Path) -> None:
    async with kept_in(tmp_path / "server.db") as (server, file):
        for number in range(2):
            await server.table_of(4, is_bot=True, settings=AT_ONCE, seed=f"game {number}")
        history = server.client().history
        sound, damaged = (await history.ListGames(history_service_pb2.ListGamesRequest())).games
        damage = "UPDATE games SET opened = opened || ' ' WHERE game_id = ?"
        file.run(lambda: file.connection.execute(damage, (damaged.game_id,)))
        exported = await history.ExportGame(history_service_pb2.ExportGameRequest(game_id=sound.game_id))
        verify(exported.record)
        refusal = await failing(history.ExportGame(history_service_pb2.ExportGameRequest(game_id=damaged.game_id)))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "JOURNAL_UNAVAILABLE")
        assert "not as it was written" in refusal.message
        file.run(lambda: file.connection.execute("UPDATE games SET summary = ''"))
        assert (
            await failing(history.ListGames(history_service_pb2.ListGamesRequest()))
        ).reason == "JOURNAL_UNAVAILABLE"


async def test_games_of_an_unlisted_table_are_told_only_to_who_names_it(tmp_path: Path) -> None:
    async with kept_in(tmp_path / "server.db") as (server, _):
        (client, *_) = await server.table_of(4, is_bot=True, settings=snapshot_pb2.TableSettings(unlisted=True))
        listed = await client.history.ListGames(history_service_pb2.ListGamesRequest())
        assert list(listed.games) == []
        named = await client.history.ListGames(history_service_pb2.ListGamesRequest(table_id=client.table_id))
        assert len(named.games) == 1
