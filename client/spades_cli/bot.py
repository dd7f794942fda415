"""``spades bot``: a computer player that sits down like anybody else."""

import argparse

from spades_ai import LEVELS
from spades_bot import BotOptions, run_bot
from spades_cli.options import Commands, add_server_options, address_of, described, whole

__all__ = ["add_bot"]


def add_bot(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("bot", help="let a computer player sit down", description=described(__doc__))
    add_server_options(parser)
    parser.add_argument("--name", default="Bot", help="what the others call it; a number is added if it is taken")
    parser.add_argument("--level", choices=tuple(LEVELS), default=tuple(LEVELS)[-1], help="how well it plays")
    parser.add_argument("--seed", default="", help="what its choices follow from, besides what it sees")
    parser.add_argument(
        "--games", type=whole(0, 1_000_000), default=1, help="games before it leaves; 0: until the table closes"
    )
    parser.add_argument("--passcode", default="", help="the table's passcode, if it has one")
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    options = BotOptions(
        address=address_of(chosen),
        name=chosen.name,
        level=chosen.level,
        seed=chosen.seed,
        games=chosen.games,
        passcode=chosen.passcode,
        insecure=chosen.insecure,
    )
    return await run_bot(options)
