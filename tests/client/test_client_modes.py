"""From the full screen to lines of text and back, with the seat kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from client import line_player
from client.fakes import FakeServer
from client.glass import left_clean, playing
from client.scenes import following
from client.screens import pressed, sat_down, typed
from spades_client import SavedSeats
from spades_client.modes import SWITCH, Mode, in_turn
from spades_client.screen.ui_state import Go


async def test_plain_ends_the_screen_cleanly_and_keeps_the_seat(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, following().snapshot, fake=fake) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press(":", "plain", "enter")
        assert await player.running == SWITCH
        assert left_clean(player.glass.received)
        assert not fake.requests["LeaveTable"]
    with SavedSeats(tmp_path, warn=pytest.fail) as saved:
        assert [seat.table_id for seat in saved.of_server("S1", proven=False)] == ["ABCD"]


def test_what_is_already_so_is_said() -> None:
    view = following()
    ui = pressed(sat_down(view), view, ":")[0]
    assert pressed(typed(ui, view, "plain"), view, "enter")[1] == [Go(leave=False, switch=True)]
    assert "the screen is full" in pressed(typed(ui, view, "full"), view, "enter")[0].note


async def test_full_ends_line_mode_where_there_is_a_terminal(tmp_path: Path) -> None:
    async with line_player.playing(tmp_path, switchable=True) as player:
        await player.screen.shows_start("Your cards")
        player.keyboard.type("plain")
        await player.screen.shows("these are lines of text; full fills the screen")
        player.keyboard.type("full")
        assert await player.running == SWITCH
        assert not player.fake.requests["LeaveTable"]


async def test_full_is_refused_on_a_pipe_in_one_line(tmp_path: Path) -> None:
    async with line_player.playing(tmp_path) as player:
        await player.screen.shows_start("Your cards")
        player.keyboard.type("full")
        await player.screen.shows("not offered: a full screen needs a terminal")


async def test_modes_take_turns_until_one_ends() -> None:
    ran: list[str] = []

    def mode(name: str, *statuses: int) -> Mode:
        left = list(statuses)

        async def run() -> int:
            ran.append(name)
            return left.pop(0)

        return run

    status = await in_turn(
        screen=True,
        on_screen=mode("screen", SWITCH, SWITCH),
        in_lines=mode("lines", SWITCH, 4),
    )
    assert (status, ran) == (4, ["screen", "lines", "screen", "lines"])
