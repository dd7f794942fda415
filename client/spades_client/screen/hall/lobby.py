"""The lobby of a server: its tables, which one to sit down at or to watch, and their rules. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from spades.v1.lobby_service_pb2 import TableSummary
from spades.v1.rules_pb2 import OptionDescription, Preset
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, TABLE_STAGE_CLOSED
from spades_client.screen.cells import tame
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import MOVING, TYPING, Binding, Deed, deed_of, moved
from spades_client.screen.hall.page import PageState, read_help
from spades_client.screen.text_line import TextLine, typed_key
from spades_client.screen.texts import key_name
from spades_client.screen.ui_state import Key

BINDINGS = (
    Binding(Deed.ENTER, ("enter",), "LOBBY_ENTER", "SHORT_SIT"),
    Binding(Deed.NEW, ("n",), "LOBBY_NEW", "SHORT_NEW"),
    Binding(Deed.WATCH, ("w",), "LOBBY_WATCH", "SHORT_WATCH"),
    Binding(Deed.RULES, ("z",), "LOBBY_RULES", "SHORT_RULES"),
    Binding(Deed.NAME, ("y",), "LOBBY_NAME"),
    *MOVING,
    Binding(Deed.HELP, ("?", "f1"), "HELP", "SHORT_HELP"),
    Binding(Deed.BACK, ("escape", "q"), "LOBBY_BACK", "SHORT_LEAVE"),
)

READING = (
    Binding(Deed.UP, ("up", "k"), "UP"),
    Binding(Deed.DOWN, ("down", "j"), "DOWN"),
    Binding(Deed.PAGE_UP, ("pageup",), "PAGE_UP"),
    Binding(Deed.PAGE_DOWN, ("pagedown", "space"), "PAGE_DOWN"),
    Binding(Deed.RULES, ("z",), "CLOSE"),
    Binding(Deed.ENTER, ("enter",), "CLOSE"),
    Binding(Deed.BACK, ("escape", "q"), "CLOSE", "SHORT_CLOSE"),
)
"""While the rules of a table lie over the list."""


class Entry(Enum):
    """The lines that can be typed."""

    NAME = "name"
    PASSCODE = "passcode"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown:
    """Take a seat at a table, or watch there."""

    table_id: str
    passcode: str = ""
    as_spectator: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby(PageState):
    """The screen of the lobby."""

    server: str = ""
    name: str = ""
    """The player's; empty: that of the account."""
    tables: tuple[TableSummary, ...] = ()
    """In the order in which they were heard of."""
    presets: tuple[Preset, ...] = ()
    options: tuple[OptionDescription, ...] = ()
    mine: frozenset[str] = frozenset()
    """The tables at which a seat is kept for the player."""
    at: str = ""
    """The table that the cursor is on, by its id; empty: the first."""
    listed: bool = False
    """The server has said which tables there are."""
    lost: bool = False
    """The server does not answer."""
    entry: Entry | None = None
    typed: TextLine = field(default_factory=TextLine)
    sit: SitDown | None = None
    """What the passcode is typed for."""
    reading: bool = False
    """The rules of the table lie over the list."""
    page: int = 0
    """Lines of the rules scrolled away."""

    @property
    def line(self) -> int:
        """The line of the cursor."""
        return next((line for line, table in enumerate(self.tables) if table.table_id == self.at), 0)

    @property
    def chosen(self) -> TableSummary | None:
        """The table that the cursor is on."""
        return self.tables[self.line] if self.tables else None

    def with_tables(self, tables: tuple[TableSummary, ...], *, lost: bool) -> Lobby:
        """Return the state with the tables as they are now; the cursor stays on its table, or on its line."""
        line = self.line
        ids = [table.table_id for table in tables]
        at = self.at if self.at in ids else (ids[min(line, len(ids) - 1)] if ids else "")
        return replace(self, tables=tables, at=at, lost=lost, listed=self.listed or not lost)


class Wish(Enum):
    """What needs no more to be said."""

    NEW = "new table"
    LEAVE = "leave"


LobbyWish: TypeAlias = SitDown | Wish


def has_room(table: TableSummary) -> bool:
    """Tell whether a seat of the table is free."""
    return table.stage != TABLE_STAGE_CLOSED and any(seat.kind == SEAT_KIND_EMPTY for seat in table.seats)


def called(table: TableSummary) -> str:
    """Return the table's name, or its code where it has none."""
    return tame(table.name).strip() or tame(table.table_id)


def no_tables(state: Lobby) -> str:
    """Return what is to be said where no table is listed."""
    return texts.NO_TABLES.format(key=state.keys(BINDINGS)) if state.listed else texts.ASKING


def press_lobby(state: Lobby, key: Key) -> tuple[Lobby, LobbyWish | None]:
    """Return what follows from a key."""
    if state.entry is not None:
        return _typed(state, key)
    state = state.said("")
    if state.help is not None:
        return read_help(state, key), None
    if state.reading:
        return _read(state, key), None
    deed = deed_of(state.bound(BINDINGS), key.name)
    if deed is None:
        return state.said(texts.DOES_NOTHING.format(pressed=key_name(key.name), key=state.keys(BINDINGS))), None
    line = moved(deed, state.line, len(state.tables))
    if line is not None:
        return (replace(state, at=state.tables[line].table_id) if state.tables else state), None
    return _done(state, deed)


def _done(state: Lobby, deed: Deed) -> tuple[Lobby, LobbyWish | None]:
    match deed:
        case Deed.HELP:
            return replace(state, help=0), None
        case Deed.NAME:
            return replace(state, entry=Entry.NAME, typed=TextLine().typed(state.name)), None
        case Deed.NEW:
            return state, Wish.NEW
        case Deed.BACK:
            return state, Wish.LEAVE
    table = state.chosen
    if table is None:
        return state.said(no_tables(state)), None
    if deed is Deed.RULES:
        return replace(state, reading=True, page=0), None
    if deed is Deed.ENTER and table.table_id in state.mine:
        return state, SitDown(table_id=table.table_id)
    watching = deed is Deed.WATCH or not has_room(table)
    if watching and table.no_spectators:
        return state.said(texts.NO_WATCHING), None
    sit = SitDown(table_id=table.table_id, as_spectator=watching)
    if table.has_passcode:
        return replace(state, entry=Entry.PASSCODE, typed=TextLine(), sit=sit), None
    return state, sit


def _typed(state: Lobby, key: Key) -> tuple[Lobby, LobbyWish | None]:
    deed = deed_of(state.bound(TYPING), key.name)
    if deed is Deed.BACK:
        return replace(state, entry=None, note=""), None
    if deed is not Deed.ENTER:
        return replace(state, typed=typed_key(state.typed, key.name, key.text), note=""), None
    text = state.typed.text.strip()
    if state.entry is Entry.NAME:
        return (replace(state, entry=None, name=text, note="") if text else state.said(texts.NAME_EMPTY)), None
    if not text or state.sit is None:
        return state.said(texts.PASSCODE_EMPTY), None
    return replace(state, entry=None, sit=None, note=""), replace(state.sit, passcode=text)


def _read(state: Lobby, key: Key) -> Lobby:
    deed = deed_of(state.bound(READING), key.name)
    if deed in (Deed.BACK, Deed.RULES, Deed.ENTER):
        return replace(state, reading=False, page=0)
    page = moved(deed, state.page, 1000) if deed is not None else None
    if page is None:
        return state.said(texts.CLOSES.format(pressed=key_name(key.name), key=state.keys(READING)))
    return replace(state, page=page)
