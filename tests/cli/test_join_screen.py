"""``spades join`` without an address at a real terminal: a server is found, a table opened, a card played."""

from __future__ import annotations

import os
import re
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.terminal import SECONDS, Terminal, at_a_terminal, clean
from cli.test_play_screen import children, play_one_card

pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
pytestmark = [
    pytest.mark.skipif(not hasattr(pexpect, "spawn"), reason="this machine has no pseudo terminals"),
    # With threads in the test's own process, newer versions of Python warn of every pty.
    pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning"),
]


@contextmanager
def hosted(home: Path, name: str) -> Iterator[str]:
    """Run a server called *name* for the network, and yield what friends type."""
    host = pexpect.spawn(
        sys.executable,
        ["-m", "spades_cli", "host", "--name", name, "--port", "0", "--local-port", "0", "--ephemeral"],
        env={**os.environ, "SPADES_HOME": str(home), "TERM": "dumb"},
        dimensions=(24, 200),
        encoding="utf-8",
        timeout=SECONDS,
    )
    try:
        host.expect(r"spades join (localhost\S*)")
        yield str(host.match[1])
    finally:
        host.kill(signal.SIGTERM)
        host.expect(pexpect.EOF)
        host.close(force=True)


def go_to(terminal: Terminal, name: str) -> None:
    """Move the cursor to the server of that name: others of this network may stand above it."""
    text = terminal.until(lambda text: name in text or "none can be looked for" in text)
    if "none can be looked for" in text:
        pytest.skip("this machine is on no network where servers could be looked for")
    terminal.until(lambda text: re.search(rf"{name}.* ms", text) is not None)
    while not re.search(rf"^> {name}", terminal.text, re.MULTILINE):
        before = terminal.text
        terminal.press("j")
        terminal.until(lambda text, before=before: text != before)  # type: ignore[misc]  # mypy#12557


def leave_table(terminal: Terminal) -> None:
    """Leave the table for good, by the menu."""
    terminal.press("\x1b")
    number = re.search(r"(\d)\] leave the table for good", terminal.shows("MENU", "leave the table for good"))
    assert number
    terminal.press(f"{number[1]}\r")


def test_a_person_finds_a_server_opens_a_table_and_plays_a_card(tmp_path: Path) -> None:
    """With nothing but ``spades join``, and what the screen says."""
    name = f"casa-{secrets.token_hex(3)}"
    with (
        hosted(tmp_path / "host", name),
        at_a_terminal(tmp_path / "player", "join", "--name", "Zoe") as terminal,
    ):
        terminal.shows("Tables on this network", "Enter go")
        go_to(terminal, name)
        terminal.press("\r")
        terminal.shows("is met for the first time", "y yes")
        terminal.press("y")
        terminal.shows(f"LOBBY {name}", "OPEN", "n new table")
        terminal.press("n")
        terminal.shows("NEW TABLE", "computer players", "s SEND")
        terminal.press("/")
        terminal.shows("show only what has this in it")
        terminal.press("computer players")
        terminal.until(lambda text: re.search(r"^> . *computer players", text, re.MULTILINE) is not None)
        terminal.press("\r")
        terminal.shows("Enter change")
        terminal.press("\r")
        terminal.shows("< yes >")
        terminal.press("s")
        terminal.shows("YOUR TURN", "Type a number")
        terminal.press("3\r")
        terminal.shows("trick 1/13", "YOUR TURN")
        play_one_card(terminal)
        leave_table(terminal)
        terminal.shows(f"LOBBY {name}", "You have left the table.")
        terminal.press("\x1b")
        terminal.shows("Tables on this network")
        terminal.press("q")
        assert terminal.ends() == 0
    assert clean(terminal.received)
    assert "Traceback" not in terminal.received


def test_spades_alone_at_a_terminal_shows_what_there_is(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path) as terminal:
        terminal.shows("SPADES", "your name", "p practise")
        terminal.press("\x03\x03")
        assert terminal.ends() == 130
    assert clean(terminal.received)


def test_practice_is_one_key_away_and_its_server_ends_with_it(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "join") as terminal:
        terminal.shows("p practise")
        terminal.press("p")
        terminal.shows("YOUR TURN", "Type a number")
        (server,) = children(terminal.client.pid)
        leave_table(terminal)
        terminal.shows("p practise", "You have left the table.")
        assert server not in children(terminal.client.pid)
        terminal.press("q")
        assert terminal.ends() == 0
    assert "Traceback" not in terminal.received


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_before_a_table_leaves_a_clean_terminal(tmp_path: Path, how: signal.Signals) -> None:
    with at_a_terminal(tmp_path, "join") as terminal:
        terminal.shows("p practise")
        terminal.client.kill(how)
        assert terminal.ends() == 128 + how
    assert clean(terminal.received)
    assert "Traceback" not in terminal.received


def test_resizes_before_a_table_are_drawn_without_a_key(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "join", "--name", "Zoe") as terminal:
        terminal.shows("p practise")
        for width, height in ((60, 20), (40, 12), (20, 6), (120, 40), (80, 24)):
            terminal.screen.reset()
            terminal.screen.resize(height, width)
            terminal.client.setwinsize(height, width)
            terminal.shows("SPADES", "[ Zoe", "q end")
        terminal.press("q")
        assert terminal.ends() == 0
