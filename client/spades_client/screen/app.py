"""The full-screen driver: prompt_toolkit and the table's stream in one loop, around the pure reducer and presenter.

Screens are states of one canvas in one window, so nothing that was typed can be lost with a widget.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
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

from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import TABLE_STAGE_PLAYING
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT
from spades_client import texts as prose
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.commands import SayAside, SayText
from spades_client.connection import Connection
from spades_client.errors import LinkLost, Refused
from spades_client.language import LANGUAGES, current, use, wanted
from spades_client.modes import SWITCH
from spades_client.screen import seats_texts, texts
from spades_client.screen.advice import advice_lines
from spades_client.screen.ahead import time_has_come
from spades_client.screen.cells import tame
from spades_client.screen.deal import Deal
from spades_client.screen.dealing import Dealing
from spades_client.screen.deeds import carry_out, consult
from spades_client.screen.draw_banner import turn
from spades_client.screen.front import Front
from spades_client.screen.game_record import look_back, write_record
from spades_client.screen.hall.change_rules import change_rules
from spades_client.screen.keymap import Binding
from spades_client.screen.known import Known
from spades_client.screen.mouse import card_at, click
from spades_client.screen.present import Screen, present
from spades_client.screen.reduce import adopt, press, press_everywhere
from spades_client.screen.signals import ending_signals
from spades_client.screen.table_view import ADVICE, LogLine, TableView
from spades_client.screen.terminal import NAMED_KEYS, Control, fragments, styles
from spades_client.screen.text_line import TextLine
from spades_client.screen.ui_state import (
    Answer,
    Consult,
    Effect,
    Go,
    Key,
    LookBack,
    Notify,
    Obey,
    Overlay,
    PlaySoon,
    Redraw,
    Ring,
    ShowRules,
    SkipHold,
    Suspend,
    UiState,
    WriteRecord,
)
from spades_client.seating import begin_game
from spades_client.settings import Bell, Language, Settings
from spades_client.table_client import TableClient
from spades_client.watch import Ended, Link, LinkChanged, Update, watch

ReadKeys: TypeAlias = Callable[[str], tuple[tuple[Binding, ...], list[str]]]
"""Reads the file of keys that the setting names, and tells what is wrong with it."""

DONE = 0
LINK_GONE = 4
INTERRUPTED = 130

ESCAPE_SECONDS = 0.05
"""How long an Escape may be the beginning of another key's code."""

WARN_SECONDS = 10
"""The bell rings again when so little is left of one's own time."""


