"""What can be typed after ``spades``."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from importlib.metadata import version

from spades_cli.bot import add_bot
from spades_cli.failure import Failure
from spades_cli.host import add_host
from spades_cli.join import add_join
from spades_cli.play import add_play

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return the exit status; a failure is one line on standard error."""
    parser = argparse.ArgumentParser(
        prog="spades",
        description="Spades for people on one LAN.",
        epilog="Every command explains itself: spades COMMAND --help",
    )
    parser.add_argument("--version", action="version", version=f"spades {version('spades-lan')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (add_play, add_host, add_join, add_bot):
        add(commands)
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        status: int = asyncio.run(chosen.run(chosen))
    except Failure as failure:
        print(f"spades: {failure}", file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
