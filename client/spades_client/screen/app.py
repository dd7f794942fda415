"""A table on the full screen: its stream and the reader's keys in one loop, around the pure reducer and presenter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from spades.v1.prompt_pb2 import Prompt
from spades.v1.record_pb2 import GameRecord
from spades.v1.snapshot_pb2 import TABLE_STAGE_PLAYING
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT
from spades_client import texts as prose
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.commands import SayAside, SayText
from spades_client.connection import Connection
from spades_client.errors import LinkLost, Refused
from spades_client.modes import SWITCH
from spades_client.screen import texts
from spades_client.screen.advice import advice_lines
from spades_client.screen.ahead import time_has_come
from spades_client.screen.cells import tame
from spades_client.screen.deal import Deal
from spades_client.screen.dealing import Dealing
from spades_client.screen.deeds import carry_out, consult
from spades_client.screen.front import Front
from spades_client.screen.known import Known
from spades_client.screen.mouse import card_at, click
from spades_client.screen.present import Screen, present
from spades_client.screen.reduce import adopt, press, press_everywhere
from spades_client.screen.stage import INTERRUPTED, Click, Stage
from spades_client.screen.table_view import ADVICE, LogLine
from spades_client.screen.text_line import TextLine
from spades_client.screen.ticking import Ticking
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
from spades_client.screen.wishes import ReadKeys, Wishes, in_its_language, in_next_language
from spades_client.seating import begin_game
from spades_client.settings import Bell, Settings
from spades_client.table_client import TableClient
from spades_client.watch import Ended, Link, LinkChanged, Update, watch

if TYPE_CHECKING:
    from spades_client.screen.hall.binding import OwnDeeds
    from spades_client.screen.replay_state import Tips

DONE = 0
LINK_GONE = 4


class ScreenApp:
    """One seat on a full screen. Mutable: it lives as long as the player stays."""

    def __init__(
        self,
        *,
        settings: Settings,
        letters: bool,
        keep: Callable[[Settings, Settings], None],
        read_keys: ReadKeys,
        advise: Callable[[GameRecord], Tips],
        seated: Callable[[Address, str], None],
        place: str,
        pace: Pace,
        terminal_input: Input | None = None,
        terminal_output: Output | None = None,
    ) -> None:
        self._pace = pace
        self._advise = advise
        self._place = place
        self._ui = UiState(settings=settings, letters=letters)
        self._wishes = Wishes(settings, keep=keep, read_keys=read_keys)
        self._seated = seated
        self._known = Known(place=place, pace=pace)
        self._hold: asyncio.TimerHandle | None = None
        self._dealing = Dealing(self._show_deal)
        self._ticking = Ticking(now=lambda: self._known.now(), paint=self.invalidate, warn=self._warn)
        self._table: TableClient | None = None
        self._connection: Connection | None = None
        self._begins: str | None = None
        self._over: asyncio.Future[Ended] | None = None
        self._front: Front | None = None
        self._front_deed: asyncio.Task[None] | None = None
        self.last_words = ""
        """What remains to be said when the screen is gone."""
        self._stage = Stage(
            self._screen,
            self._pressed,
            settings=lambda: self._ui.settings,
            moused=self._moused,
            now=pace.now,
            terminal_input=terminal_input,
            terminal_output=terminal_output,
        )
        self._take_keys(self._wishes.with_keys(self._ui))

    async def run(self, work: Callable[[], Awaitable[int]]) -> int:
        """Show the screen while *work* goes on, and return the exit status, as ``Stage.run``."""
        try:
            return await self._stage.run(work)
        finally:
            self._dealing.skip()
            self._release()
            self._ticking.stop()
            self._keep_settings()

    # Painting.

    def show(self, front: Front | None) -> None:
        """Let *front* fill the screen and take the keys; None: the table does."""
        self._front = front
        self._stage.paint()

    def keep_name(self, name: str) -> None:
        """Keep what the player wants to be called, for the next run too."""
        self._ui = self._ui.wishing(name=name)
        self._keep_settings()

    def invalidate(self) -> None:
        """Paint again: something has changed."""
        self._stage.paint()

    def _screen(self, width: int, height: int) -> Screen:
        if self._front is not None:
            return self._front.screen(width, height)
        view = self._known.now()
        self._ticking.painted(view, self._ui)
        return present(view, self._ui, width, height)

    def _warn(self) -> None:
        if self._ui.settings.bell is not Bell.OFF:
            self._stage.do(Ring())

    # Keys.

    def _pressed(self, key: Key) -> None:
        language = self._ui.settings.language
        if self._front is None:
            self._ui, effects = press(self._ui, self._known.now(), key)
        elif (step := press_everywhere(self._ui, key)) is not None:
            self._ui, effects = step
            self._front.tell(self._ui.note)
        else:
            effects = self._front.press(key)
        if self._ui.settings.language is not language:
            self._ui = in_its_language(self._ui)
        self._run(effects)
        if self._ui.overlay is not Overlay.SETTINGS:
            self._keep_settings()

    def next_language(self) -> str:
        """Put everything into the language after the one in use, for later runs too; return the line that tells it."""
        self._ui = in_next_language(self._ui)
        self._keep_settings()
        return self._ui.note

    @property
    def hall_keys(self) -> OwnDeeds:
        """The reader's own keys before a table."""
        return self._wishes.hall

    def _keep_settings(self) -> None:
        """Write what was changed to disk; while the settings are open they wait, as the next key changes them again."""
        self._take_keys(self._wishes.kept(self._ui))

    def _take_keys(self, taken: tuple[UiState, list[str]]) -> None:
        self._ui, faults = taken
        self._known.note(*(LogLine(text=fault) for fault in faults))

    def _moused(self, moused: Click | Key) -> None:
        view = self._known.now()
        if isinstance(moused, Click):
            card = card_at(view, self._ui, self._stage.size, moused.row, moused.column)
            self._ui, effects = click(self._ui, view, card, moused.at) if card else (self._ui, ())
        elif self._ui.overlay is not None:
            self._ui, effects = press(self._ui, view, moused)
        else:
            return
        self._run(effects)
        self._stage.paint()

    def _run(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Answer() | Obey():
                    self._stage.start(self._do(effect))
                case Go(leave=True):
                    self._ui = replace(self._ui, note=texts.LEAVING)
                    self._stage.start(self._leave())
                case Go(switch=True):
                    self._stage.finish(SWITCH)
                case Go(interrupted=interrupted):
                    self.last_words = texts.SEAT_KEPT if self._known.now().may_return else ""
                    self._stage.finish(INTERRUPTED if interrupted else DONE)
                case ShowRules():
                    self._put_in_front(self._change_rules)
                case LookBack():
                    self._put_in_front(self._look_back)
                case WriteRecord():
                    self._stage.start(self._write_record())
                case Redraw() | Suspend() | Ring() | Notify():
                    self._stage.do(effect)
                case SkipHold():
                    self._release()
                    self._dealing.skip()
                case Consult(prompt=prompt):
                    self._stage.start(self._consult(prompt))
                case PlaySoon(prompt_id=prompt_id, seconds=seconds):
                    pause = seconds * (1 + self._pace.random())
                    self._stage.start(self._play_soon(prompt_id, pause))
                case other:
                    assert_never(other)

    def _put_in_front(self, deed: Callable[[], Coroutine[None, None, None]]) -> None:
        """Begin what fills the screen for a while, unless something else does or is about to."""
        if self._front_deed is None or self._front_deed.done():
            self._front_deed = self._stage.start(deed())

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
        self._stage.paint()

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
        self._stage.paint()

    async def _change_rules(self) -> None:
        if self._table is None or self._connection is None:
            return
        # Loaded late, like what looks at a record: the first paint must not wait for it.
        from spades_client.screen.hall.change_rules import change_rules

        snapshot = self._known.now().snapshot
        info = self._connection.info
        await self._note(
            change_rules(self._table, snapshot, info, show=self.show, changed=self.invalidate, own=self.hall_keys)
        )

    async def _look_back(self) -> None:
        from spades_client.screen.game_record import look_back

        if self._connection is not None:
            game = self._known.now().snapshot.game_id
            await self._note(
                look_back(
                    self._connection, game, self._ui, show=self.show, changed=self.invalidate, advise=self._advise
                )
            )

    async def _write_record(self) -> None:
        from spades_client.screen.game_record import write_record

        if self._connection is not None:
            await self._note(write_record(self._connection, self._known.now().snapshot.game_id, Path.cwd()))

    async def _note(self, deed: Awaitable[str]) -> None:
        """Wait for *deed*, and show what there is to say about it."""
        self._ui = replace(self._ui, note=await deed)
        self._stage.paint()

    async def _leave(self) -> None:
        """Leave the table for good; where that does not come through the player goes all the same."""
        if self._table is None:
            return self._stage.finish(DONE)
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
            following.cancel()
            await asyncio.gather(following, self._stage.end_deeds(), return_exceptions=True)
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
            self._stage.do(Ring())
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
            self._stage.start(self._begin(self._table, self._begins))
            self._begins = None
        self._adopt(live=changed.link is Link.CONNECTED)

    async def _begin(self, table: TableClient, level: str) -> None:
        try:
            await begin_game(table, level=level)
        except (Refused, LinkLost) as error:
            self._ui = replace(self._ui, note=prose.REFUSED.format(reason=tame(str(error))))
            self._stage.paint()

    def _take_end(self, ended: Ended) -> None:
        # The reply to our leaving and the server's goodbye say the same: the first one counts.
        if self._over is not None and not self._over.done():
            self._over.set_result(ended)

    def _adopt(self, *, live: bool) -> None:
        self._ui, effects = adopt(self._ui, self._known.now(), live=live)
        self._run(effects)
        self._stage.paint()

    def _show_deal(self, deal: Deal | None) -> None:
        self._known.deal(deal)
        self._stage.paint()

    def _release(self) -> None:
        """Take a finished trick off the table."""
        if self._hold is not None:
            self._hold.cancel()
        self._hold = None
        if self._known.hold(None):
            self._stage.paint()
