"""``spades play`` on a whole screen: a person at a real terminal, who knows only what the screen says."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pexpect
import pytest

from cli.terminal import Terminal, at_a_terminal, clean, needs_terminals

pytestmark = needs_terminals


def play_one_card(terminal: Terminal) -> None:
    """Play as the line under the cards says: lift a bracketed card, then Enter."""
    # The cards stand below the turn, and may be painted a moment later.
    terminal.until(lambda text: ">>> YOUR TURN" in text and bool(re.search(r"[\[>] ?\w+\]", text)))
    terminal.press(" ")
    terminal.shows("is lifted: Enter plays it")
    terminal.press("\r")
    terminal.until(lambda text: "is lifted" not in text)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_person_plays_a_whole_hand_by_what_the_screen_says(tmp_path: Path, size: tuple[int, int]) -> None:
    with at_a_terminal(tmp_path, "play", "--seed", "terminal", "--pace", "0", "--name", "Zoe", size=size) as terminal:
        terminal.shows("YOUR TURN", "Type a number")
        terminal.press("3")
        terminal.shows("Enter bids 3")
        terminal.press("\r")
        for trick in range(1, 14):
            terminal.shows(f"trick {trick}/13", "YOUR TURN")
            play_one_card(terminal)
        terminal.shows("5 this hand", "YOUR TURN - the hand is over", "Enter goes on to the next hand")
        terminal.press("\r")
        terminal.shows("BIDDING", "Type a number")
        terminal.press("\x1b")
        menu = terminal.shows("MENU", "leave the table for good")
        number = re.search(r"(\d)\]? *leave the table for good", menu)
        assert number
        terminal.press(number[1])
        terminal.shows(f">[{number[1]}]")
        terminal.press("\r")
        assert terminal.ends() == 0
    assert clean(terminal.received)
    assert "You have left the table." in terminal.received
    assert "Traceback" not in terminal.received


def test_without_colours_every_sign_is_still_there(tmp_path: Path) -> None:
    """Colour is never the only sign."""
    with at_a_terminal(tmp_path, "play", "--pace", "0", "--seed", "a", environment={"NO_COLOR": "1"}) as terminal:
        terminal.shows("YOUR TURN", "S ♠")
        terminal.press("3\r")
        terminal.shows("trick 1/13", "YOUR TURN")
        play_one_card(terminal)
        terminal.press("\x03\x03")
        assert terminal.ends() == 130
    assert not re.search(r"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|38|48)\b[0-9;]*m", terminal.received)


@pytest.mark.parametrize("environment", [{"TERM": "linux"}, {"PYTHONIOENCODING": "cp437"}])
def test_where_the_signs_cannot_be_shown_suits_are_letters(tmp_path: Path, environment: dict[str, str]) -> None:
    """Suits are letters where signs cannot be shown."""
    with at_a_terminal(tmp_path, "play", "--pace", "0", environment=environment) as terminal:
        text = terminal.shows("YOUR TURN", "Type a number")
        assert text.isascii()
        terminal.press("\x03\x03")
        assert terminal.ends() == 130


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_a_clean_terminal(tmp_path: Path, how: signal.Signals) -> None:
    """No way out leaves a broken terminal."""
    with at_a_terminal(tmp_path, "play", "--pace", "0") as terminal:
        terminal.shows("YOUR TURN")
        terminal.client.kill(how)
        assert terminal.ends() == 128 + how
    assert clean(terminal.received)
    assert "Traceback" not in terminal.received


@pytest.mark.parametrize(("variable", "rings"), [("true", True), ("false", False)])
def test_the_bell_of_every_program_can_be_taken_away_by_its_variable(
    tmp_path: Path, variable: str, rings: bool
) -> None:
    with at_a_terminal(
        tmp_path, "play", "--seed", "bell", "--bell", "turn", environment={"PROMPT_TOOLKIT_BELL": variable}
    ) as terminal:
        terminal.shows(">>> YOUR TURN", "SUGGESTED BID")
    bells = re.sub(r"\x1b\][^\x07]*\x07", "", terminal.received).count("\a")
    assert (bells > 0) is rings


def test_a_resize_is_drawn_without_a_key(tmp_path: Path) -> None:
    """A resize leaves no rubbish and needs no key."""
    with at_a_terminal(tmp_path, "play", "--pace", "0", "--seed", "a") as terminal:
        terminal.shows("YOUR TURN", "SUGGESTED BID")
        for width, height in ((60, 20), (40, 12), (120, 40), (80, 24)):
            terminal.screen.reset()
            terminal.screen.resize(height, width)
            terminal.client.setwinsize(height, width)
            terminal.shows("YOUR TURN", "Type a number", "S ♠" if width >= 60 else "S♠")
        terminal.press("\x03\x03")
        assert terminal.ends() == 130


def test_its_own_server_is_started_again_and_the_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--pace", "0", "--seed", "again") as terminal:
        terminal.shows("YOUR TURN", "Type a number")
        terminal.press("1")
        terminal.shows("Enter bids 1")
        (server,) = children(terminal.client.pid)
        os.kill(server, signal.SIGKILL)
        terminal.shows("CONNECTION LOST")
        terminal.shows("YOUR TURN", "your bid: 1", "the connection is back")
        terminal.press("\r")
        terminal.shows("trick 1/13", "YOUR TURN")
        (server,) = children(terminal.client.pid)
        os.kill(server, signal.SIGKILL)
        assert terminal.ends() == 1
    assert "your own server has ended twice; the game is kept: spades play --resume" in terminal.received
    assert "resource_tracker" not in terminal.received
    assert clean(terminal.received)


def test_where_nothing_is_kept_the_end_of_its_own_server_is_said_on_a_clean_terminal(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--pace", "0", "--ephemeral") as terminal:
        terminal.shows("YOUR TURN")
        (server,) = children(terminal.client.pid)
        os.kill(server, signal.SIGKILL)
        assert terminal.ends() == 1
    assert "your own server has ended, and the game with it" in terminal.received
    assert clean(terminal.received)


def children(process: int) -> list[int]:
    """Return the processes that *process* has started."""
    listing = str(pexpect.run(f"ps -o pid= --ppid {process}", encoding="utf-8"))
    return [int(word) for word in listing.split()]


def test_a_game_of_two_draws_its_cards(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--players", "2", "--pace", "0", "--seed", "two") as terminal:
        for turn in range(1, 14):
            terminal.shows(f"DRAW {turn}/13", "[1] keep it", "YOUR TURN - keep")
            terminal.press("1")
            terminal.shows(">[1] keep it")
            terminal.press("\r")
            terminal.until(lambda text, turn=turn: f"DRAW {turn}/13" not in text)  # type: ignore[misc]  # its default
        terminal.shows("BIDDING", "Type a number")
        terminal.press("\x03\x03")
        assert terminal.ends() == 130


def test_plain_and_full_go_from_one_mode_to_the_other_at_the_same_table(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--pace", "0", "--seed", "a") as terminal:
        terminal.shows("YOUR TURN", "Type a number")
        terminal.press(":plain\r")
        terminal.until(lambda text: "Your turn: bid." in text and "Taking your seat 1" in text)
        terminal.press("bid 3\r")
        terminal.until(lambda text: "You bid 3." in text)
        terminal.press("full\r")
        turn = terminal.shows("trick 1/13", "YOUR TURN")
        assert "bid 3" in turn
        terminal.press("\x03\x03")
        assert terminal.ends() == 130
    assert clean(terminal.received)
    assert "Traceback" not in terminal.received
