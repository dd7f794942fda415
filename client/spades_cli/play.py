"""``spades play``: a private server, computer players on the other seats, and you."""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spades_ai import LEVELS
from spades_cli.child import NotReady, place_of, server_child
from spades_cli.data import PLAY_FILE, add_data_options, data_folder
from spades_cli.failure import Failure
from spades_cli.look import PlayersSettings, add_look_options, players_settings, wants_screen
from spades_cli.options import Commands, add_rules_options, described, rules_options, seconds_to_think, whole
from spades_cli.unfinished import unfinished_game, wants_to_go_on
from spades_client import Address, Connection, LineOptions, Wish, connect, run_line
from spades_server import JournalLocked

__all__ = ["add_play"]


def add_play(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against computer players", description=described(__doc__))
    add_rules_options(parser)
    parser.add_argument("--name", default="", help="what you are called (default: your account's name)")
    parser.add_argument(
        "--think", type=seconds_to_think, default=0, metavar="SECONDS", help="time for a decision; 0: no limit"
    )
    parser.add_argument(
        "--pace", type=whole(0, 5000), default=700, metavar="MS", help="pause before a computer player acts"
    )
    parser.add_argument(
        "--level", choices=tuple(LEVELS), default="rules", help="how well they play (default: %(default)s)"
    )
    add_data_options(parser, PLAY_FILE)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--resume", action="store_true", help="go on with the game that is not finished, if there is one"
    )
    which.add_argument("--new", action="store_true", help="begin a new game; an unfinished one is kept")
    parser.add_argument("--strict", action="store_true", help="stop with status 3 at the first refused command")
    parser.add_argument("--events", action="store_true", help="print every batch of events as a line of JSON")
    add_look_options(parser, bell=False)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    rules_options(chosen)  # Refused here, before a server is started for nothing.
    with contextlib.ExitStack() as stack:
        evening = _evening(chosen, stack)
        settings = players_settings(chosen)
        if wants_screen(chosen, settings.now):
            return await _on_screen(chosen, evening, settings)
        async with _private_server([*_arguments(chosen), *evening.arguments]) as server:
            options = LineOptions(
                address=await _place(server),
                name=settings.now.name,
                begin=True,
                level=chosen.level,
                strict=chosen.strict,
                events=chosen.events,
                settings=settings.now,
                keep=settings.keep,
                home=evening.home,
            )
            return await _while_it_runs(server, run_line(options))


@dataclass(frozen=True, slots=True)
class _Evening:
    """What the private server is to keep, and where."""

    arguments: list[str]
    """For the server."""
    home: Path
    """For the seat of the player."""


def _evening(chosen: argparse.Namespace, stack: contextlib.ExitStack) -> _Evening:
    """Return where the game is kept, and whether an unfinished one goes on; a second game at a time is not kept."""
    path: Path = chosen.data or data_folder() / PLAY_FILE
    try:
        game = None if chosen.ephemeral else unfinished_game(path)
    except JournalLocked:
        chosen.ephemeral = True
    if chosen.ephemeral:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="spades-"))
        return _Evening(["--ephemeral"], Path(home))
    arguments = [f"--data={path}", f"--keep-games={chosen.keep_games}"]
    if game and not chosen.new and (chosen.resume or wants_to_go_on(game)):
        arguments.append(f"--go-on-at={game.table_id}")
    return _Evening(arguments, path.with_name(f"{path.stem}-seats"))


async def _on_screen(chosen: argparse.Namespace, evening: _Evening, settings: PlayersSettings) -> int:
    from spades_client.screen import ScreenOptions, needs_letters, players_keys, quiet_stderr, run_screen

    # What the server has to say would be written across the table; it is shown when the screen is gone.
    with quiet_stderr():
        async with _private_server([*_arguments(chosen), *evening.arguments]) as server:

            async def reach() -> tuple[Connection, Wish]:
                address = await _place(server)
                connection = await connect(address, client_name="spades screen")
                return connection, Wish(table_id=address.table, name=settings.now.name)

            options = ScreenOptions(
                reach=reach,
                place="your own server",
                begin=True,
                level=chosen.level,
                keeps_seat=not chosen.ephemeral,
                home=evening.home,
                settings=settings.now,
                letters=needs_letters(sys.stdout.encoding),
                keep=settings.keep,
                read_keys=players_keys,
            )
            return await _while_it_runs(server, run_screen(options))


def _arguments(chosen: argparse.Namespace) -> list[str]:
    # With "=": what was typed may begin with a dash.
    arguments = [f"--rules={chosen.rules}", f"--seed={chosen.seed}", *(f"--set={change}" for change in chosen.set)]
    if chosen.players:
        arguments.append(f"--players={chosen.players}")
    return [*arguments, f"--think={chosen.think}", f"--pace={chosen.pace}"]


async def _while_it_runs(server: Process, playing: Coroutine[Any, Any, int]) -> int:  # Any: sends and gets nothing
    """Return what *playing* does, but only for as long as *server* runs: nobody could start it again."""
    client, ended = asyncio.ensure_future(playing), asyncio.ensure_future(server.wait())
    try:
        await asyncio.wait((client, ended), return_when=asyncio.FIRST_COMPLETED)
        if client.done():
            return client.result()
        raise Failure("your own server has ended, and the game with it")
    finally:
        client.cancel()
        ended.cancel()
        await asyncio.gather(client, ended, return_exceptions=True)


def _private_server(arguments: list[str]) -> contextlib.AbstractAsyncContextManager[Process]:
    """Run a server of this machine only, for as long as the context is entered; it is there before it is ready."""
    return server_child("--private", "--name=your own server", *arguments)


async def _place(server: Process) -> Address:
    try:
        address, _ = await place_of(server)
    except NotReady as not_ready:
        raise Failure(str(not_ready)) from not_ready
    return address
