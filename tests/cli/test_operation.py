"""``spades host`` as a service: its log and its numbers."""

import asyncio
import json
import re
import signal
import socket
import urllib.request
from asyncio.subprocess import Process
from pathlib import Path

from cli.processes import PATIENCE, Spades, end_of, one_line, play_to_the_end, seated, type_line, until


async def logged(process: Process, event: str) -> dict[str, object]:
    """Return the fields of the next line of the log that tells *event*."""
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while True:
            fields: dict[str, object] = json.loads(await process.stderr.readline())
            if fields["event"] == event:
                return fields


def fetched(port: object) -> str:
    """Return the metrics."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
        return text


async def test_a_server_that_was_asked_to_logs_lines_of_json_and_serves_its_numbers(tmp_path: Path) -> None:
    options = ("--local-port", "0", "--log-level", "info", "--log-format", "json", "--metrics", "0")
    async with Spades(tmp_path).start("host", *options) as host:
        here = (await until(host, lambda line: "join localhost" in line))[-1].rpartition(":")[2]
        serving = await logged(host, "serving")
        assert here in str(serving["ports"]).split(",")
        assert serving["tls_ports"] == "17733"
        port = (await logged(host, "metrics served"))["port"]
        assert 'spades_tables{stage="gathering"} 1.0' in await asyncio.to_thread(fetched, port)
        host.send_signal(signal.SIGTERM)
        await logged(host, "stopped")
        assert (await end_of(host))[0] == 0


async def test_a_metrics_port_that_is_taken_is_one_line_and_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, errors = await Spades(tmp_path).run("host", "--local-port", "0", "--metrics", port)
    assert status == 1
    assert port in one_line(errors)


async def test_what_a_host_sees_and_keeps_open_tells_no_token_and_no_card(tmp_path: Path) -> None:
    """The host is a player too, and reads the log, the numbers and the console."""
    options = ("--port", "0", "--local-port", "0", "--log-level", "debug", "--metrics", "0", "--pace", "0")
    async with Spades(tmp_path).start("host", *options, "--set", "max_hands=1", "--log-format", "json") as host:
        console = await until(host, lambda line: "join localhost" in line)
        port = (await logged(host, "metrics served"))["port"]
        async with Spades(tmp_path / "friend").start("join", console[-1].split()[-1], "--name", "Ana") as client:
            await seated(client)
            for line in ("fill", "start"):
                type_line(client, line)
            (token,) = [json.loads(file.read_text())["token"] for file in (tmp_path / "friend").rglob("*-*.json")]
            await play_to_the_end(client)
            numbers = await asyncio.to_thread(fetched, port)
            assert (await end_of(client, "quit\n"))[0] == 0
        host.send_signal(signal.SIGTERM)
        status, output, log = await end_of(host)
    assert status == 0
    assert '"event": "seat taken"' in log or '"event":"seat taken"' in log
    for told in ("\n".join(console), output, log, numbers):
        assert token not in told
        assert not re.search(r"spades?_?\d|\b[2-9TJQKA][CDHS]\b|\b(clubs|diamonds|hearts)\b", told), told
