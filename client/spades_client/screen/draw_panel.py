"""The panel at the side: the last trick, and what happened and was said. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from spades_client.screen import texts
from spades_client.screen.advice import draw_advice
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cut, pad, wrap
from spades_client.screen.look import Look, suit_class
from spades_client.screen.table_view import ADVICE, LogLine, TableView

# The table itself shows these; in the panel they would push out what was said.
QUIET = frozenset({"card_played", "prompt_closed", "cards_dealt", "hand_ended", ADVICE})

NEWS = 3
"""Rows that advice leaves to what was said last: a line above it, and a sentence of two lines."""


def draw_panel(canvas: Canvas, view: TableView, look: Look) -> None:
    """Draw the panel on the whole canvas."""
    row = draw_advice(canvas, view, look, height=canvas.height - NEWS)
    if row:
        canvas.rule(row)
        row += 1
        if canvas.height - row < NEWS:
            draw_log(canvas, row, loud(view))
            return
    elif view.snapshot.hand.tricks:
        row = _draw_last_trick(canvas, view, look)
        canvas.rule(row)
        row += 1
    canvas.put(row, 1, texts.LOG, "class:title")
    draw_log(canvas, row + 1, loud(view))


def loud(view: TableView) -> list[LogLine]:
    """Return what happened without what the table itself shows."""
    return [line for line in view.log if line.kind not in QUIET]


def _draw_last_trick(canvas: Canvas, view: TableView, look: Look) -> int:
    hand = view.snapshot.hand
    # While the finished trick still lies on the table, the panel shows it already: it does not jump later.
    trick = hand.tricks[-1]
    canvas.put(0, 1, texts.LAST_TRICK.format(number=trick.number, all=hand.hand_size), "class:title")
    for down, play in enumerate(trick.plays, start=1):
        name = pad(cut(view.name(play.seat), 9), 9)
        column = canvas.put(down, 2, name)
        column = canvas.put(down, column + 1, f"{look.card(play.card):>3}", suit_class(play.card.suit))
        if play.seat == trick.winner:
            column = canvas.put(down, column + 1, texts.WON_TRICK, "class:card.winning")
        if play.seat == trick.leader:
            canvas.put(down, column + 1, texts.LED)
    return 1 + len(trick.plays)


def draw_log(canvas: Canvas, top: int, log: Iterable[LogLine], *, back: int = 0) -> None:
    """Draw the end of the log from *top* to the bottom, *back* sentences before its end."""
    room = canvas.height - top
    lines: list[tuple[str, str]] = []
    recent = list(log)
    for entry in reversed(recent[: len(recent) - back] if back else recent):
        style = "class:log.said" if entry.kind == "said" else "class:log"
        wrapped = wrap(entry.text, canvas.width - 2, indent=" ")
        lines = [(line, style) for line in wrapped] + lines
        if len(lines) >= room:
            break
    for down, (line, style) in enumerate(lines[-room:] if room > 0 else []):
        canvas.put(top + down, 1, line, style)
