"""Keys while something lies over the table: scrolling, closing, the phrases and the menu. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades_client import texts as prose
from spades_client.commands import SayPhrase, Word
from spades_client.prose_show import answer_lines
from spades_client.screen import texts
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action
from spades_client.screen.look import ScreenStyle
from spades_client.screen.menu import MenuLine, menu_lines
from spades_client.screen.reduce_seats import level_chosen
from spades_client.screen.reduce_settings import open_settings, press_settings
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Go, Key, Obey, Overlay, Step, UiState

PAGE = 8
"""Lines of a page."""


def show_answer(ui: UiState, view: TableView, word: Word) -> UiState:
    """Return the state with the answer to a question laid over the table."""
    style = ScreenStyle(look=ui.look, phrases=view.phrases, short=True)
    lines = tuple(answer_lines(word, view.snapshot, view.left, view.options, style))
    return replace(ui, overlay=Overlay.ANSWER, page=0, number="", answer=lines)


def press_overlay(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    """Return what follows from a key while an overlay is open."""
    if action is Action.CLOSE:
        return _closed(ui), ()
    if ui.overlay is Overlay.SETTINGS:
        return press_settings(ui, action)
    if ui.overlay is Overlay.MENU:
        return _menu(ui, view, key, action)
    if ui.overlay is Overlay.LEVELS:
        return _levels(ui, view, key, action)
    if action is Action.DIGIT:
        return _phrase(ui, view, key.name)
    return _scrolled(ui, view, action), ()


def _closed(ui: UiState) -> UiState:
    return replace(ui, overlay=None, page=0, number="", answer=())


def _scrolled(ui: UiState, view: TableView, action: Action) -> UiState:
    step = {Action.SCROLL_UP: -1, Action.SCROLL_DOWN: 1, Action.PAGE_UP: -PAGE, Action.PAGE_DOWN: PAGE}[action]
    # The log is read from its end, and earlier tricks lie before the last one.
    back = ui.overlay in (Overlay.LOG, Overlay.LAST_TRICK)
    most = _most(ui, view)
    return replace(ui, page=min(max(0, ui.page + (-step if back else step)), most))


def _most(ui: UiState, view: TableView) -> int:
    match ui.overlay:
        case Overlay.LAST_TRICK:
            return 0  # this table shows the last trick only; the others lie face down
        case Overlay.LOG:
            return max(0, len(view.log) - 1)
        case Overlay.SCORE:
            return max(0, len(view.snapshot.results) - 1)
        case Overlay.ANSWER:
            return max(0, len(ui.answer) - 1)
        case _:
            return 100


def _phrase(ui: UiState, view: TableView, digit: str) -> Step:
    if int(digit) not in view.phrases:
        return replace(ui, note=prose.NO_SUCH_PHRASE.format(number=digit)), ()
    return _closed(ui), (Obey(command=SayPhrase(phrase_id=int(digit))),)


def _menu(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    lines = menu_lines(may_return=view.may_return)
    ui, chosen = _numbered(ui, key, action, len(lines))
    return _chosen(ui, lines[chosen - 1]) if chosen else (ui, ())


def _levels(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    ui, chosen = _numbered(ui, key, action, len(view.levels))
    return level_chosen(ui, view) if chosen else (ui, ())


def _numbered(ui: UiState, key: Key, action: Action, count: int) -> tuple[UiState, int]:
    """Return the state after a key in a list of *count* numbered lines, and the line that Enter has chosen; 0: none."""
    numbers = [str(number) for number in range(1, count + 1)]
    match action:
        case Action.DIGIT if key.name in numbers:
            return replace(ui, number=key.name), 0
        case Action.MORE | Action.LESS if numbers:
            step = 1 if action is Action.MORE else -1
            at = numbers.index(ui.number) + step if ui.number in numbers else (0 if step > 0 else -1)
            return replace(ui, number=numbers[at % len(numbers)]), 0
        case Action.ENTER if ui.number in numbers:
            return ui, int(ui.number)
        case Action.ERASE:
            return replace(ui, number=""), 0
    return replace(ui, note=texts.CHOOSE_FIRST.format(key=KeyWords(ui.bindings))), 0


def _chosen(ui: UiState, line: MenuLine) -> Step:
    match line:
        case MenuLine.BACK:
            return _closed(ui), ()
        case MenuLine.SETTINGS:
            return open_settings(ui), ()
        case MenuLine.HELP:
            return replace(ui, overlay=Overlay.HELP, page=0, number=""), ()
        case MenuLine.GO:
            return _closed(ui), (Go(leave=False),)
        case MenuLine.LEAVE:
            return _closed(ui), (Go(leave=True),)
