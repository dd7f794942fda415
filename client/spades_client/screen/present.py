"""The presenter: what is known and the reader's own state, to lines of styled text of a given size. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spades.v1.snapshot_pb2 import PHASE_BID, TABLE_STAGE_GAME_OVER, TABLE_STAGE_GATHERING
from spades_client.screen import ahead_texts, texts
from spades_client.screen.advice import advice_hint
from spades_client.screen.ahead import may_queue
from spades_client.screen.asking import Asking, alternative, alternatives, asking
from spades_client.screen.canvas import Canvas, Line
from spades_client.screen.cells import cells, cut, pad, wrap
from spades_client.screen.draw_banner import draw_banner, turn
from spades_client.screen.draw_choices import draw_alternatives, draw_bidding
from spades_client.screen.draw_deal import draw_deal
from spades_client.screen.draw_gathering import draw_gathering, hint_gathering
from spades_client.screen.draw_header import draw_compact, draw_sides, draw_title, side_rows
from spades_client.screen.draw_holding import draw_holding
from spades_client.screen.draw_over import SHEET_ROWS, over_lines
from spades_client.screen.draw_overlay import draw_overlay, footer
from spades_client.screen.draw_panel import draw_log, draw_panel, loud
from spades_client.screen.draw_seats import draw_seats
from spades_client.screen.draw_settings import settings_hint
from spades_client.screen.draw_sheet import draw_sheet
from spades_client.screen.holding import own_card
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action, Context, key_for
from spades_client.screen.reduce import context_of
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Field, Overlay, UiState
from spades_client.settings import Confirm
from spades_client.words import choice_words

SIDE_PANEL = (80, 24)
"""From this size on there is a panel at the side."""
LARGE = 110
"""From this width on the panel is wide."""
MIDDLE = (60, 20)
"""From this size on there are rules and a line for each side."""
SMALL = (40, 12)
"""Below this size only the turn is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What is to be seen."""

    lines: list[Line]
    """Exactly as many as the height, each exactly as wide as the width."""

    cursor: tuple[int, int] | None
    """Row and column of the text cursor; None while no text is typed."""

    title: str
    """For the title bar of the terminal's window."""


def present(view: TableView, ui: UiState, width: int, height: int) -> Screen:
    """Return the screen of *width* x *height* cells."""
    canvas = Canvas(width, height)
    view = replace(view, bottom=ui.bottom)
    if (width, height) < (1, 1) or width < SMALL[0] or height < SMALL[1]:
        cursor = _draw_tiny(canvas, view, ui)
    else:
        cursor = _draw(canvas, view, ui)
    _, prompt, _ = turn(view, ui)
    title = f"{'* ' if prompt is not None and prompt is view.asked else ''}{texts.TITLE} {view.table_name}"
    return Screen(lines=canvas.lines(), cursor=cursor, title=title.strip())


def _draw(canvas: Canvas, view: TableView, ui: UiState) -> tuple[int, int] | None:
    width, height = canvas.width, canvas.height
    ruled = width >= MIDDLE[0] and height >= MIDDLE[1]
    if ruled:
        draw_title(canvas, 0, view, key_for(Action.HELP, ui.bindings))
        draw_sides(canvas, 1, view)
        top = 1 + side_rows(view)
    else:
        draw_compact(canvas, 0, view)
        top = 2
    footer_row, say_row, note_row = height - 1, height - 2, height - 3
    held = 4 if view.own is not None and view.own.cards and view.deal is None else 0
    if not ruled and ui.overlay is not None:
        held = 0  # what lies over the table needs their room
    banner = note_row - held - 1
    draw_banner(canvas, banner, view, ui)
    if held:
        draw_holding(canvas, banner + 1, view, ui)
    bottom = banner - 1 if ruled else banner
    if ruled:
        canvas.rule(top)
        canvas.rule(bottom)
        top += 1
    _draw_middle(canvas, top, bottom, view, ui)
    cursor = _draw_lines_of_text(canvas, note_row, say_row, view, ui)
    context = context_of(ui, view)
    canvas.put(footer_row, 1, footer(context, width - 2, ui.bindings), "class:footer")
    return cursor


