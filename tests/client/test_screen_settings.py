"""The settings screen: every change holds at once and is kept; what is a key in a game is a setting too."""

from __future__ import annotations

from pathlib import Path

import pytest

from client import scenes
from client.glass import left_clean, playing
from client.messages import opened, play_prompt, said, table
from client.screens import assert_golden, lines, pressed, sat_down, typed
from spades_client.screen.ui_state import Field, Overlay, UiState
from spades_client.settings import SETTINGS, Bell, Chat, Colours, Settings, SortOrder
from spades_client.settings_file import SettingsFile

SIZES = ((80, 24), (60, 20), (40, 12))
VIEW = scenes.following()


def opened_settings() -> UiState:
    """Return the state after the settings were opened by the menu."""
    return pressed(sat_down(VIEW), VIEW, "escape 3 enter")[0]


def at(name: str, ui: UiState | None = None) -> UiState:
    """Return the state with the line of that setting chosen."""
    down = next(row for row, one in enumerate(SETTINGS) if one.name == name)
    return pressed(ui or opened_settings(), VIEW, ["down"] * down)[0]


@pytest.mark.parametrize("size", SIZES)
def test_the_settings_look_as_they_did(size: tuple[int, int]) -> None:
    assert_golden("settings", VIEW, at("bell"), *size)
    assert_golden("settings_last", VIEW, pressed(opened_settings(), VIEW, "up")[0], *size)
    ui = pressed(at("name"), VIEW, "enter")[0]
    assert_golden("settings_typing", VIEW, typed(ui, VIEW, "Zoe"), *size)


@pytest.mark.parametrize(
    ("name", "keys", "value"),
    [
        ("colours", "right", Colours.TWO),
        ("colours", "left", Colours.HIGH_CONTRAST),
        ("bell", "enter", Bell.ALL),
        ("bell", "space right", Bell.OFF),
        ("mouse", "left", True),
        ("trick-pause", "right right left", 1.3),
        ("sort", "right", SortOrder.LOW_FIRST),
    ],
)
def test_a_value_is_changed_by_a_key(name: str, keys: str, value: object) -> None:
    ui, effects = pressed(at(name), VIEW, keys)
    assert getattr(ui.settings, name.replace("-", "_")) == value
    assert not effects


def test_a_text_is_typed_as_the_command_that_sets_it() -> None:
    ui = pressed(at("name"), VIEW, "enter")[0]
    assert (ui.entry, ui.command.text) == (Field.COMMAND, "set name ")
    ui, _ = pressed(typed(ui, VIEW, "Zoe X"), VIEW, "enter")
    assert (ui.settings.name, ui.overlay, ui.entry) == ("Zoe X", Overlay.SETTINGS, None)
    ui = pressed(ui, VIEW, ["enter", *["backspace"] * 5, "-", "enter"])[0]
    assert ui.settings.name == ""


def test_the_colours_of_the_screen_are_others_at_once() -> None:
    ui = pressed(at("cards"), VIEW, "right right")[0]
    assert "H >[A]< [5]" in " ".join("\n".join(lines(VIEW, ui)).split())


@pytest.mark.parametrize(
    ("command", "told", "settings"),
    [
        ("settings", "", Settings()),
        ("set chat phrases", "chat is now phrases", Settings(chat=Chat.PHRASES)),
        ("set bell loud", "refused: bell is one of these: off, turn, all", Settings()),
        ("set be", "bell: turn. when the terminal rings; off, turn, all.", Settings()),
        ("set nonsense on", "refused: there is no setting nonsense; settings lists them", Settings()),
        ("set", "refused: set wants the name of a setting", Settings()),
    ],
)
def test_settings_are_typed_as_commands(command: str, told: str, settings: Settings) -> None:
    ui, _ = pressed(typed(pressed(sat_down(VIEW), VIEW, ":")[0], VIEW, command), VIEW, "enter")
    assert told in ui.note
    assert ui.settings == settings
    assert (ui.overlay is Overlay.SETTINGS) == (command == "settings")


def test_keys_of_a_game_change_settings() -> None:
    ui, _ = pressed(sat_down(VIEW), VIEW, "o f b")
    assert ui.settings == Settings(sort=SortOrder.LOW_FIRST, panel=False, bell=Bell.ALL)


async def test_what_is_changed_is_there_in_the_next_run(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, warn=pytest.fail)
    async with playing(tmp_path, scenes.following().snapshot, keep=file.keep) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("o")
        await player.glass.shows("low cards first")
        assert file.read() == Settings(sort=SortOrder.LOW_FIRST)
        player.press(":", "mute Ana", "enter")
        await player.glass.shows("You do not hear Ana any more.")
        player.press(":", "set mouse on", "enter", ":", "set mouse off", "enter", ":", "settings", "enter")
        await player.glass.shows("SETTINGS")
        player.press("right")
        await player.glass.hides("LOG + CHAT")
        assert await player.goes() == 130
    assert file.read() == Settings(sort=SortOrder.LOW_FIRST, muted=("ana",))


async def test_what_is_changed_on_the_settings_screen_is_kept_when_it_is_left(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, warn=pytest.fail)
    async with playing(tmp_path, scenes.following().snapshot, keep=file.keep) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press(":", "settings", "enter")
        await player.glass.shows("SETTINGS")
        player.press("up", "up", "up", "right")
        await player.glass.shows(">line-sort       rank")
        assert file.read() == Settings()
        player.press("escape")
        await player.glass.hides("SETTINGS")
        assert file.read() != Settings()
        player.press(":", "settings", "enter", "down", "right")
        await player.glass.shows("SETTINGS")
        assert await player.goes() == 130
        assert left_clean(player.glass.received)


async def test_the_bell_of_all_rings_for_what_is_said_too(tmp_path: Path) -> None:
    for bell, rings in ((Bell.ALL, 2), (Bell.TURN, 1), (Bell.OFF, 0)):
        async with playing(tmp_path, table("AH 5H 9S"), settings=Settings(bell=bell, title=False)) as player:
            await player.glass.shows("SPADES")
            player.happens(said("hello"))
            await player.glass.shows("Ana says: hello")
            player.happens(opened(play_prompt("AH 5H")))
            await player.glass.shows(">>> YOUR TURN")
            assert player.glass.received.count("\a") == rings


async def test_chat_may_be_shown_by_phrases_only_or_not_at_all(tmp_path: Path) -> None:
    for chat, shown in ((Chat.ON, True), (Chat.PHRASES, False), (Chat.OFF, False)):
        async with playing(tmp_path, table("AH 5H 9S"), settings=Settings(chat=chat)) as player:
            await player.glass.shows("SPADES")
            player.happens(said("typed by hand"))
            player.happens(opened(play_prompt("AH 5H")))
            await player.glass.shows(">>> YOUR TURN")
            assert ("typed by hand" in player.glass.text) == shown


async def test_a_title_that_is_off_is_not_touched(tmp_path: Path) -> None:
    async with playing(tmp_path, VIEW.snapshot, settings=Settings(title=False)) as player:
        await player.glass.shows(">>> YOUR TURN")
        assert "\x1b]2;*" not in player.glass.received
