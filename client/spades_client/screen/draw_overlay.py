"""What can lie over the table: help, log, last trick, score sheet, phrases, answers, menu. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spades_client import texts as prose
from spades_client.language import lent
from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, tame, wrap
from spades_client.screen.draw_gathering import draw_levels
from spades_client.screen.draw_panel import draw_log
from spades_client.screen.draw_settings import draw_settings
from spades_client.screen.draw_sheet import draw_sheet
from spades_client.screen.key_words import KeyWords, key_names
from spades_client.screen.keymap import BINDINGS, Action, Binding, Context, bound_in
from spades_client.screen.look import suit_class
from spades_client.screen.menu import menu_lines
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Overlay, UiState

_ALWAYS = frozenset({Action.HELP, Action.MENU, Action.CLOSE, Action.TO_CARDS, Action.REPLAY_END})
"""The keys that show the way: their hints are never pushed out by others."""


def draw_overlay(canvas: Canvas, view: TableView, ui: UiState, below: Context) -> None:
    """Draw the open overlay on the whole canvas; *below*: what the keys are for once it is closed."""
    scroll = KeyWords(ui.bindings).scroll_down
    match ui.overlay:
        case Overlay.HELP:
            draw_keys(canvas, help_lines(below, ui.bindings), ui.page, scroll)
        case Overlay.LOG:
            canvas.put(0, 1, texts.LOG_TITLE, "class:title")
            draw_log(canvas, 1, view.log, back=ui.page)
        case Overlay.LAST_TRICK:
            _draw_last_trick(canvas, view, ui)
        case Overlay.SCORE:
            draw_sheet(canvas, view, back=ui.page)
        case Overlay.PHRASES:
            phrases = [texts.OPTION.format(number=number, words=lent(text)) for number, text in view.phrases.items()]
            _draw_text(canvas, texts.PHRASES_TITLE, phrases or [prose.NO_PHRASES], ui.page, scroll)
        case Overlay.ANSWER:
            lines = [line for text in ui.answer for line in wrap(tame(text), canvas.width - 2, indent="  ")]
            _draw_text(canvas, texts.ANSWER_TITLE, lines, ui.page, scroll)
        case Overlay.LEVELS:
            draw_levels(canvas, view, ui)
        case Overlay.MENU:
            _draw_menu(canvas, view, ui)
        case Overlay.SETTINGS:
            draw_settings(canvas, ui)


def _draw_text(canvas: Canvas, title: str, lines: list[str], page: int, scroll: str) -> None:
    canvas.put(0, 1, title, "class:title")
    room = canvas.height - 1
    start = max(0, min(page, len(lines) - room))
    for down, line in enumerate(lines[start : start + room], start=1):
        canvas.put(down, 1, line)
    if start + room < len(lines):
        canvas.put_right(0, canvas.width - 1, f"{texts.MORE_BELOW} {scroll}")
    else:
        canvas.put_right(0, canvas.width - 1, texts.CLOSE_HINT)


def help_lines(
    below: Context, bindings: Sequence[Binding] = BINDINGS, labels: Mapping[Action, str] | None = None
) -> list[str]:
    """Return the keys that do something there, made from the bindings; *labels*: what is called otherwise there."""
    named = {**texts.LABELS, **(labels or {})}
    seen, lines = set(), []
    for binding in bound_in(below, bindings):
        if binding.action not in seen:
            seen.add(binding.action)
            lines.append(f"{pad(key_names(binding), 16)} {named[binding.action]}")
    return lines


def draw_keys(canvas: Canvas, lines: Sequence[str], page: int, scroll: str) -> None:
    """Draw lines of the help on the whole canvas, from line *page* on; *scroll*: the key that shows more of them."""
    columns = max(1, min(2, canvas.width // 40))
    wide = canvas.width // columns
    rows = -(-len(lines) // columns)
    joined = [
        "".join(pad(cut(lines[at], wide - 1), wide) for at in range(row, len(lines), rows)).rstrip()
        for row in range(rows)
    ]
    _draw_text(canvas, texts.HELP_TITLE, joined, page, scroll)


def _draw_last_trick(canvas: Canvas, view: TableView, ui: UiState) -> None:
    hand = view.snapshot.hand
    if not hand.tricks:
        canvas.put(0, 1, texts.NO_TRICK_YET)
        return
    trick = hand.tricks[-1]
    title = texts.LAST_TITLE.format(
        number=trick.number, all=hand.hand_size, leader=view.name(trick.leader), winner=view.name(trick.winner)
    )
    canvas.put(0, 1, title, "class:title")
    for row, play in enumerate(trick.plays, start=2 if canvas.height > len(trick.plays) + 2 else 1):
        column = canvas.put(row, 1, f"{row - 1} {pad(view.name(play.seat), 14)}")
        column = canvas.put(row, column, f"{ui.look.card(play.card):>3}", suit_class(play.card.suit))
        if play.seat == trick.winner:
            canvas.put(row, column + 1, f"* {texts.WON_TRICK}", "class:card.winning")


def _draw_menu(canvas: Canvas, view: TableView, ui: UiState) -> None:
    canvas.put(0, 1, texts.MENU, "class:title")
    for row, line in enumerate(menu_lines(may_return=view.may_return), start=1):
        chosen = str(row) == ui.number
        text = texts.OPTION.format(number=row, words=texts.MENU_LINES[line])
        canvas.put(row, 1, ">" if chosen else " ", "class:cursor")
        canvas.put(row, 2, text, "class:chosen" if chosen else "")


def footer(context: Context, width: int, bindings: Sequence[Binding] = BINDINGS) -> str:
    """Return the keys worth naming below the screen, as many as fit."""
    hints = [binding for binding in bound_in(context, bindings) if binding.hint]
    last = [_hint(binding) for binding in hints if binding.action in _ALWAYS]
    shown: list[str] = []
    for binding in hints:
        parts = [*shown, _hint(binding), *last]
        if binding.action not in _ALWAYS and cells("  ".join(parts)) <= width:
            shown.append(_hint(binding))
    return cut("  ".join([*shown, *last]), width)


def _hint(binding: Binding) -> str:
    names = key_names(binding).split()
    keys = "".join(names) if binding.action is Action.TO_SUIT else names[0]
    return f"{keys} {texts.SHORT_LABELS[binding.action]}"
