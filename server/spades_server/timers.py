"""Calls that are due later, by the loop's clock."""

import asyncio
from collections.abc import Callable

__all__ = ["Timers"]


class Timers:
    """Calls to come, one of each name: a new one takes the place of the last; mutable."""

    def __init__(self) -> None:
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def call_after(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Make *call* in so many *seconds*, at the earliest in the loop's next turn."""
        if earlier := self._handles.pop(name, None):
            earlier.cancel()
        self._handles[name] = asyncio.get_running_loop().call_later(max(seconds, 0), call)

    def cancel(self) -> None:
        """Let no call come any more."""
        for handle in self._handles.values():
            handle.cancel()
