"""The form of a table on the screen: lines in groups, and below them what the chosen one means. Pure."""

from __future__ import annotations

from spades_client.language import lent
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cut, pad, tame, wrap
from spades_client.screen.hall import fields as f
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import TYPING, footer
from spades_client.screen.hall.draw import draw_field, draw_help, draw_title, finished, first_shown
from spades_client.screen.hall.fields import Field, words_of
from spades_client.screen.hall.form import Entry, Form, Purpose
from spades_client.screen.hall.form_keys import BINDINGS
from spades_client.screen.present import Screen


def present_form(state: Form, width: int, height: int) -> Screen:
    """Return the screen of *width* x *height* cells."""
    canvas = Canvas(width, height)
    opening = state.purpose is Purpose.OPEN
    title = texts.FORM_OPEN.format(server=state.subject) if opening else texts.FORM_CHANGE.format(table=state.subject)
    if state.help is not None:
        draw_help(canvas, state.bound(BINDINGS), state.help)
        return finished(canvas, state.subject)
    draw_title(canvas, title, _counted(state))
    bottom = _draw_foot(canvas, state)
    cursor = None
    if state.entry is not None:
        bottom -= 1
        line = state.chosen
        label = line.label if line is not None else ""
        value = texts.VALUE_FIELD.format(label=label)
        cursor = draw_field(canvas, bottom, texts.SEARCH_FIELD if state.entry is Entry.SEARCH else value, state.typed)
    _draw_lines(canvas, state, 1, bottom)
    return finished(canvas, state.subject, cursor)


def _counted(state: Form) -> str:
    if state.search:
        return texts.FORM_FILTER.format(search=state.search)
    if state.only_changed:
        return texts.FORM_ONLY_CHANGED
    return texts.FORM_CHANGED.format(count=state.changes) if state.changes else texts.FORM_UNCHANGED


def _draw_lines(canvas: Canvas, state: Form, top: int, bottom: int) -> None:
    """Draw the lines around the chosen one, each group under its name."""
    shown, chosen = state.shown, state.chosen
    if chosen is None:
        canvas.put(top, 2, cut(texts.FORM_NOTHING.format(key=state.keys(BINDINGS)), canvas.width - 2))
        return
    rows: list[Field | str] = []
    for line in shown:
        if not rows or _group(rows[-1]) != line.group:
            rows.append(line.group)
        rows.append(line)
    room = max(1, bottom - top)
    first = first_shown(len(rows), rows.index(chosen), room)
    labels = min(26, max(10, canvas.width // 2 - 4))
    for row, what in enumerate(rows[first : first + room], start=top):
        if isinstance(what, str):
            canvas.put(row, 1, what, "class:title")
        else:
            _draw_line(canvas, row, state, what, labels, here=what is chosen)
    if first:
        canvas.put(top, canvas.width - 1, "^", "class:rule")
    if first + room < len(rows):
        canvas.put(bottom - 1, canvas.width - 1, "v", "class:rule")


def _group(row: Field | str) -> str:
    return row if isinstance(row, str) else row.group


def _draw_line(canvas: Canvas, row: int, state: Form, line: Field, labels: int, *, here: bool) -> None:
    mark = "!" if line.name in state.errors else "*" if state.is_changed(line) else " "
    style = "class:chosen" if here else "class:alarm" if mark == "!" else ""
    canvas.put(row, 0, ">" if here else " ", "class:cursor")
    canvas.put(row, 1, mark, "class:note")
    value = words_of(state.value(line), line)
    text = f"{pad(line.label, labels)} {f'< {value} >' if here else f'  {value}'}"
    canvas.put(row, 3, cut(text, canvas.width - 4), style)


def _draw_foot(canvas: Canvas, state: Form) -> int:
    """Draw what the chosen line means, what is to be told, and the keys; return the row above them."""
    last = canvas.height - 1
    canvas.put(last, 1, footer(state.bound(TYPING if state.entry else BINDINGS), canvas.width - 2), "class:footer")
    room = 5 if canvas.height >= 20 else 3 if canvas.height >= 12 else 1 if canvas.height >= 4 else 0
    width = max(1, canvas.width - 2)
    note = wrap(state.note, width)[:room]
    details = [line for text in details_of(state) for line in wrap(text, width)][: room - len(note)]
    row = last - room
    for line in note:
        canvas.put(row, 1, line, "class:note")
        row += 1
    for line in details:
        canvas.put(row, 1, line, "class:hint")
        row += 1
    if canvas.height >= 20:
        canvas.rule(last - room - 1)
        return last - room - 1
    return last - room


def details_of(state: Form) -> list[str]:
    """Return what is to be known of the chosen line."""
    line = state.chosen
    if line is None:
        return []
    if line.name == f.PRESET:
        preset = state.preset
        return [texts.PRESET_MEANS.format(explanation=tame(lent(preset.explanation)), source=tame(preset.source))]
    words = state.words(line)
    allowed = texts.ALLOWED_WORDS.format(words=tame(", ".join(words))) if words else line.allowed
    details = [
        texts.DETAIL.format(label=line.label, explanation=line.means),
        texts.DETAIL_ALLOWED.format(allowed=allowed, usual=words_of(state.usual(line), line)),
    ]
    if line.name in state.errors and not state.note:
        details.insert(0, texts.FIELD_REFUSED.format(label=line.label, reason=state.errors[line.name]))
    return [*details, texts.DETAIL_SOURCE.format(source=line.source)] if line.source else details
