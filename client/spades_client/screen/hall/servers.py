"""The servers to choose from: those of this network as they come, kept seats, an address typed. Pure.

Lines stay where they are: a server that is found goes below the others, and one that goes away keeps its line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from spades_client.address import Address, parse_address
from spades_client.errors import AddressInvalid
from spades_client.saved_seats import SavedSeat
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import MOVING, TYPING, Binding, Deed, deed_of, moved
from spades_client.screen.hall.page import PageState, read_help
from spades_client.screen.text_line import TextLine, typed_key
from spades_client.screen.texts import key_name
from spades_client.screen.ui_state import Key

BINDINGS = (
    Binding(Deed.ENTER, ("enter",), "SERVERS_ENTER", "SHORT_ENTER"),
    Binding(Deed.ADDRESS, ("a", "A"), "SERVERS_ADDRESS", "SHORT_ADDRESS"),
    Binding(Deed.START, ("s", "S"), "SERVERS_START", "SHORT_START"),
    Binding(Deed.PRACTISE, ("p", "P"), "SERVERS_PRACTISE", "SHORT_PRACTISE"),
    Binding(Deed.NAME, ("n", "N"), "SERVERS_NAME", "SHORT_NAME"),
    Binding(Deed.AGAIN, ("r", "R"), "SERVERS_AGAIN"),
    Binding(Deed.LANGUAGE, ("L",), "SERVERS_LANGUAGE", "SHORT_LANGUAGE"),
    *MOVING,
    Binding(Deed.HELP, ("?", "f1"), "HELP", "SHORT_HELP"),
    Binding(Deed.BACK, ("q", "escape"), "SERVERS_BACK", "SHORT_END"),
)

ASKED = (
    Binding(Deed.YES, ("y", "Y"), "YES", "SHORT_YES"),
    Binding(Deed.NO, ("n", "N", "escape"), "NO", "SHORT_NO"),
)
"""While a question about a server's fingerprint is open. Enter is no answer: nobody is to trust by habit."""


