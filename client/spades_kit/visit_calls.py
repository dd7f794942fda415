"""What a visitor finds at the door: what the server says of itself, and which calls it serves."""

from __future__ import annotations

import re

import grpc
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest, ServerReflectionResponse

from spades.v1.rules_pb2 import OPTION_TYPE_FLAG, OPTION_TYPE_NUMBER, OPTION_TYPE_WORD, OptionDescription
from spades_kit.refusal import Refusal, refusal_of
from spades_kit.script_server import SERVICES, serialized
from spades_kit.visit import Visit
from spades_kit.visitor import METHODS, PATIENCE, Visitor, path_of

GROUPS = {
    "tips": ("GetTip",),
    "claims": ("ProposeClaim",),
    "history": ("ListGames", "ExportGame"),
    "pause": ("Pause", "Resume"),
    "lobby-watch": ("WatchLobby",),
    "seats": ("SetSeat", "KickSeat", "ReissueSeat", "TransferHost"),
    "set-rules": ("SetRules",),
    "close": ("CloseTable",),
}
"""The calls of each optional group that has some of its own."""

_VERSION = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}", re.ASCII)
_SERVER_ID = re.compile(r"[A-Z2-7]{52}")
_KINDS = {OPTION_TYPE_FLAG: "flag", OPTION_TYPE_NUMBER: "number", OPTION_TYPE_WORD: "word"}


async def the_server(visit: Visit) -> None:
    """Ask what the server is; everything else is built on the answer."""
    info = await visit.visitor().call("GetServerInfo", token="")
    visit.info.CopyFrom(info)  # type: ignore[arg-type]  # as its descriptor says
    known = visit.info
    fits = _SERVER_ID.fullmatch(known.server_id) and known.epoch and known.HasField("time")
    visit.judge("S-INFO-01", fits, f"id {known.server_id!r}, epoch {known.epoch!r}, time {known.time.seconds}")
    described = {option.name for option in known.options}
    names = [preset.name for preset in known.presets]
    wrong = [
        preset.name
        for preset in known.presets
        if not preset.players or any(option.name not in described for option in preset.options)
    ]
    visit.judge("S-INFO-02", names[:1] == ["standard"] and not wrong, f"presets {names}; wrong ones: {wrong}")
    odd = [option.name for option in known.options if not _is_described(option)]
    visit.judge("S-INFO-03", known.options and not odd, f"options without a type, default or range: {odd}")


async def its_versions(visit: Visit) -> None:
    """Say that we speak a version of long ago, and one of times to come."""
    info, visitor = visit.info, visit.visitor()
    told = [info.contract_version, info.oldest_client_version]
    visit.judge("S-VERSION-01", all(map(_VERSION.fullmatch, told)), f"the versions are {told}")
    for version, reason in (("0.0.0", "CLIENT_TOO_OLD"), ("9999.0.0", "SERVER_TOO_OLD")):
        said = f"a client of {version}"
        answer = await visitor.try_once("ListTables", visitor.request("ListTables"), token="", contract=version)
        visit.judge_refusal("S-VERSION-01", answer, reason, said)
        answer = await visitor.try_once("GetServerInfo", visitor.request("GetServerInfo"), token="", contract=version)
        visit.judge("S-VERSION-01", not isinstance(answer, Refusal), f"{said}: GetServerInfo was refused")


def _is_described(option: OptionDescription) -> bool:
    kind = option.default_value.WhichOneof("kind")
    wanted = _KINDS.get(option.type, "")
    if option.can_be_off and kind == "word":
        return option.default_value.word == "off"
    if kind != wanted or not option.explanation:
        return False
    if kind == "number":
        return option.minimum <= option.default_value.number <= option.maximum
    return kind == "flag" or option.default_value.word in option.words


async def its_calls(visit: Visit) -> None:
    """Make every call of the contract, empty and without a token: who serves it says what is missing."""
    visitor = visit.visitor()
    of_group = {name: group for group, names in GROUPS.items() for name in names}
    for name in METHODS:
        code, reason = await _empty_call(visitor, name)
        listed = name not in of_group or of_group[name] in visit.info.capabilities
        unserved = code is grpc.StatusCode.UNIMPLEMENTED
        if listed:
            visit.judge("S-CALLS-01", not unserved, f"{name} is not served")
        else:
            visit.judge("S-CALLS-02", unserved and reason == "NOT_SERVED", f"{name} ended with {code.name} {reason}")
    if set(GROUPS) <= set(visit.info.capabilities):
        visit.ledger.leave("S-CALLS-02", "every group is served")


async def _empty_call(visitor: Visitor, name: str) -> tuple[grpc.StatusCode, str]:
    method = METHODS[name]
    parse, empty = GetMessageClass(method.output_type).FromString, GetMessageClass(method.input_type)()
    try:
        if method.server_streaming:
            stream = visitor.channel.unary_stream(path_of(method), serialized, parse)(empty, timeout=PATIENCE)
            await stream.read()
            stream.cancel()
        else:
            await visitor.channel.unary_unary(path_of(method), serialized, parse)(empty, timeout=PATIENCE)
    except grpc.aio.AioRpcError as error:
        return error.code(), refusal_of(error).reason
    return grpc.StatusCode.OK, ""


async def its_health(visit: Visit) -> None:
    """Ask whether it is well, and which services it has."""
    channel = visit.visitor().channel
    health = channel.unary_unary("/grpc.health.v1.Health/Check", serialized, HealthCheckResponse.FromString)
    try:
        answer = await health(HealthCheckRequest(), timeout=PATIENCE)
        visit.judge("S-HEALTH-01", answer.status == HealthCheckResponse.SERVING, f"it says {answer.status}")
    except grpc.aio.AioRpcError as error:
        visit.ledger.breach("S-HEALTH-01", f"it ended with {error.code().name}")
    path = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    reflect = channel.stream_stream(path, serialized, ServerReflectionResponse.FromString)
    try:
        stream = reflect(iter([ServerReflectionRequest(list_services="")]), timeout=PATIENCE)
        names = set[str]()
        async for told in stream:
            names = {service.name for service in told.list_services_response.service}
            break
        stream.cancel()
        wanted = {name.full_name for module in SERVICES for name in module.DESCRIPTOR.services_by_name.values()}
        visit.judge("S-REFLECT-01", wanted <= names, f"not listed: {sorted(wanted - names)}")
    except grpc.aio.AioRpcError as error:
        visit.ledger.breach("S-REFLECT-01", f"it ended with {error.code().name}")
