"""The two ways to sit at a table, a full screen and lines of text, and going from one to the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

SWITCH = -1
"""In the place of an exit status: the player wants to go on in the other mode; the seat is kept for it."""

Mode: TypeAlias = Callable[[], Awaitable[int]]
"""Sits at the table in one way until the player goes, and returns the exit status, or SWITCH."""


async def in_turn(*, screen: bool, on_screen: Mode, in_lines: Mode) -> int:
    """Run the mode that *screen* names, then the other for as often as the player switches; return the exit status."""
    while (status := await (on_screen() if screen else in_lines())) == SWITCH:
        screen = not screen
    return status