class Answer(Enum):
    """What a server has answered to the question what it is."""

    NONE_YET = "none yet"
    SPADES = "spades"
    NEEDS_NEWER_CLIENT = "needs newer client"
    STRANGER = "stranger"
    PLAIN = "plain"
    """It does not encrypt, though it is on another machine."""
    SILENT = "silent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRow:
    """A server of this network."""

    key: str
    """How it is known to who looks for servers."""
    name: str
    addresses: tuple[Address, ...]
    """In the order to try them."""
    fingerprint: str = ""
    """What it says of itself; empty in plain text."""
    version: str = ""
    tables: int = 0
    players: int | None = None
    """None: not known."""
    ping_ms: int | None = None
    answer: Answer = Answer.NONE_YET
    gone: bool = False
    """It has said good-bye, or is not heard of any more."""

    @property
    def address(self) -> Address:
        """Where it is best tried first."""
        return self.addresses[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A kept seat that the player may go back to."""

    seat: SavedSeat
    address: Address
    server: str
    last_used: str
    """As the clock on the wall showed it."""
    table: str = ""
    """The table's name; empty: not asked yet, or none."""
    hand: int = 0
    """The hand that is being played; 0: none, or not known yet."""
    gone: bool = False
    """It turned out that it is kept no longer."""


class Entry(Enum):
    """The lines that can be typed."""

    NAME = "name"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers(PageState):
    """The screen of the servers."""

    version: str = ""
    """Of this program."""
    name: str = ""
    """The player's."""
    seats: tuple[SeatRow, ...] = ()
    servers: tuple[ServerRow, ...] = ()
    at: int = 0
    """The line of the cursor: the seats first, then the servers."""
    trouble: str = ""
    """Why servers cannot be looked for; empty: they are."""
    entry: Entry | None = None
    typed: TextLine = field(default_factory=TextLine)
    question: str = ""
    """What is asked about a server's fingerprint; empty: nothing."""
    busy: str = ""
    """What is being done; keys that begin something else wait for it."""

    @property
    def chosen(self) -> SeatRow | ServerRow | None:
        """The line the cursor is on."""
        lines: tuple[SeatRow | ServerRow, ...] = (*self.seats, *self.servers)
        return lines[self.at] if self.at < len(lines) else None

    def with_server(self, row: ServerRow) -> Servers:
        """Return the state with a server new or known better."""
        if any(known.key == row.key for known in self.servers):
            return replace(self, servers=tuple(row if known.key == row.key else known for known in self.servers))
        return replace(self, servers=(*self.servers, row))

    def with_seat(self, row: SeatRow) -> Servers:
        """Return the state with a kept seat known better."""
        return replace(self, seats=tuple(row if known.seat == row.seat else known for known in self.seats))

    def server(self, key: str) -> ServerRow | None:
        """Return the server known by *key*; None: it is not known."""
        return next((row for row in self.servers if row.key == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoToServer:
    """Go to the lobby, or to the table that the address names."""

    addresses: tuple[Address, ...]
    """In the order to try them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoToSeat:
    """Go back to a kept seat."""

    row: SeatRow


class Wish(Enum):
    """What needs no more to be said."""

    START = "start a server"
    PRACTISE = "practise"
    AGAIN = "ask again"
    LANGUAGE = "another language"
    END = "end"
    TRUST = "trust"
    DISTRUST = "distrust"


ServersWish: TypeAlias = GoToServer | GoToSeat | Wish


def press_servers(state: Servers, key: Key) -> tuple[Servers, ServersWish | None]:
    """Return what follows from a key."""
    if state.entry is not None:
        return _typed(state, key)
    state = state.said("")
    if state.help is not None:
        return read_help(state, key), None
    if state.question:
        deed = deed_of(state.bound(ASKED), key.name)
        answer = {Deed.YES: Wish.TRUST, Deed.NO: Wish.DISTRUST}.get(deed) if deed else None
        return (
            replace(state, question="") if answer else state.said(texts.ANSWER_YES_NO.format(key=state.keys(ASKED)))
        ), answer
    deed = deed_of(state.bound(BINDINGS), key.name)
    if deed is None:
        return state.said(texts.DOES_NOTHING.format(pressed=key_name(key.name), key=state.keys(BINDINGS))), None
    at = moved(deed, state.at, len(state.seats) + len(state.servers))
    if at is not None:
        return replace(state, at=at), None
    return _done(state, deed)


def _done(state: Servers, deed: Deed) -> tuple[Servers, ServersWish | None]:
    match deed:
        case Deed.HELP:
            return replace(state, help=0), None
        case Deed.ADDRESS:
            return replace(state, entry=Entry.ADDRESS, typed=TextLine()), None
        case Deed.NAME:
            return replace(state, entry=Entry.NAME, typed=TextLine().typed(state.name)), None
        case Deed.BACK:
            return state, Wish.END
        case _ if state.busy:
            return state.said(state.busy), None
        case Deed.START:
            return state, Wish.START
        case Deed.PRACTISE:
            return state, Wish.PRACTISE
        case Deed.AGAIN:
            return state, Wish.AGAIN
        case Deed.LANGUAGE:
            return state, Wish.LANGUAGE
    return _entered(state)


def _entered(state: Servers) -> tuple[Servers, ServersWish | None]:
    match state.chosen:
        case SeatRow(gone=True):
            return state.said(texts.SEAT_GONE), None
        case SeatRow() as row:
            return state, GoToSeat(row=row)
        case ServerRow(answer=Answer.NEEDS_NEWER_CLIENT) as row:
            return state.said(texts.SERVER_NEEDS_NEWER_CLIENT.format(name=row.name)), None
        case ServerRow() as row:
            return state, GoToServer(addresses=row.addresses)
        case None:
            return state.said(texts.NONE_YET.format(key=state.keys(BINDINGS))), None


def _typed(state: Servers, key: Key) -> tuple[Servers, ServersWish | None]:
    deed = deed_of(state.bound(TYPING), key.name)
    if deed is Deed.BACK:
        return replace(state, entry=None, note=""), None
    if deed is not Deed.ENTER:
        return replace(state, typed=typed_key(state.typed, key.name, key.text), note=""), None
    if state.entry is Entry.NAME:
        name = state.typed.text.strip()
        return (replace(state, entry=None, name=name, note="") if name else state.said(texts.NAME_EMPTY)), None
    text = state.typed.text.strip()
    if not text:
        return replace(state, entry=None, note=""), None
    try:
        address = parse_address(text.removeprefix("spades join ").strip())
    except AddressInvalid as error:
        return state.said(str(error)), None
    if state.busy:
        return state.said(state.busy), None
    return replace(state, entry=None, note=""), GoToServer(addresses=(address,))
