"""``spades join``: sit down at a table somewhere on the network."""

import argparse
import sys
from dataclasses import replace
from importlib.metadata import version

from spades_cli.look import PlayersSettings, add_look_options, players_settings, wants_screen
from spades_cli.options import Commands, add_server_options, address_of, check_home, described, whole
from spades_cli.servers import choose_server
from spades_client import Address, Connection, LineOptions, Wish, asking_trust, connect, run_line

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
    "interrupted, the seat is kept."
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
    if wants_screen(chosen, settings.now):
        return await _on_screen(chosen, address, settings)
    return await run_line(_options(chosen, address or await choose_server(), settings))


def _options(chosen: argparse.Namespace, address: Address, settings: PlayersSettings) -> LineOptions:
    return LineOptions(
        address=address,
        name=settings.now.name,
        seat=chosen.seat,
        as_spectator=chosen.watch,
        passcode=chosen.passcode,
        insecure=chosen.insecure,
        strict=chosen.strict,
        events=chosen.events,
        settings=settings.now,
        keep=settings.keep,
    )


async def _on_screen(chosen: argparse.Namespace, address: Address | None, settings: PlayersSettings) -> int:
    # Only here: a script in line mode starts faster without.
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
    )
    if address is None:
        return await run_screen(options)
    line = _options(chosen, address, settings)
    # Before the screen is there: who answers may be a question to the person.
    connection = await connect(address, trust=asking_trust(line), client_name="spades screen")

    async def reach() -> tuple[Connection, Wish]:
        return connection, line.wish

    return await run_screen(replace(options, reach=reach, place=address.place))
