"""The screens before a table against scripted servers: keys go in by a pipe, and a terminal is read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import grpc

from client.fakes import FakeServer, Refusal, Stream, caught_up, found, goodbye, serving
from client.glass import left_clean, strolling
from client.halls import info, summary
from client.messages import play_prompt, table, with_trick
from spades.v1.lobby_service_pb2 import (
    CreateTableRequest,
    CreateTableResponse,
    JoinTableRequest,
    ListTablesResponse,
    LobbyList,
    WatchLobbyResponse,
)
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import GOODBYE_REASON_KICKED, GOODBYE_REASON_TABLE_CLOSED
from spades_client import Address, ClientError, Connection, FoundServer, SavedSeat, SavedSeats, Wish, connect
from spades_client.finding import Sighting
from spades_client.screen import Guest
from spades_server.certificate import certificate_in
from spades_server.vault import MemoryVault


def my_turn() -> Snapshot:
    """Hearts were led and Zoe is to play."""
    snapshot = with_trick(table("AH 5H 9S", sequence=10), "2:KH 3:9H 4:6H", winner=2)
    snapshot.prompts.append(play_prompt("AH 5H"))
    return snapshot


def at_table(fake: FakeServer, snapshot: Snapshot | None = None) -> Stream:
    """Let the next watched table of *fake* be *snapshot*."""
    stream = Stream((found(snapshot or my_turn()), caught_up(10)))
    fake.streams.append(stream)
    return stream


def a_server(*tables: str) -> FakeServer:
    """Return a server with a lobby of tables, each written as code and seats."""
    fake = FakeServer()
    said = info()
    said.time.CopyFrom(fake.replies["GetServerInfo"].time)  # type: ignore[attr-defined]  # it is that message
    fake.replies["GetServerInfo"] = said
    listed = [summary(line.split()[0], " ".join(line.split()[1:])) for line in tables]
    fake.replies["ListTables"] = ListTablesResponse(tables=listed)
    fake.lobby.put_nowait(WatchLobbyResponse(list=LobbyList(tables=listed)))
    return fake


def seen(address: Address, name: str = "casa-ana", *, encrypts: bool = True) -> Sighting:
    """Return a server as it advertises itself."""
    server = FoundServer(
        name=name,
        addresses=(address.host,),
        port=address.port,
        server_id="S1",
        version="0.1",
        encrypts=encrypts,
        fingerprint="",
        tables=1,
    )
    return Sighting(key=f"{name}._spades._tcp", server=server)


async def test_a_server_appears_is_asked_what_it_is_and_leads_to_its_lobby_and_a_table(tmp_path: Path) -> None:
    fake = a_server("ABCD Ana Bruno . .")
    at_table(fake)
    async with strolling(tmp_path) as visitor, serving(fake) as address:
        await visitor.glass.shows("looking ...", "No server has answered yet", "[ Zoe")
        visitor.sightings.put_nowait(seen(address))
        await visitor.glass.shows("1 found", "casa-ana", address.place, "1 table", "2 players", "ms")
        visitor.press("enter")
        await visitor.glass.shows("LOBBY casa-ana", "Ana Bruno . .", "OPEN")
        visitor.press("enter")
        await visitor.glass.shows(">>> YOUR TURN - follow hearts")
        (request,) = await fake.asked("JoinTable")
        assert isinstance(request, JoinTableRequest)
        assert (request.table_id, request.name) == ("ABCD", "Zoe")


async def test_leaving_a_table_leads_back_to_the_lobby_and_from_there_to_the_servers(tmp_path: Path) -> None:
    fake = a_server("ABCD Ana Bruno . .")
    at_table(fake)
    async with strolling(tmp_path) as visitor, serving(fake) as address:
        visitor.sightings.put_nowait(seen(address))
        await visitor.glass.shows("players")
        visitor.press("enter")
        await visitor.glass.shows("LOBBY", "OPEN")
        visitor.press("enter")
        await visitor.glass.shows(">>> YOUR TURN")
        await visitor.leave_table()
        await visitor.glass.shows("LOBBY casa-ana", "You have left the table.")
        visitor.press("escape")
        await visitor.glass.shows("Tables on this network", "casa-ana")
        visitor.press("q")
        assert await visitor.running == 0
        assert left_clean(visitor.glass.received)


async def test_a_table_that_closes_or_throws_one_out_leads_back_to_the_lobby(tmp_path: Path) -> None:
    for reason, words in (
        (GOODBYE_REASON_TABLE_CLOSED, "The table is closed."),
        (GOODBYE_REASON_KICKED, "The host has removed you"),
    ):
        fake = a_server("ABCD Ana Bruno . .")
        stream = at_table(fake)
        async with serving(fake) as address:

            async def reach(address: Address = address) -> tuple[Connection, Wish]:
                return await connect(address), Wish(table_id="ABCD", name="Zoe")

            async with strolling(tmp_path / words[:9], reach=reach) as visitor:
                await visitor.glass.shows(">>> YOUR TURN")
                stream.live.put_nowait(goodbye(reason))
                await visitor.glass.shows("LOBBY casa-ana", words)
                visitor.press("escape")
                assert await visitor.running == 0


async def test_two_tables_with_room_are_a_question_for_the_lobby(tmp_path: Path) -> None:
    fake = a_server("AAAA Ana . . .", "BBBB Eva . . .")
    at_table(fake)
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        async with strolling(tmp_path, reach=reach) as visitor:
            await visitor.glass.shows("LOBBY", "AAAA", "BBBB")
            visitor.press("j", "enter")
            (request,) = await fake.asked("JoinTable")
            assert isinstance(request, JoinTableRequest)
            assert request.table_id == "BBBB"
            await visitor.glass.shows(">>> YOUR TURN")


async def test_a_table_is_watched_where_every_seat_is_taken(tmp_path: Path) -> None:
    fake = a_server("ABCD Ana Bruno")
    snapshot = my_turn()
    snapshot.your_seat = 0
    at_table(fake, snapshot)
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        async with strolling(tmp_path, reach=reach) as visitor:
            await visitor.glass.shows("every seat is taken; Enter watches")
            visitor.press("enter")
            (request,) = await fake.asked("JoinTable")
            assert isinstance(request, JoinTableRequest)
            assert request.as_spectator
            await visitor.glass.shows("WATCHING")


async def test_a_refusal_to_sit_down_is_told_in_the_lobby(tmp_path: Path) -> None:
    fake = a_server("ABCD Ana . . .", "BBBB Eva . . .")
    fake.refusals["JoinTable"].append(
        Refusal(code=grpc.StatusCode.ALREADY_EXISTS, reason="NAME_TAKEN", message="somebody is called Zoe")
    )
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        async with strolling(tmp_path, reach=reach) as visitor:
            await visitor.glass.shows("LOBBY", "OPEN")
            visitor.press("enter")
            await visitor.glass.shows("refused: somebody is called Zoe", "LOBBY")
            visitor.press("y")
            await visitor.glass.shows("your name: Zoe")
            visitor.press("2", "enter")
            await visitor.glass.hides("your name:")
            visitor.press("enter")
            requests = await fake.asked("JoinTable", 2)
            assert [r.name for r in requests if isinstance(r, JoinTableRequest)] == ["Zoe", "Zoe2"]


async def test_the_lobby_changes_as_tables_do_and_says_when_the_server_is_lost(tmp_path: Path) -> None:
    fake = a_server("AAAA Ana . . .", "BBBB Eva . . .")
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        async with strolling(tmp_path, reach=reach) as visitor:
            await visitor.glass.shows("AAAA", "Ana . . .")
            fake.lobby.put_nowait(WatchLobbyResponse(changed=summary("AAAA", "Ana Rui . .")))
            await visitor.glass.shows("Ana Rui . .")
            fake.lobby.put_nowait(WatchLobbyResponse(removed_table_id="AAAA"))
            await visitor.glass.hides("AAAA")
            fake.lobby.put_nowait(None)
            await visitor.glass.shows("CONNECTION LOST", "BBBB")
            fake.lobby.put_nowait(WatchLobbyResponse(list=LobbyList(tables=[summary("CCCC", "Zita .")])))
            await visitor.glass.shows("CCCC", "Zita .")
            await visitor.glass.hides("CONNECTION LOST")


async def test_a_table_is_opened_by_the_form_and_a_refusal_stands_on_its_line(tmp_path: Path) -> None:
    fake = a_server("AAAA Ana . . .", "BBBB Eva . . .")
    fake.replies["CreateTable"] = CreateTableResponse(table_id="NEWT")
    fake.refusals["CreateTable"].append(
        Refusal(
            code=grpc.StatusCode.INVALID_ARGUMENT,
            reason="RULES_INVALID",
            message="bag_limit, bag_penalty: make no sense together",
            fields=("bag_limit", "bag_penalty"),
        )
    )
    at_table(fake)
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        async with strolling(tmp_path, reach=reach) as visitor:
            await visitor.glass.shows("LOBBY", "OPEN")
            visitor.press("n")
            await visitor.glass.shows("NEW TABLE on casa-ana", "< standard >")
            visitor.press("/", "name of the table", "enter", "enter", "Sala 9", "enter", "escape")
            await visitor.glass.shows("1 changed", "Sala 9")
            visitor.press("s")
            await visitor.glass.shows("! bag penalty", ">! bag limit", "make no sense together")
            visitor.press("5", "enter", "s")
            first, second = await fake.asked("CreateTable", 2)
            assert isinstance(first, CreateTableRequest)
            assert isinstance(second, CreateTableRequest)
            assert (first.name, first.rules.preset, list(first.rules.options)) == ("Sala 9", "standard", [])
            assert [option.name for option in second.rules.options] == ["bag_limit"]
            assert first.request_id != second.request_id
            await visitor.glass.shows(">>> YOUR TURN")
            (request,) = await fake.asked("JoinTable")
            assert isinstance(request, JoinTableRequest)
            assert request.table_id == "NEWT"


async def test_nobody_answers_a_stranger_answers_and_the_server_is_gone(tmp_path: Path) -> None:
    async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail ready\r\n")
        writer.close()

    listening = await asyncio.start_server(stranger, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with strolling(tmp_path) as visitor:
        await visitor.glass.shows("looking")
        visitor.press("a", f"localhost:{port}", "enter")
        await visitor.glass.shows("answers, but is not a Spades server")
        visitor.sightings.put_nowait(seen(Address(host="127.0.0.1", port=port), "torre"))
        await visitor.glass.shows("torre", "answers, but not as a Spades server")
        visitor.sightings.put_nowait(Sighting(key="torre._spades._tcp", server=None))
        await visitor.glass.shows("is gone")
        listening.close()
        visitor.press("a", f"localhost:{port}", "enter")
        await visitor.glass.shows("nobody answers at localhost")


async def test_without_a_network_the_screen_says_so_and_an_address_can_be_typed(tmp_path: Path) -> None:
    async with strolling(tmp_path, trouble=ClientError("this machine is on no network")) as visitor:
        await visitor.glass.shows("none can be looked for. this machine is on no network")
        visitor.press("a")
        await visitor.glass.shows("address or join string:")


async def test_a_server_met_for_the_first_time_is_compared_before_it_is_told_anything(tmp_path: Path) -> None:
    """Its fingerprint stands on the screen until somebody says that it is right; the next time nobody is asked."""
    fake, certificate = a_server("ABCD Ana Bruno . ."), certificate_in(MemoryVault())
    async with strolling(tmp_path) as visitor, serving(fake, certificate=certificate) as address:
        for answer in ("n", "y"):
            await visitor.glass.shows("looking")
            visitor.press("a", f"localhost:{address.port}", "enter")
            await visitor.glass.shows("is met for the first time", certificate.short_fingerprint)
            visitor.press("enter")
            await visitor.glass.shows("Press y if it")
            assert not fake.requests["WatchLobby"]
            visitor.press(answer)
            await visitor.glass.shows("was told nothing" if answer == "n" else "LOBBY casa-ana")
        visitor.press("escape")
        await visitor.glass.shows("looking")
        visitor.press("a", f"localhost:{address.port}", "enter")
        await visitor.glass.shows("LOBBY casa-ana")


async def test_connecting_can_be_given_up(tmp_path: Path) -> None:
    silent: list[asyncio.StreamWriter] = []

    async def says_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        silent.append(writer)

    listening = await asyncio.start_server(says_nothing, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with strolling(tmp_path) as visitor:
        await visitor.glass.shows("looking")
        visitor.press("a", f"127.0.0.1:{port}", "enter")
        await visitor.glass.shows("Connecting to")
        visitor.press("s")
        visitor.press("escape")
        await visitor.glass.hides("Connecting to")
        visitor.press("q")
        assert await visitor.running == 0
    for writer in silent:
        writer.close()
    listening.close()


def keep_a_seat(home: Path, address: Address) -> SavedSeat:
    """Keep a seat of the scripted server, as an earlier run would have."""
    seat = SavedSeat(
        server_id="S1", table_id="ABCD", seat=1, name="Zoe", token="secret", place=address.place, server="casa-ana"
    )
    with SavedSeats(home) as saved:
        saved.save(seat)
    return seat


async def test_a_kept_seat_is_offered_first_with_the_hand_that_is_played_and_taken_back(tmp_path: Path) -> None:
    fake = a_server("ABCD Zoe Ana Bruno Clara")
    fake.replies["GetSnapshot"].snapshot.CopyFrom(my_turn())  # type: ignore[attr-defined]  # it is that message
    at_table(fake)
    async with serving(fake) as address:
        keep_a_seat(tmp_path, address)
        async with strolling(tmp_path) as visitor:
            await visitor.glass.shows("Back to your seat?", "casa-ana", "ABCD", "hand 4", "as Zoe", "> casa-ana")
            visitor.press("enter")
            await visitor.glass.shows(">>> YOUR TURN - follow hearts")
            assert not fake.requests["JoinTable"]
            assert fake.tokens[-1] == "Bearer secret"


async def test_a_seat_that_is_kept_no_longer_is_said_to_be_so_and_no_other_is_taken(tmp_path: Path) -> None:
    fake = a_server("ABCD . Ana Bruno Clara")
    gone = Refusal(code=grpc.StatusCode.UNAUTHENTICATED, reason="SEAT_TOKEN_INVALID")
    fake.refusals["GetSnapshot"] += [gone, gone]
    async with serving(fake) as address:
        keep_a_seat(tmp_path, address)
        async with strolling(tmp_path) as visitor:
            await visitor.glass.shows("that seat is kept for you no longer")
            visitor.press("enter")
            await visitor.glass.shows("that seat is kept for you no longer", "looking")
            assert not fake.requests["JoinTable"]


async def test_another_server_at_the_place_of_a_kept_seat_is_not_told_its_secret(tmp_path: Path) -> None:
    fake = a_server("ABCD Zoe Ana Bruno Clara")
    async with serving(fake) as address:
        seat = keep_a_seat(tmp_path, address)
        with SavedSeats(tmp_path) as saved:
            saved.forget(seat)
            saved.save(replace(seat, server_id="S9", token="of another"))
        async with strolling(tmp_path) as visitor:
            await visitor.glass.shows("Back to your seat?", "casa-ana, table ABCD")
            visitor.press("enter")
            await visitor.glass.shows("that seat is kept for you no longer")
            assert "Bearer of another" not in fake.tokens


async def test_practice_begins_by_one_key_and_comes_back_to_the_servers(tmp_path: Path) -> None:
    fake = a_server("ABCD Zoe . . .")
    at_table(fake)
    ended: list[str] = []

    async with serving(fake) as address:

        @asynccontextmanager
        async def practise() -> AsyncIterator[Guest]:
            yield Guest(address=replace(address, table="ABCD"), begin=True, home=tmp_path / "practice")
            ended.append("server")

        async with strolling(tmp_path, practise=practise) as visitor:
            await visitor.glass.shows("looking")
            visitor.press("p")
            await visitor.glass.shows(">>> YOUR TURN")
            await fake.asked("FillWithBots")
            await fake.asked("StartGame")
            await visitor.leave_table()
            await visitor.glass.shows("looking", "You have left the table.")
            assert ended == ["server"]


async def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    @asynccontextmanager
    async def start() -> AsyncIterator[Guest]:
        raise ClientError("port 17733 is taken by another program")
        yield Guest(address=Address(host="localhost"))

    async with strolling(tmp_path, start_server=start) as visitor:
        await visitor.glass.shows("looking")
        visitor.press("s")
        await visitor.glass.shows("port 17733 is taken by another program")


async def test_one_s_own_server_runs_until_the_client_ends_and_is_not_started_twice(tmp_path: Path) -> None:
    fake = a_server("ABCD Zoe . . .")
    runs: list[str] = []
    async with serving(fake) as address:

        @asynccontextmanager
        async def start() -> AsyncIterator[Guest]:
            runs.append("started")
            yield Guest(address=replace(address, table="ABCD"), invites=("192.168.1.20/ABCD",))
            runs.append("stopped")

        async with strolling(tmp_path, start_server=start) as visitor:
            for _ in range(2):
                at_table(fake)
                await visitor.glass.shows("looking")
                visitor.press("s")
                await visitor.glass.shows(">>> YOUR TURN")
                await visitor.leave_table()
                await visitor.glass.shows("LOBBY")
                visitor.press("escape")
            await visitor.glass.shows("looking")
            assert runs == ["started"]
            visitor.press("q")
            assert await visitor.running == 0
            assert runs == ["started", "stopped"]


async def test_ctrl_c_twice_ends_the_client_on_every_screen(tmp_path: Path) -> None:
    fake = a_server("AAAA Ana . . .", "BBBB Eva . . .")
    async with serving(fake) as address:

        async def reach() -> tuple[Connection, Wish]:
            return await connect(address), Wish(table_id=None, name="Zoe")

        for keys, shown in ((), "LOBBY"), (("n",), "NEW TABLE"), (("z",), "RULES of"), (("y",), "your name:"):
            await fake.lobby_is_empty.wait()
            async with strolling(tmp_path, reach=reach) as visitor:
                fake.lobby.put_nowait(WatchLobbyResponse(list=LobbyList(tables=[summary("AAAA", "Ana . . .")])))
                await visitor.glass.shows("LOBBY", "AAAA")
                visitor.press(*keys)
                await visitor.glass.shows(shown)
                visitor.press("\x03")
                await visitor.glass.shows("Ctrl-C again ends the client")
                visitor.press("\x03")
                assert await visitor.running == 130
                assert left_clean(visitor.glass.received)


async def test_a_server_that_serves_newer_clients_only_is_marked_and_not_gone_to(tmp_path: Path) -> None:
    fake = a_server("ABCD Ana Bruno . .")
    said = info()
    said.oldest_client_version = "999.0.0"
    fake.replies["GetServerInfo"] = said
    async with strolling(tmp_path) as visitor, serving(fake) as address:
        await visitor.glass.shows("looking")
        visitor.sightings.put_nowait(seen(address))
        await visitor.glass.shows("casa-ana", "needs a newer client")
        visitor.press("enter")
        await visitor.glass.shows("casa-ana needs a newer client than this one")
        assert not fake.requests["WatchLobby"]


async def test_the_name_that_a_player_types_is_kept_for_the_next_evening(tmp_path: Path) -> None:
    kept: list[str] = []
    async with strolling(tmp_path, keep=lambda before, after: kept.append(after.name)) as visitor:
        await visitor.glass.shows("[ Zoe")
        visitor.press("n")
        await visitor.glass.shows("your name: Zoe")
        visitor.press("\x15", "Bia", "enter")
        await visitor.glass.shows("[ Bia")
        visitor.press("q")
        assert await visitor.running == 0
    assert kept[-1] == "Bia"


async def test_the_cursor_is_seen_where_something_is_typed_and_nowhere_else(tmp_path: Path) -> None:
    async with strolling(tmp_path) as visitor:
        await visitor.glass.shows("Tables on this network")
        await visitor.glass.until(lambda: visitor.glass.screen.cursor.hidden, "no cursor")
        visitor.press("n")
        await visitor.glass.shows("your name: Zoe")
        await visitor.glass.until(lambda: not visitor.glass.screen.cursor.hidden, "a cursor")
        visitor.press("escape")
        await visitor.glass.until(lambda: visitor.glass.screen.cursor.hidden, "no cursor again")
