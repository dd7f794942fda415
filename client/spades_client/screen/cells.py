"""Text measured in terminal cells: how wide it is, cut between graphemes, wrapped at words. Pure.

The width of a text is the sum of its characters' widths, as prompt_toolkit draws it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from wcwidth import iter_graphemes, wcwidth

from spades_client.clean import clean

# They would turn a sign of one cell into a picture of two on some terminals and not on others.
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")

MARKS_PER_SIGN = 3
"""Combining marks that one sign may carry; more are a trick that paints over the lines above."""


def cells(text: str) -> int:
    """Return the width of *text*, which must be free of control characters."""
    if text.isascii():
        return len(text)
    return sum(max(0, wcwidth(sign)) for sign in text)


def tame(text: str) -> str:
    """Return a text from elsewhere on one line, without what a terminal would obey, hide or draw in unknown width."""
    safe = _VARIATION_SELECTORS.sub("", clean(text))
    if safe.isascii():
        return safe
    return "".join(_few_marks(grapheme) for grapheme in iter_graphemes(safe))


def _few_marks(grapheme: str) -> str:
    kept, marks = "", 0
    for sign in grapheme:
        marks = marks + 1 if wcwidth(sign) == 0 else 0
        kept += sign if marks <= MARKS_PER_SIGN else ""
    return kept


def cut(text: str, width: int) -> str:
    """Return as much of *text* as fits into *width* cells, ending between graphemes."""
    if cells(text) <= width:
        return text
    kept, used = "", 0
    for grapheme in iter_graphemes(text):
        used += cells(grapheme)
        if used > width:
            break
        kept += grapheme
    return kept


def pad(text: str, width: int) -> str:
    """Return *text* cut or filled to exactly *width* cells, from the left."""
    kept = cut(text, width)
    return kept + " " * (width - cells(kept))


def pad_left(text: str, width: int) -> str:
    """Return *text* cut or filled to exactly *width* cells, standing at the right."""
    kept = cut(text, width)
    return " " * (width - cells(kept)) + kept


def wrap(text: str, width: int, *, indent: str = "") -> list[str]:
    """Return *text* as lines of at most *width* cells, broken at blanks where there are some; later ones *indent*ed."""
    lines, line = [], ""
    for word in _pieces(text.split(), max(1, width - cells(indent))):
        longer = f"{line} {word}" if line.strip() else line + word
        if line.strip() and cells(longer) > width:
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line] if line else lines


def _pieces(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        rest = word
        while cells(rest) > width:
            # A sign wider than the whole line is shown alone; the canvas cuts it.
            piece = cut(rest, width) or rest[:1]
            yield piece
            rest = rest[len(piece) :]
        if rest:
            yield rest


def clock(seconds: float) -> str:
    """Return a time as ``0:21``, never below zero."""
    whole = max(0, math.ceil(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
