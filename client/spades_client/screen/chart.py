"""A line chart in text characters. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells

MARKS = "*o+x#@"
"""The signs of the lines, in order."""

_LABELS = 6
"""Cells of the numbers at the left, the axis included."""


def draw_chart(canvas: Canvas, lines: Sequence[Sequence[int]], names: Sequence[str], *, zero: str = "-") -> None:
    """Draw each of *lines*, values of equal number from the left to the right edge; *names* stand below.

    Between two values dots lead from one to the other. *zero* marks the height of nothing, where it is in view.
    """
    height, width = canvas.height - 2, canvas.width - _LABELS
    values = [value for line in lines for value in line]
    if height < 2 or width < 4 or not values:
        return
    low, high = min(*values, 0), max(*values, 1)

    def row_of(value: float) -> int:
        return round((high - value) * (height - 1) / (high - low))

    for row in range(height):
        canvas.put(row, _LABELS - 1, "|", "class:rule")
    for value in dict.fromkeys((high, 0, low)):
        canvas.put_right(row_of(value), _LABELS - 1, str(value))
    canvas.rule(row_of(0), zero, left=_LABELS, right=canvas.width)
    for line in lines:
        _draw_slopes(canvas, line, row_of=row_of, width=width)
    for mark, line in zip(MARKS, lines, strict=False):
        for at, value in enumerate(line):
            canvas.put(row_of(value), _LABELS + _column(at, len(line), width), mark, "class:chart")
    _draw_hands(canvas, len(lines[0]), width)
    column = _LABELS
    for mark, name in zip(MARKS, names, strict=False):
        column = canvas.put(canvas.height - 1, column, f"{mark} {name}") + 2


def _column(at: int, count: int, width: int) -> int:
    return at * (width - 1) // max(1, count - 1)


def _draw_slopes(canvas: Canvas, line: Sequence[int], *, row_of: Callable[[float], int], width: int) -> None:
    for at, (one, other) in enumerate(pairwise(line)):
        start, end = _column(at, len(line), width), _column(at + 1, len(line), width)
        for column in range(start + 1, end):
            share = (column - start) / (end - start)
            canvas.put(row_of(one + (other - one) * share), _LABELS + column, ".", "class:chart")


def _draw_hands(canvas: Canvas, count: int, width: int) -> None:
    """Write the numbers of the hands below the axis, as many as fit."""
    row, free = canvas.height - 2, 0
    for at in range(count):
        text, column = str(at), _LABELS + _column(at, count, width)
        column = min(column, canvas.width - cells(text))
        if column >= free:
            free = canvas.put(row, column, text) + 1
