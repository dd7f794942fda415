"""``spades join``: sit down at a table somewhere on the network."""

import argparse
import sys

from spades_cli.look import PlayersSettings, add_look_options, players_settings, wants_screen
from spades_cli.options import Commands, add_server_options, address_of, check_home, described, whole
from spades_cli.servers import choose_server
from spades_client import Connection, LineOptions, Wish, asking_trust, connect, run_line

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
    options = LineOptions(
        address=address or await choose_server(),
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
    return await (_on_screen(options, settings) if wants_screen(chosen, settings.now) else run_line(options))


async def _on_screen(options: LineOptions, settings: PlayersSettings) -> int:
    from spades_client.screen import ScreenOptions, needs_letters, players_keys, run_screen

    # Before the screen is there: who answers may be a question to the person.
    connection = await connect(options.address, trust=asking_trust(options), client_name="spades screen")

    async def reach() -> tuple[Connection, Wish]:
        return connection, options.wish

    return await run_screen(
        ScreenOptions(
            reach=reach,
            place=options.address.place,
            settings=settings.now,
            letters=needs_letters(sys.stdout.encoding),
            keep=settings.keep,
            read_keys=players_keys,
        )
    )
