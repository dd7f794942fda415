"""What the contract promises of every call: what is served, who may call, which code a reason has."""

import errno
import os
from itertools import pairwise

import grpc
import pytest

from server.common import new_id
from server.contract import METHODS, MODULES, Method, codes_of_reasons, filled
from server.harness import Client, failing, failure_of, listening, reasons
from spades.v1 import error_pb2, lobby_service_pb2, rules_pb2, server_service_pb2, snapshot_pb2, table_service_pb2
from spades_ai import LEVELS
from spades_engine import OPTIONS, PRESETS, IllegalAction
from spades_server import Limits, PortTaken, ServerConfig, SystemClock, serving
from spades_server.rpc.errors import CODES, status_of
from spades_server.rpc.guard import Guard
from spades_server.rpc.handlers import service_handler
from spades_server.table import Refused
from spades_server.tally import Tally


def call_of(client: Client, method: Method) -> "grpc.aio.UnaryUnaryMultiCallable[object, object]":
    """Return the stub of *method*."""
    stubs = {
        "ServerService": client.server,
        "LobbyService": client.lobby,
        "TableService": client.tables,
        "HostService": client.host,
        "HistoryService": client.history,
    }
    call: grpc.aio.UnaryUnaryMultiCallable[object, object] = getattr(stubs[method.service], method.name)
    return call


async def reason_of(client: Client, method: Method, request: object, token: str | None) -> str:
    """Return why *method* is refused; empty if it is not."""
    metadata = () if token is None else (("authorization", f"Bearer {token}"),)
    call = call_of(client, method)(request, metadata=metadata)
    try:
        if method.is_stream:
            await call.read()  # type: ignore[attr-defined]  # a stream has it
            call.cancel()
            return ""
        await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error).reason
    return ""


async def test_the_server_describes_every_preset_and_every_option() -> None:
    async with listening(ServerConfig(name="evening")) as server:
        info = await server.client().server.GetServerInfo(server_service_pb2.GetServerInfoRequest())
    assert info.name == "evening"
    assert info.server_id
    assert info.epoch
    assert [preset.name for preset in info.presets] == list(PRESETS)
    assert info.presets[0].name == "standard"
    assert [list(preset.players) for preset in info.presets] == [list(each.players) for each in PRESETS.values()]
    assert [option.name for option in info.options] == [option.name for option in OPTIONS if option.name != "players"]
    for option in info.options:
        assert option.explanation
        assert option.group
        assert option.source
        assert option.type != rules_pb2.OPTION_TYPE_UNSPECIFIED
        assert option.default_value.WhichOneof("kind")
        assert bool(option.words) == (option.type == rules_pb2.OPTION_TYPE_WORD)
    assert [level.name for level in info.house_levels] == list(LEVELS)
    assert all(level.explanation for level in info.house_levels)
    assert sum(level.is_default for level in info.house_levels) == 1
    assert [phrase.phrase_id for phrase in info.phrases] == list(range(1, len(info.phrases) + 1))
    assert info.limits.request_bytes == 64 * 1024
    groups = [option.group for option in info.options]
    assert len(set(groups)) == sum(one != other for one, other in pairwise(["", *groups])), "groups stand together"
    assert info.default_settings.HasField("think_seconds")


async def test_every_option_of_every_preset_is_described_with_a_value_that_is_allowed() -> None:
    async with listening() as server:
        info = await server.client().server.GetServerInfo(server_service_pb2.GetServerInfoRequest())
    described = {option.name: option for option in info.options}
    for preset in info.presets:
        for changed in preset.options:
            option, value = described[changed.name], changed.value
            match value.WhichOneof("kind"):
                case "flag":
                    assert option.type == rules_pb2.OPTION_TYPE_FLAG
                case "number":
                    assert option.minimum <= value.number <= option.maximum
                case "word":
                    assert value.word in option.words or (option.can_be_off and value.word == "off")


async def test_a_capability_is_listed_exactly_when_its_calls_are_served() -> None:
    async with listening() as server:
        client = server.client()
        await client.create()
        await client.join()
        info = await client.server.GetServerInfo(server_service_pb2.GetServerInfoRequest())
        served: dict[str, set[bool]] = {}
        for method in METHODS:
            if method.name in ("CloseTable", "LeaveTable"):
                continue  # They end what the others need; both are called below.
            reason = await reason_of(client, method, filled(method, client.table_id, new_id()), client.token)
            served.setdefault(method.capability, set()).add(reason != "NOT_SERVED")
        other = await server.client().join(client.table_id)
        assert await client.leave()
        assert await other.close_table()
    assert served.pop("") == {True}
    assert {name: name in info.capabilities for name in served} == {name: all(are) for name, are in served.items()}
    assert set(info.capabilities) - {"close"} <= served.keys() | {"talk", "rematch"}


async def test_more_tables_a_page_than_there_may_be_are_refused_by_field() -> None:
    async with listening() as server:
        failure = await failing(server.client().lobby.ListTables(lobby_service_pb2.ListTablesRequest(page_size=101)))
    assert failure.fields == ("page_size",)


async def test_what_a_server_does_not_serve_says_so_with_its_reason() -> None:
    """Ours serves every call, so this is one without a single method."""
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        [
            service_handler(
                service, object(), Tally(), lambda _: None, Guard(Limits(), SystemClock()).hold, with_token=False
            )
            for module in MODULES
            for service in module.DESCRIPTOR.services_by_name.values()
        ]
    )
    client = Client(server.add_insecure_port("127.0.0.1:0"))
    await server.start()
    for method in METHODS:
        call = call_of(client, method)(method.request())
        failure = await failing(call.read() if method.is_stream else call)  # type: ignore[attr-defined]  # a stream's
        assert (failure.code, failure.reason) == (grpc.StatusCode.UNIMPLEMENTED, "NOT_SERVED"), method.name
    await client.close()
    await server.stop(None)


