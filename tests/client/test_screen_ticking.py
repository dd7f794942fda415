"""The clock on the screen, by a clock of the test's own: when it is painted again, and when the bell rings for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from client import scenes
from client.messages import play_prompt
from client.screens import sat_down, seen
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import Link
from spades_client.screen.table_view import TableView
from spades_client.screen.ticking import Ticking


@dataclass(slots=True)
class Clock:
    """A timer that waits until the test says so, and what it has caused. Mutable: time passes in it."""

    view: TableView
    waits: list[float] = field(default_factory=list)
    """Seconds asked for, the last of which runs."""
    rung: int = 0
    painted: int = 0
    due: Callable[[], None] | None = None

    def later(self, seconds: float, deed: Callable[[], None]) -> Clock:
        """Take in what is to be done."""
        self.waits.append(round(seconds, 3))
        self.due = deed
        return self

    def cancel(self) -> None:
        """Forget it."""
        self.due = None

    def ring(self) -> None:
        """Count a bell."""
        self.rung += 1

    def paint(self) -> None:
        """Count a picture."""
        self.painted += 1

    def passes(self, ticking: Ticking, left: float, prompt_id: int = 7) -> None:
        """Let what is waited for come, with so many seconds left for a prompt, and paint what is seen then."""
        self.view = replace(self.view, left={prompt_id: left})
        due, self.due = self.due, None
        if due is not None:
            due()
        ticking.painted(self.view, sat_down(self.view))


def asked(prompt_id: int = 7, seat: int = 1) -> TableView:
    """Return a table that asks a seat to play; the viewer's own is 1."""
    snapshot = Snapshot()
    snapshot.CopyFrom(scenes.waiting().snapshot)
    del snapshot.prompts[:]
    snapshot.prompts.append(play_prompt("AH 5H" if seat == 1 else "", prompt_id=prompt_id, seat=seat))
    return seen(snapshot)


def ticking_for(view: TableView) -> tuple[Clock, Ticking]:
    """Return the clock of a table, and what it drives."""
    clock = Clock(view)
    return clock, Ticking(now=lambda: clock.view, paint=clock.paint, warn=clock.ring, later=clock.later)


def test_the_bell_rings_once_more_when_ten_seconds_are_left() -> None:
    clock, ticking = ticking_for(asked())
    for left, rung in ((11.6, 0), (11.0, 0), (10.4, 0), (10.0, 1), (9.0, 1), (1.0, 1), (0.0, 1)):
        clock.passes(ticking, left)
        assert clock.rung == rung, left
    clock.view = asked(prompt_id=8)
    clock.passes(ticking, 9.5, prompt_id=8)
    clock.passes(ticking, 9.0, prompt_id=8)
    assert clock.rung == 2, "another question has its own bell"


def test_no_bell_rings_for_the_time_of_another() -> None:
    clock, ticking = ticking_for(asked(seat=4))
    for left in (11.0, 10.0, 9.0, 0.5):
        clock.passes(ticking, left)
    assert (clock.rung, clock.painted) == (0, 3)


@pytest.mark.parametrize(
    ("left", "waits"), [(21.0, [1.0]), (20.25, [0.25]), (20.001, [0.02]), (0.5, [0.5]), (0.0, []), (-3.0, [])]
)
def test_the_next_picture_comes_with_the_next_full_second(left: float, waits: list[float]) -> None:
    clock, ticking = ticking_for(asked())
    clock.passes(ticking, left)
    assert clock.waits == waits


def test_nothing_is_painted_while_no_time_is_shown() -> None:
    view = replace(asked(), left={})
    clock, ticking = ticking_for(view)
    ticking.painted(view, sat_down(view))
    assert not clock.waits
    lost = replace(view, link=Link.LOST, lost_for=3.25)
    ticking.painted(lost, sat_down(lost))
    assert clock.waits == [0.75]
    ticking.stop()
    assert clock.due is None
