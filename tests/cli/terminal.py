"""A client at a pseudo terminal, and what a person then sees there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
pyte = pytest.importorskip("pyte")

needs_terminals = [
    pytest.mark.skipif(not hasattr(pexpect, "spawn"), reason="this machine has no pseudo terminals"),
    # With threads in the test's own process, newer versions of Python warn of every pty.
    pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning"),
]

SECONDS = 60


class Terminal:
    """A client at a terminal, and the screen that it has painted. Mutable: it reads on while the test waits."""

    def __init__(self, home: Path, *arguments: str, size: tuple[int, int], environment: dict[str, str]) -> None:
        width, height = size
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.screen)
        self.received = ""
        variables = {"SPADES_HOME": str(home), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
        self.client = pexpect.spawn(
            sys.executable,
            ["-m", "spades_cli", *arguments],
            env={**os.environ, **variables},
            dimensions=(height, width),
            encoding="utf-8",
            timeout=SECONDS,
        )

    @property
    def text(self) -> str:
        """Return all rows."""
        return "\n".join(str(row).rstrip() for row in self.screen.display)

    def until(self, true: Callable[[str], bool]) -> str:
        """Read until the screen is so, and return it."""
        while not true(self.text):
            try:
                chunk = self.client.read_nonblocking(4096, timeout=SECONDS)
            except pexpect.TIMEOUT:
                raise AssertionError(f"it does not come; the screen is:\n{self.text}") from None
            except pexpect.EOF:
                raise AssertionError(f"it has ended with {self._status()}; the screen is:\n{self.text}") from None
            self.received += chunk
            self.stream.feed(chunk)
        return self.text

    def shows(self, *wanted: str) -> str:
        """Read until each of *wanted* is on the screen."""
        return self.until(lambda text: all(part in text for part in wanted))

    def press(self, keys: str) -> None:
        """Press keys."""
        self.client.send(keys)

    def ends(self) -> int:
        """Read to the end and return the exit status, or the signal's number below zero."""
        self.client.expect(pexpect.EOF)
        self.received += self.client.before or ""
        return self._status()

    def _status(self) -> int:
        self.client.close()
        if self.client.exitstatus is not None:
            return int(self.client.exitstatus)
        return -int(self.client.signalstatus or 0)


@contextmanager
def at_a_terminal(
    home: Path, *arguments: str, size: tuple[int, int] = (80, 24), environment: dict[str, str] | None = None
) -> Iterator[Terminal]:
    """Run a command at a terminal."""
    terminal = Terminal(home, *arguments, size=size, environment=environment or {})
    try:
        yield terminal
    finally:
        terminal.client.close(force=True)


def clean(received: str) -> bool:
    """Tell whether the terminal was left as it was found: the first screen, a cursor, no modes."""
    return (
        received.rfind("\x1b[?1049l") > received.rfind("\x1b[?1049h")
        and received.rfind("\x1b[?25h") > received.rfind("\x1b[?25l")
        and received.rfind("\x1b[?2004l") > received.rfind("\x1b[?2004h")
    )
