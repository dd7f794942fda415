"""What a game came to, in a few lines: counted from the server's lines, never added up. Pure."""

from __future__ import annotations

from spades.v1.snapshot_pb2 import Side, SideResult
from spades_client.prose_rematch import rematch_line
from spades_client.screen import texts
from spades_client.screen.cells import tame
from spades_client.screen.draw_banner import outcome
from spades_client.screen.draw_sheet import label
from spades_client.screen.table_view import TableView

SHEET_ROWS = 8
"""Rows that the score sheet of the last hand keeps."""


def over_lines(view: TableView) -> list[str]:
    """Return the outcome, who wants another, the game of each side, the viewer's first, and the best hand.

    The most important comes first.
    """
    rematch = rematch_line(view.snapshot)
    lines = [texts.GAME_OVER.format(outcome=outcome(view)), *([tame(rematch)] if rematch else [])]
    results = view.snapshot.results
    if not results:
        return lines
    own = view.own_side()
    sides = sorted(view.snapshot.sides, key=lambda side: (own is not None and side.side != own.side, side.side))
    lines += [_side(view, side) for side in sides]
    best = max(
        ((line.hand, result.hand_number, line.side) for result in results for line in result.sides), default=(0, 0, 0)
    )
    side = next((side for side in sides if side.side == best[2]), None)
    if side is not None:
        lines.append(texts.OVER_BEST.format(hand=best[1], side=label(view, side), points=f"{best[0]:+d}"))
    return lines


def _side(view: TableView, side: Side) -> str:
    played = [line for result in view.snapshot.results for line in result.sides if line.side == side.side]
    return texts.OVER_SIDE.format(
        side=label(view, side),
        made=sum(line.contract > 0 for line in played),
        contracts=sum(line.contract != 0 for line in played),
        nils_made=sum(line.nil > 0 for line in played),
        nils=sum(line.nil != 0 for line in played),
        penalties=_penalties(played),
    )


def _penalties(played: list[SideResult]) -> int:
    return sum(line.bag_penalty < 0 for line in played)