def _draw_middle(canvas: Canvas, top: int, bottom: int, view: TableView, ui: UiState) -> None:
    """Draw what lies between header and banner: the table with the panel at its side, or what lies over both."""
    height = bottom - top
    whole = Canvas(canvas.width, height)
    below = context_of(replace(ui, overlay=None, entry=None), view)
    if ui.overlay is not None:
        draw_overlay(whole, view, ui, below)
    elif view.deal is not None:
        draw_deal(whole, view, ui.look, view.deal)
    elif view.scored or view.snapshot.stage == TABLE_STAGE_GAME_OVER:
        _draw_result(whole, view, ui)
    else:
        panel = _panel_width(canvas, ui)
        table = Canvas(canvas.width - panel - (1 if panel else 0), height)
        _draw_table(table, view, ui, panel=bool(panel))
        whole.paste(0, 0, table)
        if panel:
            side = Canvas(panel, height)
            draw_panel(side, view, ui.look)
            for row in range(height):
                whole.put(row, table.width, "|", "class:rule")
            whole.paste(0, table.width + 1, side)
            for row in (top - 1, bottom):
                canvas.put(row, table.width, "+", "class:rule")
    canvas.paste(top, 0, whole)


def _draw_result(canvas: Canvas, view: TableView, ui: UiState) -> None:
    """Draw the score sheet, and below it what can be chosen, such as another game."""
    rows = min(canvas.height, len(alternatives(view)))
    summary = over_lines(view) if view.snapshot.stage == TABLE_STAGE_GAME_OVER else []
    if not rows:
        summary = summary[1:]  # the line of the turn says who won
    summary = summary[: max(rows > 0, canvas.height - rows - SHEET_ROWS)]
    sheet, choices = Canvas(canvas.width, canvas.height - rows - len(summary)), Canvas(canvas.width, rows)
    draw_sheet(sheet, view)
    canvas.paste(0, 0, sheet)
    for row, line in enumerate(summary, start=sheet.height):
        canvas.put(row, 1, cut(line, canvas.width - 2), "class:title" if row == sheet.height else "")
    if rows:
        draw_alternatives(choices, view, ui)
        canvas.paste(sheet.height + len(summary), 0, choices)


def _panel_width(canvas: Canvas, ui: UiState) -> int:
    if not ui.look.panel or canvas.width < SIDE_PANEL[0] or canvas.height < SIDE_PANEL[1]:
        return 0
    return 40 if canvas.width >= LARGE else 26


def _draw_table(canvas: Canvas, view: TableView, ui: UiState, *, panel: bool) -> None:
    wanted = asking(view)
    hand = view.snapshot.hand
    if not view.known:
        pass  # the line of the turn says what is being reached
    elif wanted is Asking.CHOOSE:
        draw_alternatives(canvas, view, ui)
    elif view.snapshot.stage == TABLE_STAGE_GATHERING:
        draw_gathering(canvas, view, ui)
    elif hand.phase == PHASE_BID and view.held is None and view.snapshot.HasField("hand"):
        draw_bidding(canvas, view, ui)
    elif (row := draw_seats(canvas, view, ui.look)) < canvas.height - 1 and not panel:
        draw_log(canvas, row + 1, loud(view))


# The lines of text below the cards.


def _draw_lines_of_text(
    canvas: Canvas, note_row: int, say_row: int, view: TableView, ui: UiState
) -> tuple[int, int] | None:
    note, style = (ui.note, "class:note") if ui.note else (hint(view, ui), "class:hint")
    lines = wrap(note, canvas.width - 2) or [""]
    canvas.put(note_row, 1, lines[0], style)
    free = ui.entry is None and not ui.say.text
    if free:
        # Nobody types: a long note may use the line below, and the last of what was said the rest.
        canvas.put(say_row, 1, lines[1] if len(lines) > 1 else _say_prompt(view), style if len(lines) > 1 else "")
        return None
    return _draw_field(canvas, say_row, view, ui)


