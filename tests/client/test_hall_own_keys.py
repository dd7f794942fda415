"""Keys of one's own before a table: they do what the usual ones did, and help, footer and hints name them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from client import halls
from client.glass import strolling
from client.halls import pressed
from spades_client.screen.canvas import plain
from spades_client.screen.hall import lobby as lobbies
from spades_client.screen.hall import servers as places
from spades_client.screen.hall.binding import OwnDeeds
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.draw_lobby import present_lobby
from spades_client.screen.hall.draw_servers import present_servers
from spades_client.screen.hall.form_keys import FormWish, press_form
from spades_client.screen.hall.lobby import press_lobby
from spades_client.screen.hall.own_deeds import NAMES
from spades_client.screen.hall.servers import press_servers
from spades_client.screen.own_keys import read_keys
from spades_client.screen.present import Screen
from spades_client.screen.texts import CLOSE_HINT

LETTERS = "BCDEFGHIJKMOQTUVWXZbcefghmpuvx"
"""Keys that no deed has before a table, but for those that are given away here too."""


def own(folder: Path, text: str) -> OwnDeeds:
    """Return the keys in the part ``[hall]`` of a file that holds *text* there, which must be right."""
    path = folder / "keys.toml"
    path.write_text(f"[hall]\n{text}\n", encoding="utf-8")
    keys, faults = read_keys(path, must_exist=True)
    assert faults == []
    return keys.hall


def all_others(folder: Path) -> OwnDeeds:
    """Return another key for every deed there is."""
    return own(folder, "\n".join(f'{name} = "{key}"' for name, key in zip(NAMES, LETTERS, strict=False)))


def text(screen: Screen) -> str:
    """Return what is to be seen, as one text."""
    return "\n".join(line.rstrip() for line in plain(screen.lines))


def test_another_key_does_it_and_the_usual_one_no_longer(tmp_path: Path) -> None:
    keys = own(tmp_path, 'new = "o"\nwatch = ["v", "f5"]\nenter = "f6"')
    state = replace(halls.lobby(), own=keys)
    assert pressed(press_lobby, state, "o")[1] == [lobbies.Wish.NEW]
    sat = [wish for wish in pressed(press_lobby, state, "v f5 f6")[1] if isinstance(wish, lobbies.SitDown)]
    assert [wish.as_spectator for wish in sat] == [True, True, False]
    told, wishes = pressed(press_lobby, state, "n")
    assert not wishes
    assert told.note == "n does nothing here; ? lists the keys"


def test_what_opens_the_rules_closes_them(tmp_path: Path) -> None:
    state = replace(halls.lobby(), own=own(tmp_path, 'rules = "r"'))
    state, _ = pressed(press_lobby, state, "r")
    assert state.reading
    assert not pressed(press_lobby, state, "r")[0].reading


def test_a_line_is_typed_whatever_the_letters_mean_elsewhere(tmp_path: Path) -> None:
    keys = own(tmp_path, 'enter = "e"\nback = "B"')
    state, _ = pressed(press_servers, replace(halls.looking(), own=keys), ["a", *"eB.lan", "enter"])
    assert state.entry is None, "Enter still ends the line"
    keys = own(tmp_path, 'enter = "f6"')
    state, wishes = pressed(press_servers, replace(halls.looking(), own=keys), ["a", *"den", "f6"])
    assert [type(wish) for wish in wishes] == [places.GoToServer]


def test_the_form_is_filled_in_and_sent_by_other_keys(tmp_path: Path) -> None:
    keys = own(tmp_path, 'send = "S"\nmore = "f5"\ndown = "f6"')
    state, wishes = pressed(press_form, replace(halls.form(), own=keys), "f5 f6 S")
    assert wishes == [FormWish.SEND]
    assert state.changes == 1


USUAL = re.compile(r"\b(Enter|Esc|Tab|PgUp|PgDn|Home|End)\b|\?=help|: a types|\bn opens|w watches|Press y\b")
"""What no screen says when every deed has another key."""


def every_screen(keys: OwnDeeds, width: int) -> list[str]:
    """Return what is to be seen before a table, with the help of each screen too."""
    servers = [halls.looking(), halls.servers_found(), halls.first_meeting(), replace(halls.servers_found(), at=0)]
    lobby = [halls.lobby(), halls.lobby_empty(), halls.lobby_rules()]
    form = [halls.form(), replace(halls.form(), search="nothing like it")]
    servers += [replace(one, help=0) for one in servers]
    lobby += [replace(one, help=0) for one in lobby]
    form += [replace(one, help=0) for one in form]
    screens = [present_servers(replace(one, own=keys), width, 30) for one in servers]
    screens += [present_lobby(replace(one, own=keys), width, 30) for one in lobby]
    return [text(screen) for screen in [*screens, *(present_form(replace(one, own=keys), width, 30) for one in form)]]


@pytest.mark.parametrize("width", [80, 60, 40])
def test_no_screen_names_a_key_that_the_player_has_changed(tmp_path: Path, width: int) -> None:
    keys = all_others(tmp_path)
    assert set(keys) == set(NAMES.values()), "every deed can be given another key"
    for screen in every_screen(keys, width):
        named = [line for line in screen.replace(CLOSE_HINT, "").splitlines() if USUAL.search(line)]
        assert not named, screen
    assert any(USUAL.search(screen) for screen in every_screen({}, width))


async def test_the_file_of_the_settings_holds_before_a_table_too(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[hall]\nname = "m"\n', encoding="utf-8")
    async with strolling(
        tmp_path,
        read_keys=lambda path: read_keys(tmp_path / "mine.toml", must_exist=True),
    ) as visitor:
        await visitor.glass.shows("m name")
        visitor.press("m")
        await visitor.glass.shows("your name: ")
