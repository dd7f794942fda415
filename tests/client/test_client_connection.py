"""Reaching a server, and calls that are safe to repeat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import grpc
import pytest
from google.protobuf.message import Message

from client.fakes import FakeServer, FakeTime, Refusal, serving
from client.messages import cards, play_prompt
from spades.v1 import CONTRACT_VERSION
from spades.v1.cards_pb2 import Bid
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT, ERROR_REASON_UNSPECIFIED
from spades.v1.lobby_service_pb2 import CreateTableResponse, JoinTableRequest, ListTablesResponse, TableSummary
from spades.v1.rejection_pb2 import Rejection
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.table_service_pb2 import PlayRequest
from spades_client import (
    Address,
    Connection,
    LinkLost,
    NotASpadesServer,
    Refused,
    ServerUnreachable,
    TableClient,
    Trust,
    connect,
)
from spades_client.calls import Backoff, fresh_request_id
from spades_client.channel import OPTIONS
from spades_client.errors import ClientTooOld


@asynccontextmanager
async def connected(time: FakeTime | None = None) -> AsyncIterator[tuple[FakeServer, Connection]]:
    """Connect to a fake server."""
    fake = FakeServer()
    async with serving(fake) as address, await connect(address, pace=(time or FakeTime()).pace()) as connection:
        yield fake, connection


def ids(requests: list[Message]) -> set[str]:
    """Return the request ids that were used."""
    return {str(request.request_id) for request in requests}  # type: ignore[attr-defined]  # every command has one


async def test_nobody_answers_at_an_empty_port() -> None:
    async with serving(FakeServer()) as address:
        pass
    with pytest.raises(ServerUnreachable, match=f"nobody answers at 127.0.0.1:{address.port}"):
        await connect(address)


@pytest.mark.parametrize("oldest", ["", "1.0.0", "0.9.0", "what?"])
async def test_a_server_that_serves_this_client_or_does_not_say_is_reached(oldest: str) -> None:
    fake = FakeServer()
    fake.replies["GetServerInfo"] = GetServerInfoResponse(oldest_client_version=oldest)
    async with serving(fake) as address, await connect(address) as connection:
        assert connection.info.oldest_client_version == oldest


@pytest.mark.parametrize("oldest", ["1.0.1", "1.1.0", "2.0.0", "10.0.0"])
async def test_a_server_that_needs_a_newer_client_is_told_of_in_one_sentence(oldest: str) -> None:
    fake = FakeServer()
    fake.replies["GetServerInfo"] = GetServerInfoResponse(contract_version="10.0.0", oldest_client_version=oldest)
    async with serving(fake) as address:
        with pytest.raises(ClientTooOld) as refused:
            await connect(address)
    needs = f"{address.place} needs a newer client: it serves version {oldest} of the contract and later"
    assert str(refused.value) == f"{needs}, and this client speaks 1.0.0"


async def test_a_client_says_how_old_it_is_where_it_comes_in() -> None:
    async with connected() as (fake, connection):
        await connection.tables()
        await connection.create_table()
        await connection.join_table("ABCD", name="Zoe")
        await connection.table("ABCD", "secret").snapshot()
        called = ["ListTables", "CreateTable", "JoinTable", "GetSnapshot"]
        assert fake.versions == [(name, CONTRACT_VERSION) for name in called]


async def test_a_name_that_no_machine_has_is_said_to_be_that() -> None:
    for trust in (Trust(), Trust(insecure=True)):
        with pytest.raises(ServerUnreachable, match="no machine is called spades.invalid"):
            await connect(Address(host="spades.invalid"), trust=trust)
        with pytest.raises(ServerUnreachable, match="no machine is called a..b"):
            await connect(Address(host="a..b"), trust=trust)


async def test_a_zone_that_does_not_exist_gives_one_clear_line() -> None:
    with pytest.raises(ServerUnreachable, match="this machine has no network 'nowhere9'"):
        await connect(Address(host="fe80::1%nowhere9"))


async def test_a_web_server_is_no_spades_server() -> None:
    visits: list[asyncio.Task[None] | None] = []

    async def page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(asyncio.current_task())
        await reader.read(100)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async with await asyncio.start_server(page, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotASpadesServer, match=f"127.0.0.1:{port} answers, but is not a Spades server"):
            await connect(Address(host="127.0.0.1", port=port))
        await asyncio.gather(*(visit for visit in visits if visit))


async def test_another_grpc_server_is_no_spades_server() -> None:
    server = grpc.aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    with pytest.raises(NotASpadesServer):
        await connect(Address(host="127.0.0.1", port=port))
    await server.stop(None)


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy"])
async def test_a_proxy_in_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    async with connected() as (_, connection):
        assert connection.info.name == "Den"


def test_dead_servers_are_noticed_by_pings() -> None:
    options = dict(OPTIONS)
    assert options["grpc.keepalive_time_ms"] == 10_000
    assert options["grpc.keepalive_timeout_ms"] == options["grpc.http2.ping_timeout_ms"] == 5_000


async def test_all_pages_of_the_list_are_read() -> None:
    async with connected() as (fake, connection):
        fake.replies["ListTables"] = ListTablesResponse(tables=[TableSummary(table_id="ONE1")], next_page_token="2")
        reading = asyncio.ensure_future(connection.tables())
        await fake.asked("ListTables", 1)
        fake.replies["ListTables"] = ListTablesResponse(tables=[TableSummary(table_id="TWO2")])
        assert [summary.table_id for summary in await reading][-1] == "TWO2"


async def test_a_table_is_opened_and_joined_with_long_random_request_ids() -> None:
    async with connected() as (fake, connection):
        fake.replies["CreateTable"] = CreateTableResponse(table_id="NEW1")
        assert await connection.create_table(name="Den") == "NEW1"
        place = await connection.join_table("NEW1", name="Zoe", is_bot=True)
    assert place.token == "secret"
    (joined,) = fake.requests["JoinTable"]
    assert isinstance(joined, JoinTableRequest)
    assert (joined.name, joined.is_bot, joined.seat) == ("Zoe", True, 0)
    assert len(ids(fake.requests["JoinTable"] + fake.requests["CreateTable"])) == 2


def test_a_request_id_has_the_form_and_the_length_that_the_contract_wants() -> None:
    one, other = fresh_request_id(), fresh_request_id()
    assert one != other
    assert 22 <= len(one) <= 64
    assert set(one) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED]
)
async def test_a_command_that_may_be_lost_is_sent_again_with_the_same_id(code: grpc.StatusCode) -> None:
    async with connected() as (fake, connection):
        fake.refusals["Play"] = [Refusal(code=code), Refusal(code=code)]
        await connection.table("ABCD", "secret").play(7, cards("4H")[0])
    assert len(fake.requests["Play"]) == 3
    assert len(ids(fake.requests["Play"])) == 1
    first = fake.requests["Play"][0]
    assert isinstance(first, PlayRequest)
    assert (first.table_id, first.prompt_id, first.card) == ("ABCD", 7, cards("4H")[0])


def too_fast(retry_ms: int) -> Refusal:
    """Return how a server refuses who is too fast."""
    return Refusal(code=grpc.StatusCode.RESOURCE_EXHAUSTED, reason="RATE_LIMITED", message="slow", retry_ms=retry_ms)


async def test_a_command_that_came_a_little_too_fast_is_sent_again_when_the_server_said() -> None:
    time = FakeTime()
    async with connected(time) as (fake, connection):
        fake.refusals["Play"] = [too_fast(50), too_fast(1500)]
        await connection.table("ABCD", "secret").play(7, cards("4H")[0])
    assert time.waits == [0.05, 1.5]
    assert len(ids(fake.requests["Play"])) == 1


async def test_who_is_to_wait_long_is_told_and_not_kept_waiting() -> None:
    time = FakeTime()
    async with connected(time) as (fake, connection):
        fake.refusals["Play"] = [too_fast(30_000)]
        with pytest.raises(Refused) as refusal:
            await connection.table("ABCD", "secret").play(7, cards("4H")[0])
    assert refusal.value.retry_after == 30.0
    assert time.waits == []


async def test_a_command_that_never_comes_through_is_lost_and_the_next_one_is_new() -> None:
    time = FakeTime()
    async with connected(time) as (fake, connection):
        fake.refusals["Play"] = [Refusal(code=grpc.StatusCode.UNAVAILABLE)] * 4
        seat = connection.table("ABCD", "secret")
        with pytest.raises(LinkLost):
            await seat.play(7, cards("4H")[0])
        await seat.play(7, cards("4H")[0])
    assert len(ids(fake.requests["Play"])) == 2
    assert time.waits == [0.25, 0.5, 1.0]


async def test_a_refusal_says_why_and_what_was_allowed() -> None:
    rejection = Rejection(
        reason=ERROR_REASON_MUST_FOLLOW_SUIT, open_prompts=[play_prompt("AH")], because_cards=cards("AH")
    )
    async with connected() as (fake, connection):
        fake.refusals["Play"] = [
            Refusal(
                code=grpc.StatusCode.FAILED_PRECONDITION,
                reason="MUST_FOLLOW_SUIT",
                message="hearts were led",
                rejection=rejection,
            )
        ]
        with pytest.raises(Refused) as refusal:
            await connection.table("ABCD", "secret").play(7, cards("9S")[0])
    assert len(fake.requests["Play"]) == 1
    assert refusal.value.reason == ERROR_REASON_MUST_FOLLOW_SUIT
    assert refusal.value.word == "MUST_FOLLOW_SUIT"
    assert str(refusal.value) == "hearts were led"
    assert refusal.value.rejection == rejection


async def test_a_reason_newer_than_this_client_still_has_its_sentence() -> None:
    async with connected() as (fake, connection):
        fake.refusals["Say"] = [
            Refusal(code=grpc.StatusCode.FAILED_PRECONDITION, reason="TOO_LOUD", message="not so loud")
        ]
        with pytest.raises(Refused) as refusal:
            await connection.table("ABCD", "secret").say("HI")
    assert (refusal.value.reason, refusal.value.word) == (ERROR_REASON_UNSPECIFIED, "")
    assert str(refusal.value) == "not so loud"


async def test_a_refusal_without_details_is_read_from_its_text() -> None:
    async with connected() as (fake, connection):
        fake.refusals["Say"] = [
            Refusal(code=grpc.StatusCode.FAILED_PRECONDITION, message="CHAT_NOT_ALLOWED: no chat here")
        ]
        with pytest.raises(Refused) as refusal:
            await connection.table("ABCD", "secret").say("HI")
    assert (refusal.value.word, str(refusal.value)) == ("CHAT_NOT_ALLOWED", "no chat here")
    assert refusal.value.rejection is None


async def _every_command(seat: TableClient) -> None:
    await seat.play(1, cards("4H")[0])
    await seat.bid(1, Bid(tricks=4))
    await seat.answer(1, [1, 2])
    await seat.look()
    await seat.say("hello")
    await seat.set_ready()
    await seat.start()
    await seat.fill([2], level="rules")
    await seat.leave()


async def test_every_command_carries_table_token_and_its_own_request_id() -> None:
    async with connected() as (fake, connection):
        await _every_command(connection.table("ABCD", "secret"))
    sent = [requests[0] for name, requests in fake.requests.items() if name != "GetServerInfo"]
    assert len(sent) == len(ids(sent)) == 9
    assert {request.table_id for request in sent} == {"ABCD"}  # type: ignore[attr-defined]  # every command has one
    assert set(fake.tokens[1:]) == {"Bearer secret"}


def test_waits_grow_to_five_seconds_with_a_fifth_more_or_less() -> None:
    shortest, longest = Backoff(random=lambda: 0.0), Backoff(random=lambda: 0.999999)
    assert [round(shortest.next_wait(), 3) for _ in range(6)] == [0.2, 0.4, 0.8, 1.6, 3.2, 4.0]
    assert [round(longest.next_wait(), 3) for _ in range(6)] == [0.3, 0.6, 1.2, 2.4, 4.8, 6.0]


async def test_a_server_whose_answer_is_no_message_is_a_stranger() -> None:
    """As one that speaks a contract of another time; gRPC itself takes such an answer for none."""
    fake = FakeServer()
    fake.unreadable.add("GetServerInfo")
    async with serving(fake) as address:
        with pytest.raises(NotASpadesServer, match="answers, but is not a Spades server"):
            await connect(address)


async def test_an_answer_that_is_no_message_is_as_good_as_none() -> None:
    fake = FakeServer()
    fake.unreadable.add("ListTables")
    async with serving(fake) as address, await connect(address) as connection:
        with pytest.raises(LinkLost, match="cannot be read"):
            await connection.tables()