class ScreenApp:
    """One seat on a full screen. Mutable: it lives as long as the player stays."""

    def __init__(
        self,
        *,
        settings: Settings,
        letters: bool,
        keep: Callable[[Settings, Settings], None],
        read_keys: ReadKeys,
        seated: Callable[[Address, str], None],
        place: str,
        pace: Pace,
        terminal_input: Input | None = None,
        terminal_output: Output | None = None,
    ) -> None:
        self._pace = pace
        self._place = place
        self._ui = UiState(settings=settings, letters=letters)
        self._keep, self._kept = keep, settings
        self._read_keys = read_keys
        self._seated = seated
        self._known = Known(place=place, pace=pace)
        self._hold: asyncio.TimerHandle | None = None
        self._dealing = Dealing(self._show_deal)
        self._tick: asyncio.TimerHandle | None = None
        self._warned = 0
        self._title = ""
        self._table: TableClient | None = None
        self._connection: Connection | None = None
        self._begins: str | None = None
        self._over: asyncio.Future[Ended] | None = None
        self._front: Front | None = None
        self._deeds: set[asyncio.Task[None]] = set()
        self._front_deed: asyncio.Task[None] | None = None
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.last_words = ""
        """What remains to be said when the screen is gone."""
        self._app = self._application(terminal_input, terminal_output)
        self._take_keys()

    def _application(self, terminal_input: Input | None, terminal_output: Output | None) -> Application[None]:
        bindings = KeyBindings()
        for key in (*NAMED_KEYS, Keys.Any):
            bindings.add(key)(self._pressed)
        control = Control(self._frame, self._moused)
        app: Application[None] = Application(
            layout=Layout(Window(control, always_hide_cursor=Condition(lambda: self._ui.entry is None))),
            key_bindings=bindings,
            style=DynamicStyle(lambda: styles(self._ui.settings.colours)),
            full_screen=True,
            mouse_support=Condition(lambda: self._ui.settings.mouse),
            min_redraw_interval=0.015,
            input=terminal_input,
            output=terminal_output,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
        return app

    async def run(self, work: Callable[[], Awaitable[int]]) -> int:
        """Show the screen while *work* goes on, and return its exit status; the terminal is left as it was found.

        Raises whatever *work* raises, and what goes wrong in the screen itself, once the terminal is free again.
        """
        loop = asyncio.get_running_loop()
        handler = loop.get_exception_handler()
        loop.set_exception_handler(lambda _, context: self._failed(context))
        painting = asyncio.ensure_future(self._app.run_async(set_exception_handler=False, handle_sigint=False))
        working = asyncio.ensure_future(work())
        try:
            with ending_signals(self._finish):
                await asyncio.wait((painting, working, self._status), return_when=asyncio.FIRST_COMPLETED)
            return await self._end(painting, working)
        finally:
            loop.set_exception_handler(handler)
            await self._stop(painting, working)

    async def _end(self, painting: asyncio.Future[None], working: asyncio.Future[int]) -> int:
        if self._status.done():
            return self._status.result()
        if working.done():
            return working.result()
        with suppress(EOFError):  # the terminal has gone: the seat is kept
            painting.result()
        return INTERRUPTED

    async def _stop(self, painting: asyncio.Future[None], working: asyncio.Future[int]) -> None:
        self._dealing.skip()
        for timer in (self._hold, self._tick):
            if timer is not None:
                timer.cancel()
        for deed in self._deeds:
            deed.cancel()
        working.cancel()
        await asyncio.gather(*self._deeds, working, return_exceptions=True)
        if self._app.is_running and not self._app.is_done:
            self._app.exit()
        await asyncio.gather(painting, return_exceptions=True)
        self._keep_settings()
        self._app.output.clear_title()
        self._app.renderer.reset()
        self._app.output.flush()

    def _failed(self, context: dict[str, Any]) -> None:  # Any: asyncio's own type of the context
        error = context.get("exception") or RuntimeError(str(context.get("message")))
        if not self._status.done():
            self._status.set_exception(error)

    def _finish(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    # Painting.

    def show(self, front: Front | None) -> None:
        """Let *front* fill the screen and take the keys; None: the table does."""
        self._front = front
        self._app.invalidate()

    def keep_name(self, name: str) -> None:
        """Keep what the player wants to be called, for the next run too."""
        self._ui = self._ui.wishing(name=name)
        self._keep_settings()

    def invalidate(self) -> None:
        """Paint again: something has changed."""
        self._app.invalidate()

    def _frame(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        if self._front is not None:
            screen = self._front.screen(size.columns, size.rows)
            self._set_title(screen)
            return fragments(screen.lines, screen.cursor)
        view = self._known.now()
        screen = present(view, self._ui, size.columns, size.rows)
        self._set_title(screen)
        self._schedule(view)
        return fragments(screen.lines, screen.cursor)

    def _set_title(self, screen: Screen) -> None:
        title = screen.title if self._ui.settings.title else ""
        if title != self._title:
            self._title = title
            self._app.output.set_title(title)

    def _schedule(self, view: TableView) -> None:
        """Paint again at the next full second, if a time is on the screen: nothing else moves by itself."""
        _, prompt, _ = turn(view, self._ui)
        left = view.left.get(prompt.prompt_id) if prompt is not None else None
        wait = None
        if view.link is Link.LOST:
            wait = 1.0 - view.lost_for % 1.0
        elif left is not None and left > 0:
            wait = left - math.ceil(left) + 1.0
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if wait is not None:
            self._tick = asyncio.get_running_loop().call_later(max(0.02, wait), self._ticked)

    def _ticked(self) -> None:
        self._tick = None
        view = self._known.now()
        prompt = view.asked
        left = view.left.get(prompt.prompt_id) if prompt is not None else None
        if prompt is not None and left is not None and left <= WARN_SECONDS and self._warned != prompt.prompt_id:
            self._warned = prompt.prompt_id
            if self._ui.settings.bell is not Bell.OFF:
                self._ring()
        self._app.invalidate()

    def _ring(self) -> None:
        self._app.output.bell()
        self._app.output.flush()

    # Keys.

    def _pressed(self, event: KeyPressEvent) -> None:
        stroke = event.key_sequence[0]
        name = NAMED_KEYS.get(stroke.key) if isinstance(stroke.key, Keys) else stroke.key
        if name is None:
            return
        key = Key(name="space" if name == " " else name, at=self._pace.now(), text=stroke.data)
        language = self._ui.settings.language
        if self._front is None:
            self._ui, effects = press(self._ui, self._known.now(), key)
        elif (step := press_everywhere(self._ui, key)) is not None:
            self._ui, effects = step
            self._front.tell(self._ui.note)
        else:
            effects = self._front.press(key)
        if self._ui.settings.language is not language:
            self._speak()
        self._run(effects)
        if self._ui.overlay is not Overlay.SETTINGS:
            self._keep_settings()
        self._app.invalidate()

    def next_language(self) -> str:
        """Put everything into the language after the one in use, for later runs too; return the line that tells it."""
        codes = list(LANGUAGES)
        code = codes[(codes.index(current()) + 1) % len(codes)]
        self._ui = self._ui.wishing(language=Language(code))
        self._speak()
        self._keep_settings()
        return self._ui.note

    def _speak(self) -> None:
        """Put the screen into the language that was chosen; what is in the log stays as it was told."""
        use(wanted(saved=self._ui.settings.language.value))
        self._ui = replace(self._ui, note=prose.SPEAKS)

    def _keep_settings(self) -> None:
        """Write what was changed to disk; while the settings are open they wait, as the next key changes them again."""
        before, self._kept = self._kept, self._ui.settings
        self._keep(before, self._kept)
        if before.keys != self._kept.keys:
            self._take_keys()

    def _take_keys(self) -> None:
        """Let the keys of the player's file hold, and tell what is wrong with it."""
        bindings, faults = self._read_keys(self._ui.settings.keys)
        self._ui = replace(self._ui, bindings=bindings, note=faults[0] if faults else self._ui.note)
        self._known.note(*(LogLine(text=fault) for fault in faults))

    def _moused(self, event: MouseEvent) -> None:
        view, size = self._known.now(), self._app.output.get_size()
        wheel = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}.get(event.event_type)
        if wheel is not None and self._ui.overlay is not None:
            self._ui, effects = press(self._ui, view, Key(name=wheel, at=self._pace.now()))
        elif event.event_type is MouseEventType.MOUSE_UP:
            place = event.position
            card = card_at(view, self._ui, (size.columns, size.rows), place.y, place.x)
            self._ui, effects = click(self._ui, view, card, self._pace.now()) if card else (self._ui, ())
        else:
            return
        self._run(effects)
        self._app.invalidate()

    def _run(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Answer() | Obey():
                    self._start(self._do(effect))
                case Go(leave=True):
                    self._ui = replace(self._ui, note=texts.LEAVING)
                    self._start(self._leave())
                case Go(switch=True):
                    self._finish(SWITCH)
                case Go(interrupted=interrupted):
                    self.last_words = texts.SEAT_KEPT if self._known.now().may_return else ""
                    self._finish(INTERRUPTED if interrupted else DONE)
                case ShowRules():
                    self._put_in_front(self._change_rules)
                case LookBack():
                    self._put_in_front(self._look_back)
                case WriteRecord():
                    self._start(self._write_record())
                case Redraw():
                    self._app.renderer.clear()
                case Suspend():
                    self._app.suspend_to_background()
                case SkipHold():
                    self._release()
                    self._dealing.skip()
                case Consult(prompt=prompt):
                    self._start(self._consult(prompt))
                case PlaySoon(prompt_id=prompt_id, seconds=seconds):
                    pause = seconds * (1 + self._pace.random())
                    self._start(self._play_soon(prompt_id, pause))
                case Notify(text=text):
                    self._app.output.write_raw(f"\x1b]9;{text}\x1b\\")
                    self._app.output.flush()
                case Ring():
                    self._ring()
                case other:
                    assert_never(other)

    def _put_in_front(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Begin what fills the screen for a while, unless something else does or is about to."""
        if self._front_deed is None or self._front_deed.done():
            self._front_deed = self._start(deed())

    def _start(self, deed: Any) -> asyncio.Task[None]:  # Any: a coroutine that gives nothing
        task: asyncio.Task[None] = asyncio.ensure_future(deed)
        self._deeds.add(task)
        task.add_done_callback(self._ended_deed)
        return task

    def _ended_deed(self, task: asyncio.Task[None]) -> None:
        self._deeds.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed({"exception": error})

    async def _do(self, deed: Answer | Obey) -> None:
        if self._table is None:
            self._ui = replace(self._ui, sent=0, note=texts.NOT_THROUGH)
            return
        outcome = await carry_out(self._table, self._known.now(), deed, self._ui.look)
        if isinstance(deed, Answer):
            self._ui = replace(self._ui, sent=0 if self._ui.sent == deed.prompt.prompt_id else self._ui.sent)
            if outcome.settled:
                self._known.set_answered(deed.prompt.prompt_id)
        elif (
            outcome.done
            and isinstance(deed.command, SayText | SayAside)
            and self._ui.say.text.strip() == deed.command.text
        ):
            self._ui = replace(self._ui, say=TextLine())
        self._known.note(*(LogLine(text=line) for line in outcome.lines))
        if outcome.note:
            self._ui = replace(self._ui, note=outcome.note)
        self._adopt(live=False)

    async def _play_soon(self, prompt_id: int, seconds: float) -> None:
        await self._pace.sleep(seconds)
        self._ui, effects = time_has_come(self._ui, self._known.now(), prompt_id)
        self._run(effects)
        self._app.invalidate()

    async def _consult(self, prompt: Prompt) -> None:
        if self._table is None:
            return
        tip = await consult(self._table, prompt)
        if isinstance(tip, str):
            self._known.note(*([LogLine(text=tip)] if tip else []))
        else:
            self._known.advise(prompt.prompt_id, tip)
            view = self._known.now()
            self._known.note(*(LogLine(text=line, kind=ADVICE) for line in advice_lines(view, self._ui.look)))
        self._app.invalidate()

    async def _change_rules(self) -> None:
        if self._table is None or self._connection is None:
            return
        snapshot = self._known.now().snapshot
        info = self._connection.info
        done = await change_rules(self._table, snapshot, info, show=self.show, changed=self.invalidate)
        self._ui = replace(self._ui, note=seats_texts.RULES_SENT if done else "")

    async def _look_back(self) -> None:
        if self._connection is not None:
            game = self._known.now().snapshot.game_id
            note = await look_back(self._connection, game, self._ui, show=self.show, changed=self.invalidate)
            self._ui = replace(self._ui, note=note)
            self._app.invalidate()

    async def _write_record(self) -> None:
        if self._connection is not None:
            game = self._known.now().snapshot.game_id
            note = await write_record(self._connection, game, Path.cwd())
            self._ui = replace(self._ui, note=note)
            self._app.invalidate()

    async def _leave(self) -> None:
        """Leave the table for good; where that does not come through the player goes all the same."""
        if self._table is None:
            return self._finish(DONE)
        try:
            await self._table.leave()
        except Refused:
            pass  # there is nothing to leave any more, which is what was wanted
        except LinkLost as error:
            if self._over is not None and not self._over.done():
                self._over.set_exception(error)
            return None
        return self._take_end(Ended(reason=GOODBYE_REASON_LEFT))

    # The table.

    async def watch(
        self,
        connection: Connection,
        table: TableClient,
        *,
        keeps_seat: bool = True,
        invites: Sequence[str] = (),
        begin: str | None = None,
    ) -> Ended:
        """Follow *table* until there is nothing left to watch, and return how it ended.

        *keeps_seat*: a seat can be taken back later. *invites*: what friends must type to come to this server.
        *begin*: once the table is seen, fill it with computer players of that level (empty: the server's usual one)
        and start, so that the deal is seen too; None: wait for people.

        Raises:
            LinkLost: the player left, and that did not come through; the server still keeps the seat.
        """
        invites = invites or connection.invites(table.table_id)
        self._known.meet(connection, keeps_seat=keeps_seat, invites=invites)
        self._table, self._connection, self._begins = table, connection, begin
        self._over = asyncio.get_running_loop().create_future()
        self._seated(connection.address, table.table_id)
        self.show(None)
        following = asyncio.ensure_future(self._follow(table))
        try:
            await asyncio.wait((following, self._over), return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                following.result()
            return await self._over
        finally:
            for task in (following, *self._deeds):
                task.cancel()
            await asyncio.gather(following, *self._deeds, return_exceptions=True)
            self._release()
            self._dealing.skip()
            # The next table begins afresh, but for what the reader wishes for at all of them.
            self._table, self._known = None, Known(place=self._place, pace=self._pace)
            kept = self._ui
            self._ui = UiState(settings=kept.settings, letters=kept.letters, bindings=kept.bindings)

    async def _follow(self, table: TableClient) -> None:
        async with aclosing(watch(table)) as items:
            async for item in items:
                match item:
                    case Update():
                        self._take(item)
                    case LinkChanged():
                        self._take_link(item)
                    case Ended():
                        self._take_end(item)
                    case other:
                        assert_never(other)

    def _take(self, update: Update) -> None:
        trick, loud = self._known.take(update, self._ui)
        if self._front_deed is not None and update.snapshot.stage == TABLE_STAGE_PLAYING:
            self._front_deed.cancel()  # the game waits for nobody who reads its rules or looks back
        if loud and update.live and self._ui.settings.bell is Bell.ALL:
            self._ring()
        if trick is not None and self._ui.settings.trick_pause > 0:
            self._release()
            self._known.hold(trick)
            self._hold = asyncio.get_running_loop().call_later(self._ui.settings.trick_pause, self._release)
        if update.batch is not None and update.live and self._ui.settings.trick_pause > 0:
            self._dealing.take(update.batch)
        self._adopt(live=update.live)

    def _take_link(self, changed: LinkChanged) -> None:
        if self._known.take_link(changed):
            self._ui = replace(self._ui, note=texts.BACK_AGAIN)
        if self._begins is not None and self._table is not None and changed.link is Link.CONNECTED:
            self._start(self._begin(self._table, self._begins))
            self._begins = None
        self._adopt(live=changed.link is Link.CONNECTED)

    async def _begin(self, table: TableClient, level: str) -> None:
        try:
            await begin_game(table, level=level)
        except (Refused, LinkLost) as error:
            self._ui = replace(self._ui, note=texts.REFUSED.format(reason=tame(str(error))))
            self._app.invalidate()

    def _take_end(self, ended: Ended) -> None:
        # The reply to our leaving and the server's goodbye say the same: the first one counts.
        if self._over is not None and not self._over.done():
            self._over.set_result(ended)

    def _adopt(self, *, live: bool) -> None:
        self._ui, effects = adopt(self._ui, self._known.now(), live=live)
        self._run(effects)
        self._app.invalidate()

    def _show_deal(self, deal: Deal | None) -> None:
        self._known.deal(deal)
        self._app.invalidate()

    def _release(self) -> None:
        """Take a finished trick off the table."""
        if self._hold is not None:
            self._hold.cancel()
        self._hold = None
        if self._known.hold(None):
            self._app.invalidate()
