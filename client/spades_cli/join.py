"""``spades join``: sit down at a table somewhere on the network."""

import argparse

from spades_cli.look import add_look_options, look_of, wants_screen
from spades_cli.options import Commands, add_server_options, address_of, check_home, described, whole
from spades_client import Connection, LineOptions, Wish, connect, run_line

__all__ = ["add_join"]


def add_join(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("join", help="sit down at a table of a server", description=described(__doc__))
    add_server_options(parser)
    parser.add_argument("--name", default="", help="what the others call you (default: your account's name)")
    parser.add_argument("--seat", type=whole(0, 6), default=0, help="the seat, from 1 (default: any)")
    parser.add_argument("--watch", action="store_true", help="watch without a seat")
    parser.add_argument("--passcode", default="", help="the table's passcode, if it has one")
    parser.add_argument("--strict", action="store_true", help="stop with status 3 at the first refused command")
    parser.add_argument("--events", action="store_true", help="print every batch of events as a line of JSON")
    add_look_options(parser, bell=True)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    options = LineOptions(
        address=address_of(chosen),
        name=chosen.name,
        seat=chosen.seat,
        as_spectator=chosen.watch,
        passcode=chosen.passcode,
        strict=chosen.strict,
        events=chosen.events,
    )
    check_home()
    return await (_on_screen(chosen, options) if wants_screen(chosen) else run_line(options))


async def _on_screen(chosen: argparse.Namespace, options: LineOptions) -> int:
    from spades_client.screen import ScreenOptions, run_screen

    async def reach() -> tuple[Connection, Wish]:
        return await connect(options.address, client_name="spades screen"), options.wish

    return await run_screen(ScreenOptions(reach=reach, place=options.address.place, look=look_of(chosen)))
