"""The driver of the replay: a record alone on a terminal, which is left as it was found."""

from __future__ import annotations

import asyncio
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import Output

from spades.v1.record_pb2 import GameRecord
from spades_client.screen.keymap import BINDINGS, Binding
from spades_client.screen.look import Look
from spades_client.screen.replay import frames
from spades_client.screen.replay_front import ReplayFront, title_of
from spades_client.screen.replay_state import ReplayState
from spades_client.screen.signals import ending_signals
from spades_client.screen.terminal import NAMED_KEYS, Control, fragments, styles
from spades_client.screen.ui_state import Key, Redraw, Suspend
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
    state = ReplayState(story=frames(record, look), title=title_of(record), look=look, bindings=bindings, note=note)
    return await _ReplayApp(state, terminal_input, terminal_output).run()


class _ReplayApp:
    """Mutable: it lives as long as the reader looks."""

    def __init__(self, state: ReplayState, terminal_input: Input | None, terminal_output: Output | None) -> None:
        self._front = ReplayFront(state, changed=lambda: self._app.invalidate(), left=lambda: self._finish(0))
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
        self._front.stop()
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
        screen = self._front.screen(size.columns, size.rows)
        return fragments(screen.lines, screen.cursor)

    def _pressed(self, event: KeyPressEvent) -> None:
        stroke = event.key_sequence[0]
        name = NAMED_KEYS.get(stroke.key) if isinstance(stroke.key, Keys) else stroke.key
        if name is None:
            return
        key = Key(name="space" if name == " " else name, at=asyncio.get_running_loop().time())
        for effect in self._front.press(key):
            match effect:
                case Redraw():
                    self._app.renderer.clear()
                case Suspend():
                    self._app.suspend_to_background()
