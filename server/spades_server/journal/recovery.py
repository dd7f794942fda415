"""Reading a journal's rows: tables as they stood, answers, and games."""

import sqlite3
from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from spades_server.journal.kept import Batch, GameStory, GameSummary, Outcome, RecoveredTable
from spades_server.journal.rows import Damaged, outcome_of, unpack_story, unsealed
from spades_server.table import Table, evolve

__all__ = ["FoundTable", "read_created", "read_ended", "read_game", "read_games", "read_tables"]


class FoundTable(NamedTuple):
    """A table in the file, with what its writer needs to go on."""

    key: int
    recovered: RecoveredTable
    game: GameSummary | None
    """The game that goes on."""
    batches: int
    """Written since the checkpoint."""
    now: float
    """Of the last batch."""


def read_tables(db: sqlite3.Connection) -> list[FoundTable]:
    """Return every open table, oldest first, folded from its last checkpoint.

    Raises:
        Damaged: a row is not as it was written, or something is missing.
    """
    outcomes = _grouped(db.execute("SELECT table_key, outcome, seal FROM outcomes ORDER BY table_key, id"))
    games = {
        key: _summary(game_id, text, sealed)
        for key, game_id, text, sealed in db.execute(
            "SELECT table_key, game_id, summary, summary_seal FROM games WHERE NOT is_over"
        )
    }
    batches = _grouped(
        db.execute(
            "SELECT table_key, first, batch, batches.seal FROM batches JOIN tables ON key = table_key "
            "WHERE first > sequence ORDER BY table_key, first"
        )
    )
    found = []
    for key, table_id, sequence, now, state, sealed in db.execute(
        "SELECT key, table_id, sequence, now, state, seal FROM tables ORDER BY key"
    ).fetchall():
        table: Table = unsealed(Table, state, sequence, now, sealed=sealed)
        if (table.table_id, table.sequence) != (table_id, sequence):
            raise Damaged("a table is not as it was written")
        since = [_batch(key, *row) for row in batches.get(key, ())]
        for batch in since:
            table = _after(table, batch)
        answers = tuple(outcome_of(text, key, sealed=sealed) for text, sealed in outcomes.get(key, ()))
        recovered = RecoveredTable(table=table, outcomes=answers)
        found.append(FoundTable(key, recovered, games.get(key), len(since), since[-1].now if since else now))
    return found


def _grouped(rows: Iterable[Any]) -> dict[int, list[Any]]:  # Any: rows of whatever was selected
    """Return the rows by their first column, without it."""
    return {key: [row[1:] for row in group] for key, group in groupby(rows, key=lambda row: row[0])}


def _batch(key: int, first: int, text: str, sealed: int) -> Batch:
    batch: Batch = unsealed(Batch, text, key, first, sealed=sealed)
    return batch


def _after(table: Table, batch: Batch) -> Table:
    if batch.first_sequence != table.sequence + 1 or batch.table_id != table.table_id:
        raise Damaged(f"table {table.table_id}: event {table.sequence + 1} is missing")
    for event in batch.events:
        table = evolve(table, event)
    return table._replace(time=batch.time)


def _summary(game_id: str, text: str, sealed: int) -> GameSummary:
    summary: GameSummary = unsealed(GameSummary, text, game_id, sealed=sealed)
    return summary


def read_created(db: sqlite3.Connection) -> list[tuple[Outcome, str]]:
    """Return the requests that opened a table, each with the table's id; raises as ``read_tables``."""
    rows = db.execute("SELECT table_id, outcome, seal FROM created ORDER BY id").fetchall()
    return [(outcome_of(text, table_id, sealed=sealed), table_id) for table_id, text, sealed in rows]


def read_ended(db: sqlite3.Connection) -> list[tuple[Outcome, str]]:
    """Return what ended forgotten tables, or seats of them, each with the table's id; raises as ``read_tables``."""
    rows = db.execute("SELECT table_id, outcome, seal FROM ended ORDER BY id").fetchall()
    return [(outcome_of(text, table_id, sealed=sealed), table_id) for table_id, text, sealed in rows]


def read_games(db: sqlite3.Connection, table_id: str, before: str, limit: int) -> list[GameSummary] | None:
    """Return the newest games, as ``Journal.games`` says; raises as ``read_tables``."""
    bound: int | None = None
    if before:
        row = db.execute("SELECT id FROM games WHERE game_id = ?", (before,)).fetchone()
        if row is None:
            return None
        bound = row[0]
    rows = db.execute(
        "SELECT game_id, summary, summary_seal FROM games WHERE (? IS NULL OR id < ?) AND "
        "(table_id = ? OR (? = '' AND listed)) ORDER BY id DESC LIMIT ?",
        (bound, bound, table_id, table_id, limit),
    ).fetchall()
    return [_summary(*row) for row in rows]


def read_game(db: sqlite3.Connection, game_id: str) -> GameStory | None:
    """Return what happened in a game; None if it is not kept; raises as ``read_tables``."""
    row = db.execute(
        "SELECT table_key, summary, summary_seal, opened, opened_seal, story FROM games WHERE game_id = ?", (game_id,)
    ).fetchone()
    if row is None:
        return None
    key, text, summary_seal, opened, sealed, story = row
    table: Table = unsealed(Table, opened, game_id, sealed=sealed)
    if story is not None:
        return GameStory(opened=table, batches=unpack_story(story))
    summary = _summary(game_id, text, summary_seal)
    rows = db.execute(
        "SELECT first, batch, seal FROM batches WHERE table_key = ? AND first >= ? ORDER BY first",
        (key, summary.first_sequence),
    ).fetchall()
    return GameStory(opened=table, batches=tuple(_batch(key, *row) for row in rows))
