"""A sheet of terminal cells that panels write on; it clips what does not fit and gives lines of styled text."""

from __future__ import annotations

from itertools import groupby
from typing import TypeAlias

from wcwidth import iter_graphemes

from spades_client.screen.cells import cells

Fragment: TypeAlias = tuple[str, str]
"""Style classes and the text in them."""

Line: TypeAlias = tuple[Fragment, ...]

_BLANK: Fragment = ("", " ")
_COVERED: Fragment = ("", "")
"""The second cell of a sign that is two cells wide."""


class Canvas:
    """Width x height cells, all blank at first. Mutable: panels write on it one after the other."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self._rows = [[_BLANK] * self.width for _ in range(self.height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> int:
        """Write *text* from there on, cut at the edges; return the column behind it."""
        for grapheme in text if text.isascii() else iter_graphemes(text):
            wide = cells(grapheme)
            self._set(row, column, grapheme, wide, style)
            column += wide
        return column

    def _set(self, row: int, column: int, grapheme: str, wide: int, style: str) -> None:
        if wide < 1 or column < 0 or column + wide > self.width or not 0 <= row < self.height:
            return
        here = self._rows[row]
        for at in range(column, column + wide):
            self._uncover(here, at)
        here[column] = (style, grapheme)
        here[column + 1 : column + wide] = [_COVERED] * (wide - 1)

    def _uncover(self, here: list[Fragment], at: int) -> None:
        """Blank what is left of a wide sign of which one cell is written over."""
        if here[at] == _COVERED:
            start = at
            while here[start] == _COVERED:
                start -= 1
            here[start : at + 1] = [_BLANK] * (at + 1 - start)
        end = at + 1
        while end < self.width and here[end] == _COVERED:
            here[end] = _BLANK
            end += 1

    def put_right(self, row: int, end: int, text: str, style: str = "") -> None:
        """Write *text* so that it ends before column *end*."""
        self.put(row, end - cells(text), text, style)

    def rule(self, row: int, sign: str = "-", *, left: int = 0, right: int | None = None) -> None:
        """Draw a line across the columns from *left* to before *right* (None: the edge)."""
        self.put(row, left, sign * ((self.width if right is None else right) - left), "class:rule")

    def paste(self, row: int, column: int, other: Canvas) -> None:
        """Copy *other* with its corner there."""
        for down, line in enumerate(other.lines()):
            at = column
            for style, text in line:
                at = self.put(row + down, at, text, style)

    def lines(self) -> list[Line]:
        """Return the rows from the top, each exactly as wide as the canvas."""
        return [
            tuple(
                (style, "".join(text for _, text in run))
                for style, run in groupby(_with_styles(row), key=lambda cell: cell[0])
            )
            for row in self._rows
        ]


def _with_styles(row: list[Fragment]) -> list[Fragment]:
    """Return the row with the second cells of wide signs in the style of the first, so that runs hold together."""
    seen: list[Fragment] = []
    for cell in row:
        seen.append((seen[-1][0], "") if cell == _COVERED and seen else cell)
    return seen


def plain(lines: list[Line]) -> list[str]:
    """Return the text of *lines* without styles."""
    return ["".join(text for _, text in line) for line in lines]
