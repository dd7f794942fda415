"""``spades export``: list the games that a server keeps, or write the record of one."""

import argparse
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from spades.v1 import history_service_pb2, record_pb2
from spades_cli.failure import Failure
from spades_cli.options import Commands, address_of, described
from spades_client import ClientError, connect
from spades_client.clean import clean
from spades_client.language import tr
from spades_server import JournalError, Refused, history_in, read_journal
from spades_wire.record_text import record_text
from spades_wire.records import record_json, record_lines

__all__ = ["add_export"]


class _History(Protocol):
    """A server, or a file that one has left."""

    async def games(self, page_token: str = "") -> history_service_pb2.ListGamesResponse:
        """Return a page of the games, newest first."""

    async def record(self, game_id: str) -> record_pb2.GameRecord:
        """Return the record of a game."""


def add_export(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "export",
        help="list the games that were played, or write the record of one",
        description=described(__doc__),
        epilog="spades replay FILE verifies a record and shows it.",
    )
    parser.add_argument("address", metavar="ADDRESS", nargs="?", help="the server: HOST, HOST:PORT or [IPv6]:PORT")
    parser.add_argument("--data", type=Path, metavar="FILE", help="read a server's file instead")
    parser.add_argument("--insecure", action="store_true", help="talk to another machine in plain text")
    parser.add_argument("--game", metavar="ID", default="", help="the game (default: list them all)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the record as JSON, one line in canonical form (default)")
    form.add_argument("--lines", action="store_true", help="the record as JSON, one line for each hand")
    form.add_argument("--text", action="store_true", help="the record for people")
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    if (chosen.address is None) == (chosen.data is None):
        raise Failure(tr("either ADDRESS or --data FILE is needed"), 2)
    try:
        async with _history(chosen) as history:
            if chosen.game:
                print(_written(await history.record(chosen.game), chosen))
            else:
                await _list(history)
    except (ClientError, JournalError, Refused) as error:
        raise Failure(clean(str(error))) from error
    return 0


@contextlib.asynccontextmanager
async def _history(chosen: argparse.Namespace) -> AsyncIterator[_History]:
    if chosen.data is not None:
        with read_journal(chosen.data) as file:
            yield history_in(file)
    else:
        async with await connect(address_of(chosen), client_name="spades export") as connection:
            yield connection


def _written(record: record_pb2.GameRecord, chosen: argparse.Namespace) -> str:
    if chosen.text:
        return record_text(record).rstrip("\n")
    return "\n".join(record_lines(record)) if chosen.lines else record_json(record)


async def _list(history: _History) -> None:
    token = ""
    while True:
        page = await history.games(token)
        for game in page.games:
            print(_line(game))
        token = page.next_page_token
        if not token:
            return


def _line(game: history_service_pb2.GameSummary) -> str:
    when = game.ended.ToDatetime().strftime("%Y-%m-%d %H:%M UTC") if game.HasField("ended") else "goes on"
    hands = f"{game.hands} hand{'' if game.hands == 1 else 's'}"
    return clean(f"{game.game_id}  {when}  {game.preset}, {hands}: {', '.join(game.names)}")