@pytest.mark.parametrize("method", [each for each in METHODS if each.needs_token], ids=lambda each: each.name)
async def test_nobody_acts_or_watches_without_the_token_of_the_table(method: Method) -> None:
    async with listening() as server:
        (here, *_), (there, *_) = await server.table_of(2, rules=two()), await server.table_of(2, rules=two())
        before = await here.snapshot()
        wrong = {
            None: "SEAT_TOKEN_MISSING",
            "": "SEAT_TOKEN_INVALID",
            "x": "SEAT_TOKEN_INVALID",
            here.token[:-1]: "SEAT_TOKEN_INVALID",
            here.token.swapcase(): "SEAT_TOKEN_INVALID",
            there.token: "SEAT_TOKEN_INVALID",
            f".{here.token}": "SEAT_TOKEN_INVALID",
        }
        for token, expected in wrong.items():
            request = filled(method, here.table_id, new_id())
            reason = await reason_of(server.client(), method, request, token)
            assert reason == expected, token
        request = filled(method, "NOSUCH", new_id())
        assert await reason_of(here, method, request, here.token) == "TABLE_NOT_FOUND"
        after = await here.snapshot()
        assert (after.sequence, after.view_hash) == (before.sequence, before.view_hash)


def two() -> rules_pb2.Rules:
    """Return the rules of a table of two."""
    return rules_pb2.Rules(preset="two-player")


@pytest.mark.parametrize("method", [each for each in METHODS if each.needs_token], ids=lambda each: each.name)
async def test_a_spectator_may_watch_and_talk_and_nothing_else(method: Method) -> None:
    async with listening() as server:
        player, *_ = await server.playing(2, rules=two())
        spectator = await server.client().join(player.table_id, as_spectator=True)
        assert spectator.seat == 0
        before = await player.snapshot()
        request = filled(method, player.table_id, new_id())
        for field, value in (("prompt_id", 1), ("scope", snapshot_pb2.CHAT_SCOPE_TABLE), ("text", "hello")):
            if field in method.request.DESCRIPTOR.fields_by_name:
                setattr(request, field, value)
        if isinstance(request, table_service_pb2.BidRequest):
            request.bid.tricks = 1
        if isinstance(request, table_service_pb2.PlayRequest):
            request.card.CopyFrom(before.pack.cards[0].card)
        reason = await reason_of(spectator, method, request, spectator.token)
        allowed = method.name in ("WatchTable", "GetSnapshot", "Say")
        assert reason == ("" if allowed else "NOT_YOUR_SEAT")
        after = await player.snapshot()
        assert after.sequence == before.sequence + (method.name == "Say")


async def test_the_scheme_of_the_authorization_may_be_written_in_any_case() -> None:
    async with listening() as server:
        client = server.client()
        await client.create()
        await client.join()
        request = table_service_pb2.GetSnapshotRequest(table_id=client.table_id)
        metadata = (("authorization", f"bearer {client.token}"),)
        assert (await client.tables.GetSnapshot(request, metadata=metadata)).snapshot.your_seat == 1
        failure = await failing(client.tables.GetSnapshot(request, metadata=(("authorization", client.token),)))
        assert failure.reason == "SEAT_TOKEN_INVALID"
        assert client.token not in failure.message


def test_every_reason_has_the_code_that_its_comment_gives() -> None:
    promised = codes_of_reasons()
    assert promised.keys() == reasons().keys()
    numbers = {code.value[0]: code for code in grpc.StatusCode}
    for reason in reasons():
        status = status_of(Refused(reason, "because"))
        assert numbers[status.code] is promised[reason], reason
        assert status.message == f"{reason}: because"
    assert CODES.keys() <= reasons().keys()


def illegal_actions(kind: type[IllegalAction] = IllegalAction) -> list[type[IllegalAction]]:
    """Return every refusal that the engine knows."""
    return [each for below in kind.__subclasses__() for each in (below, *illegal_actions(below))]


def test_every_rule_that_can_be_broken_has_its_reason_on_the_wire() -> None:
    assert illegal_actions()
    for refusal in illegal_actions():
        number = error_pb2.ErrorReason.Value(f"ERROR_REASON_{refusal.code.upper()}")
        assert number >= 40, "a rule of the game"


async def test_a_second_server_on_the_port_is_refused_and_named() -> None:
    async with serving(ServerConfig()) as first:
        address = f"127.0.0.1:{first.ports[0]}"
        with pytest.raises(PortTaken, match=address):
            async with serving(ServerConfig(addresses=(address,))):
                pytest.fail("two servers share the port")
        channel = grpc.aio.insecure_channel(address)
        client = Client(first.ports[0])
        assert (await client.server.GetServerInfo(server_service_pb2.GetServerInfoRequest())).epoch
        await client.close()
        await channel.close()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EADDRINUSE, "the port is in use"),
        (errno.EADDRNOTAVAIL, "the address is not this machine's"),
        (errno.EACCES, "only the system's administrator may listen there"),
        (errno.ENETDOWN, "Network is down"),
    ],
)
def test_why_a_port_cannot_be_had_is_told(number: int, told: str) -> None:
    assert str(PortTaken("[::]:80", OSError(number, os.strerror(number)))) == f"cannot listen on [::]:80: {told}"


async def test_two_starts_of_a_server_have_two_epochs() -> None:
    epochs = set()
    for _ in range(2):
        async with listening() as server:
            info = await server.client().server.GetServerInfo(server_service_pb2.GetServerInfoRequest())
            epochs.add(info.epoch)
    assert len(epochs) == 2
