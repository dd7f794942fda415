"""The clock on the screen: its next full second, and the bell when little time is left. Mutable: a timer runs."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Protocol

from spades_client.screen.draw_banner import turn
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.watch import Link

WARN_SECONDS = 10
"""The bell rings again when so little is left of one's own time."""


class Timer(Protocol):
    """What waits."""

    def cancel(self) -> None:
        """Wait no more."""


def call_later(seconds: float, deed: Callable[[], None]) -> Timer:
    """Call *deed* in so many seconds of the running loop."""
    return asyncio.get_running_loop().call_later(seconds, deed)


class Ticking:
    """Calls *paint* at the next full second, if a time is on the screen: nothing else moves by itself.

    *now*: the table at this moment. *warn* is called once for each prompt whose time is nearly up. *later* calls
    something after so many seconds.
    """

    def __init__(
        self,
        *,
        now: Callable[[], TableView],
        paint: Callable[[], None],
        warn: Callable[[], None],
        later: Callable[[float, Callable[[], None]], Timer] = call_later,
    ) -> None:
        self._now, self._paint, self._warn, self._later = now, paint, warn, later
        self._timer: Timer | None = None
        self._warned = 0

    def painted(self, view: TableView, ui: UiState) -> None:
        """Wait for the second after the one that is shown now."""
        _, prompt, _ = turn(view, ui)
        left = view.left.get(prompt.prompt_id) if prompt is not None else None
        wait = None
        if view.link is Link.LOST:
            wait = 1.0 - view.lost_for % 1.0
        elif left is not None and left > 0:
            wait = left - math.ceil(left) + 1.0
        self.stop()
        if wait is not None:
            self._timer = self._later(max(0.02, wait), self._ticked)

    def stop(self) -> None:
        """Let no second pass any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ticked(self) -> None:
        self._timer = None
        view = self._now()
        prompt = view.asked
        left = view.left.get(prompt.prompt_id) if prompt is not None else None
        if prompt is not None and left is not None and left <= WARN_SECONDS and self._warned != prompt.prompt_id:
            self._warned = prompt.prompt_id
            self._warn()
        self._paint()
