"""``spades arena``: computer players against each other, the same cards in every seating."""

import argparse
import contextlib
import signal
from pathlib import Path

from spades_ai import LEVELS
from spades_bot.arena import ArenaError, BoardResult, Match, report_json, report_text, run_match
from spades_bot.contestant import contestant_named
from spades_bot.network_bot import NetworkBot
from spades_bot.strategy import StrategyInvalid
from spades_bot.strategy_host import SECONDS_TO_DECIDE
from spades_cli.child import NotReady, place_of, server_child
from spades_cli.failure import Failure, complain
from spades_cli.options import Commands, add_preset_options, described, rules_options, seconds, whole

__all__ = ["add_arena"]

_NO_LIMITS = tuple(f"--limit={name}=0" for name in ("tables", "creates_per_minute", "joins_per_minute"))
"""For the arena's own server: a match opens more tables than anybody should."""


def add_arena(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("arena", help="let computer players meet, and count", description=described(__doc__))
    parser.add_argument(
        "players_met",
        metavar="PLAYER",
        nargs="+",
        help=f"two, or three where there are three sides: {', '.join(LEVELS)}, a strategy as FILE:CLASS, "
        "or a program that joins as net:COMMAND",
    )
    add_preset_options(parser)
    parser.add_argument("--boards", type=whole(0, 1_000_000), default=200, help="boards of one hand (default: 200)")
    parser.add_argument(
        "--games", type=whole(0, 1_000_000), default=0, help="boards of a whole game, to count games won (default: 0)"
    )
    parser.add_argument("--suite", default="tune", help="what the cards follow from: tune on one, report on another")
    parser.add_argument("--jobs", type=whole(1, 1024), default=1, help="processes that play (default: 1)")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="keep every board there, and resume from there")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    parser.add_argument(
        "--limit",
        type=seconds,
        default=SECONDS_TO_DECIDE,
        help="seconds that a strategy or program may take for a decision",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Nothing here waits in the loop that would hear of it.
    rules, _, _ = rules_options(chosen)
    try:
        contestants = tuple(map(contestant_named, chosen.players_met))
    except StrategyInvalid as error:
        raise Failure(str(error), 2) from error
    try:
        match = Match(
            contestants=contestants,
            rules=rules,
            suite=chosen.suite,
            boards=chosen.boards,
            games=chosen.games,
            limit=chosen.limit,
        )
        results = await _results(match, chosen)
    except (ArenaError, NotReady) as error:
        raise Failure(str(error)) from error
    print(report_json(match, results) if chosen.json else report_text(match, results))
    return 0


async def _results(match: Match, chosen: argparse.Namespace) -> tuple[BoardResult, ...]:
    async with contextlib.AsyncExitStack() as stack:
        server = None
        if any(isinstance(contestant, NetworkBot) for contestant in match.contestants):
            child = await stack.enter_async_context(server_child("--private", *_NO_LIMITS))
            server, _ = await place_of(child)
        return run_match(match, jobs=chosen.jobs, keep=chosen.keep, dask=chosen.dask, server=server, tell=complain)
