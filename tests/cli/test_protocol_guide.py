"""docs/protocol.md is true: its commands run, its tables are complete, its algorithms are those of the server."""

import asyncio
import hashlib
import os
import re
import shutil
import sys
import textwrap
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import code_pb2

from cli import guide
from cli.processes import PATIENCE, Spades
from spades.v1 import history_service_pb2, host_service_pb2, lobby_service_pb2, server_service_pb2, table_service_pb2
from spades.v1.error_pb2 import ErrorReason
from spades_cli import protocol_document
from spades_engine.cards import parse_card
from spades_kit import CLIENT_RULES, SERVER_RULES, KitRule
from spades_server import ServerConfig, serving
from spades_server.advertising import Advert
from spades_server.rpc.errors import CODES
from spades_wire import commitment, shuffled

SERVER = Path(__file__).parents[2] / "server"
SERVICES = (history_service_pb2, host_service_pb2, lobby_service_pb2, server_service_pb2, table_service_pb2)
TOOLS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"


async def run(command: str, names: dict[str, str]) -> tuple[str, str]:
    """Run a command of the guide in a shell that knows *names*; return what it prints, and its errors."""
    process = await asyncio.create_subprocess_exec(
        "sh",
        "-c",
        command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PATH": TOOLS, **names},
    )
    async with asyncio.timeout(PATIENCE):
        output, errors = await process.communicate()
    return output.decode(), errors.decode()


def not_as_printed(printed: list[guide.Json], real: list[guide.Json], names: dict[str, str]) -> str:
    """Return what is wrong, empty if each printed answer comes, in order; others may come between them."""
    rest = iter(real)
    for answer in printed:
        differences = []
        for one in rest:
            found = dict[str, str]()
            wrong = guide.difference(answer, one, found)
            if not wrong:
                names.update(found)
                break
            differences.append(wrong)
        else:
            return "; ".join(differences) or "no answer is left"
    return ""


@pytest.mark.skipif(not shutil.which("buf", path=TOOLS), reason="buf is not installed: the commands cannot be run")
async def test_a_game_can_be_created_joined_filled_watched_and_bid_with_the_commands_of_the_guide(
    tmp_path: Path,
) -> None:
    async with Spades(tmp_path).server() as server:
        names = {"SERVER": f"http://localhost:{server.port}"}
        steps = guide.steps()
        for step in steps:
            output, errors = await run(step.command, names)
            if not step.answers:
                assert "spades.v1.TableService/WatchTable" in output
                continue
            refused = any(isinstance(answer, dict) and "code" in answer for answer in step.answers)
            real = list(guide.documents(errors if refused else output))
            assert refused or real, errors
            assert not_as_printed(step.answers, real, names) == "", step.command
    called = " ".join(step.command for step in steps)
    for call in ("CreateTable", "JoinTable", "FillWithBots", "StartGame", "WatchTable", "Bid", "Answer"):
        assert f"/{call}" in called


@pytest.mark.skipif(not shutil.which("buf", path=TOOLS), reason="buf is not installed: the commands cannot be run")
@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed: the commands cannot be run")
async def test_a_server_on_the_lan_is_proven_and_talked_to_with_the_commands_of_the_guide(tmp_path: Path) -> None:
    fetch, compare, talk = (textwrap.dedent(block) for block in guide.blocks("bash"))
    config = ServerConfig(tls_addresses=("127.0.0.1:0",))
    async with serving(config) as server:
        names = {"LAN": f"127.0.0.1:{server.tls_ports[0]}"}
        for command in (fetch, compare, talk):
            output, errors = await run(f"cd '{tmp_path}' && {command}", names)
            if command is compare:
                assert output.strip() == server.certificate.short_fingerprint
        (info,) = guide.documents(output)
        assert isinstance(info, dict), errors
        assert info["serverId"] == server.certificate.fingerprint


def test_the_guide_tells_of_every_key_of_an_advertisement() -> None:
    advert = Advert(
        server_id="ID", name="Den", version="1", port=1, fingerprint="FP", contract="1.0.0", oldest_client="1.0.0"
    )
    keys = {key.decode() for key in advert.service(["192.0.2.1"], 1, "Den").properties}
    text = guide.GUIDE.read_text(encoding="utf-8").partition("**Finding servers.**")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == keys


