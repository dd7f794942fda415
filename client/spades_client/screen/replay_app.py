"""A record alone on a terminal."""

from __future__ import annotations

import asyncio

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from spades.v1.record_pb2 import GameRecord
from spades_client.screen.keymap import BINDINGS, Binding
from spades_client.screen.look import Look
from spades_client.screen.replay import frames
from spades_client.screen.replay_front import ReplayFront, title_of
from spades_client.screen.replay_state import ReplayState, Tips
from spades_client.screen.stage import Stage
from spades_client.screen.ui_state import Key, Redraw, Suspend
from spades_client.settings import Settings


async def run_replay(
    record: GameRecord,
    *,
    settings: Settings,
    letters: bool = False,
    bindings: tuple[Binding, ...] = BINDINGS,
    tips: Tips = lambda hand, number: None,
    note: str = "",
    terminal_input: Input | None = None,
    terminal_output: Output | None = None,
) -> int:
    """Show a sound *record* until the reader has seen enough, and return the exit status, as ``Stage.run``.

    *tips*: what a good player would have done at each decision. *note*: what is to be told at the start.

    Raises:
        ClientError: the record cannot be shown.
    """
    look = Look.of(settings, letters=letters)
    state = ReplayState(
        story=frames(record, look), title=title_of(record), look=look, bindings=bindings, tips=tips, note=note
    )
    enough = asyncio.Event()

    def press(key: Key) -> None:
        for effect in front.press(key):
            match effect:
                case Redraw() | Suspend():
                    stage.do(effect)

    async def reading() -> int:
        try:
            await enough.wait()
            return 0
        finally:
            front.stop()

    front = ReplayFront(state, changed=lambda: stage.paint(), left=enough.set)
    stage = Stage(
        front.screen,
        press,
        settings=lambda: settings,
        terminal_input=terminal_input,
        terminal_output=terminal_output,
    )
    return await stage.run(reading)
