"""Whatever a stranger sends, the answer is a refusal that says why, and nothing changes."""

import random
from collections.abc import Iterator
from typing import cast

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from server.common import new_id
from server.contract import METHODS, Method, filled, raw_call
from server.harness import Client, Listening, failing, listening, to_act
from spades.v1 import host_service_pb2, lobby_service_pb2, rules_pb2, snapshot_pb2, table_service_pb2

GOOD = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}
"""How a server answers that is at no fault; neither UNKNOWN nor INTERNAL, nor a call that never ends."""

EACH = 25
"""Bad requests of each call; 26 calls make 650."""

HARMFUL = ("LeaveTable", "CloseTable", "Say", "Pause", "KickSeat", "ReissueSeat", "TransferHost", "SetRules")
"""Calls that may well be right by accident while a game goes on, having few fields."""
NUMBERS = (0, 1, 2, 5, 14, 99, 2**31 - 1)
TEXTS = ("", "x", "\x00", "\x1b[2J", "é" * 40, "x" * 10_000, "\u202e", "null", "-1", "🂡" * 70)


async def seen(client: Client) -> tuple[int, str]:
    """Return what must not change."""
    snapshot = await client.snapshot()
    return snapshot.sequence, snapshot.view_hash


def spoilt(method: Method, known: dict[str, object], chance: random.Random) -> bytes:
    """Return a request of *method* in which some fields are right and others are not what they should be."""
    if chance.random() < 0.25:
        return chance.randbytes(chance.choice((1, 7, 60, 900)))
    request = method.request()
    _spoil(request, known, chance)
    raw = request.SerializeToString()
    if chance.random() < 0.1:
        return raw[: len(raw) // 2]
    return raw + (b"\xa2\x9c\x01\x03abc" if chance.random() < 0.2 else b"")  # A field that nobody knows.


def _spoil(message: Message, known: dict[str, object], chance: random.Random) -> None:
    for field in cast("list[FieldDescriptor]", message.DESCRIPTOR.fields):  # cast: the stub also names a private class
        if field.name in known and chance.random() < 0.85:
            setattr(message, field.name, known[field.name])
        elif field.message_type is not None:
            _spoil_inside(message, field, chance)
        elif field.name != "ready" and chance.random() < 0.7:
            _set(message, field, chance)


def _spoil_inside(message: Message, field: FieldDescriptor, chance: random.Random) -> None:
    if field.is_repeated:
        for _ in range(chance.choice((0, 1, 3))):
            _spoil(getattr(message, field.name).add(), {}, chance)
    elif chance.random() < 0.7:
        getattr(message, field.name).SetInParent()
        _spoil(getattr(message, field.name), {}, chance)


def _set(message: Message, field: FieldDescriptor, chance: random.Random) -> None:
    value = _value(field, chance)
    if field.is_repeated:
        getattr(message, field.name).extend([value] * chance.choice((1, 2, 500)))
    else:
        setattr(message, field.name, value)


def _value(field: FieldDescriptor, chance: random.Random) -> object:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            text = chance.choice(TEXTS)
            return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
        case FieldDescriptor.CPPTYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return chance.choice((float("nan"), -1.0, 1e300))
        case _:
            return chance.choice(NUMBERS)


def changes_nothing(method: Method) -> bool:
    """Return whether a call that succeeds leaves the table of the test as it is: it opens others, or only reads."""
    return method.service not in ("TableService", "HostService") or method.name in ("WatchTable", "GetSnapshot")


async def at_a_game(server: Listening) -> tuple[Client, Client]:
    """Return a player whose turn it is not, at a game, and one at another table."""
    clients = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"))
    (asked,) = (await clients[0].snapshot()).prompts
    here = next(client for client in clients if client.seat != asked.seat)
    there, _ = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"))
    return here, there


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
async def test_bad_requests_are_refused_and_change_nothing(method: Method) -> None:
    chance = random.Random(method.name)
    async with listening() as server:
        here, there = await at_a_game(server)
        before, beside = await seen(here), await seen(there)
        tokens = (here.metadata, there.metadata, (), (("authorization", "Bearer \x7fx"),))
        for _ in range(EACH):
            known: dict[str, object] = {"table_id": here.table_id, "request_id": new_id(), "prompt_id": 1}
            metadata = chance.choices(tokens, (8, 1, 1, 0))[0]
            request = spoilt(method, known, chance)
            if method.name in HARMFUL and is_right(method, request):
                continue
            code = await raw_call(here.channel, method, request, metadata)
            assert code in GOOD, (method.name, code, request)
            if not changes_nothing(method):
                assert code is not grpc.StatusCode.OK, (method.name, request)
            sequence, view = await seen(here)
            assert view == before[1]
            assert sequence == before[0] or method.name == "WatchTable", "only presence may have changed"
        assert await seen(there) == beside


def is_right(method: Method, raw: bytes) -> bool:
    """Return whether a request of few fields came out as a good one by accident."""
    try:
        request = method.request.FromString(raw)
    except Exception:  # Garbage is what it should be.
        return False
    if isinstance(request, host_service_pb2.SetRulesRequest):
        return request.withdraw or request.rules == rules_pb2.Rules(players=request.rules.players)
    if "seat" in method.request.DESCRIPTOR.fields_by_name:
        return getattr(request, "seat", 0) in (1, 2)
    if not isinstance(request, table_service_pb2.SayRequest):
        return True
    return request.scope == snapshot_pb2.CHAT_SCOPE_TABLE


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
async def test_an_empty_request_and_one_with_a_long_table_id_are_refused(method: Method) -> None:
    async with listening() as server:
        client = server.client()
        await client.create()
        await client.join()
        before = await seen(client)
        small = {client.table_id.lower()} - {client.table_id}  # An id may be all digits.
        for table_id in ("", "x" * 10_000, "\x00", "../..", *small):
            request = filled(method, table_id, new_id()).SerializeToString() if table_id else b""
            code = await raw_call(client.channel, method, request, client.metadata)
            assert code in GOOD
            if "table_id" in method.request.DESCRIPTOR.fields_by_name and not method.name.startswith("List"):
                assert code is not grpc.StatusCode.OK
        assert await seen(client) == before


async def test_a_request_that_is_too_large_is_refused_before_it_is_read() -> None:
    async with listening() as server:
        client = server.client()
        await client.create()
        await client.join()
        request = table_service_pb2.SayRequest(
            table_id=client.table_id, request_id=new_id(), scope=snapshot_pb2.CHAT_SCOPE_TABLE
        )
        request.text = "x" * 65 * 1024
        failure = await failing(client.tables.Say(request, metadata=client.metadata))
        assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        request.text = "x" * 60 * 1024
        failure = await failing(client.tables.Say(request, metadata=client.metadata))
        assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
        await client.say("still here")


def long_ones() -> Iterator[tuple[str, rules_pb2.Rules]]:
    """Yield rules in which one text is very long, or not text that can be printed."""
    for text in ("x" * 20_000, "é" * 10_000, "\x1b[2J\r\n", "a\u202eb"):
        value = rules_pb2.OptionValue(word=text)
        yield "preset", rules_pb2.Rules(preset=text)
        yield "name", rules_pb2.Rules(options=[rules_pb2.RuleOption(name=text, value=rules_pb2.OptionValue(flag=True))])
        yield "value", rules_pb2.Rules(options=[rules_pb2.RuleOption(name="tie_break", value=value)])
        yield "number", rules_pb2.Rules(options=[rules_pb2.RuleOption(name="nil_points", value=value)])


async def test_the_refusal_of_rules_is_short_whatever_was_sent() -> None:
    """A status travels in headers: a long one would come as another error, or not at all."""
    async with listening() as server:
        client = server.client()
        for what, rules in long_ones():
            failure = await failing(client.create(rules=rules))
            assert failure.reason == "RULES_INVALID", what
            assert len(failure.message) < 1000, what
            assert failure.message.isprintable(), what
            assert all(len(value) < 1000 for value in failure.metadata.values())


async def test_every_option_refuses_the_wrong_kind_of_value() -> None:
    async with listening() as server:
        client = server.client()
        for option in ("nil", "target_score", "double_nil", "max_hands"):
            for value in (
                rules_pb2.OptionValue(),
                rules_pb2.OptionValue(flag=True),
                rules_pb2.OptionValue(number=-(2**31)),
                rules_pb2.OptionValue(number=2**31 - 1),
                rules_pb2.OptionValue(word="on"),
            ):
                if option == "nil" and value.WhichOneof("kind") == "flag":
                    continue
                rules = rules_pb2.Rules(options=[rules_pb2.RuleOption(name=option, value=value)])
                failure = await failing(client.create(rules=rules))
                assert failure.reason in ("RULES_INVALID", "FIELD_INVALID")
        for rules in (rules_pb2.Rules(players=7), rules_pb2.Rules(players=2**32 - 1), rules_pb2.Rules(players=1)):
            assert (await failing(client.create(rules=rules))).reason == "RULES_INVALID"


async def test_calls_that_come_too_early_or_too_late_are_refused_with_a_reason() -> None:
    """Before a game, and after it was closed."""
    async with listening() as server:
        here, _ = await server.table_of(2, rules=rules_pb2.Rules(preset="two-player"))
        for stage in ("before", "after"):
            for method in METHODS:
                if not method.needs_token or method.name in ("SetReady", "StartGame", "LeaveTable", "CloseTable"):
                    continue
                request = filled(method, here.table_id, new_id())
                code = await raw_call(here.channel, method, request.SerializeToString(), here.metadata)
                assert code in GOOD, (stage, method.name)
            if stage == "before":
                await here.close_table()


async def test_a_page_token_of_no_page_is_refused() -> None:
    async with listening() as server:
        client = server.client()
        for token in ("x", "x" * 10_000, "\x00"):
            request = lobby_service_pb2.ListTablesRequest(page_token=token)
            assert (await failing(client.lobby.ListTables(request))).fields == ("page_token",)


async def test_a_seat_that_leaves_a_field_out_is_told_what_is_asked_of_it() -> None:
    """As after every other refusal of a known seat: the answer to "no" says what was allowed."""
    async with listening() as server:
        clients = await server.playing()
        client, prompt = await to_act(clients)
        for call in (
            client.bid(prompt.prompt_id, None),
            client.play(prompt.prompt_id, None),
            client.answer(0, [1]),
            client.answer(prompt.prompt_id, [1], request_id="not an id"),
        ):
            failure = await failing(call)
            assert failure.reason == "FIELD_INVALID"
            assert failure.rejection is not None
            assert [asked.prompt_id for asked in failure.rejection.open_prompts] == [prompt.prompt_id]