def _say_prompt(view: TableView) -> str:
    return texts.SAY_ASIDE_PROMPT if view.known and not view.snapshot.your_seat else texts.SAY_PROMPT


def _draw_field(canvas: Canvas, row: int, view: TableView, ui: UiState) -> tuple[int, int] | None:
    command = ui.entry is Field.COMMAND
    prompt, line = (texts.COMMAND_PROMPT, ui.command) if command else (_say_prompt(view), ui.say)
    start = canvas.put(row, 1, prompt)
    text, at = line.shown(max(1, canvas.width - start - 1))
    canvas.put(row, start, cut(text, canvas.width - start), "class:field" if ui.entry else "")
    return (row, min(start + at, canvas.width - 1)) if ui.entry else None


def hint(view: TableView, ui: UiState) -> str:
    """Return what the reader can do now, in one sentence; empty while there is nothing."""
    prompt, key = view.asked, KeyWords(ui.bindings)
    if ui.overlay is Overlay.SETTINGS:
        return settings_hint(ui)
    if view.held is not None or view.deal is not None or ui.overlay is not None:
        return ""
    match asking(view):
        case Asking.PLAY:
            card = own_card(view, ui.lifted[0]) if ui.lifted else None
            if card is not None:
                return texts.HINT_LIFTED.format(card=ui.look.card(card), key=key)
            at_once = ui.settings.confirm is Confirm.NEVER
            return (ahead_texts.HINT_AT_ONCE if at_once else texts.HINT_PLAY).format(key=key)
        case Asking.GIVE if prompt is not None:
            return texts.HINT_GIVE.format(picks=prompt.min_picks, key=key)
        case Asking.BID:
            choice = alternative(view, ui.number)
            if choice is not None:
                return texts.HINT_BID_CHOSEN.format(bid=choice_words(choice), key=key)
            return advice_hint(view, ui) or texts.HINT_BID.format(key=key)
        case Asking.CHOOSE:
            choice = alternative(view, ui.number)
            if choice is None:
                return texts.HINT_CHOOSE.format(key=key)
            return texts.HINT_CHOSEN.format(choice=choice_words(choice), key=key)
        case Asking.CONTINUE:
            return texts.HINT_SCORE.format(key=key)
        case Asking.NOTHING if may_queue(ui, view) and view.own and view.own.cards:
            return ahead_texts.HINT_AHEAD.format(key=key)
    context = context_of(ui, view)
    if context in (Context.OVER, Context.REMATCH):
        return texts.HINT_OVER.format(key=key)
    if context is Context.GATHERING:
        return hint_gathering(view, ui)
    if not view.snapshot.your_seat and view.known:
        return texts.HINT_WATCHING.format(key=key)
    return ""


def _draw_tiny(canvas: Canvas, view: TableView, ui: UiState) -> tuple[int, int] | None:
    """Draw what fits into any size: the turn, that more room is needed, and the line that is typed."""
    rows = canvas.height
    if rows < 1:
        return None
    draw_banner(canvas, 0, view, ui)
    if rows >= 3:
        for row, line in enumerate(wrap(ui.note or texts.TOO_SMALL, max(1, canvas.width - 1))[: rows - 2], start=1):
            canvas.put(row, 0, pad(line, min(cells(line), canvas.width)))
    if rows >= 2:
        if ui.entry is not None:
            return _draw_field(canvas, rows - 1, view, ui)
        canvas.put(
            rows - 1, 0, cut(footer(context_of(ui, view), canvas.width, ui.bindings) or texts.TOO_SMALL, canvas.width)
        )
    return None
