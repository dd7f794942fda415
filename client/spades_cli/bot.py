"""``spades bot``: a computer player that sits down like anybody else."""

import argparse
import signal

from spades_ai import LEVELS
from spades_bot import BotOptions, run_bot
from spades_bot.check import check_strategy
from spades_bot.strategy import Strategy, StrategyInvalid, read_strategy
from spades_bot.strategy_host import SECONDS_TO_DECIDE
from spades_cli.failure import Failure, complain
from spades_cli.options import Commands, add_server_options, address_of, described, seconds, whole
from spades_client import config_folder
from spades_client.language import tr

__all__ = ["add_bot"]

_DEALS = 1000


def add_bot(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("bot", help="let a computer player sit down", description=described(__doc__))
    add_server_options(parser, left_out="only with --check, which needs none")
    parser.add_argument("--name", default="Bot", help="what the others call it; a number is added if it is taken")
    player = parser.add_mutually_exclusive_group()
    player.add_argument("--level", choices=tuple(LEVELS), default="rules", help="how well it plays")
    player.add_argument("--strategy", metavar="FILE:CLASS", help="a class of your own that plays, as docs/bots.md says")
    player.add_argument(
        "--check", metavar="FILE:CLASS", help="check such a class without a server, and say what is wrong"
    )
    parser.add_argument("--seed", default="", help="what its choices follow from, besides what it sees")
    parser.add_argument(
        "--games", type=whole(0, 1_000_000), default=1, help="games before it leaves; 0: until the table closes"
    )
    parser.add_argument("--passcode", default="", help="the table's passcode, if it has one")
    parser.add_argument(
        "--limit", type=seconds, default=SECONDS_TO_DECIDE, help="seconds that a strategy may take for a decision"
    )
    parser.add_argument(
        "--deals", type=whole(1, 1_000_000), default=_DEALS, help=f"deals that --check plays (default: {_DEALS})"
    )
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    if chosen.check:
        signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # Nothing here waits in the loop that would hear of it.
        return _check(chosen)
    if not chosen.address:
        raise Failure(tr("ADDRESS is missing: where does the bot play?"), 2)
    options = BotOptions(
        address=address_of(chosen),
        name=chosen.name,
        player=_strategy(chosen.strategy) if chosen.strategy else chosen.level,
        limit=chosen.limit,
        seed=chosen.seed,
        games=chosen.games,
        passcode=chosen.passcode,
        insecure=chosen.insecure,
        # Apart from the seats of people: "spades join" must not sit down where a bot was, nor a bot where they were.
        home=config_folder() / "bots",
    )
    try:
        return await run_bot(options)
    except StrategyInvalid as error:
        raise Failure(str(error)) from error


def _strategy(text: str) -> Strategy:
    try:
        return read_strategy(text)
    except StrategyInvalid as error:
        raise Failure(str(error), 2) from error


def _check(chosen: argparse.Namespace) -> int:
    try:
        report = check_strategy(_strategy(chosen.check), deals=chosen.deals, limit=chosen.limit, tell=complain)
    except StrategyInvalid as error:
        raise Failure(str(error)) from error
    print("\n".join(report.lines()))
    return 0 if report.passed else 1
