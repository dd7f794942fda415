"""``spades backup``: copy what a server keeps into one file, while it runs or not; start there with ``--data``."""

import argparse
from pathlib import Path

from spades_cli.data import SERVER_FILE, data_folder
from spades_cli.failure import Failure
from spades_cli.options import Commands, described
from spades_client.language import tr
from spades_server import JournalError, backup

__all__ = ["add_backup"]


def add_backup(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "backup",
        help="copy what a server keeps into one file",
        description=described(__doc__),
        epilog="The copy has the server's secrets too: whoever has it can be this server. Only you can read it.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy; there must be no such file yet")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help=f"the file that the server keeps (default: {SERVER_FILE} in its folder)",
    )
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    kept = chosen.data or data_folder() / SERVER_FILE
    if not kept.exists():
        raise Failure(tr("{file}: no server has kept anything there; --data names another file").format(file=kept))
    try:
        backup(kept, chosen.file)
    except JournalError as error:
        raise Failure(str(error)) from error
    print(f"{chosen.file} is a copy; a server goes on with it by: spades host --data {chosen.file}")
    return 0
