"""``spades servers``: the servers that advertise themselves on this network."""

import argparse
import contextlib
import json
import sys

from spades_cli import texts
from spades_cli.failure import Failure
from spades_cli.options import Commands, described, whole
from spades_client import Address, FoundServer, TerminalSource, find_servers, is_terminal, reachable
from spades_client.line_io import Interrupted, Writer

__all__ = ["add_servers", "choose_server"]


def add_servers(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("servers", help="list the servers of this network", description=described(__doc__))
    parser.add_argument("--json", action="store_true", help="print them as one JSON document")
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    found = await find_servers()
    if chosen.json:
        print(json.dumps({"servers": [_document(server) for server in found]}, indent=2), flush=True)
        return 0
    if not found:
        raise Failure(texts.NOBODY_FOUND)
    screen = Writer()
    for server in found:
        screen.line(_described(server))
        screen.line(f"  {_join_line(server)}")
    return 0


async def choose_server() -> Address:
    """Return the server that is meant where none was named: the only one, or the one that a person chooses.

    Raises:
        Failure: none was found, or several and nobody is there to choose.
    """
    # Beside what a client prints, which may be read by a program.
    screen = Writer(sys.stderr)
    found = await find_servers()
    if not found:
        raise Failure(texts.NOBODY_FOUND)
    if len(found) == 1:
        screen.line(texts.FOUND.format(server=_described(found[0])))
        return await reachable(found[0])
    if not is_terminal(sys.stdin, sys.stdout):
        lines = "; ".join(f"{server.name}: {_join_line(server)}" for server in found)
        raise Failure(texts.SEVERAL_SERVERS.format(lines=lines))
    for number, server in enumerate(found, 1):
        screen.line(f"{number}  {_described(server)}")
    return await reachable(found[await _number(len(found), screen) - 1])


async def _number(most: int, screen: Writer) -> int:
    source = TerminalSource()
    while True:
        screen.line(texts.WHICH_ONE.format(most=most))
        try:
            typed = await source.next_line()
        except Interrupted:
            typed = None
        if typed is None:
            raise Failure(texts.NONE_CHOSEN)
        with contextlib.suppress(argparse.ArgumentTypeError):
            return whole(1, most)(typed.strip())


def _described(server: FoundServer) -> str:
    tables = texts.TABLES.format(count=server.tables)
    sign = texts.SIGN.format(fingerprint=server.fingerprint) if server.encrypts else texts.PLAIN_TEXT
    form = texts.SERVER_TOO_NEW if server.needs_newer_client else texts.SERVER
    return form.format(name=server.name, place=server.address.place, tables=tables, sign=sign)


def _join_line(server: FoundServer) -> str:
    return f"spades join {server.address}" + ("" if server.encrypts else " --insecure")


def _document(server: FoundServer) -> dict[str, str | int | bool | list[str]]:
    return {
        "name": server.name,
        "join": str(server.address),
        "addresses": list(server.addresses),
        "port": server.port,
        "id": server.server_id,
        "version": server.version,
        "tls": server.encrypts,
        "fingerprint": server.fingerprint,
        "tables": server.tables,
        "contract": server.contract,
        "needs_newer_client": server.needs_newer_client,
    }
