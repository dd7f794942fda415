"""The seats before a game: who sits where, who is ready, who plays with whom, and how friends come. Pure."""

from __future__ import annotations

from spades.v1.snapshot_pb2 import PRESENCE_AWAY, SEAT_KIND_BOT, SEAT_KIND_EMPTY, SEAT_KIND_HOUSE
from spades_client.language import lent
from spades_client.screen import seats_texts as texts
from spades_client.screen import texts as table_texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, tame, wrap
from spades_client.screen.key_words import KeyWords
from spades_client.screen.reduce_seats import chosen_seat
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.words import compass_words

AROUND = (48, 9)
"""The room that four seats around a table need."""


def draw_gathering(canvas: Canvas, view: TableView, ui: UiState) -> None:
    """Draw the seats, around a table where there are four and room for them; the viewer at the bottom."""
    seats = view.clockwise()
    if len(seats) == 4 and canvas.width >= AROUND[0] and canvas.height >= AROUND[1]:
        _draw_around(canvas, view, ui, seats)
        row = 8
    else:
        row = _draw_list(canvas, view, ui, seats)
    for line in _below(view):
        for part in wrap(line, canvas.width - 2, indent="  "):
            canvas.put(row, 1, part)
            row += 1


def _draw_around(canvas: Canvas, view: TableView, ui: UiState, seats: list[int]) -> None:
    own, left, opposite, right = seats
    middle = canvas.width // 2
    _draw_seat(canvas, 0, middle - 8, view, ui, opposite)
    _draw_seat(canvas, 3, 1, view, ui, left)
    widest = max(cells(text) for text in _texts(view, right))
    _draw_seat(canvas, 3, min(middle + 6, canvas.width - 2 - widest), view, ui, right)
    _draw_seat(canvas, 6, middle - 8, view, ui, own)


def _texts(view: TableView, seat: int) -> tuple[str, str]:
    compass = compass_words(view.snapshot, seat)
    form = texts.SEAT_OF_FOUR if compass else texts.SEAT
    return form.format(seat=seat, compass=compass, name=cut(_name(view, seat), 16)), status(view, seat)


def _draw_seat(canvas: Canvas, row: int, column: int, view: TableView, ui: UiState, seat: int) -> None:
    here = seat == chosen_seat(ui, view)
    name, state = _texts(view, seat)
    canvas.put(row, column, ">" if here else " ", "class:cursor")
    canvas.put(row, column + 1, name, "class:chosen" if here else "class:seat")
    canvas.put(row + 1, column + 5, state)


def _draw_list(canvas: Canvas, view: TableView, ui: UiState, seats: list[int]) -> int:
    """Draw a line for each seat; return the row behind them."""
    for row, seat in enumerate(seats):
        here = seat == chosen_seat(ui, view)
        name, state = _texts(view, seat)
        canvas.put(row, 0, ">" if here else " ", "class:cursor")
        column = canvas.put(row, 1, pad(name, min(26, canvas.width // 2)), "class:chosen" if here else "class:seat")
        canvas.put(row, column + 1, state)
    return len(seats)


def _name(view: TableView, seat: int) -> str:
    return table_texts.SEAT_EMPTY if view.seat(seat).kind == SEAT_KIND_EMPTY else view.name(seat)


def status(view: TableView, seat: int) -> str:
    """Return what is to be known of who sits there; empty for an empty seat."""
    place = view.seat(seat)
    if place.kind == SEAT_KIND_EMPTY:
        return ""
    if place.kind == SEAT_KIND_HOUSE:
        level = tame(place.level)
        return texts.COMPUTER.format(level=level) if level else table_texts.COMPUTER
    word = table_texts.BOT if place.kind == SEAT_KIND_BOT else table_texts.READY if place.ready else texts.NOT_READY
    if place.presence == PRESENCE_AWAY:
        word = table_texts.PRESENCES[PRESENCE_AWAY]
    return texts.STATUS_OF_HOST.format(status=word) if seat == view.snapshot.host_seat else word


def _below(view: TableView) -> list[str]:
    """Return what stands below the seats: who plays with whom, and what friends type."""
    sides: dict[int, list[str]] = {}
    for seat in view.snapshot.seats:
        empty = seat.kind == SEAT_KIND_EMPTY
        sides.setdefault(seat.side, []).append(f"[{seat.seat}]" if empty else view.name(seat.seat))
    alone = all(len(names) == 1 for names in sides.values())
    joined = texts.PARTNERS_JOIN.join(" + ".join(names) for names in sides.values())
    lines = [table_texts.EACH_FOR_HIMSELF if alone else texts.PARTNERS.format(sides=joined)]
    if view.invites:
        lines.append(texts.FRIENDS_TYPE.format(invite=view.invites[0]))
    return [*lines, texts.SEEDED] if view.snapshot.seeded else lines


def draw_levels(canvas: Canvas, view: TableView, ui: UiState) -> None:
    """Draw the levels of computer players to choose from."""
    canvas.put(0, 1, cut(texts.LEVELS_TITLE.format(seat=chosen_seat(ui, view)), canvas.width - 2), "class:title")
    for row, level in enumerate(view.levels, start=1):
        here = str(row) == ui.number
        text = texts.LEVEL.format(number=row, name=tame(level.name), explanation=tame(lent(level.explanation)))
        canvas.put(row, 1, ">" if here else " ", "class:cursor")
        canvas.put(row, 2, cut(text, canvas.width - 3), "class:chosen" if here else "")


def hint_gathering(view: TableView, ui: UiState) -> str:
    """Return what the reader can do with the seat that is chosen."""
    own, host = view.snapshot.your_seat, view.snapshot.host_seat
    key = KeyWords(ui.bindings)
    if not own:
        return texts.HINT_SPECTATOR.format(key=key)
    if own != host:
        return texts.HINT_GUEST.format(key=key)
    seat = chosen_seat(ui, view)
    if seat == own:
        return texts.HINT_OWN.format(key=key)
    kind = view.seat(seat).kind
    form = {SEAT_KIND_EMPTY: texts.HINT_EMPTY, SEAT_KIND_HOUSE: texts.HINT_HOUSE}.get(kind, texts.HINT_OTHER)
    return form.format(seat=seat, name=view.name(seat), key=key)
