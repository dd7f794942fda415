"""Keys on the settings screen: every change holds at once. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades_client.screen import texts
from spades_client.screen.keymap import Action
from spades_client.screen.text_line import TextLine
from spades_client.screen.ui_state import Field, Overlay, Step, UiState
from spades_client.settings import SETTINGS, Names, Text
from spades_client.settings_values import beside, stepped, written


def open_settings(ui: UiState) -> UiState:
    """Return the state with the settings over the table."""
    return replace(ui, overlay=Overlay.SETTINGS, page=0, number="")


def resorted(ui: UiState) -> UiState:
    """Return the state with the cards in the next order."""
    sort = beside(ui.settings.sort)
    return replace(ui.wishing(sort=sort), note=texts.SORTED[sort])


def press_settings(ui: UiState, action: Action) -> Step:
    """Return what follows from a key; ``page`` is the line that is chosen."""
    one = SETTINGS[ui.page]
    match action:
        case Action.LINE_UP:
            return replace(ui, page=(ui.page - 1) % len(SETTINGS)), ()
        case Action.LINE_DOWN:
            return replace(ui, page=(ui.page + 1) % len(SETTINGS)), ()
        case Action.VALUE_BACK:
            return replace(ui, settings=stepped(ui.settings, one, -1)), ()
        case Action.VALUE_ON if not isinstance(one.kind, Text | Names):
            return replace(ui, settings=stepped(ui.settings, one, 1)), ()
    # A text is typed as the command that sets it, so there is one way to write it and one to say what is wrong.
    command = TextLine().typed(f"set {one.name} {written(ui.settings, one)}")
    return replace(ui, entry=Field.COMMAND, command=command), ()
