"""What a person sees, screen by screen and size by size: painted by prompt_toolkit, read back from a terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from client import scenes
from client.screens import assert_golden, painted, pressed, sat_down, with_look
from spades_client import Link
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.settings import Colours

SIZES = ((80, 24), (60, 20), (40, 12), (120, 40))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
def test_every_scene_looks_as_it_did(scene: Callable[[], TableView], size: tuple[int, int]) -> None:
    view = scene()
    assert_golden(scene.__name__, view, sat_down(view), *size)


def test_the_title_names_the_rules_that_wait_for_the_next_game() -> None:
    view = scenes.following()
    view.snapshot.next_rules.preset = "hoyle"
    terminal, _ = painted(view, sat_down(view), 120, 40)
    assert "next game: hoyle" in terminal.display[0]


@pytest.mark.parametrize("key", ["?", "l", "p", "g", "e", "escape"])
def test_what_lies_over_the_table_looks_as_it_did(key: str) -> None:
    names = {"?": "help", "l": "last_trick", "p": "score", "g": "log", "e": "phrases", "escape": "menu"}
    view = scenes.following()
    for size in SIZES[:3]:
        assert_golden(f"over_{names[key]}", view, lambda: pressed(sat_down(view), view, [key])[0], *size)


@pytest.mark.parametrize(("keys", "name"), [("s enter", "refused"), ("h enter", "lifted"), ("/ b o a", "typing")])
def test_what_the_reader_does_looks_as_it_did(keys: str, name: str) -> None:
    view = scenes.following()
    for size in SIZES[:3]:
        assert_golden(f"doing_{name}", view, lambda: pressed(sat_down(view), view, keys)[0], *size)


def test_letters_instead_of_signs() -> None:
    view = scenes.following()
    ui = with_look(sat_down(view), ascii=True)
    assert_golden("ascii", view, ui)
    text = "\n".join(painted(view, ui)[0].display)
    assert text.isascii()


def test_a_lost_link_is_the_first_thing_to_be_seen() -> None:
    view = replace(scenes.following(), link=Link.LOST, lost_for=12.0)
    assert_golden("link_lost", view, sat_down(view))
    assert_golden("link_lost", view, sat_down(view), 40, 12)


def test_the_server_is_being_reached() -> None:
    view = TableView(place="casa-ana:17733")
    assert_golden("connecting", view, UiState())


def test_four_suits_have_four_colours_and_none_without_colours() -> None:
    """Colour is never the only sign."""
    view = scenes.following()
    ui = sat_down(view)
    terminal, _ = painted(view, ui)
    found = {
        terminal.buffer[row][column].fg
        for row in range(16, 22)
        for column in range(80)
        if terminal.buffer[row][column].data in "♠♥♦♣"
    }
    assert len(found) == 4
    _, stream = painted(view, with_look(ui, colours=Colours.NONE))
    assert not any(f"\x1b[{code}" in stream for code in ("0;3", "0;1;3", "3", "9", "0;9", "38"))


def test_legal_barred_cursor_and_winner_are_told_without_colour() -> None:
    """Plain text is enough."""
    text = "\n".join(painted(scenes.following(), sat_down(scenes.following()))[0].display)
    assert ">[A]<" in text
    assert "[5]" in text
    assert "*[ K♥] led" in text
    assert " 9    4" in text
