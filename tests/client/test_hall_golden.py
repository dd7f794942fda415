"""What a person sees before a table, screen by screen and size by size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client import halls
from client.halls import SCENES, Scene, info
from client.screens import assert_golden_screen
from spades.v1.snapshot_pb2 import SEAT_KIND_PERSON
from spades_client.screen.cells import cells
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.draw_lobby import present_lobby
from spades_client.screen.hall.draw_servers import present_servers
from spades_client.screen.hall.form import new_table_form
from spades_client.screen.hall.page import PageState
from spades_client.screen.present import Screen

SIZES = ((80, 24), (60, 20), (40, 12))
IDS = [scene.__name__ for scene, _ in SCENES]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES, ids=IDS)
def test_every_screen_before_a_table_looks_as_it_did(scene: Scene, size: tuple[int, int]) -> None:
    made, shown = scene
    assert_golden_screen(f"hall_{made.__name__}", lambda: shown(*size), *size)


@pytest.mark.parametrize(
    ("name", "state", "present"),
    [
        ("servers", halls.servers_found(), present_servers),
        ("lobby", halls.lobby(), present_lobby),
        ("form", halls.form(), present_form),
    ],
    ids=["servers", "lobby", "form"],
)
def test_the_keys_of_each_screen_look_as_they_did(
    name: str, state: PageState, present: Callable[[PageState, int, int], Screen]
) -> None:
    for size in SIZES:
        assert_golden_screen(f"hall_help_{name}", partial(present, replace(state, help=0), *size), *size)


@given(st.sampled_from(SCENES), st.integers(0, 200), st.integers(0, 60))
def test_no_size_breaks_a_screen(scene: Scene, width: int, height: int) -> None:
    """Every row is exactly as wide as the terminal, down to one of no size at all."""
    screen = scene[1](width, height)
    assert len(screen.lines) == height
    assert all(sum(cells(text) for _, text in line) == width for line in screen.lines)
    if screen.cursor is not None and width and height:
        assert screen.cursor[0] < height
        assert screen.cursor[1] < width


@pytest.mark.parametrize("scene", SCENES, ids=IDS)
def test_the_way_out_is_named_in_twenty_columns(scene: Scene) -> None:
    last = "".join(text for _, text in scene[1](20, 6).lines[-1])
    assert any(way in last for way in ("q end", "Esc leave", "Esc back", "Esc close", "n no")), last


EVIL = "\x1b[31mred\u202eleft\x07\u200b\ufe0f"


def test_nothing_from_a_server_reaches_the_terminal_raw() -> None:
    """A server's names, rules and reasons are another's words."""
    said = info()
    for preset in said.presets:
        preset.explanation, preset.source = EVIL, EVIL
    for option in said.options:
        option.explanation, option.source = EVIL, EVIL
        option.words[:] = [*option.words, EVIL] if option.words else []
    said.presets[0].name = EVIL
    row = halls.summary(EVIL, ". .", name=EVIL, preset=EVIL)
    row.seats[0].kind, row.seats[0].name = SEAT_KIND_PERSON, EVIL
    lobby = replace(halls.lobby(), presets=tuple(said.presets), options=tuple(said.options))
    lobby = lobby.with_tables((row,), lost=False)
    state = new_table_form(said, server="Den")
    seat = replace(halls.SEAT, seat=replace(halls.SEAT.seat, table_id=EVIL, name=EVIL))
    screens = [
        present_lobby(lobby, 80, 24),
        present_lobby(replace(lobby, reading=True), 80, 24),
        present_servers(replace(halls.looking(), seats=(seat,)), 80, 24),
        *(present_form(replace(state, at=line.name), 80, 24) for line in state.fields),
    ]
    for screen in screens:
        text = "".join(text for line in screen.lines for _, text in line)
        assert text.isprintable()
