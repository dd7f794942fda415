"""A record that fills the screen: keys and a timer around the pure state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from spades.v1.record_pb2 import GameRecord
from spades_client.screen import replay_texts as texts
from spades_client.screen.cells import tame
from spades_client.screen.draw_replay import present_replay
from spades_client.screen.keymap import Action, Context, action_of
from spades_client.screen.present import Screen
from spades_client.screen.replay_state import SPEEDS, ReplayState, press_replay, tick
from spades_client.screen.ui_state import Effect, Key, Redraw, Suspend


def title_of(record: GameRecord) -> str:
    """Return the day and the name of a recorded game."""
    date = record.started.ToJsonString()[:10] if record.HasField("started") else texts.NO_DATE
    return texts.TITLE_GAME.format(date=date, game=tame(record.game_id)).strip()


class ReplayFront:
    """A record and where its reader is. Mutable: it lives as long as the reader looks.

    *changed* is called when there is something else to be seen, *left* when the reader has seen enough.
    """

    def __init__(self, state: ReplayState, *, changed: Callable[[], None], left: Callable[[], None]) -> None:
        self._state = state
        self._changed = changed
        self._left = left
        self._timer: asyncio.TimerHandle | None = None

    def screen(self, width: int, height: int) -> Screen:
        """Return what is to be seen."""
        return present_replay(self._state, width, height)

    def press(self, key: Key) -> tuple[Effect, ...]:
        """Take a key, and return what the driver is to do about it."""
        match action_of(key.name, Context.REPLAY, self._state.bindings):
            case Action.REDRAW:
                return (Redraw(),)
            case Action.SUSPEND:
                return (Suspend(),)
        before = self._state
        self._state = press_replay(before, key.name)
        if (before.playing, before.speed) != (self._state.playing, self._state.speed):
            self._wind()
        if self._state.left:
            self._left()
        self._changed()
        return ()

    def tell(self, note: str) -> None:
        """Show a line to the reader until the next key."""
        self._state = replace(self._state, note=note)
        self._changed()

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wind(self) -> None:
        """Let the next frame come in its time, while the record plays."""
        self.stop()
        if self._state.playing:
            self._timer = asyncio.get_running_loop().call_later(SPEEDS[self._state.speed], self._tick)

    def _tick(self) -> None:
        self._state = tick(self._state)
        self._wind()
        self._changed()
