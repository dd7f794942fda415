"""``spades play``: a private server, computer players on the other seats, and you."""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn  # Any: a coroutine sends and gets nothing

from spades_cli import texts
from spades_cli.data import PLAY_FILE, add_data_options, data_folder
from spades_cli.look import PlayersSettings, add_look_options, advised, players_settings, wants_screen
from spades_cli.options import (
    LEVEL_NAMES,
    USUAL_RULES,
    Commands,
    add_rules_options,
    described,
    rules_options,
    seconds_to_think,
    whole,
)
from spades_cli.own_server import own_server
from spades_client import Address, Connection, Wish, connect, is_terminal
from spades_client.modes import in_turn

__all__ = ["add_play"]


def add_play(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against computer players", description=described(__doc__))
    add_rules_options(parser)
    parser.add_argument("--name", default="", help="what you are called (default: your account's name)")
    parser.add_argument(
        "--think",
        type=seconds_to_think,
        default=0,
        metavar="SECONDS",
        help="time for a decision (default: %(default)s); 0: no limit",
    )
    parser.add_argument(
        "--pace",
        type=whole(0, 5000),
        default=700,
        metavar="MS",
        help="pause before a computer player acts (default: %(default)s)",
    )
    parser.add_argument(
        "--level", choices=LEVEL_NAMES, default="rules", help="how well they play (default: %(default)s)"
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
    if chosen.set or chosen.players or chosen.rules != USUAL_RULES:
        rules_options(chosen)  # Refused here, before a server is started for nothing.
    with contextlib.ExitStack() as stack:
        evening = _evening(chosen, stack)
        settings = players_settings(chosen)
        screen = wants_screen(chosen, settings.now)
        # What the server has to say would be written across the table; it is shown when the screen is gone.
        quiet = stack.enter_context(_quiet()) if screen else False
        place: asyncio.Future[Address] = asyncio.get_running_loop().create_future()
        serving = own_server([*_arguments(chosen), *evening.arguments], place, is_kept=not chosen.ephemeral)
        game = _Game(chosen, evening, settings, place, quiet=quiet)
        return await _while_it_runs(serving, in_turn(screen=screen, on_screen=game.on_screen, in_lines=game.in_lines))


@contextlib.contextmanager
def _quiet() -> Iterator[bool]:
    from spades_client.screen import quiet_stderr

    with quiet_stderr():
        yield True


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
    table_id = "" if chosen.ephemeral or not path.exists() else _goes_on(chosen, path)
    if chosen.ephemeral:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="spades-"))
        return _Evening(["--ephemeral"], Path(home))
    arguments = [f"--data={path}", f"--keep-games={chosen.keep_games}"]
    if table_id:
        arguments.append(f"--go-on-at={table_id}")
    return _Evening(arguments, path.with_name(f"{path.stem}-seats"))


def _goes_on(chosen: argparse.Namespace, path: Path) -> str:
    """Return the table of the unfinished game in *path* that goes on; empty: a new one begins."""
    # Only here: who plays for the first time need not wait until a server is loaded.
    from spades_cli.unfinished import unfinished_game, wants_to_go_on
    from spades_server import JournalLocked

    try:
        game = unfinished_game(path)
    except JournalLocked:
        chosen.ephemeral = True
        return ""
    return game.table_id if game and not chosen.new and (chosen.resume or wants_to_go_on(game)) else ""


class _Game:
    """A seat at the private server, on a screen or by lines of text. Mutable: a game is begun once only."""

    def __init__(
        self,
        chosen: argparse.Namespace,
        evening: _Evening,
        settings: PlayersSettings,
        place: asyncio.Future[Address],
        *,
        quiet: bool,
    ) -> None:
        self._chosen = chosen
        self._evening = evening
        self._settings = settings
        self._place = place
        self._quiet = quiet
        self._begin = True

    def _begun(self, address: Address, table_id: str) -> None:
        self._begin = False

    async def in_lines(self) -> int:
        # Only here, as for the screen below: the first paint of one mode must not wait for the other.
        from spades_client import LineOptions, run_line

        options = LineOptions(
            address=await self._place,
            name=self._settings.now.name,
            begin=self._begin,
            level=self._chosen.level,
            strict=self._chosen.strict,
            events=self._chosen.events,
            settings=self._settings.now,
            keep=self._settings.keep,
            switchable=is_terminal(sys.stdin, sys.stdout),
            seated=self._begun,
            home=self._evening.home,
            # Standard error is kept for the end while the server must not write across a screen.
            errors=sys.stdout if self._quiet else None,
        )
        return await run_line(options)

    async def on_screen(self) -> int:
        from spades_client.screen import ScreenOptions, needs_letters, players_keys, run_screen

        async def reach() -> tuple[Connection, Wish]:
            address = await self._place
            connection = await connect(address, client_name="spades screen")
            return connection, Wish(table_id=address.table, name=self._settings.now.name)

        options = ScreenOptions(
            reach=reach,
            place=texts.OWN_SERVER,
            begin=self._begin,
            level=self._chosen.level,
            keeps_seat=not self._chosen.ephemeral,
            home=self._evening.home,
            settings=self._settings.now,
            letters=needs_letters(sys.stdout.encoding),
            keep=self._settings.keep,
            read_keys=players_keys,
            advise=advised,
            seated=self._begun,
        )
        return await run_screen(options)


def _arguments(chosen: argparse.Namespace) -> list[str]:
    # With "=": what was typed may begin with a dash.
    arguments = [f"--rules={chosen.rules}", f"--seed={chosen.seed}", *(f"--set={change}" for change in chosen.set)]
    if chosen.players:
        arguments.append(f"--players={chosen.players}")
    return [*arguments, f"--think={chosen.think}", f"--pace={chosen.pace}"]


async def _while_it_runs(serving: Coroutine[Any, Any, NoReturn], playing: Coroutine[Any, Any, int]) -> int:
    """Return what *playing* does, for as long as there is a server."""
    client, server = asyncio.ensure_future(playing), asyncio.ensure_future(serving)
    try:
        await asyncio.wait((client, server), return_when=asyncio.FIRST_COMPLETED)
        return client.result() if client.done() else server.result()
    finally:
        client.cancel()
        server.cancel()
        await asyncio.gather(client, server, return_exceptions=True)
