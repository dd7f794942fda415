"""The settings screen: a line for each setting, those around the chosen one where not all have room. Pure."""

from __future__ import annotations

from spades_client import settings_texts as texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cut, pad
from spades_client.screen.key_words import KeyWords
from spades_client.screen.ui_state import UiState
from spades_client.settings import SETTINGS, Names, Setting, Text
from spades_client.settings_values import allowed, written

NAME, VALUE = 16, 14
"""Cells for the name, and for the value where the label stands beside it."""
LABELS_WIDTH = 70
"""From this width on every line has its label; below it only the chosen one has, in the title."""


def draw_settings(canvas: Canvas, ui: UiState) -> None:
    """Draw the settings on the whole canvas."""
    one, labelled = SETTINGS[ui.page], canvas.width >= LABELS_WIDTH
    canvas.put(0, 1, texts.TITLE if labelled else texts.LABELS[one.name], "class:title")
    if labelled:
        canvas.put_right(0, canvas.width - 1, allowed(one), "class:hint")
    room = canvas.height - 1
    first = max(0, min(ui.page - room // 2, len(SETTINGS) - room))
    for row, each in enumerate(SETTINGS[first : first + room], start=1):
        _draw_line(canvas, row, each, ui, chosen=each is one, labelled=labelled)


def _draw_line(canvas: Canvas, row: int, one: Setting, ui: UiState, *, chosen: bool, labelled: bool) -> None:
    canvas.put(row, 1, ">" if chosen else " ", "class:cursor")
    style = "class:chosen" if chosen else ""
    value = written(ui.settings, one) or texts.EMPTY
    column = canvas.put(row, 2, pad(one.name, NAME), style)
    end = canvas.put(row, column, cut(value, canvas.width - column - 1), style)
    if end > column + VALUE:
        return
    beside = texts.LABELS[one.name] if labelled else allowed(one) if chosen else ""
    canvas.put(row, column + VALUE + 1 if labelled else end + 2, beside, "" if labelled else "class:hint")


def settings_hint(ui: UiState) -> str:
    """Return what the keys do to the setting that is chosen."""
    form = texts.HINT_TYPE if isinstance(SETTINGS[ui.page].kind, Text | Names) else texts.HINT_STEP
    return form.format(key=KeyWords(ui.bindings))
