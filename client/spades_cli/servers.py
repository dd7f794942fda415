"""``spades servers``: the servers that advertise themselves on this network."""

import argparse
import json

from spades_cli import texts
from spades_cli.failure import Failure
from spades_cli.options import Commands
from spades_cli.options import described as explained
from spades_client import FoundServer, find_servers
from spades_client.line_io import Writer

__all__ = ["add_servers", "described", "join_line"]


def add_servers(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("servers", help="list the servers of this network", description=explained(__doc__))
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
        screen.line(described(server))
        screen.line(f"  {join_line(server)}")
    return 0


def described(server: FoundServer) -> str:
    """Return a server as one line for people."""
    tables = texts.TABLES.format(count=server.tables)
    sign = texts.SIGN.format(fingerprint=server.fingerprint) if server.encrypts else texts.PLAIN_TEXT
    form = texts.SERVER_TOO_NEW if server.needs_newer_client else texts.SERVER
    return form.format(name=server.name, place=server.address.place, tables=tables, sign=sign)


def join_line(server: FoundServer) -> str:
    """Return the command that goes there."""
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
