"""The client's screen: from start to first paint, from a key to the painted screen, and what a clock costs."""

from __future__ import annotations

import signal
import statistics
import sys
import time
from dataclasses import replace

import pexpect
from prompt_toolkit.application import Application
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


def screen_rows() -> list[str]:
    """Return the rows of the client's screen."""
    pairs = [(_first_paint(["-m", "spades_cli", "play"]), _first_paint(["-c", BARE])) for _ in range(ROUNDS)]
    ours, bare = zip(*pairs, strict=True)
    ratio = statistics.median(mine / other for mine, other in zip(ours, bare, strict=True))
    key, tick = _key_and_tick()
    return [
        f"client, first paint of `spades play`: {statistics.median(ours):.2f} s, {ratio:.2f} x a bare full screen "
        "with gRPC loaded",
        f"client, key to screen: {key * 1000:.1f} ms of CPU; a clock that ticks: {tick} bytes a second",
    ]


def _first_paint(arguments: list[str]) -> float:
    began = time.perf_counter()
    program = pexpect.spawn(sys.executable, arguments, dimensions=(24, 80), encoding="utf-8", timeout=60)
    try:
        program.expect("SPADES")
        return time.perf_counter() - began
    finally:
        program.kill(signal.SIGKILL)
        program.wait()


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
    return key, len(glass.received) - before
