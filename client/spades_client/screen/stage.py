"""The terminal, driven by prompt_toolkit: keys and the mouse come in, screens go out, and it is left as it was found.

One window shows one canvas, so nothing that was typed can be lost with a widget. Nobody else drives a full screen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle

from spades_client.screen.present import Screen
from spades_client.screen.signals import ending_signals
from spades_client.screen.terminal import NAMED_KEYS, Control, fragments, styles
from spades_client.screen.ui_state import Key, Notify, Redraw, Ring, Suspend
from spades_client.settings import Settings

INTERRUPTED = 130
"""The exit status of a reader who was taken away: by Ctrl-C, or with the terminal."""

ESCAPE_SECONDS = 0.05
"""How long an Escape may be the beginning of another key's code."""

WHEEL = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}

ToTerminal: TypeAlias = Notify | Redraw | Ring | Suspend


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Where a button of the mouse was let go, counted from 0 at the top left."""

    row: int
    column: int
    at: float
    """When, as of a ``Key``."""


Moused: TypeAlias = Callable[[Click | Key], None]
"""Is told of a click, or of the key that a turn of the wheel stands for."""


class Stage:
    """One terminal for as long as somebody looks. Mutable: it is painted, and has tasks under way.

    *screen*: what is to be seen, for a width and a height. *press* takes a key. *settings*: those that hold now.
    *moused*: who wants the mouse, where the settings let the terminal have it; None: nobody.
    *now*: the clock of keys and clicks, which never goes back.
    """

    def __init__(
        self,
        screen: Callable[[int, int], Screen],
        press: Callable[[Key], None],
        *,
        settings: Callable[[], Settings],
        moused: Moused | None = None,
        now: Callable[[], float] = time.monotonic,
        terminal_input: Input | None = None,
        terminal_output: Output | None = None,
    ) -> None:
        self._screen, self._press, self._moused = screen, press, moused
        self._settings = settings
        self._now = now
        self._typing = False
        self._title = ""
        self._deeds: set[asyncio.Task[None]] = set()
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._app = self._application(terminal_input, terminal_output)

    def _application(self, terminal_input: Input | None, terminal_output: Output | None) -> Application[None]:
        bindings = KeyBindings()
        for key in (*NAMED_KEYS, Keys.Any):
            bindings.add(key)(self._pressed)
        control = Control(self._frame, self._mouse)
        app: Application[None] = Application(
            layout=Layout(Window(control, always_hide_cursor=Condition(lambda: not self._typing))),
            key_bindings=bindings,
            style=DynamicStyle(lambda: styles(self._settings().colours)),
            full_screen=True,
            mouse_support=Condition(lambda: self._moused is not None and self._settings().mouse),
            min_redraw_interval=0.015,
            input=terminal_input,
            output=terminal_output,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
        return app

    # From the first paint to the one way out.

    async def run(self, work: Callable[[], Awaitable[int]]) -> int:
        """Show the screen while *work* goes on, and return the exit status: its own, that of ``finish``, 128 and the
        number of a signal, or ``INTERRUPTED`` when the terminal has gone. The terminal is left as it was found.

        Raises whatever *work* and the deeds raise, and what goes wrong in the screen itself, once the terminal is free.
        """
        loop = asyncio.get_running_loop()
        handler = loop.get_exception_handler()
        loop.set_exception_handler(lambda _, context: self._failed(context))
        painting = asyncio.ensure_future(self._app.run_async(set_exception_handler=False, handle_sigint=False))
        working = asyncio.ensure_future(work())
        try:
            with ending_signals(self.finish):
                await asyncio.wait((painting, working, self._status), return_when=asyncio.FIRST_COMPLETED)
            return self._outcome(painting, working)
        finally:
            loop.set_exception_handler(handler)
            await self._stop(painting, working)

    def _outcome(self, painting: asyncio.Future[None], working: asyncio.Future[int]) -> int:
        if self._status.done():
            return self._status.result()
        if working.done():
            return working.result()
        with suppress(EOFError):
            painting.result()
        return INTERRUPTED

    async def _stop(self, painting: asyncio.Future[None], working: asyncio.Future[int]) -> None:
        working.cancel()
        await asyncio.gather(self.end_deeds(), working, return_exceptions=True)
        if self._app.is_running and not self._app.is_done:
            self._app.exit()
        await asyncio.gather(painting, return_exceptions=True)
        self._app.output.clear_title()
        self._app.renderer.reset()
        self._app.output.flush()

    def finish(self, status: int) -> None:
        """End with *status*, unless the end has come already."""
        if not self._status.done():
            self._status.set_result(status)

    def _failed(self, context: dict[str, Any]) -> None:  # Any: asyncio's own type of the context
        if not self._status.done():
            self._status.set_exception(context.get("exception") or RuntimeError(str(context.get("message"))))

    # What goes on beside the painting.

    def start(self, deed: Coroutine[Any, Any, None]) -> asyncio.Task[None]:  # Any: what a coroutine says to the loop
        """Let *deed* go on beside the painting; what it raises ends the screen."""
        task = asyncio.ensure_future(deed)
        self._deeds.add(task)
        task.add_done_callback(self._ended)
        return task

    async def end_deeds(self) -> None:
        """End everything that was started."""
        deeds = tuple(self._deeds)
        for deed in deeds:
            deed.cancel()
        await asyncio.gather(*deeds, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._deeds.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed({"exception": error})

    # Out to the terminal.

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the terminal."""
        size = self._app.output.get_size()
        return size.columns, size.rows

    def paint(self) -> None:
        """Paint again: something has changed."""
        self._app.invalidate()

    def do(self, effect: ToTerminal) -> None:
        """Do what is asked of the terminal."""
        match effect:
            case Redraw():
                self._app.renderer.clear()
            case Suspend():
                self._app.suspend_to_background()
            case Ring():
                self._app.output.bell()
                self._app.output.flush()
            case Notify(text=text):
                self._app.output.write_raw(f"\x1b]9;{text}\x1b\\")
                self._app.output.flush()
            case other:
                assert_never(other)

    def _frame(self) -> StyleAndTextTuples:
        screen = self._screen(*self.size)
        self._typing = screen.cursor is not None
        title = screen.title if self._settings().title else ""
        if title != self._title:
            self._title = title
            self._app.output.set_title(title)
        return fragments(screen.lines, screen.cursor)

    # In from the terminal.

    def _pressed(self, event: KeyPressEvent) -> None:
        stroke = event.key_sequence[0]
        name = NAMED_KEYS.get(stroke.key) if isinstance(stroke.key, Keys) else stroke.key
        if name is not None:
            self._press(Key(name="space" if name == " " else name, at=self._now(), text=stroke.data))
            self.paint()

    def _mouse(self, event: MouseEvent) -> None:
        if self._moused is None:
            return
        if event.event_type in WHEEL:
            self._moused(Key(name=WHEEL[event.event_type], at=self._now()))
        elif event.event_type is MouseEventType.MOUSE_UP:
            self._moused(Click(row=event.position.y, column=event.position.x, at=self._now()))
