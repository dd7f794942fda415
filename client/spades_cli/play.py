"""``spades play``: a private server, computer players on the other seats, and you."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

from spades_cli.failure import Failure
from spades_cli.host import READY
from spades_cli.options import Commands, add_rules_options, rules_options
from spades_client import Address, LineOptions, run_line

__all__ = ["add_play"]

START_SECONDS = 20.0
STOP_SECONDS = 6.0


def add_play(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against computer players", description=__doc__)
    add_rules_options(parser)
    parser.add_argument("--name", default="", help="what you are called (default: your account's name)")
    parser.add_argument("--think", type=int, default=0, metavar="SECONDS", help="time for a decision; 0: no limit")
    parser.add_argument("--pace", type=int, default=700, metavar="MS", help="pause before a computer player acts")
    parser.add_argument("--strict", action="store_true", help="stop with status 3 at the first refused command")
    parser.add_argument("--events", action="store_true", help="print every batch of events as a line of JSON")
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    rules_options(chosen)  # Refused here, before a server is started for nothing.
    async with _private_server(_arguments(chosen)) as (port, table_id):
        options = LineOptions(
            address=Address(host="127.0.0.1", port=port, table=table_id),
            name=chosen.name,
            begin=True,
            strict=chosen.strict,
            events=chosen.events,
        )
        return await run_line(options)


def _arguments(chosen: argparse.Namespace) -> list[str]:
    arguments = ["--rules", chosen.rules, "--think", str(chosen.think), "--pace", str(chosen.pace)]
    if chosen.players:
        arguments += ["--players", str(chosen.players)]
    for change in chosen.set:
        arguments += ["--set", change]
    return [*arguments, "--seed", chosen.seed]


@contextlib.asynccontextmanager
async def _private_server(arguments: list[str]) -> AsyncIterator[tuple[int, str]]:
    """Run a server of this machine only, for as long as the context is entered; yield its port and its table."""
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "spades_cli",
        "host",
        "--private",
        "--name",
        "your own server",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert server.stdin is not None, "a pipe was asked for"
    assert server.stdout is not None, "a pipe was asked for"
    try:
        async with asyncio.timeout(START_SECONDS):
            words = (await server.stdout.readline()).decode().split()
        if len(words) != 3 or words[0] != READY:
            raise Failure("the private server did not start; its own words stand above")
        yield int(words[1]), words[2]
    except TimeoutError as error:
        raise Failure(f"the private server was not ready within {START_SECONDS:.0f} s") from error
    finally:
        server.stdin.close()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await server.wait()
        except TimeoutError:
            server.kill()
            await server.wait()
