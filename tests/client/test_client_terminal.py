"""Line mode at a real terminal: what is typed survives what is printed (cases.md A22)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from client.fakes import FakeServer, Stream, caught_up, found, serving, told
from client.messages import batch, cards, play_prompt, said, table
from spades.v1.table_service_pb2 import PlayRequest

pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
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
        terminal = pexpect.spawn(
            sys.executable,
            ["-c", CLIENT, address.place],
            env={"SPADES_HOME": str(tmp_path), "TERM": "xterm", "GRPC_VERBOSITY": "NONE", "PROMPT_TOOLKIT_NO_CPR": "1"},
            encoding="utf-8",
            timeout=20,
            dimensions=(24, 120),
        )
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
        terminal.sendeof()
        await terminal.expect(pexpect.EOF, async_=True)
        await asyncio.to_thread(terminal.close)
    assert terminal.exitstatus == 0
    assert len(fake.requests["Play"]) == 1
    assert len(fake.requests["LeaveTable"]) == 1
