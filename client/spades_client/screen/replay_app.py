"""The driver of the replay: keys and a timer around the pure state, on a terminal that is left as it was found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import Output

from spades.v1.record_pb2 import GameRecord
from spades_client.screen import replay_texts as texts
from spades_client.screen.cells import tame
from spades_client.screen.draw_replay import present_replay
from spades_client.screen.keymap import BINDINGS, Action, Binding, Context, action_of
from spades_client.screen.look import Look
from spades_client.screen.replay import frames
from spades_client.screen.replay_state import SPEEDS, ReplayState, press_replay, tick
from spades_client.screen.signals import ending_signals
from spades_client.screen.terminal import NAMED_KEYS, Control, fragments, styles
from spades_client.settings import Settings

ESCAPE_SECONDS = 0.05


async def run_replay(
    record: GameRecord,
    *,
    settings: Settings,
    letters: bool = False,
    bindings: tuple[Binding, ...] = BINDINGS,
    note: str = "",
    terminal_input: Input | None = None,
    terminal_output: Output | None = None,
) -> int:
    """Show a sound *record* until the reader has seen enough; return 0, or 128 and the number of a signal.

    *note*: what is to be told at the start.

    Raises:
        ClientError: the record cannot be shown.
    """
    look = Look.of(settings, letters=letters)
    state = ReplayState(story=frames(record, look), title=_title(record), look=look, bindings=bindings, note=note)
    return await _ReplayApp(state, terminal_input, terminal_output).run()


def _title(record: GameRecord) -> str:
    date = texts.NO_DATE
    if record.HasField("started"):
        date = record.started.ToJsonString()[:10]
    return texts.TITLE_GAME.format(date=date, game=tame(record.game_id)).strip()


class _ReplayApp:
    """Mutable: it lives as long as the reader looks."""

    def __init__(self, state: ReplayState, terminal_input: Input | None, terminal_output: Output | None) -> None:
        self._state = state
        self._timer: asyncio.TimerHandle | None = None
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        bindings = KeyBindings()
        for key in (*NAMED_KEYS, Keys.Any):
            bindings.add(key)(self._pressed)
        self._app: Application[None] = Application(
            layout=Layout(Window(Control(self._frame, lambda event: None), always_hide_cursor=True)),
            key_bindings=bindings,
            style=styles(state.look.colours),
            full_screen=True,
            min_redraw_interval=0.015,
            input=terminal_input,
            output=terminal_output,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_SECONDS

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        handler = loop.get_exception_handler()
        loop.set_exception_handler(lambda _, context: self._failed(context))
        painting = asyncio.ensure_future(self._app.run_async(set_exception_handler=False, handle_sigint=False))
        try:
            with ending_signals(self._finish):
                await asyncio.wait((painting, self._status), return_when=asyncio.FIRST_COMPLETED)
            return self._status.result() if self._status.done() else 0
        finally:
            loop.set_exception_handler(handler)
            await self._stop(painting)

    async def _stop(self, painting: asyncio.Future[None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._app.is_running and not self._app.is_done:
            self._app.exit()
        await asyncio.gather(painting, return_exceptions=True)
        self._app.output.clear_title()
        self._app.renderer.reset()
        self._app.output.flush()

    def _finish(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    def _failed(self, context: dict[str, Any]) -> None:  # Any: asyncio's own type of the context
        if not self._status.done():
            self._status.set_exception(context.get("exception") or RuntimeError(str(context.get("message"))))

    def _frame(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        screen = present_replay(self._state, size.columns, size.rows)
        return fragments(screen.lines, screen.cursor)

    def _pressed(self, event: KeyPressEvent) -> None:
        stroke = event.key_sequence[0]
        name = NAMED_KEYS.get(stroke.key) if isinstance(stroke.key, Keys) else stroke.key
        if name is None:
            return
        key = "space" if name == " " else name
        match action_of(key, Context.REPLAY, self._state.bindings):
            case Action.REDRAW:
                self._app.renderer.clear()
            case Action.SUSPEND:
                self._app.suspend_to_background()
            case _:
                self._become(press_replay, key)

    def _become(self, change: Callable[..., ReplayState], *arguments: str) -> None:
        was_playing, speed = self._state.playing, self._state.speed
        self._state = change(self._state, *arguments)
        if self._state.left:
            self._finish(0)
        if change is tick or (was_playing, speed) != (self._state.playing, self._state.speed):
            self._wind()
        self._app.invalidate()

    def _wind(self) -> None:
        """Let the next frame come in its time, while the record plays."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._state.playing:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SPEEDS[self._state.speed], self._become, tick)
