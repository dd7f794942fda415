"""Opening tables and joining them: what may be repeated, and what is refused."""

import asyncio

import grpc
import pytest

from server.common import new_id
from server.harness import Client, failing, listening
from server.refusals import FAILED, INVALID, says
from spades.v1 import (
    lobby_service_pb2,
    rules_pb2,
    snapshot_pb2,
    table_service_pb2,
)


async def test_a_table_that_is_asked_for_again_is_the_same_table() -> None:
    async with listening() as server:
        lobby = server.client().lobby
        request = lobby_service_pb2.CreateTableRequest(request_id=new_id(), name="ours")
        answers = await asyncio.gather(*(lobby.CreateTable(request) for _ in range(3)))
        assert len({answer.table_id for answer in answers}) == 1
        listed = await lobby.ListTables(lobby_service_pb2.ListTablesRequest())
        assert [table.name for table in listed.tables] == ["ours"]
        request.name = "another"
        assert says(await failing(lobby.CreateTable(request)), INVALID, "REQUEST_ID_REUSED")


async def test_a_seat_that_is_asked_for_again_is_the_same_seat_with_the_same_token() -> None:
    async with listening() as server:
        client = server.client()
        table_id = await client.create()
        request = lobby_service_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id, name="Zoe")
        answers = await asyncio.gather(*(client.lobby.JoinTable(request) for _ in range(3)))
        assert {(answer.seat, answer.token) for answer in answers} == {(1, answers[0].token)}
        client.token = answers[0].token
        assert sum(seat.kind == snapshot_pb2.SEAT_KIND_PERSON for seat in (await client.snapshot()).seats) == 1
        request.name = "Bruno"
        assert says(await failing(client.lobby.JoinTable(request)), INVALID, "REQUEST_ID_REUSED")


async def test_a_refused_joining_is_refused_again_with_the_same_request_id() -> None:
    async with listening() as server:
        (host, _) = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
        request = lobby_service_pb2.JoinTableRequest(request_id=new_id(), table_id=host.table_id, name="late")
        first = await failing(server.client().lobby.JoinTable(request))
        assert says(first, FAILED, "TABLE_FULL")
        await host.leave()
        assert await failing(server.client().lobby.JoinTable(request)) == first
        request.request_id = new_id()
        assert (await server.client().lobby.JoinTable(request)).seat == 1


async def test_a_spectator_gets_the_same_token_again() -> None:
    async with listening() as server:
        client = server.client()
        table_id = await client.create()
        request = lobby_service_pb2.JoinTableRequest(
            request_id=new_id(), table_id=table_id, name="eyes", as_spectator=True
        )
        answers = await asyncio.gather(*(client.lobby.JoinTable(request) for _ in range(3)))
        assert len({answer.token for answer in answers}) == 1
        assert {answer.seat for answer in answers} == {0}


async def test_of_twenty_that_want_the_last_seat_one_gets_it() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        await host.leave()
        newcomers = [server.client() for _ in range(20)]
        results = await asyncio.gather(*(each.join(host.table_id) for each in newcomers), return_exceptions=True)
        assert sum(isinstance(result, Client) for result in results) == 1
        winner = next(result for result in results if isinstance(result, Client))
        assert winner.seat == 1
        assert len({seat.name for seat in (await winner.snapshot()).seats}) == 4


async def test_two_that_look_alike_do_not_sit_at_one_table() -> None:
    async with listening() as server:
        host = server.client()
        await host.create()
        await host.join(name="Zoé")
        for twin in ("Zoé", "ZOÉ", "zoe\u0301", "Ｚｏé", " Zoé "):
            failure = await failing(server.client().join(host.table_id, name=twin))
            assert says(failure, grpc.StatusCode.ALREADY_EXISTS, "NAME_TAKEN"), twin


async def test_a_name_with_terminal_codes_is_refused_and_shown_to_nobody() -> None:
    async with listening() as server:
        host = server.client()
        await host.create()
        await host.join(name="Ann")
        stream = await host.watch()
        failure = await failing(server.client().join(host.table_id, name="Ann\x1b[2J\x1b]0;x\x07\rBob"))
        assert says(failure, INVALID, "FIELD_INVALID")
        assert failure.fields == ("name",)
        assert failure.message.isprintable()
        request = table_service_pb2.SayRequest(
            table_id=host.table_id, request_id=new_id(), scope=snapshot_pb2.CHAT_SCOPE_TABLE
        )
        for text in ("\x9b31mhi", "\x1b[?1000h", "\x08\x08", "a\nb", "a\u202eb", "", "   ", "x" * 201):
            request.text, request.request_id = text, new_id()
            failure = await failing(host.tables.Say(request, metadata=host.metadata))
            assert says(failure, INVALID, "FIELD_INVALID"), repr(text)
            assert failure.message.isprintable()
        await host.say("fine")
        said = (await stream.until_event("said")).said
        assert said.line.text == "fine"
        assert [line.text for line in (await host.snapshot()).chat] == ["fine"]


async def test_a_table_may_allow_no_spectators() -> None:
    async with listening() as server:
        host = server.client()
        await host.create(settings=snapshot_pb2.TableSettings(no_spectators=True))
        await host.join()
        failure = await failing(server.client().join(host.table_id, as_spectator=True))
        assert says(failure, FAILED, "SPECTATORS_NOT_ALLOWED")


async def test_a_passcode_is_needed_where_there_is_one() -> None:
    async with listening() as server:
        host = server.client()
        await host.create(passcode="open sesame")
        for passcode in ("", "open", "OPEN SESAME"):
            for as_spectator in (False, True):
                failure = await failing(
                    server.client().join(host.table_id, passcode=passcode, as_spectator=as_spectator)
                )
                assert says(failure, grpc.StatusCode.PERMISSION_DENIED, "WRONG_PASSCODE")
        await host.join(passcode="open sesame")
        snapshot = await host.snapshot()
        assert snapshot.has_passcode
        assert b"sesame" not in snapshot.SerializeToString()


async def test_the_list_of_tables_comes_in_pages_newest_first() -> None:
    async with listening() as server:
        client = server.client()
        made = [await client.create() for _ in range(5)]
        await client.create(settings=snapshot_pb2.TableSettings(unlisted=True))
        found: list[str] = []
        request = lobby_service_pb2.ListTablesRequest(page_size=2)
        while True:
            page = await client.lobby.ListTables(request)
            found += [table.table_id for table in page.tables]
            if not page.next_page_token:
                break
            assert len(page.tables) == 2
            request.page_token = page.next_page_token
        assert found == made[::-1]


@pytest.mark.parametrize(
    ("field", "value"), [("think_seconds", 4), ("think_seconds", 601), ("house_pace_ms", 5001), ("continue_seconds", 0)]
)
async def test_a_setting_out_of_its_range_is_refused_by_name(field: str, value: int) -> None:
    async with listening() as server:
        settings = snapshot_pb2.TableSettings(**{field: value})  # type: ignore[arg-type]
        failure = await failing(server.client().create(settings=settings))
        assert says(failure, INVALID, "FIELD_INVALID")
        assert failure.fields == (f"settings.{field}",)


async def test_rules_that_cannot_be_played_are_refused_by_name() -> None:
    async with listening() as server:
        option = rules_pb2.RuleOption(name="target_score", value=rules_pb2.OptionValue(word="off"))
        failure = await failing(server.client().create(rules=rules_pb2.Rules(options=[option])))
        assert says(failure, INVALID, "RULES_INVALID")
        assert failure.metadata["options"] == "target_score,max_hands"
