"""Line mode from the first word to the exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from spades_client import texts
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.clean import clean
from spades_client.connection import Connection, connect
from spades_client.known_servers import KnownServers
from spades_client.line_app import LineApp
from spades_client.line_io import Interrupted, LineSource, PipeSource, TerminalSource, Writer, guard_output, is_terminal
from spades_client.line_tables import choose_table
from spades_client.line_tell import EventTeller, ProseTeller, Teller
from spades_client.line_view import View
from spades_client.prose_style import Style, style_of
from spades_client.saved_seats import SavedSeats
from spades_client.seating import Seated, Wish, begin_game, sit_down
from spades_client.settings import Settings
from spades_client.trust import Trust

YES_WORDS = ("yes", "y")
"""What is typed does not change with the language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOptions:
    """What a line-mode client is to do."""

    address: Address

    table_id: str | None = None
    """The table; None: the one in ``address``, or else the one with a free seat; of several one is asked for."""

    name: str = ""
    """The name to show; empty: that of the account."""

    token: str | None = None
    """Takes the seat with this token back; needs a table."""

    seat: int = 0
    """The seat to take; 0: any."""

    as_spectator: bool = False
    """Watch only."""

    passcode: str = ""
    """The table's passcode, if it has one."""

    begin: bool = False
    """Once seated as the host, fill the empty seats with computer players and start."""

    level: str = ""
    """What those players are; empty: as the server likes."""

    insecure: bool = False
    """Talk to another machine in plain text."""

    strict: bool = False
    """Stop at the first refused command, with status 3 and the seat kept."""

    events: bool = False
    """Print JSON, one object a line, instead of prose."""

    settings: Settings = field(default_factory=Settings)

    keep: Callable[[Settings, Settings], None] = lambda before, after: None
    """Keeps settings for the next run, given what they were and what they are now."""

    switchable: bool = False
    """``full`` ends this mode with ``SWITCH``: whoever started it then fills the screen."""

    seated: Callable[[Address, str], None] = lambda address, table_id: None
    """Is told at which server and table the player sits."""

    home: Path | None = None
    """The folder for saved seats; None: ``SPADES_HOME`` or the system's."""

    source: LineSource | None = None
    """Where commands come from; None: standard input."""

    output: TextIO | None = None
    """Where lines go; None: standard output."""

    errors: TextIO | None = None
    """Where warnings go; None: standard error."""

    pace: Pace | None = None
    """How time passes."""

    @property
    def wish(self) -> Wish:
        """Where the client wants to sit."""
        return Wish(
            table_id=self.table_id or self.address.table,
            name=self.name,
            token=self.token,
            seat=self.seat,
            as_spectator=self.as_spectator,
            passcode=self.passcode,
        )


async def run_line(options: LineOptions) -> int:
    """Sit down, play by lines of text until the input ends, and return the exit status.

    0: left, or the table closed. 3: a command was refused and ``strict`` was set. 4: the connection is lost for good.
    130: interrupted; the seat is kept. ``SWITCH``: the player goes on with a full screen; the seat is kept.

    Raises:
        ClientError: no table was reached.
    """
    errors = Writer(options.errors or sys.stderr)
    source = options.source or _standard_source(options)
    trust = _trust(options, source, errors)
    async with await connect(options.address, trust=trust, client_name="spades line", pace=options.pace) as connection:
        return await _play(connection, options, source, errors)


def asking_trust(options: LineOptions) -> Trust:
    """Return the trust that asks the person at the terminal about who answers."""
    return _trust(options, _standard_source(options), Writer(options.errors or sys.stderr))


def _trust(options: LineOptions, source: LineSource, errors: Writer) -> Trust:
    async def ask(question: str) -> bool:
        errors.line(question)
        try:
            answer = await source.next_line()
        except Interrupted:
            return False
        return (answer or "").strip().lower() in YES_WORDS

    return Trust(
        insecure=options.insecure,
        known=KnownServers(options.home, warn=errors.line),
        tell=errors.line,
        # Only a person can answer: a script that writes "yes" to everything has compared nothing.
        ask=ask if source.interactive else None,
    )


async def _play(connection: Connection, options: LineOptions, source: LineSource, errors: Writer) -> int:
    teller = _teller(connection, options, Writer(options.output, interactive=source.interactive))
    with SavedSeats(options.home, warn=errors.line) as saved:
        seated = await sit_down(
            connection,
            options.wish,
            saved,
            tell=lambda line: teller.say([line]),
            choose=lambda tables: choose_table(tables, connection.address.place, source, teller),
        )
        options.seated(connection.address, seated.table.table_id)
        teller.say([_welcome(connection, seated)])
        if options.begin:
            await begin_game(seated.table, level=options.level)
        app = LineApp(
            seated.table,
            info=connection.info,
            view=View(pace=connection.pace, clock_offset=connection.clock_offset),
            source=source,
            teller=teller,
            strict=options.strict,
            settings=options.settings,
            keep=options.keep,
            switchable=options.switchable,
        )
        try:
            with guard_output(source):
                return await app.run()
        finally:
            if not app.seat_kept:
                saved.forget(seated.seat)


def _standard_source(options: LineOptions) -> LineSource:
    if options.output is None and not options.events and is_terminal(sys.stdin, sys.stdout):
        return TerminalSource()
    return PipeSource(sys.stdin)


def _teller(connection: Connection, options: LineOptions, writer: Writer) -> Teller:
    phrases = {phrase.phrase_id: clean(phrase.text) for phrase in connection.info.phrases}
    style = style_of(options.settings, Style(phrases=phrases))
    return EventTeller(writer, style) if options.events else ProseTeller(writer, style)


def _welcome(connection: Connection, seated: Seated) -> str:
    form = texts.WELCOME if seated.seat.seat else texts.WELCOME_SPECTATOR
    form = texts.WELCOME_NEXT_HAND if seated.from_next_hand else form
    server = clean(connection.info.name).strip() or connection.address.place
    return form.format(table=seated.seat.table_id, server=server, name=clean(seated.seat.name), seat=seated.seat.seat)
