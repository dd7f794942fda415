"""The score sheet: the six lines of a hand for each side, and the chart of the game. Pure.

All figures are the server's; nothing is added up here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spades.v1.snapshot_pb2 import PHASE_SCORED, HandResult, Side, SideResult
from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cut, pad, pad_left
from spades_client.screen.chart import draw_chart
from spades_client.screen.draw_seats import bid_face
from spades_client.screen.table_view import TableView

COLUMN = 13
"""Cells for a side."""
LABELS = 17
LEAST_CHART = 24
"""Cells below which a chart says nothing."""


def draw_sheet(canvas: Canvas, view: TableView, *, back: int = 0) -> None:
    """Draw the sheet of the hand *back* hands before the last one, and the chart at its right where there is room."""
    results = view.snapshot.results
    if not results:
        canvas.put(0, 1, texts.SHEET_NONE)
        return
    result = results[max(0, len(results) - 1 - back)]
    sides = sorted(view.snapshot.sides, key=lambda side: (not _own(view, side), side.side))
    column = COLUMN if LABELS + COLUMN * len(sides) <= canvas.width else max(5, (canvas.width - LABELS) // len(sides))
    used = LABELS + column * len(sides)
    _draw_lines(canvas, view, result, sides, column)
    if canvas.width - used >= LEAST_CHART + 2:
        chart = Canvas(canvas.width - used - 2, canvas.height)
        _draw_game(chart, view, sides)
        canvas.paste(0, used + 2, chart)


def _own(view: TableView, side: Side) -> bool:
    return view.snapshot.your_seat in side.seats


def label(view: TableView, side: Side) -> str:
    """Return how a side is called in a narrow column."""
    own = view.own_side()
    if own is not None and len(view.snapshot.sides) == 2 and len(side.seats) > 1:
        return texts.US if side.side == own.side else texts.THEM
    return view.side_name(side)


def _draw_lines(canvas: Canvas, view: TableView, result: HandResult, sides: list[Side], column: int) -> None:
    rows = [_Row(texts.SHEET_TITLE.format(number=result.hand_number), [label(view, side) for side in sides], rank=0)]
    if _is_current(view, result):
        tricks = ["+".join(str(view.part(s).tricks) for s in side.seats) for side in sides]
        rows.append(_Row(texts.SHEET_BID, [_bids(view, side) for side in sides], rank=7))
        rows.append(_Row(texts.SHEET_WON, tricks, rank=7))
    lines = [_six(result, side) for side in sides]
    for at, (name, rank) in enumerate(zip(texts.SHEET_LINES, _RANKS, strict=True)):
        figures = [six[at] for six in lines]
        rows.append(_Row(name, figures, rank=rank if at not in _OFTEN_ZERO or set(figures) != {"0"} else 5))
    rows.append(_Row(texts.SHEET_BAGS, [str(_of(result, side).bags) for side in sides], rank=6))
    for row, (name, figures) in enumerate(_that_fit(rows, canvas.height)):
        style = "class:title" if row == 0 else ""
        canvas.put(row, 1, pad(name, LABELS - 1), style)
        for at, figure in enumerate(figures):
            canvas.put(row, LABELS + at * column, pad_left(cut(figure, column - 1), column - 1), style)


class _Row(NamedTuple):
    """A line of the sheet."""

    name: str
    figures: list[str]
    rank: int
    """How soon it gives way where there is little room: 0 is the last to go, and lines of one rank go together."""


_RANKS = (2, 2, 3, 3, 4, 1)
"""Of the six lines. What the hand came to gives way before nil and penalties: the total tells it too."""
_OFTEN_ZERO = (2, 3)
"""The lines of nil and penalties: where nobody has any, they say nothing."""


def _that_fit(rows: Sequence[_Row], height: int) -> list[tuple[str, list[str]]]:
    """Return the rows for which there is room, in their order."""
    fit = max(
        (rank for rank in {row.rank for row in rows} if sum(row.rank <= rank for row in rows) <= height), default=0
    )
    return [(row.name, row.figures) for row in rows if row.rank <= fit]


def _is_current(view: TableView, result: HandResult) -> bool:
    hand = view.snapshot.hand
    return hand.number == result.hand_number and hand.phase == PHASE_SCORED


def _bids(view: TableView, side: Side) -> str:
    parts = [view.part(seat) for seat in side.seats]
    return "+".join(bid_face(part.bid) if part.HasField("bid") else "-" for part in parts)


def _of(result: HandResult, side: Side) -> SideResult:
    return next((line for line in result.sides if line.side == side.side), SideResult(side=side.side))


def _six(result: HandResult, side: Side) -> list[str]:
    line = _of(result, side)
    points = (line.contract, line.bag_points, line.nil, line.bag_penalty, line.hand)
    before = line.total - line.hand
    return [*(f"{value:+d}" if value else "0" for value in points), f"{before} -> {line.total}"]


def _draw_game(canvas: Canvas, view: TableView, sides: list[Side]) -> None:
    canvas.put(0, 0, texts.CHART, "class:title")
    part = Canvas(canvas.width, canvas.height - 1)
    draw_chart(part, [_totals(view, side) for side in sides], [cut(label(view, side), 12) for side in sides])
    canvas.paste(1, 0, part)


def _totals(view: TableView, side: Side) -> list[int]:
    """Return a side's score before the first hand and after each."""
    lines = [_of(result, side) for result in view.snapshot.results]
    return [lines[0].total - lines[0].hand, *(line.total for line in lines)]
