"""Clicks on the reader's cards: a click lifts, a second one on the same card plays or puts back. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades_client.screen.draw_holding import card_in_row, holding_top
from spades_client.screen.holding import rows
from spades_client.screen.keymap import Context
from spades_client.screen.reduce import context_of, press
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Key, Step, UiState


def card_at(view: TableView, ui: UiState, size: tuple[int, int], row: int, column: int) -> str:
    """Return the card, in notation, that a screen of *size* shows there; empty where it shows none."""
    down = row - holding_top(size[1])
    held = rows(view, ui.look)
    if context_of(ui, view) is not Context.CARDS or not 0 <= down < len(held):
        return ""
    return card_in_row(held, down, size[0], column)


def click(ui: UiState, view: TableView, card: str, at: float) -> Step:
    """Return what follows from a click on a card at that time."""
    again = ui.cursor == card and ui.lifted == (card,)
    return press(replace(ui, cursor=card), view, Key(name="enter" if again else "space", at=at))
