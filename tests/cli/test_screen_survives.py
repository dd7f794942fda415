"""The full screen goes on by itself where a machine slept, a server was killed or a window was resized."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from cli.terminal import SECONDS, Terminal, at_a_terminal, clean, needs_terminals

pytestmark = needs_terminals


@contextmanager
def hosting(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server; yield its process and the place to join."""
    environment = {**os.environ, "SPADES_HOME": str(home / "server")}
    command = [sys.executable, "-m", "spades_cli", "host", "--port", "0", "--local-port", "0", "--pace", "0"]
    command += arguments
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    try:
        assert server.stdout is not None
        place = next(line.split()[-1] for line in server.stdout if "join localhost" in line)
        yield server, place
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def begin(terminal: Terminal) -> None:
    """Fill the table, start, and begin to say something."""
    terminal.shows("You are the host")
    terminal.press("a")
    terminal.until(lambda text: text.count("computer") >= 3)
    terminal.press("s")
    terminal.shows("YOUR TURN - bid", "Type a number")
    terminal.press("/half a sentence")
    terminal.shows("say> half a sentence")


def test_a_client_that_was_stopped_for_a_while_has_its_text_and_hears_what_it_missed(tmp_path: Path) -> None:
    """A laptop's lid."""
    with hosting(tmp_path) as (_, place), at_a_terminal(tmp_path, "join", place, "--name", "Zoe") as terminal:
        begin(terminal)
        terminal.client.kill(signal.SIGSTOP)
        heard = subprocess.run(
            [sys.executable, "-m", "spades_cli", "watch", place, "--name", "Visitor"],
            env={**os.environ, "SPADES_HOME": str(tmp_path / "visitor")},
            input="say hello from outside\n",
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert heard.returncode == 0, heard.stderr
        terminal.client.kill(signal.SIGCONT)
        terminal.press("!")
        terminal.shows("say> half a sentence!", "YOUR TURN - bid")
        terminal.press("\r")
        terminal.shows("Zoe says: half a")
        terminal.press("\x03\x03")
        assert terminal.ends() == 130
    assert clean(terminal.received)


def test_a_server_that_is_killed_and_starts_again_is_found_at_the_same_prompt_with_the_text_typed(
    tmp_path: Path,
) -> None:
    with hosting(tmp_path) as (server, place):
        port = place.rpartition(":")[2].partition("/")[0]
        with at_a_terminal(tmp_path, "join", place, "--name", "Zoe") as terminal:
            begin(terminal)
            server.kill()
            server.wait()
            terminal.shows("CONNECTION LOST", "say> half a sentence")
            with hosting(tmp_path, "--local-port", port):
                terminal.shows("YOUR TURN - bid", "say> half a sentence")
                assert "Traceback" not in terminal.text
                terminal.press("!\r")
                terminal.shows("Zoe says: half a")
                terminal.press("\x03\x03")
                assert terminal.ends() == 130
    assert clean(terminal.received)


class Tmux:
    """A terminal multiplexer of the test's own."""

    def __init__(self, socket: Path) -> None:
        self.socket = str(socket)

    def __call__(self, *arguments: str) -> str:
        """Run a command of tmux and return what it prints."""
        command = ["tmux", "-S", self.socket, "-f", os.devnull, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS).stdout

    def until(self, true: Callable[[str], bool]) -> str:
        """Look at the screen until it is so, and return it."""
        deadline = time.monotonic() + SECONDS
        while not true(shown := self("capture-pane", "-p")):
            assert time.monotonic() < deadline, f"it does not come; the screen is:\n{shown}"
        return shown


def whole(text: str, *, sign: str, height: int) -> bool:
    """Tell whether a screen of *height* rows is painted to its last row, and nobody types."""
    rows = text.splitlines()
    return sign in text and len(rows) == height and "Esc menu" in rows[-1]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_window_that_is_resized_shows_what_a_fresh_paint_shows(tmp_path: Path) -> None:
    """Without a key; then Ctrl-L paints everything again, and nothing is to change by it."""
    tmux = Tmux(tmp_path / "tmux")
    play = f"SPADES_HOME={tmp_path} {sys.executable} -m spades_cli play --seed a --pace 0; echo left with $?; cat"
    tmux("new-session", "-d", "-x", "80", "-y", "24", play)
    try:
        tmux.until(lambda text: "SUGGESTED BID" in text and "Type a number" in text)
        assert tmux("display-message", "-p", "#{alternate_on}").strip() == "1"
        for width, height in ((60, 20), (40, 12), (120, 40), (80, 24)):
            tmux("resize-window", "-x", str(width), "-y", str(height))
            sign = {60: "contract  4+?", 40: "H1 BIDDING", 120: "LOG + CHAT", 80: "SUGGESTED BID"}[width]
            resized = tmux.until(partial(whole, sign=sign, height=height))
            assert "too small" not in resized
            tmux("send-keys", "/", "a", "BSpace", "Escape", "C-l")
            again = tmux.until(partial(whole, sign=sign, height=height))
            assert again == resized
        tmux("send-keys", "C-c", "C-c")
        tmux.until(lambda text: "left with 130" in text)
        assert tmux("display-message", "-p", "#{alternate_on}").strip() == "0"
        assert tmux("display-message", "-p", "#{cursor_flag}").strip() == "1"
    finally:
        tmux("kill-server")
