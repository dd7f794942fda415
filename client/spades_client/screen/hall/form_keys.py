"""Keys of the table form. Pure."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import MOVING, TYPING, Binding, Deed, deed_of, moved
from spades_client.screen.hall.fields import OFF, Field, Kind, words_of
from spades_client.screen.hall.form import Entry, Form, is_number
from spades_client.screen.hall.page import read_help
from spades_client.screen.text_line import TextLine, typed_key
from spades_client.screen.texts import key_name
from spades_client.screen.ui_state import Key

BINDINGS = (
    Binding(Deed.SEND, ("s",), "FORM_SEND", "SHORT_SEND"),
    Binding(Deed.ENTER, ("enter",), "FORM_ENTER", "SHORT_CHANGE"),
    Binding(Deed.LESS, ("left", "h", "-"), "FORM_LESS", "SHORT_VALUE"),
    Binding(Deed.MORE, ("right", "l", "+"), "FORM_MORE"),
    Binding(Deed.SEARCH, ("/",), "FORM_SEARCH", "SHORT_SEARCH"),
    Binding(Deed.GROUP_DOWN, ("tab",), "FORM_GROUP_DOWN", "SHORT_GROUP"),
    Binding(Deed.GROUP_UP, ("s-tab",), "FORM_GROUP_UP"),
    Binding(Deed.CHANGED, ("c",), "FORM_ONLY", "SHORT_ONLY"),
    Binding(Deed.USUAL, ("d",), "FORM_USUAL"),
    *MOVING,
    Binding(Deed.HELP, ("?", "f1"), "HELP", "SHORT_HELP"),
    Binding(Deed.BACK, ("escape",), "FORM_BACK", "SHORT_LEAVE"),
)


class FormWish(Enum):
    """What the reader has decided."""

    SEND = "send"
    LEAVE = "leave"


def press_form(state: Form, key: Key) -> tuple[Form, FormWish | None]:
    """Return what follows from a key."""
    if state.entry is not None:
        return _typed(state, key), None
    leaving, state = state.leaving, replace(state, note="", leaving=False)
    if state.help is not None:
        return read_help(state, key), None
    line = state.chosen
    if line is not None and line.kind is Kind.NUMBER and key.name.isdecimal():
        return replace(state, at=line.name, entry=Entry.VALUE, typed=TextLine().typed(key.name)), None
    deed = deed_of(state.bound(BINDINGS), key.name)
    match deed:
        case None:
            return state.said(texts.DOES_NOTHING.format(pressed=key_name(key.name), key=state.keys(BINDINGS))), None
        case Deed.SEND:
            return state, FormWish.SEND
        case Deed.BACK:
            return _back(state, leaving=leaving)
        case Deed.HELP:
            return replace(state, help=0), None
        case Deed.SEARCH:
            return replace(state, entry=Entry.SEARCH, typed=TextLine().typed(state.search)), None
        case Deed.CHANGED:
            return replace(state, only_changed=not state.only_changed), None
    if line is None:
        return state.said(texts.FORM_NOTHING.format(key=state.keys(BINDINGS))), None
    return _on_line(state, deed, line), None


def _back(state: Form, *, leaving: bool) -> tuple[Form, FormWish | None]:
    """Escape: step back from a search first, then leave; what was changed is not thrown away by one key."""
    if state.search or state.only_changed:
        return replace(state, search="", only_changed=False), None
    if state.changes and not leaving:
        return replace(state, leaving=True, note=texts.THROW_AWAY.format(key=state.keys(BINDINGS))), None
    return state, FormWish.LEAVE


def _on_line(state: Form, deed: Deed, line: Field) -> Form:
    shown = state.shown
    at = shown.index(line)
    to = moved(deed, at, len(shown))
    if to is not None:
        return replace(state, at=shown[to].name)
    match deed:
        case Deed.GROUP_DOWN:
            after = (other for other in shown[at:] if other.group != line.group)
            return replace(state, at=next(after, shown[-1]).name)
        case Deed.GROUP_UP:
            before = [other.group for other in shown[:at]]
            group = before[-1] if before else line.group
            return replace(state, at=next(other for other in shown if other.group == group).name)
        case Deed.USUAL:
            return state.put(line, state.usual(line))
        case Deed.MORE:
            return _stepped(state, line, 1)
        case Deed.LESS:
            return _stepped(state, line, -1)
    if line.kind in (Kind.FLAG, Kind.WORD):
        return _stepped(state, line, 1)
    value = state.value(line)
    now = "" if value is None else str(value)
    return replace(state, at=line.name, entry=Entry.VALUE, typed=TextLine().typed(now))


def _stepped(state: Form, line: Field, step: int) -> Form:
    value = state.value(line)
    match line.kind:
        case Kind.FLAG:
            return state.put(line, not value)
        case Kind.WORD:
            words = state.words(line)
            at = words.index(str(value)) if str(value) in words else -1
            return state.put(line, words[(at + step) % len(words)]) if words else state
        case Kind.NUMBER:
            return _number_stepped(state, line, step)
    return state.said(texts.ALLOWED_TEXT)


def _number_stepped(state: Form, line: Field, step: int) -> Form:
    value = state.value(line)
    if not isinstance(value, int):
        return state.put(line, line.least if step > 0 else line.most)
    span = line.most - line.least
    size = 1 if span <= 100 else 10 if span <= 1000 else 50
    # To the next multiple, so that what was typed does not shift every step after it.
    stepped = (value // size + 1) * size if step > 0 else (-(-value // size) - 1) * size
    inside = max(line.least, min(line.most, stepped))
    if inside != value:
        return state.put(line, inside)
    if line.can_be_off:
        return state.put(line, OFF)
    if not line.is_option:
        return state.put(line, None)
    return state.said(texts.NOT_ALLOWED.format(value=stepped, allowed=line.allowed))


def _searched(state: Form) -> Form:
    """Return the form with what is typed looked for; the cursor goes to a line that is called so, if there is one."""
    state = replace(state, search=state.typed.text.strip())
    called = (line.name for line in state.shown if state.search.lower() in line.label.lower())
    return replace(state, at=next(called, state.at))


def _typed(state: Form, key: Key) -> Form:
    deed = deed_of(state.bound(TYPING), key.name)
    searching = state.entry is Entry.SEARCH
    if deed is Deed.BACK:
        return replace(state, entry=None, note="", search="" if searching else state.search)
    if deed is not Deed.ENTER:
        typed = typed_key(state.typed, key.name, key.text)
        return _searched(replace(state, typed=typed, note="")) if searching else replace(state, typed=typed, note="")
    line = state.chosen
    if searching or line is None:
        return replace(state, entry=None, note="")
    text = state.typed.text.strip()
    if line.kind is Kind.TEXT:
        return replace(state.put(line, text), entry=None)
    if is_number(line, text):
        return replace(state.put(line, int(text)), entry=None)
    if line.can_be_off and text.lower() in (OFF, words_of(OFF, line), "-", ""):
        return replace(state.put(line, OFF), entry=None)
    if not text and not line.is_option:
        return replace(state.put(line, None), entry=None)
    return state.said(texts.NOT_ALLOWED.format(value=text or texts.EMPTY, allowed=line.allowed))
