"""What the screens of the hall have in common: title, a list around its cursor, a typed line, notes and keys. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from spades_client.screen import texts as screen_texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, wrap
from spades_client.screen.hall.binding import Binding, DeedWords, footer, help_lines
from spades_client.screen.present import Screen
from spades_client.screen.text_line import TextLine

NARROW = 60
"""Below so many columns a list names only what matters most."""


def help_key(bindings: Sequence[Binding]) -> str:
    """Return the end of a title that names the key of the help."""
    return screen_texts.HELP_KEY.format(key=DeedWords(bindings).help)


def draw_title(canvas: Canvas, title: str, right: str) -> None:
    """Draw the first line; *right*: what stands at its end."""
    canvas.put(0, 1, cut(title, canvas.width - 2), "class:title")
    if cells(title) + cells(right) + 3 <= canvas.width:
        canvas.put_right(0, canvas.width - 1, right)


def first_shown(count: int, at: int, room: int) -> int:
    """Return the first line of a list of *count* that is shown in *room* lines, so that line *at* is among them."""
    return max(0, min(at - room // 2, count - room))


def draw_rows(canvas: Canvas, top: int, bottom: int, rows: Sequence[str], at: int | None) -> None:
    """Draw the lines of a list between two rows, those around line *at*, which is marked; None: no line is."""
    room = bottom - top
    if room <= 0:
        return
    first = first_shown(len(rows), at or 0, room)
    for number, text in enumerate(rows[first : first + room], start=first):
        here = number == at
        row = top + number - first
        canvas.put(row, 0, ">" if here else " ", "class:cursor")
        canvas.put(row, 2, cut(text, canvas.width - 2), "class:chosen" if here else "")
    if first:
        canvas.put(top, canvas.width - 1, "^", "class:rule")
    if first + room < len(rows):
        canvas.put(bottom - 1, canvas.width - 1, "v", "class:rule")


def draw_field(canvas: Canvas, row: int, prompt: str, line: TextLine) -> tuple[int, int]:
    """Draw a line that is being typed, and return where its cursor is."""
    start = canvas.put(row, 1, prompt)
    text, at = line.shown(max(1, canvas.width - start - 1))
    canvas.put(row, start, cut(text, canvas.width - start), "class:field")
    return row, max(0, min(start + at, canvas.width - 1))


def draw_foot(canvas: Canvas, note: str, bindings: Sequence[Binding]) -> int:
    """Draw what is to be told and the keys, at the bottom; return the row above them."""
    last = canvas.height - 1
    canvas.put(last, 1, footer(bindings, canvas.width - 2), "class:footer")
    lines = wrap(note, max(1, canvas.width - 2))[: max(0, min(4, last - 2))]
    top = last - max(1, len(lines))
    for row, line in enumerate(lines, start=top):
        canvas.put(row, 1, line, "class:note")
    return top


def draw_help(canvas: Canvas, bindings: Sequence[Binding], scrolled: int) -> None:
    """Draw the keys over the whole screen, without the first *scrolled* lines; those that move in lists scroll it."""
    lines = help_lines(bindings)
    room = max(1, canvas.height - 1)
    first = max(0, min(scrolled, len(lines) - room))
    below = f"{screen_texts.MORE_BELOW} {DeedWords(bindings).down}"
    draw_title(canvas, screen_texts.HELP_TITLE, below if first + room < len(lines) else screen_texts.CLOSE_HINT)
    for row, line in enumerate(lines[first : first + room], start=1):
        canvas.put(row, 1, cut(line, canvas.width - 2))


def finished(canvas: Canvas, title: str, cursor: tuple[int, int] | None = None) -> Screen:
    """Return the canvas as a screen."""
    return Screen(lines=canvas.lines(), cursor=cursor, title=f"{screen_texts.TITLE} {title}".strip())
