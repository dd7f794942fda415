"""Keys of one's own: any command has other keys, help and footer show them, and what cannot be is told by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from client import scenes
from client.glass import playing
from client.screens import lines, pressed, sat_down
from spades_client.commands import Ask, Word
from spades_client.screen import texts
from spades_client.screen.draw_banner import turn
from spades_client.screen.draw_overlay import footer, help_lines
from spades_client.screen.keymap import BINDINGS, Action, Binding, Context, action_of
from spades_client.screen.own_keys import FORBIDDEN, NAMES, OwnKeys, read_keys
from spades_client.screen.present import hint
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Obey, Overlay, UiState
from spades_client.settings import Confirm, Settings


def written(folder: Path, text: str) -> Path:
    """Return the path of a file that holds *text*."""
    path = folder / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return path


def with_keys(folder: Path, text: str) -> tuple[Binding, ...]:
    """Return the bindings with the keys in *text*, which must be right."""
    keys, faults = read_keys(written(folder, text), must_exist=True)
    assert faults == []
    return keys.table


def test_another_key_does_it_and_the_usual_one_no_longer(tmp_path: Path) -> None:
    view = scenes.waiting()
    ui = UiState(bindings=with_keys(tmp_path, 'last-trick = "y"\nscore = ["P", "f5"]\n'))
    ui = sat_down(view, ui)
    for key, overlay in (("y", Overlay.LAST_TRICK), ("P", Overlay.SCORE), ("f5", Overlay.SCORE), ("l", None)):
        opened, _ = pressed(ui, view, key)
        assert opened.overlay is overlay
    assert pressed(ui, view, "l")[0].note == "l does nothing here; ? lists the keys"
    assert pressed(ui, view, "y y")[0].overlay is None, "what opens it closes it"


def test_help_and_footer_show_the_keys_that_hold(tmp_path: Path) -> None:
    bindings = with_keys(tmp_path, 'last-trick = "y"\nhelp = "f2"\nsuspend = "c-t"\n')
    listed = help_lines(Context.CARDS, bindings)
    assert f"{'y':16} {texts.LABELS[Action.LAST_TRICK]}" in listed
    assert f"{'F2':16} {texts.LABELS[Action.HELP]}" in listed
    assert f"{'Ctrl-T':16} {texts.LABELS[Action.SUSPEND]}" in listed
    assert "y last" in footer(Context.CARDS, 200, bindings)
    view = scenes.following()
    ui = pressed(sat_down(view, UiState(bindings=bindings)), view, "f2")[0]
    shown = lines(view, ui) + lines(view, pressed(ui, view, "pagedown")[0])
    assert any("F2    " in line for line in shown)
    assert shown[0].endswith("F2=help")
    assert pressed(ui, view, "f2 !")[0].note == "! does nothing here; F2 lists the keys"
    assert pressed(ui, view, "f2")[0].overlay is None


def test_suits_have_other_letters_in_the_same_order(tmp_path: Path) -> None:
    view = scenes.following()
    bindings = with_keys(tmp_path, 'to-suit = ["e", "y", "u", "r"]\nphrases = "E"\n')
    ui = sat_down(view, UiState(bindings=bindings))
    assert [pressed(ui, view, key)[0].cursor for key in "eyur"] == ["AS", "AH", "JD", "8C"]


def test_a_command_with_several_rows_has_the_new_keys_everywhere(tmp_path: Path) -> None:
    bindings = with_keys(tmp_path, 'say = "y"\n')
    assert all(action_of("y", context, bindings) is Action.SAY for context in (Context.CARDS, Context.SCORE))
    assert action_of("/", Context.CARDS, bindings) is None
    assert action_of("tab", Context.CARDS, bindings) is None


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('tip = "l"', ["l would be both tip and last-trick"]),
        ('tip = "y"\nlog = "y"', ["y would be both tip and log"]),
        ('tip = "enter"', ["enter would be both tip and enter", "enter would be both tip and go-on"]),
        ('fly = "y"', ["there is no command fly; there are card-left"]),
        ('interrupt = "y"', ["there is no command interrupt"]),
        ("tip = 5", ["tip wants a key, or several in brackets"]),
        ("tip = []", ["tip wants a key, or several in brackets"]),
        ('tip = "banana"', ["banana is no key for tip; a letter or sign is, and so are"]),
        ('tip = " "', ["is no key for tip"]),
        ('send = "y"', ["y cannot be used for send: it types text there"]),
        ('to-suit = ["y", "u"]', ["to-suit wants 4 keys, in the order of s h d c"]),
        ("tip = ", ["is no TOML"]),
        ("hall = 5", ["hall is a part of the file"]),
        ('[hall]\nfly = "y"', ["there is no command fly; there are up, down"]),
        ('[hall]\nnew = "w"', ["w would be both new and watch"]),
        ('[hall]\nnew = "o"\nup = "o"', ["o would be both new and up"]),
        ('[hall]\nnew = "c-l"', ["c-l would be both new and redraw"]),
        ('[hall]\nnew = "c-s"', ["c-s cannot be used for new"]),
        ('[hall]\nnew = "5"', ["5 cannot be used for new: it types text there"]),
        ("[hall]\nnew = 7", ["new wants a key, or several in brackets"]),
        ('tip = "c-s"\nlog = "c-a"', ["c-s cannot be used for tip", "c-a cannot be used for log"]),
    ],
)
def test_what_cannot_be_is_told_by_both_names_and_the_usual_keys_stay(
    tmp_path: Path, text: str, faults: list[str]
) -> None:
    keys, told = read_keys(written(tmp_path, text), must_exist=True)
    assert keys == OwnKeys()
    assert len(told) == len(faults)
    for sentence, fault in zip(told, faults, strict=True):
        assert fault in sentence


def test_a_file_that_is_not_there_is_told_only_if_it_was_named(tmp_path: Path) -> None:
    assert read_keys(tmp_path / "keys.toml", must_exist=False) == (OwnKeys(), [])
    assert "there is no file of keys" in read_keys(tmp_path / "keys.toml", must_exist=True)[1][0]


def test_keys_that_terminals_keep_are_bound_nowhere() -> None:
    assert not [row for row in BINDINGS if FORBIDDEN & set(row.keys)]


def test_every_command_but_the_ways_out_can_be_given_other_keys() -> None:
    assert set(Action) - set(NAMES.values()) == {Action.INTERRUPT, Action.CLOSE}


OTHERS = {
    Action.ENTER: "f2", Action.GO_ON: "f2", Action.LIFT: "f3", Action.HOLD: "f3", Action.MENU: "f4",
    Action.CARD_LEFT: "f5", Action.CARD_RIGHT: "f6", Action.SUIT_UP: "f7", Action.SUIT_DOWN: "f8",
    Action.MORE: "f6", Action.LESS: "f5", Action.NIL: "f9", Action.READY: "f10", Action.LOOK_BACK: "f11",
    Action.SWAP: "f12", Action.CHANGE_RULES: "c-d", Action.WRITE: "c-n", Action.VIEW_BEFORE: "f5",
    Action.VIEW_NEXT: "f6", Action.SAY: "c-g", Action.COMPUTER: "f3", Action.MOVE_HERE: "f7", Action.INVITE: "f8",
    Action.REMOVE: "f9", Action.FILL: "f2", Action.START: "c-o", Action.SEAT_BEFORE: "f5", Action.SEAT_NEXT: "f6",
    Action.TIP: "c-p", Action.LOG: "c-r", Action.COMMAND: "c-t", Action.VALUE_BACK: "f5", Action.VALUE_ON: "f6",
}  # fmt: skip
"""Another key for whatever a hint names."""


def all_other_keys(folder: Path) -> UiState:
    """Return a reader who has another key for everything."""
    names = {action: name for name, action in NAMES.items()}
    lines = [f'{names[action]} = "{key}"' for action, key in OTHERS.items()]
    seats = 'to-seat = ["P", "Q", "R", "S", "T", "U"]'
    return UiState(bindings=with_keys(folder, "\n".join([*lines, seats])))


@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
def test_no_hint_names_a_key_that_the_player_has_changed(tmp_path: Path, scene: Callable[[], TableView]) -> None:
    view = replace(scene(), capabilities=frozenset({"claims", "tips"}))
    reader = all_other_keys(tmp_path)
    usual = re.compile(r"\b(Enter|Space|Esc|[Aa]rrows|[Ll]eft|[Rr]ight|[a-z]:|n =|i takes)\b|1-6|[:/]resume|; /")
    for settings in (Settings(), Settings(confirm=Confirm.NEVER, queue=True)):
        ui = sat_down(view, replace(reader, settings=settings))
        for keys in ("", "f3", "f2", "f2 f2", "f6", "f6 f2", "x", "P f9", "Q f9 f9", "c-p", "c-c", "f4", "f4 f2"):
            after = pressed(ui, view, keys)[0]
            told = hint(view, after) + after.note + turn(view, after)[0]
            assert not usual.search(told), (keys, told)


def test_seats_have_other_keys_in_the_same_order(tmp_path: Path) -> None:
    view = scenes.gathering()
    ui = sat_down(view, all_other_keys(tmp_path))
    assert [pressed(ui, view, [key])[0].seat for key in "PQRS"] == [1, 2, 3, 4]
    assert "P Q R S T U or F5 and F6 choose a seat" in hint(view, ui)


async def test_a_conflict_is_told_at_the_start_and_other_keys_hold_at_once(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('where = "y"\n')
    bad.write_text('where = "l"\n')
    async with playing(
        tmp_path,
        scenes.following().snapshot,
        settings=Settings(keys=str(bad)),
        read_keys=lambda path: read_keys(Path(path), must_exist=True),
        size=(200, 40),
    ) as player:
        await player.glass.shows(">>> YOUR TURN", "is not used: l would be both where and last-trick")
        player.press(":", f"set keys {good}", "enter")
        await player.glass.shows("keys is now")
        player.press("y")
        await player.glass.shows("ANSWER")
        player.press("y")
        await player.glass.hides("ANSWER")


def test_a_tip_may_have_any_key_that_is_free(tmp_path: Path) -> None:
    view = scenes.bidding()
    bindings = with_keys(tmp_path, 'tip = "y"\n')
    ui = sat_down(view, UiState(bindings=bindings))
    tips = Obey(command=Ask(word=Word.TIP))
    assert tips not in pressed(ui, view, "i")[1]
