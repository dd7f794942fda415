"""Whether the server can do its work, so that its health tells the truth."""

import asyncio

__all__ = ["Condition"]


class Condition:
    """What is wrong with the server now; mutable: its parts say when they cannot work, and when they can again.

    Belongs to the loop that serves: a part that works in a thread says so by ``call_soon_threadsafe``.
    """

    def __init__(self) -> None:
        self._failing: set[str] = set()
        self._change = asyncio.Event()

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self._failing

    @property
    def failing(self) -> tuple[str, ...]:
        """The parts that do not work, by name."""
        return tuple(sorted(self._failing))

    def fails(self, part: str) -> None:
        """Note that *part*, such as "journal", cannot do its work; commands that need it are refused."""
        self._failing.add(part)
        self._change.set()

    def works(self, part: str) -> None:
        """Note that *part* works again."""
        self._failing.discard(part)
        self._change.set()

    async def changed(self) -> None:
        """Wait until something was noted since the last time; for one who waits."""
        await self._change.wait()
        self._change.clear()
