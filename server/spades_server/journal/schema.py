"""The tables of a journal's file, version by version."""

import sqlite3
from collections.abc import Callable

__all__ = ["APPLICATION", "MIGRATIONS", "NEWEST", "migrate"]

APPLICATION = int.from_bytes(b"SPDS", "big")
"""What tells a journal from any other SQLite file."""

_FIRST = """
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
-- Tables that are open, each as it was at its last checkpoint.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE,
    sequence INTEGER NOT NULL,
    now REAL NOT NULL,
    state TEXT NOT NULL,
    seal INTEGER NOT NULL
);
-- Batches since the checkpoint, and those of a game that goes on.
CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    first INTEGER NOT NULL,
    batch TEXT NOT NULL,
    seal INTEGER NOT NULL
);
CREATE INDEX batches_of_table ON batches (table_key, first);
-- Answers to requests.
CREATE TABLE outcomes (
    id INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    seal INTEGER NOT NULL
);
CREATE INDEX outcomes_of_table ON outcomes (table_key);
-- Requests that opened a table, which may be closed by now.
CREATE TABLE created (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    seal INTEGER NOT NULL
);
-- Games, newest last, each with the table as it was before. A finished one has its batches, compressed, in its story.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game_id TEXT NOT NULL UNIQUE,
    table_id TEXT NOT NULL,
    table_key INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    summary TEXT NOT NULL,
    summary_seal INTEGER NOT NULL,
    opened TEXT NOT NULL,
    opened_seal INTEGER NOT NULL,
    story BLOB
);
CREATE INDEX games_of_table ON games (table_id);
CREATE INDEX games_over ON games (is_over);
"""


def _make_first(connection: sqlite3.Connection) -> None:
    for statement in _FIRST.split(";\n"):
        connection.execute(statement)


def _add_ended(connection: sqlite3.Connection) -> None:
    """Add the answers that outlive their table: who repeats what ended it, or a seat of it, finds neither."""
    columns = "id INTEGER PRIMARY KEY, table_id TEXT NOT NULL, outcome TEXT NOT NULL, seal INTEGER NOT NULL"
    connection.execute(f"CREATE TABLE ended ({columns})")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_make_first, _add_ended)
"""What makes each version of the one before, within a transaction; the first one of an empty file."""

NEWEST = len(MIGRATIONS)
"""The version that this program writes, and the newest that it reads."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to the newest version, wholly or not at all."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == NEWEST:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for make in MIGRATIONS[version:]:
            make(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {NEWEST}")
        connection.execute("COMMIT")
        # The version stands at the head of the file, where the next start looks before it touches anything.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
