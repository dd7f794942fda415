"""The screen in Portuguese and Spanish: nothing is cut that has room in English, and nothing stays English."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from client import scenes
from client.screens import lines, pressed, sat_down
from spades_client import language
from spades_client.screen import cells
from spades_client.screen.canvas import Canvas
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState

SIZES = ((80, 24), (60, 20), (40, 12))
CODES = tuple(code for code in language.LANGUAGES if code != language.ENGLISH)
KEYS = ("", "?", "l", "p", "g", "e", "v", "w", "z", "i", "escape", "s enter", "h enter", "x", "q")
ENGLISH = re.compile(
    r"\b(the|you|your|turn|trick|bid|won|need|bags|score|hand|seat|with|led|of|play|card|choose|game|waiting)\b", re.I
)


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    language.use(language.ENGLISH)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every text is added of which something was left out."""
    found: list[str] = []
    cut, put = cells.cut, Canvas.put

    def noted_cut(text: str, width: int) -> str:
        kept = cut(text, width)
        if kept.rstrip() != text.rstrip():
            found.append(text)
        return kept

    def noted_put(canvas: Canvas, row: int, column: int, text: str, style: str = "") -> int:
        if text.strip() and (column + cells.cells(text.rstrip()) > canvas.width or not 0 <= row < canvas.height):
            found.append(text)
        return put(canvas, row, column, text, style)

    for name, module in list(sys.modules.items()):
        if name.startswith("spades_client.screen") and getattr(module, "cut", None) is cut:
            monkeypatch.setattr(module, "cut", noted_cut)
    monkeypatch.setattr(Canvas, "put", noted_put)
    return found


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
def test_nothing_is_cut_that_has_room_in_english(
    scene: Callable[[], TableView], size: tuple[int, int], code: str, cuts: list[str]
) -> None:
    assert _left_out(scene(), "", size, code, cuts) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("keys", KEYS)
def test_what_keys_show_is_not_cut_either(keys: str, size: tuple[int, int], code: str, cuts: list[str]) -> None:
    assert _left_out(scenes.following(), keys, size, code, cuts) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
def test_no_english_word_is_left_on_the_screen(scene: Callable[[], TableView], code: str) -> None:
    """The log of a scene is in English: it tells what was said before."""
    language.use(code)
    view = replace(scene(), log=(), phrases={1: "Good luck!", 2: "Well played!"})
    shown = [lines(view, _after(view, keys), 80, 24) for keys in KEYS]
    assert [line for screen in shown for line in screen if ENGLISH.search(line)] == []


def _left_out(view: TableView, keys: str, size: tuple[int, int], code: str, cuts: list[str]) -> list[str]:
    """Return what is cut in a language, unless as much is cut in English."""
    counts = []
    for spoken in (language.ENGLISH, code):
        language.use(spoken)
        ui = _after(view, keys)
        cuts.clear()
        lines(view, ui, *size)
        counts.append(len(cuts))
    return cuts if counts[1] > counts[0] else []


def _after(view: TableView, keys: str) -> UiState:
    return pressed(sat_down(view), view, keys)[0]
