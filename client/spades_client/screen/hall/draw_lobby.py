"""The screen of the lobby. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from spades.v1.lobby_service_pb2 import TableSummary
from spades.v1.rules_pb2 import OptionValue, RuleOption
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, SEAT_KIND_PERSON, TABLE_STAGE_GAME_OVER
from spades_client import texts as prose
from spades_client.language import lent
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, tame, wrap
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import TYPING
from spades_client.screen.hall.draw import (
    NARROW,
    draw_field,
    draw_foot,
    draw_help,
    draw_rows,
    draw_title,
    finished,
    help_key,
)
from spades_client.screen.hall.lobby import BINDINGS, READING, Entry, Lobby, called, has_room, no_tables
from spades_client.screen.present import Screen
from spades_client.words import list_words


def present_lobby(state: Lobby, width: int, height: int) -> Screen:
    """Return the screen of *width* x *height* cells."""
    canvas = Canvas(width, height)
    title = texts.LOBBY_TITLE.format(server=state.server)
    if state.help is not None:
        draw_help(canvas, state.bound(BINDINGS), state.help)
        return finished(canvas, state.server)
    draw_title(canvas, title, help_key(state.bound(BINDINGS)))
    people = sum(seat.kind == SEAT_KIND_PERSON for table in state.tables for seat in table.seats)
    start = cells(title) + 4
    if start + cells(texts.online(people)) < width - 8:
        canvas.put(0, start, texts.online(people))
    cursor = None
    if state.reading and state.chosen is not None:
        bottom = draw_foot(canvas, state.note, state.bound(READING))
        _draw_rules(canvas, bottom, state, state.chosen)
        return finished(canvas, state.server)
    bottom = draw_foot(canvas, _note(state), state.bound(TYPING if state.entry else BINDINGS))
    if state.entry is not None:
        bottom -= 1
        prompt = texts.NAME_FIELD if state.entry is Entry.NAME else texts.PASSCODE_FIELD
        cursor = draw_field(canvas, bottom, prompt, state.typed)
    top = 1
    if state.lost:
        for line in wrap(texts.LOBBY_LOST, width - 2)[:2]:
            canvas.put(top, 1, line, "class:alarm")
            top += 1
    if state.tables:
        draw_rows(canvas, top, bottom, [table_line(state, table, width - 2) for table in state.tables], state.line)
    else:
        canvas.put(top, 2, cut(no_tables(state), width - 2))
    return finished(canvas, state.server, cursor)


def _note(state: Lobby) -> str:
    if state.note:
        return state.note
    table, key = state.chosen, state.keys(BINDINGS)
    if table is None:
        return ""
    if table.table_id in state.mine:
        return texts.SELECT_BACK.format(table=called(table), key=key)
    form = texts.SELECT_OPEN if has_room(table) else texts.SELECT_FULL if table.no_spectators else texts.SELECT_WATCH
    lines = [form.format(table=called(table), code=tame(table.table_id), key=key), rules_in_short(state, table)]
    return " ".join([*lines, prose.SEEDED] if table.seeded else lines)


def table_line(state: Lobby, table: TableSummary, width: int) -> str:
    """Return a table as one line of *width* cells."""
    status = _status(state, table)
    if width < NARROW - 2:
        name = pad(called(table), max(8, width - 24))
        taken = sum(seat.kind != SEAT_KIND_EMPTY for seat in table.seats)
        return f"{name} {taken}/{table.players} {pad(_end(state, table), 9)} {status}"
    name = pad(called(table), 12 if width >= 76 else 9)
    head = f"{name} {pad(kind(table), 11)} {pad(_end(state, table), 9)} "
    if width >= 76:
        name = texts.PRESET_CHANGED if table.changes else texts.PRESET_PLAIN
        head += f"{pad(name.format(preset=tame(table.preset)), 12)} "
    return head + pad(_people(table), max(4, width - cells(head) - 11)) + " " + pad(status, 10)


def kind(table: TableSummary) -> str:
    """Return how many play, and whether they have partners."""
    sides = len({seat.side for seat in table.seats})
    if sides in (0, table.players):
        return texts.ALONE.format(players=table.players)
    form = texts.IN_PAIRS if sides * 2 == table.players else texts.IN_SIDES
    return form.format(players=table.players, sides=sides)


def _target(table: TableSummary) -> str:
    return texts.TO_TARGET.format(target=table.target_score) if table.target_score else texts.NO_TARGET


def _end(state: Lobby, table: TableSummary) -> str:
    """Return what ends the game in few cells: points, a number of hands, or whichever comes first."""
    hands = _most_hands(state, table)
    if not hands:
        return _target(table)
    form = texts.TARGET_OR_HANDS if table.target_score else texts.HANDS
    return form.format(target=table.target_score, hands=hands, count=hands)


def _most_hands(state: Lobby, table: TableSummary) -> int:
    """Return the number of hands that end the game; 0: none does."""
    values = _values(state, table)
    return values["max_hands"].number if "max_hands" in values else 0


def _people(table: TableSummary) -> str:
    return " ".join("." if seat.kind == SEAT_KIND_EMPTY else tame(seat.name).strip() for seat in table.seats)


def _status(state: Lobby, table: TableSummary) -> str:
    if table.table_id in state.mine:
        return texts.YOUR_SEAT
    if has_room(table):
        return texts.OPEN_CODE if table.has_passcode else texts.OPEN
    if table.hand_number:
        return texts.PLAYING.format(hand=table.hand_number)
    return texts.GAME_OVER if table.stage == TABLE_STAGE_GAME_OVER else texts.FULL


def _draw_rules(canvas: Canvas, bottom: int, state: Lobby, table: TableSummary) -> None:
    title = texts.RULES_OF.format(table=called(table), preset=tame(table.preset))
    canvas.put(1, 1, cut(title, canvas.width - 2), "class:title")
    lines = [line for text in rules_lines(state, table) for line in wrap(text, canvas.width - 3, indent="  ")]
    room = max(1, bottom - 2)
    first = max(0, min(state.page, len(lines) - room))
    for row, line in enumerate(lines[first : first + room], start=2):
        if row < bottom:
            canvas.put(row, 1, line)
    if first + room < len(lines):
        canvas.put(bottom - 1, canvas.width - 1, "v", "class:rule")


def rules_lines(state: Lobby, table: TableSummary) -> list[str]:
    """Return the rules of a table: what its preset is, and what differs from that which is called standard."""
    hands = _most_hands(state, table)
    ends = [kind(table), _target(table), *([texts.HANDS_AT_MOST.format(count=hands)] if hands else [])]
    lines = [list_words(ends)]
    preset = next((preset for preset in state.presets if preset.name == table.preset), None)
    if preset is not None:
        lines += [tame(lent(preset.explanation)), texts.RULES_SOURCE.format(source=tame(preset.source))]
    if table.changes:
        lines += [texts.RULES_CHANGED, *_option_lines(state, table.changes)]
    own = [option for option in (preset.options if preset else ()) if option.name not in _names(table.changes)]
    if own:
        lines += [texts.RULES_OF_PRESET.format(preset=tame(table.preset)), *_option_lines(state, own)]
    return lines if own or table.changes else [*lines, texts.RULES_PLAIN]


def _names(options: Iterable[RuleOption]) -> set[str]:
    return {option.name for option in options}


def _option_lines(state: Lobby, options: Iterable[RuleOption]) -> list[str]:
    means = {option.name: tame(lent(option.explanation)) for option in state.options}
    return [
        texts.RULES_OPTION.format(
            option=tame(option.name), value=value_words(option.value), explanation=means.get(option.name, "")
        )
        for option in options
    ]


def _values(state: Lobby, table: TableSummary) -> dict[str, OptionValue]:
    """Return what the options of a table are set to, by their names."""
    values = {option.name: option.default_value for option in state.options}
    preset = next((preset for preset in state.presets if preset.name == table.preset), None)
    values |= {option.name: option.value for option in (preset.options if preset else ())}
    return values | {option.name: option.value for option in table.changes}


def rules_in_short(state: Lobby, table: TableSummary) -> str:
    """Return the preset, with a sign where the table changes it, and what people look for: hands, bags, nil."""
    values = _values(state, table)
    form = texts.PRESET_CHANGED if table.changes else texts.PRESET_PLAIN
    parts = [form.format(preset=tame(table.preset))]
    if hands := _most_hands(state, table):
        parts.append(texts.HANDS_AT_MOST.format(count=hands))
    if "bag_limit" in values and values["bag_limit"].number and values["bag_penalty"].flag:
        parts.append(texts.BAGS.format(bags=values["bag_limit"].number))
    for name, text in (("nil", prose.NIL), ("blind_nil", prose.BLIND_NIL)):
        if name in values and values[name].flag:
            parts.append(text)
    return list_words(parts)


def value_words(value: OptionValue) -> str:
    """Return the value of an option as it is typed."""
    match value.WhichOneof("kind"):
        case "flag":
            return texts.ON if value.flag else texts.OFF
        case "number":
            return str(value.number)
        case "word":
            return tame(value.word)
    return ""
