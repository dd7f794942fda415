"""Where servers keep what they have, and the options that say so."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from spades_cli.failure import Failure
from spades_cli.options import whole
from spades_client.language import tr

if TYPE_CHECKING:
    # The server takes long to load, and who plays by a screen sees nothing before that is done.
    from spades_server import Condition, Journal, JournalFile, Vault

__all__ = ["PLAY_FILE", "SERVER_FILE", "Kept", "add_data_options", "data_folder", "kept_in", "opened"]

SERVER_FILE = "server.db"
PLAY_FILE = "play.db"

KEEP_GAMES = 1_000
"""Finished games that are kept unless another number is named."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a server keeps its tables and its secrets."""

    journal: Journal
    vault: Vault
    condition: Condition
    """Told when the journal cannot be written."""


def data_folder() -> Path:
    """Return the folder for servers' files: ``SPADES_HOME`` if set, else the system's place for them."""
    home = os.environ.get("SPADES_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("spades-lan", appauthor=False))


def add_data_options(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the options that say where a server keeps its tables; *name* is that of the usual file."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, metavar="FILE", help=f"keep tables and games in this file (default: {name} in its folder)"
    )
    where.add_argument("--ephemeral", action="store_true", help="keep nothing when the server ends")
    parser.add_argument(
        "--keep-games",
        type=whole(1, 1_000_000),
        default=KEEP_GAMES,
        metavar="N",
        help="finished games to keep (default: %(default)s)",
    )


@contextlib.contextmanager
def opened(path: Path | None) -> Iterator[JournalFile]:
    """Open the journal in the file *path*; None: in memory. What is wrong with it is a ``Failure``.

    Raises:
        JournalLocked: another server works on it.
    """
    from spades_server import JournalError, JournalLocked, open_journal

    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(open_journal(path))
        except JournalLocked:
            raise
        except JournalError as error:
            raise Failure(tr("{error}; --data names another file").format(error=error)) from error
        yield file


@contextlib.contextmanager
def kept_in(path: Path | None, *, games: int) -> Iterator[Kept]:
    """Keep a server's tables and secrets in the file *path*; None: in memory. Whatever is wrong is a ``Failure``."""
    from spades_server import Condition, FileVault, JournalError, JournalLocked, SqliteJournal

    try:
        with opened(path) as file:
            condition = Condition()
            yield Kept(SqliteJournal(file, games_kept=games, condition=condition), FileVault(file), condition)
    except JournalLocked as error:
        raise Failure(tr("{error}; --data names another, --ephemeral needs none").format(error=error)) from error
    except JournalError as error:
        raise Failure(str(error)) from error
