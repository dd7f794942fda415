"""Line mode at a real terminal: what is typed survives what is printed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.fakes import FakeServer, Stream, caught_up, found, serving, told
from client.messages import batch, cards, play_prompt, said, table
from spades.v1.table_service_pb2 import PlayRequest

pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
fdpexpect = pytest.importorskip("pexpect.fdpexpect", reason="no pseudo-terminals on this system")
termios = pytest.importorskip("termios", reason="pseudo-terminals are POSIX")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")

CLIENT = """
import asyncio, sys
from spades_client import LineOptions, parse_address, run_line
sys.exit(asyncio.run(run_line(LineOptions(address=parse_address(sys.argv[1]), name="Zoe"))))
"""


async def test_fifty_events_do_not_touch_a_line_half_typed(tmp_path: Path) -> None:
    fake = FakeServer()
    snapshot = table()
    snapshot.prompts.append(play_prompt("AH 5H"))
    stream = Stream([found(snapshot), caught_up(10)])
    fake.streams.append(stream)
    async with serving(fake) as address:
        with at_a_terminal(tmp_path, address.place) as (terminal, process):
            await typed_through_fifty_events(terminal, stream, fake)
            status = await asyncio.to_thread(process.wait, 20)
    assert status == 0
    assert len(fake.requests["Play"]) == 1
    assert len(fake.requests["LeaveTable"]) == 1


@contextlib.contextmanager
def at_a_terminal(home: Path, place: str) -> Iterator[tuple[Any, subprocess.Popen[bytes]]]:  # Any: pexpect has no types
    """Run a client at a terminal of its own; it is started without running Python in a fork of this process.

    ``pexpect.spawn`` would: here gRPC's threads hold locks, and a child that inherits one held may never come to life.
    """
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (24, 120))
    variables = {"SPADES_HOME": str(home), "TERM": "xterm", "GRPC_VERBOSITY": "NONE", "PROMPT_TOOLKIT_NO_CPR": "1"}
    client = (sys.executable, "-c", CLIENT, place)
    with subprocess.Popen(
        client, stdin=slave, stdout=slave, stderr=slave, env=variables, start_new_session=True
    ) as process:
        os.close(slave)
        terminal = fdpexpect.fdspawn(master, encoding="utf-8", timeout=20)
        try:
            yield terminal, process
        finally:
            process.kill()
            terminal.close()


async def typed_through_fifty_events(terminal: Any, stream: Stream, fake: FakeServer) -> None:
    """Type half a command, let fifty events come, and type the rest and the end of the input."""
    await terminal.expect("Your turn: you lead", async_=True)
    await terminal.expect(">", async_=True)
    terminal.send("pla")
    await terminal.expect("pla", async_=True)
    for number in range(50):
        stream.live.put_nowait(told(batch(11 + number, said(f"line {number} of many", sequence=11 + number))))
    await terminal.expect("line 49 of many", async_=True)
    terminal.send("y AH\r")
    (play,) = await fake.asked("Play")
    assert isinstance(play, PlayRequest)
    assert play.card == cards("AH")[0]
    terminal.send("\x04")
    await terminal.expect(pexpect.EOF, async_=True)