def test_the_guide_tells_of_every_reason_with_its_status() -> None:
    told = guide.reasons()
    names = {name.removeprefix("ERROR_REASON_") for name, number in ErrorReason.items() if number}
    assert told.keys() == names
    for reason, (code, _) in told.items():
        assert code_pb2.Code.Value(code) == CODES.get(reason, code_pb2.FAILED_PRECONDITION), reason


def test_every_reason_that_the_guide_tells_of_is_sent() -> None:
    # Without the file that has the table of their statuses, and INTERNAL.
    files = [file for file in SERVER.rglob("*.py") if file.parts[-2:] != ("rpc", "errors.py")]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    sent = set(re.findall(r'"([A-Z_]+)"', source)) | {
        code.upper() for code in re.findall(r'code = "([a-z_]+)"', source)
    }
    assert guide.reasons().keys() - sent == {"INTERNAL"}


async def test_the_calls_that_the_guide_calls_not_served_are_exactly_those(tmp_path: Path) -> None:
    async with Spades(tmp_path).server() as server, grpc.aio.insecure_channel(f"localhost:{server.port}") as channel:
        refused = set[tuple[str, str]]()
        for module in SERVICES:
            for service in module.DESCRIPTOR.services_by_name.values():
                for method in service.methods:
                    path = f"/{service.full_name}/{method.name}"
                    if await status(channel, path, streams=method.server_streaming) == grpc.StatusCode.UNIMPLEMENTED:
                        refused.add((service.name, method.name))
    assert guide.calls_not_served() == refused


async def status(channel: grpc.aio.Channel, path: str, *, streams: bool) -> grpc.StatusCode:
    """Return how a call with an empty request ends; of a stream that begins well, only its beginning."""
    async with asyncio.timeout(PATIENCE):
        if not streams:
            unary: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
            return await unary(b"").code()
        watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(path)
        stream = watch(b"")
        try:
            await stream.read()
        except grpc.aio.AioRpcError as error:
            return error.code()
        if stream.done():
            return await stream.code()
        stream.cancel()
        return grpc.StatusCode.OK


def test_the_generated_parts_of_the_guide_are_current() -> None:
    text = guide.GUIDE.read_text(encoding="utf-8")
    assert protocol_document.renewed(text, protocol_document.written()) == text, "run make docs"


@pytest.mark.parametrize("rule", [*CLIENT_RULES, *SERVER_RULES], ids=lambda rule: rule.id)
def test_every_rule_of_the_kit_stands_in_a_section_of_the_guide(rule: KitRule) -> None:
    assert f"\n## {rule.section}\n" in guide.GUIDE.read_text(encoding="utf-8")


def test_the_view_hash_of_the_guide_is_that_of_its_text() -> None:
    (text,) = guide.blocks("text")
    digits = hashlib.sha256(text.rstrip("\n").encode()).hexdigest()[:16]
    assert f'"viewHash": "{digits}"' in guide.GUIDE.read_text(encoding="utf-8")


def test_the_shuffle_of_the_guide_is_that_of_the_server() -> None:
    (source,) = guide.blocks("python")
    written: dict[str, Any] = {}  # Any: what a program defines
    exec(source, written)
    secret = bytes(range(32))
    order = written["shuffled"](range(52), secret, "deck", [b""] * 4)
    assert tuple(order) == shuffled(range(52), secret, "deck", [b""] * 4)
    text = " ".join(guide.GUIDE.read_text(encoding="utf-8").split())
    begins = text.partition("four empty nonces the order begins ")[2].partition(",")[0].split()
    assert [parse_card(card) for card in begins] == order[:8]
    assert commitment(secret).hex() in text
    nonces = [b"", b"\x01", b"spades"]
    assert tuple(written["shuffled"](range(1, 52), secret, "deck", nonces)) == shuffled(
        range(1, 52), secret, "deck", nonces
    )
