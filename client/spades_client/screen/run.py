"""The full screen from the first paint to the exit status."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from spades.v1.record_pb2 import GameRecord
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED
from spades_client import texts as prose
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.connection import Connection
from spades_client.errors import ClientError, LinkLost
from spades_client.line_io import Writer
from spades_client.line_tell import end_line
from spades_client.saved_seats import SavedSeats
from spades_client.screen.app import DONE, LINK_GONE, ScreenApp
from spades_client.screen.own_keys import OwnKeys
from spades_client.screen.terminal import quiet_stderr
from spades_client.screen.wishes import ReadKeys
from spades_client.seating import NoFreeSeat, Seated, Wish, find_place
from spades_client.settings import Settings

if TYPE_CHECKING:
    # Loaded where a hall is entered: the first paint of a table must not wait for it.
    from spades_client.screen.hall.evening import Hall
    from spades_client.screen.replay_state import Tips

FAILED = 1
"""The exit status where no table was reached; others are in ``app`` and ``stage``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenOptions:
    """What a full-screen client is to do."""

    reach: Callable[[], Awaitable[tuple[Connection, Wish]]] | None = None
    """Reaches the server and tells where to sit; called once the screen is there, so that waiting can be seen.

    None: the player chooses among the servers of ``hall``, which is needed then.
    """

    hall: Hall | None = None
    """What the screens before a table need; None: there are none, and the client ends with its table."""

    place: str = ""
    """How the server is called while it is being reached."""

    begin: bool = False
    """Once seated as the host, fill the empty seats with computer players and start."""

    level: str = ""
    """What those players are; empty: as the server likes."""

    keeps_seat: bool = True
    """A seat can be taken back later; False at a server that ends with the client."""

    home: Path | None = None
    """The folder for saved seats; None: ``SPADES_HOME`` or the system's."""

    settings: Settings = field(default_factory=Settings)

    letters: bool = False
    """The terminal cannot show the signs of the suits."""

    keep: Callable[[Settings, Settings], None] = lambda before, after: None
    """Keeps settings for the next run, given what they were and what they are now."""

    read_keys: ReadKeys = lambda path: (OwnKeys(), [])
    """Reads the player's own keys."""

    advise: Callable[[GameRecord], Tips] = lambda record: lambda hand, number: None
    """Gives what a good player would have done at each decision of a record, where a game is looked at again."""

    seated: Callable[[Address, str], None] = lambda address, table_id: None
    """Is told at which server and table the player sits."""

    pace: Pace = field(default_factory=Pace)
    """How time passes."""

    terminal_input: Input | None = None
    terminal_output: Output | None = None
    output: TextIO | None = None
    """Where the last words go when the screen is gone; None: standard output."""
    errors: TextIO | None = None
    """Where the one line goes that says why nothing came of it; None: standard error."""


async def run_screen(options: ScreenOptions) -> int:
    """Sit down, play on the full screen until the player goes or the server ends it, and return the exit status.

    0: left, gone for now, or the table closed. 1: no table was reached. 4: the connection is lost for good.
    130: interrupted; the seat is kept. 128 and the signal's number: ended by a signal; the seat is kept.
    ``SWITCH``: the player goes on by lines of text; the seat is kept.
    """
    warnings: list[str] = []
    try:
        with quiet_stderr():
            status, last_words = await _run(options, warnings.append)
    except ClientError as error:
        Writer(options.errors or sys.stderr).line(str(error))
        return FAILED
    finally:
        for warning in warnings:
            Writer(options.errors or sys.stderr).line(warning)
    if last_words:
        Writer(options.output).line(last_words)
    return status


async def _run(options: ScreenOptions, warn: Callable[[str], None]) -> tuple[int, str]:
    app = ScreenApp(
        settings=options.settings,
        letters=options.letters,
        keep=options.keep,
        read_keys=options.read_keys,
        advise=options.advise,
        seated=options.seated,
        place=options.place,
        pace=options.pace,
        terminal_input=options.terminal_input,
        terminal_output=options.terminal_output,
    )

    async def at_one_table(connection: Connection, wish: Wish, saved: SavedSeats) -> int:
        seated = await find_place(connection, wish, saved)
        if seated is None:
            raise NoFreeSeat(prose.NO_FREE_SEAT.format(place=connection.address.place))
        return await _at_table(app, connection, seated, saved, options)

    async def work() -> int:
        if options.reach is None:
            from spades_client.screen.hall.evening import Evening

            assert options.hall is not None, "without a server there are servers to choose from"
            evening = Evening(app, options.hall, home=options.home, pace=options.pace, warn=warn)
            await evening.among_servers()
            return DONE
        connection, wish = await options.reach()
        async with connection:
            with SavedSeats(options.home, warn=warn) as saved:
                if options.hall is None:
                    return await at_one_table(connection, wish, saved)
                from spades_client.screen.hall.visit import Visit

                await Visit(app, connection, wish, saved).straight()
        return DONE

    status = await app.run(work)
    return status, app.last_words


async def _at_table(
    app: ScreenApp, connection: Connection, seated: Seated, saved: SavedSeats, options: ScreenOptions
) -> int:
    """Stay at the table to its end, leave the last words about it, and return the exit status."""
    try:
        begin = options.level if options.begin else None
        ended = await app.watch(connection, seated.table, keeps_seat=options.keeps_seat, begin=begin)
    except LinkLost as error:
        app.last_words = str(error)
        return LINK_GONE
    if not ended.keeps_seat:
        saved.forget(seated.seat)
    app.last_words = end_line(ended)
    return DONE if ended.reason in (GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED) else LINK_GONE
