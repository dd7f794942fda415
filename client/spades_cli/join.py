"""``spades join``: sit down at a table somewhere on the network."""

import argparse
import sys
from dataclasses import replace
from importlib.metadata import version

from spades_cli.look import PlayersSettings, add_look_options, players_settings, wants_screen
from spades_cli.options import Commands, add_server_options, address_of, check_home, described, whole
from spades_cli.servers import choose_server
from spades_client import (
    Address,
    Connection,
    LineOptions,
    Wish,
    asking_trust,
    connect,
    is_terminal,
    parse_address,
    run_line,
)
from spades_client.modes import in_turn
from spades_client.seating import Seated

__all__ = ["add_join", "add_watch"]

WATCH = "``spades watch``: see a table played, without a seat."


def add_join(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("join", help="sit down at a table of a server", description=described(__doc__))
    parser.add_argument("--name", default="", help="what the others call you (default: your account's name)")
    parser.add_argument("--seat", type=whole(0, 6), default=0, help="the seat, from 1 (default: any)")
    parser.add_argument("--watch", action="store_true", help="watch without a seat")
    _add_shared(parser)


def add_watch(commands: Commands) -> None:
    """Add the command that watches."""
    parser = commands.add_parser("watch", help="watch a table without a seat", description=described(WATCH))
    parser.add_argument("--name", default="", help="what the others call you (default: your account's name)")
    parser.set_defaults(seat=0, watch=True)
    _add_shared(parser)


STATUSES = (
    "Exit status: 0 left, or the table closed; 1 no table was reached; 2 mistyped; 3 refused, with --strict; 4 the "
    "connection is gone for good: removed, taken over, or another server answers in the place of this one; 130 "
    "interrupted, the seat is kept; 70 a fault of the program, which a file then tells."
)


def _add_shared(parser: argparse.ArgumentParser) -> None:
    parser.epilog = STATUSES
    add_server_options(parser, left_out="servers on this network are looked for")
    parser.add_argument("--passcode", default="", help="the table's passcode, if it has one")
    parser.add_argument("--strict", action="store_true", help="stop with status 3 at the first refused command")
    parser.add_argument("--events", action="store_true", help="print every batch of events as a line of JSON")
    add_look_options(parser, bell=True)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    address = None if chosen.address is None else address_of(chosen)
    check_home()
    settings = players_settings(chosen)
    screen = wants_screen(chosen, settings.now)
    way = _Way(chosen, settings, address if screen or address else await choose_server())
    return await in_turn(screen=screen, on_screen=way.on_screen, in_lines=way.in_lines)


class _Way:
    """To a table, on a screen or by lines of text. Mutable: where the player sits is known once it is found."""

    def __init__(self, chosen: argparse.Namespace, settings: PlayersSettings, address: Address | None) -> None:
        self._chosen = chosen
        self._settings = settings
        self._address = address

    def _sits(self, seated: Seated) -> None:
        """Note the table, for the other mode."""
        place = parse_address(seated.seat.place) if self._address is None else self._address
        self._address = replace(place, table=seated.table.table_id)

    def _options(self) -> LineOptions:
        """Return the options as they are now: with the table that was chosen, and what the player has changed."""
        assert self._address is not None, "lines of text begin where a server was named, chosen or played at"
        return LineOptions(
            address=self._address,
            name=self._settings.now.name,
            seat=self._chosen.seat,
            as_spectator=self._chosen.watch,
            passcode=self._chosen.passcode,
            insecure=self._chosen.insecure,
            strict=self._chosen.strict,
            events=self._chosen.events,
            settings=self._settings.now,
            keep=self._settings.keep,
            switchable=is_terminal(sys.stdin, sys.stdout),
            seated=self._sits,
        )

    async def in_lines(self) -> int:
        """Play by lines of text."""
        return await run_line(self._options())

    async def on_screen(self) -> int:
        """Play on a screen that begins with the servers of the network, where none was named."""
        # Only here: a script in line mode starts faster without.
        from spades_cli.guest import hosting, practising
        from spades_client.screen import Hall, ScreenOptions, needs_letters, players_keys, run_screen

        wish = Wish(
            table_id=None,
            name=self._settings.now.name,
            seat=self._chosen.seat,
            as_spectator=self._chosen.watch,
            passcode=self._chosen.passcode,
        )
        hall = Hall(
            version=version("spades-lan"),
            wish=wish,
            insecure=self._chosen.insecure,
            start_server=hosting,
            practise=practising,
        )
        options = ScreenOptions(
            hall=hall,
            settings=self._settings.now,
            letters=needs_letters(sys.stdout.encoding),
            keep=self._settings.keep,
            read_keys=players_keys,
            seated=self._sits,
        )
        if self._address is None:
            return await run_screen(options)
        line = self._options()
        # Before the screen is there: who answers may be a question to the person.
        connection = await connect(line.address, trust=asking_trust(line), client_name="spades screen")

        async def reach() -> tuple[Connection, Wish]:
            return connection, line.wish

        return await run_screen(replace(options, reach=reach, place=line.address.place))
