"""The seats before a game: keys, and what the reader is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from client import scenes
from client.fakes import FakeServer
from client.glass import playing
from client.halls import info
from client.messages import BASE_TIME
from client.screens import assert_golden, lines, pressed, sat_down
from spades.v1 import event_pb2 as e
from spades.v1.host_service_pb2 import SetRulesRequest
from spades_client.commands import DoToSeat, MoveSeat, SeatHouse, SeatWord
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Effect, Obey, Overlay, ShowRules, UiState


def at(view: TableView, keys: str) -> tuple[UiState, list[Effect]]:
    """Return what follows from *keys* at the seats."""
    return pressed(sat_down(view), view, keys)


def commands(view: TableView, keys: str) -> list[object]:
    """Return the commands that *keys* cause."""
    return [effect.command for effect in at(view, keys)[1] if isinstance(effect, Obey)]


def test_a_computer_player_of_a_level_is_put_on_an_empty_seat() -> None:
    view = scenes.gathering()
    ui, effects = at(view, "2 b")
    assert (ui.overlay, ui.number, effects) == (Overlay.LEVELS, "2", [])
    assert commands(view, "2 b enter") == [SeatHouse(seat=2, level="rules")]
    assert commands(view, "2 b 1 enter") == [SeatHouse(seat=2, level="random")]
    assert commands(view, "4 b up enter") == [SeatHouse(seat=4, level="random")]
    assert not commands(view, "2 b escape")


def test_no_computer_player_takes_the_seat_of_a_person() -> None:
    ui, effects = at(scenes.gathering(), "3 b")
    assert not effects
    assert ui.note == "Ana sits on seat 3; choose an empty seat, or a computer player"


def test_a_computer_player_is_taken_away_by_one_key_and_a_person_by_two() -> None:
    view = scenes.gathering_with_all()
    view.snapshot.host_seat = 1
    assert commands(view, "2 x") == [SeatHouse(seat=2, level=None)]
    ui, effects = at(view, "4 x")
    assert not effects
    assert ui.note.startswith("Remove Clara from the table?")
    assert commands(view, "4 x x") == [DoToSeat(word=SeatWord.KICK, seat=4)]
    assert not commands(view, "4 x 3 4 x")


def test_the_host_moves_and_swaps_partners() -> None:
    view = scenes.gathering()
    assert commands(view, "2 m") == [MoveSeat(seat=1, to_seat=2)]
    assert commands(view, "t") == [MoveSeat(seat=3, to_seat=2)]
    ui, _ = at(scenes.gathering_of_three(), "t")
    assert ui.note == "partners can be swapped where four play in pairs"


def test_nobody_but_the_host_changes_the_seats_and_is_told_who_that_is() -> None:
    view = scenes.gathering_with_all()
    for key in "bxmtc":
        ui, effects = at(view, f"2 {key}")
        assert not effects
        assert ui.note == "only the host may do that; Ana is the host"


def test_the_invitation_is_a_line_that_friends_can_type() -> None:
    view = scenes.gathering()
    ui, _ = at(view, "i")
    assert "spades join 192.168.1.20/K7QX+3Y5N555UJQKC4FFZ" in "\n".join(lines(view, ui))
    view = replace(view, invites=())
    ui, _ = at(view, "i")
    assert "nobody else can come to it" in "\n".join(lines(view, ui))


def test_a_spectator_is_not_told_to_be_ready() -> None:
    view = scenes.gathering_with_all()
    view.snapshot.your_seat = 0
    text = "\n".join(lines(view, sat_down(view)))
    assert "You watch" in text
    assert "Press r" not in text


def test_the_rules_form_is_the_hosts() -> None:
    assert at(scenes.gathering(), "c")[1] == [ShowRules()]


def test_arrows_go_round_the_seats_and_digits_to_one() -> None:
    view = scenes.gathering()
    assert [at(view, keys)[0].seat for keys in ("right", "left", "down down down down", "4")] == [2, 4, 1, 4]
    ui, _ = at(view, "6")
    assert ui.note == "there is no seat 6; there are 4"


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("keys", "name"), [("2 b", "levels"), ("i", "invite"), ("4 x", "remove"), ("2", "chosen")])
def test_the_seats_look_as_they_did(keys: str, name: str, size: tuple[int, int]) -> None:
    view = scenes.gathering()
    assert_golden(f"seats_{name}", view, at(view, keys)[0], *size)


def with_rules(fake: FakeServer) -> FakeServer:
    """Let *fake* describe its rules as the real server does."""
    said = info()
    said.time.seconds = BASE_TIME
    fake.replies["GetServerInfo"] = said
    return fake


async def test_the_host_changes_the_rules_by_the_form_and_is_back_at_the_seats(tmp_path: Path) -> None:
    fake = with_rules(FakeServer())
    async with playing(tmp_path, scenes.gathering().snapshot, fake=fake) as player:
        await player.glass.shows("[1] North  You", "r ready")
        player.press("c")
        await player.glass.shows("RULES of ABCD", "target score")
        player.press("/", "target score", "enter", "3", "0", "0", "enter", "s")
        (request,) = await fake.asked("SetRules")
        assert isinstance(request, SetRulesRequest)
        options = {option.name: option.value.number for option in request.rules.options}
        assert options["target_score"] == 300
        await player.glass.shows("the rules are changed", "[1] North  You")


async def test_the_form_of_the_rules_closes_when_a_game_begins_or_the_table_ends(tmp_path: Path) -> None:
    """A turn must not be missed behind a form."""
    fake = with_rules(FakeServer())
    async with playing(tmp_path, scenes.gathering().snapshot, fake=fake) as player:
        await player.glass.shows("[1] North  You")
        player.press("c")
        await player.glass.shows("RULES of ABCD")
        rules = scenes.gathering().snapshot.rules
        player.happens(e.Event(game_started=e.GameStarted(game_number=1, rules=rules)))
        await player.glass.hides("RULES of ABCD")
