"""``spades conformance``: what is typed, what is printed, and the exit status."""

import json
import sys
from pathlib import Path

from cli.processes import Spades, one_line
from cli.samples import bot_command
from spades_kit import CLIENT_RULES, SERVER_RULES


async def test_a_sample_passes_and_the_report_is_one_line_of_json(tmp_path: Path) -> None:
    bot = bot_command("python", "{address}", "{table}")
    status, output, errors = await Spades(tmp_path).run("conformance", "client", "--json", "--", *bot)
    assert status == 0, output + errors
    told = json.loads(output)
    assert [rule["id"] for rule in told["rules"]] == [rule.id for rule in CLIENT_RULES]
    assert {rule["outcome"] for rule in told["rules"]} == {"kept", "not_checked"}


async def test_a_client_that_only_looks_is_told_what_it_does_not_do(tmp_path: Path) -> None:
    looker = (
        "import sys, grpc\n"
        "from spades.v1.server_service_pb2 import GetServerInfoRequest\n"
        "from spades.v1.server_service_pb2_grpc import ServerServiceStub\n"
        "channel = grpc.insecure_channel(sys.argv[1], [('grpc.enable_http_proxy', 0)])\n"
        "ServerServiceStub(channel).GetServerInfo(GetServerInfoRequest(), timeout=20)\n"
    )
    command = (sys.executable, "-c", looker, "{address}")
    status, output, _ = await Spades(tmp_path).run("conformance", "client", "--", *command)
    assert status == 1
    assert "kept         C-FIRST-01" in output
    assert "broken       C-JOIN-01" in output


async def test_a_command_that_never_calls_is_no_client(tmp_path: Path) -> None:
    status, output, _ = await Spades(tmp_path).run("conformance", "client", "--", sys.executable, "-c", "")
    assert status == 2
    assert output.endswith(f"0 kept, 0 broken, {len(CLIENT_RULES)} not checked\n")


async def test_what_cannot_be_run_or_listened_on_is_one_line(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    wrong = {
        "No such file": ("--", str(tmp_path / "nothing")),
        "cannot listen": ("--listen", "192.0.2.1:1", "--", "true"),
        "--patience": ("--patience", "0"),
    }
    for words, arguments in wrong.items():
        status, output, errors = await spades.run("conformance", "client", *arguments)
        assert (status, output) == (2, "")
        assert words in one_line(errors)


async def test_a_private_server_passes_and_says_so(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server:
        status, output, _ = await spades.run("conformance", "server", f"localhost:{server.port}", "--json")
    told = json.loads(output)
    assert status == told["status"] == 0, output
    assert [rule["id"] for rule in told["rules"]] == [rule.id for rule in SERVER_RULES]
    unchecked = {rule["id"]: rule["detail"] for rule in told["rules"] if rule["outcome"] != "kept"}
    assert unchecked.keys() == {"S-BEAT-01", "S-CALLS-02", "S-LIMIT-03"}
    assert unchecked["S-BEAT-01"] == "it takes --patient"


async def test_where_nobody_answers_one_line_says_so(tmp_path: Path) -> None:
    status, output, errors = await Spades(tmp_path).run("conformance", "server", "127.0.0.1:1")
    assert (status, output) == (2, "")
    assert "127.0.0.1:1" in one_line(errors)
