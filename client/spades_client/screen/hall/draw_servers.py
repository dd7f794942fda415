"""The screen of the servers. Pure."""

from __future__ import annotations

from spades_client.language import current
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cut, pad, pad_left, tame, wrap
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import TYPING
from spades_client.screen.hall.draw import NARROW, draw_field, draw_foot, draw_help, draw_rows, draw_title, finished
from spades_client.screen.hall.servers import ASKED, BINDINGS, Answer, Entry, SeatRow, ServerRow, Servers
from spades_client.screen.present import Screen

WIDE = 76
"""From so many columns on a line has room for everything."""


def _answers() -> dict[Answer, str]:
    return {
        Answer.NONE_YET: texts.ASKING,
        Answer.NEEDS_NEWER_CLIENT: texts.NEEDS_NEWER_CLIENT,
        Answer.STRANGER: texts.STRANGER,
        Answer.PLAIN: texts.PLAIN,
        Answer.SILENT: texts.NO_ANSWER,
    }


def present_servers(state: Servers, width: int, height: int) -> Screen:
    """Return the screen of *width* x *height* cells."""
    canvas = Canvas(width, height)
    title = texts.SERVERS_TITLE.format(version=state.version).strip()
    if state.help is not None:
        draw_help(canvas, state.bound(BINDINGS), state.help)
        return finished(canvas, "")
    draw_title(canvas, title, texts.LANGUAGE.format(code=current()))
    cursor = None
    bindings = state.bound(TYPING if state.entry else ASKED if state.question else BINDINGS)
    bottom = draw_foot(canvas, _note(state), bindings)
    if state.entry is not None:
        bottom -= 1
        prompt = texts.NAME_FIELD if state.entry is Entry.NAME else texts.ADDRESS_FIELD
        cursor = draw_field(canvas, bottom, prompt, state.typed)
    _draw_lists(canvas, state, 1, bottom)
    return finished(canvas, "", cursor)


def _draw_lists(canvas: Canvas, state: Servers, top: int, bottom: int) -> None:
    loose = bottom - top > 10 + len(state.seats)
    canvas.put(top, 1, f"{texts.YOUR_NAME}  [ {pad(state.name, 14)} ]")
    top += 2 if loose else 1
    if state.seats:
        shown = min(len(state.seats), max(1, (bottom - top) // 2 - 1))
        canvas.put(top, 1, texts.BACK_TO_SEAT, "class:title")
        here = state.at if state.at < len(state.seats) else None
        rows = [seat_line(row) for row in state.seats]
        draw_rows(canvas, top + 1, min(bottom, top + 1 + shown), rows, here)
        top += 1 + shown + (1 if loose else 0)
    if top >= bottom:
        return
    canvas.put(top, 1, cut(_looking(state), canvas.width - 2), "class:title")
    at = state.at - len(state.seats)
    if state.servers:
        rows = [server_line(row, canvas.width - 2) for row in state.servers]
        draw_rows(canvas, top + 1, bottom, rows, at if at >= 0 else None)
    elif not state.trouble:
        for row, line in enumerate(
            wrap(texts.NONE_YET.format(key=state.keys(BINDINGS)), canvas.width - 4), start=top + 1
        ):
            if row < bottom:
                canvas.put(row, 2, line, "class:hint")


def _looking(state: Servers) -> str:
    if state.trouble:
        return texts.NO_NETWORK.format(reason=state.trouble)
    count = len(state.servers)
    return texts.LOOKING_FOUND.format(count=count) if count else texts.LOOKING


def _note(state: Servers) -> str:
    if state.question:
        return f"{state.question} {state.note or texts.ANSWER_YES_NO.format(key=state.keys(ASKED))}"
    if state.note or state.busy:
        return state.note or state.busy
    match state.chosen:
        case SeatRow() as row:
            return (
                texts.SEAT_GONE
                if row.gone
                else texts.SELECT_SEAT.format(place=row.address.place, key=state.keys(BINDINGS))
            )
        case ServerRow(gone=True) as row:
            return texts.SELECT_ANSWER.format(name=row.name, place=row.address.place, answer=texts.GONE)
        case ServerRow(answer=answer) as row if answer in _answers():
            return texts.SELECT_ANSWER.format(name=row.name, place=row.address.place, answer=_answers()[answer])
        case ServerRow() as row:
            form = texts.SELECT_SERVER if row.fingerprint else texts.SELECT_PLAIN
            return form.format(name=row.name, place=row.address.place, sign=row.fingerprint)
    return ""


def seat_line(row: SeatRow) -> str:
    """Return a kept seat as one line."""
    table, name = row.table or tame(row.seat.table_id), tame(row.seat.name)
    if row.gone:
        return texts.SEAT_ROW_GONE.format(server=row.server, table=table)
    if row.hand:
        return texts.SEAT_ROW_HAND.format(server=row.server, table=table, hand=row.hand, name=name, time=row.last_used)
    return texts.SEAT_ROW.format(server=row.server, table=table, seat=row.seat.seat, name=name, time=row.last_used)


def server_line(row: ServerRow, width: int) -> str:
    """Return a server as one line of *width* cells: what does not fit stands below the list once it is chosen."""
    if width < NARROW - 2:
        name = pad(row.name, max(8, width - 22))
        return f"{name} {texts.GONE if row.gone else _short(row)}"
    head = f"{pad(row.name, 14)} {pad(row.address.place, 22)} "
    if row.gone:
        return head + texts.GONE
    if row.answer is not Answer.SPADES:
        return head + _answers()[row.answer]
    counts = f"{pad(texts.tables(row.tables), 9)} "
    if width < WIDE - 2:
        return head + counts + _ping(row)
    people = "" if row.players is None else texts.players(row.players)
    version = texts.VERSION.format(version=row.version) if row.version else ""
    return f"{head}{counts}{pad(people, 11)} {pad(version, 8)} {pad_left(_ping(row), 7)}"


def _short(row: ServerRow) -> str:
    if row.answer is not Answer.SPADES:
        return _answers()[row.answer]
    return f"{pad(texts.tables(row.tables), 10)} {_ping(row)}"


def _ping(row: ServerRow) -> str:
    return "" if row.ping_ms is None else texts.PING.format(ms=row.ping_ms)
