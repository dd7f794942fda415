"""``spades join``: sit down at a table somewhere on the network."""

import argparse
import sys
from dataclasses import dataclass, replace

from spades_cli.choose import choose_server
from spades_cli.look import PlayersSettings, add_look_options, advised, players_settings, wants_screen
from spades_cli.options import Commands, add_server_options, address_of, check_home, described, whole
from spades_client import Address, Connection, LineOptions, Wish, asking_trust, connect, is_terminal, run_line
from spades_client.modes import in_turn

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
    add_server_options(parser, left_out="servers on this network are looked for and shown")
    parser.add_argument("--passcode", default="", help="the table's passcode, if it has one")
    parser.add_argument("--strict", action="store_true", help="stop with status 3 at the first refused command")
    parser.add_argument("--events", action="store_true", help="print every batch of events as a line of JSON")
    add_look_options(parser, bell=True)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    address = None if chosen.address is None else address_of(chosen)
    check_home()
    settings = players_settings(chosen)
    place = _Place(address)

    async def on_screen() -> int:
        return await _on_screen(chosen, place, settings)

    async def in_lines() -> int:
        place.address = place.address or await choose_server(watching=chosen.watch)
        return await run_line(_options(chosen, place, settings))

    return await in_turn(screen=wants_screen(chosen, settings.now), on_screen=on_screen, in_lines=in_lines)


@dataclass(slots=True)
class _Place:
    """Where the player sits. Mutable: it is chosen in one mode and holds in the other too."""

    address: Address | None
    """None: not chosen yet."""
    table_id: str | None = None
    """None: the one in the address, or any."""

    def take(self, address: Address, table_id: str) -> None:
        """Note where the player has sat down."""
        self.address, self.table_id = address, table_id


def _options(chosen: argparse.Namespace, place: _Place, settings: PlayersSettings) -> LineOptions:
    assert place.address is not None, "it was typed or chosen"
    return LineOptions(
        address=place.address,
        table_id=place.table_id,
        name=settings.now.name,
        seat=chosen.seat,
        as_spectator=chosen.watch,
        passcode=chosen.passcode,
        insecure=chosen.insecure,
        strict=chosen.strict,
        events=chosen.events,
        settings=settings.now,
        keep=settings.keep,
        switchable=is_terminal(sys.stdin, sys.stdout),
        seated=place.take,
    )


async def _on_screen(chosen: argparse.Namespace, place: _Place, settings: PlayersSettings) -> int:
    # Only here: a script in line mode starts faster without.
    from importlib.metadata import version

    from spades_cli.guest import hosting, practising
    from spades_client.screen import Hall, ScreenOptions, needs_letters, players_keys, run_screen

    wish = Wish(
        table_id=None,
        name=settings.now.name,
        seat=chosen.seat,
        as_spectator=chosen.watch,
        passcode=chosen.passcode,
    )
    hall = Hall(
        version=version("spades-lan"),
        wish=wish,
        insecure=chosen.insecure,
        start_server=hosting,
        practise=practising,
    )
    options = ScreenOptions(
        hall=hall,
        settings=settings.now,
        letters=needs_letters(sys.stdout.encoding),
        keep=settings.keep,
        read_keys=players_keys,
        advise=advised,
        seated=place.take,
    )
    if place.address is None:
        return await run_screen(options)
    line = _options(chosen, place, settings)
    # Before the screen is there: who answers may be a question to the person.
    connection = await connect(line.address, trust=asking_trust(line), client_name="spades screen")

    async def reach() -> tuple[Connection, Wish]:
        return connection, line.wish

    return await run_screen(replace(options, reach=reach, place=line.address.place))
