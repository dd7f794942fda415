"""What fills the screen in the place of a table."""

from __future__ import annotations

from typing import Protocol

from spades_client.screen.present import Screen
from spades_client.screen.ui_state import Effect, Key


class Front(Protocol):
    """A screen with keys of its own; ``ScreenApp.show`` puts it in front of the table."""

    def screen(self, width: int, height: int) -> Screen:
        """Return what is to be seen."""

    def press(self, key: Key) -> tuple[Effect, ...]:
        """Take a key, and return what the driver is to do about it."""

    def tell(self, note: str) -> None:
        """Show a line to the reader until the next key."""
