"""The client's screen: from start to first paint, from a key to the painted screen, and what a clock costs."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace

import pexpect
from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.output.vt100 import Vt100_Output

from client import scenes
from client.glass import Glass
from client.screens import sat_down
from spades_client.screen.present import present
from spades_client.screen.reduce import press
from spades_client.screen.terminal import fragments, styles
from spades_client.screen.ui_state import Key

ROUNDS = 5
KEYS = 200

BARE = """
import grpc
from prompt_toolkit.application import Application
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
Application(layout=Layout(Window(FormattedTextControl("SPADES"))), full_screen=True).run()
"""


LOADED = """
import time
from spades_cli.main import command_parser
command_parser(["play"])
import spades_client.screen
print(time.process_time())
"""
BARE_LOADED = """
import time
import grpc
from prompt_toolkit.application import Application
print(time.process_time())
"""


def screen_rows() -> list[str]:
    """Return the rows of the client's screen."""
    pairs = [(_first_paint(["-m", "spades_cli", "play"]), _first_paint(["-c", BARE])) for _ in range(ROUNDS)]
    ours, bare = zip(*pairs, strict=True)
    ratio = statistics.median(mine / other for mine, other in zip(ours, bare, strict=True))
    loaded = [(_loading(LOADED), _loading(BARE_LOADED)) for _ in range(ROUNDS)]
    cpu = statistics.median(mine / other for mine, other in loaded)
    mine = statistics.median(mine for mine, _ in loaded)
    key, tick = _key_and_tick()
    return [
        f"client, first paint of `spades play`: {statistics.median(ours):.2f} s, {ratio:.2f} x a bare full screen "
        f"with gRPC loaded; what is loaded before it takes {mine * 1000:.0f} ms of CPU, {cpu:.2f} x prompt_toolkit "
        "and gRPC alone",
        f"client, key to screen: {key * 1000:.1f} ms of CPU; a clock that ticks: {tick} bytes a second",
    ]


def _first_paint(arguments: list[str]) -> float:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:  # a game left over from the last round would be asked about
        program = pexpect.spawn(
            sys.executable,
            arguments,
            env={**os.environ, "SPADES_HOME": home},
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=60,
        )
        try:
            program.expect("SPADES")
            return time.perf_counter() - began
        finally:
            program.kill(signal.SIGTERM)
            program.expect(pexpect.EOF)
            program.close()


def _loading(program: str) -> float:
    """Return the seconds of CPU that *program* says it has taken."""
    return float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)


def _key_and_tick() -> tuple[float, int]:
    """Return the seconds of CPU from a key to its painted screen, and the bytes of a second that has passed."""
    glass = Glass()
    view, clock = scenes.following(), 21.0
    ui = sat_down(view)
    app: Application[None] = Application(
        layout=Layout(
            Window(
                FormattedTextControl(lambda: fragments(present(view, ui, 80, 24).lines, None), focusable=True),
            )
        ),
        full_screen=True,
        style=styles(ui.look.colours),
        input=DummyInput(),
        output=Vt100_Output(glass, lambda: glass.size, term="xterm"),
    )

    def paint() -> None:
        app.render_counter += 1
        with set_app(app):  # what a control gives is kept until the counter of the running application goes on
            app.renderer.render(app, app.layout)

    paint()
    began = time.process_time()
    for number in range(KEYS):
        ui, _ = press(ui, view, Key(name="right", at=float(number)))
        paint()
    key = (time.process_time() - began) / KEYS
    before = len(glass.received)
    view = replace(view, left=dict.fromkeys(view.left, clock - 1))
    paint()
    sent = len(glass.received) - before
    assert "0:20" in glass.text, "the clock was painted"
    return key, sent
