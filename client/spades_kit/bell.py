"""Waiting for something to become true, without looking at the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


class Bell:
    """Rings when something has changed. Mutable: it wakes who waits."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Let everybody who waits look again."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def until(self, wanted: Callable[[], Found], seconds: float) -> Found:
        """Return what *wanted* gives as soon as it is true, or what it gives after *seconds*."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := wanted()):
                    await self._rung.wait()
        except TimeoutError:
            return wanted()
        return found
