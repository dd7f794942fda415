"""Settings in line mode: told, changed by what is typed, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.line_player import YOUR_TURN, begun, playing
from client.messages import opened, play_prompt, said
from spades_client.commands import Ask, ChangeSetting, Word
from spades_client.grammar import CommandError, parse_command
from spades_client.settings import SETTINGS, Chat, LineCards, LineSort, Settings
from spades_client.settings_file import SettingsFile


async def test_settings_are_listed_told_and_changed(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, warn=pytest.fail)
    async with playing(tmp_path, *begun(), keep=file.keep) as player:
        player.keyboard.type("settings")
        await player.screen.shows_start("muted: (as usual). players who are not heard.")
        assert sum(line.startswith(tuple(f"{one.name}: " for one in SETTINGS)) for line in player.screen.lines) == 22
        for line, told in (
            ("set bell", "bell: turn. when the terminal rings; off, turn, all."),
            ("set bell off", "bell is now off: when the terminal rings."),
            ("set name Zoe X", "name is now Zoe X: what you are called at a table."),
            ("set name -", "name is now left to the system: what you are called at a table."),
            ("set bell loud", "refused: bell is one of these: off, turn, all"),
            ("set nonsense 1", "refused: there is no setting nonsense; settings lists them"),
            ("cards short", "Cards are written short."),
            ("sort", "Your cards are sorted by rank."),
            ("mute Ana", "You do not hear Ana any more."),
            ("hand", "Your cards: AH, 9S, 5H"),
        ):
            player.keyboard.type(line)
            await player.screen.shows(told)
    kept = file.read()
    assert (kept.bell.value, kept.line_cards, kept.line_sort, kept.muted) == (
        "off",
        LineCards.SHORT,
        LineSort.RANK,
        ("ana",),
    )


async def test_what_was_kept_holds_from_the_first_line_on(tmp_path: Path) -> None:
    wishes = Settings(line_cards=LineCards.SHORT, line_sort=LineSort.RANK, muted=("ana",))
    async with playing(tmp_path, *begun(), settings=wishes) as player:
        await player.screen.shows("Your cards: AH, 9S, 5H")
        player.happens(11, said("unheard"), said("heard", sequence=12, seat=2, name="Bruno"))
        await player.screen.shows("Bruno says: heard")
        assert "Ana says: unheard" not in player.screen.lines


async def test_chat_may_be_limited_to_phrases(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(), settings=Settings(chat=Chat.PHRASES)) as player:
        await player.screen.shows_start("Your cards")
        player.happens(11, said("typed by hand"), opened(play_prompt("AH 5H")))
        await player.screen.shows(YOUR_TURN)
        player.keyboard.type("set chat on")
        await player.screen.shows_start("chat is now on")
        player.happens(13, said("heard", sequence=13))
        await player.screen.shows("Ana says: heard")
        assert "Ana says: typed by hand" not in player.screen.lines


async def test_a_wrong_setting_ends_a_strict_script(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(), strict=True) as player:
        await player.screen.shows_start("Your cards")
        player.keyboard.type("set bell loud")
        assert await player.running == 3


def test_set_and_settings_are_commands() -> None:
    assert parse_command("settings") == Ask(word=Word.SETTINGS)
    assert parse_command("set BELL off") == ChangeSetting(name="bell", value="off")
    assert parse_command("set bell") == ChangeSetting(name="bell", value=None)
    with pytest.raises(CommandError, match="name of a setting"):
        parse_command("set")
