"""The journal on disk: batches with the outcomes of their requests, checkpoints, and the games that were played."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from spades_server.condition import Condition
from spades_server.journal.codec import encode
from spades_server.journal.commit import GroupCommit
from spades_server.journal.file import JournalError, JournalFile
from spades_server.journal.games import abandoned, summaries_after
from spades_server.journal.kept import Batch, GameStory, GameSummary, Outcome, RecoveredTable
from spades_server.journal.recovery import read_created, read_ended, read_game, read_games, read_tables
from spades_server.journal.rows import Damaged, outcome_of, outcome_text, pack_story, seal
from spades_server.table import Refused, Stage, Table

__all__ = ["GAMES_KEPT", "SqliteJournal"]

log = logging.getLogger(__name__)

GAMES_KEPT = 1000
"""Finished games kept, unless something else is said."""
CHECKPOINT_BATCHES = 64
"""Batches after which a table's state is written again, where no hand ends before."""
OUTCOMES_KEPT = 4096
"""Answers kept for each table, and requests that opened a table."""
OUTCOMES_TOGETHER = 256
"""Answers after which the oldest are looked for that are too many."""
_DAY = 24 * 3600.0
_KEPT_SECONDS = {
    Stage.GATHERING: _DAY,
    Stage.PLAYING: 30 * _DAY,
    Stage.GAME_OVER: _DAY,
    Stage.CLOSED: float("-inf"),
}
"""How long after its last event a table waits for its players, by its stage."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Open:
    """What the writer remembers of a table."""

    key: int
    game: GameSummary | None
    """The game that goes on."""
    batches: int
    """Written since the checkpoint."""
    outcomes: int = 0
    """Written since the oldest made room."""


class SqliteJournal:
    """Keeps everything in a file; mutable, as its file is. See ``Journal``."""

    def __init__(self, file: JournalFile, *, games_kept: int = GAMES_KEPT, condition: Condition | None = None) -> None:
        """Keep up to *games_kept* finished games; *condition* is told when the file cannot be written."""
        self._file = file
        self._commit: GroupCommit[_Open] = GroupCommit(file, condition or Condition())
        self._games_kept = games_kept
        self.last_now: float | None = None

    # Writing

    async def open_table(self, table: Table, outcome: Outcome | None = None) -> None:
        """See ``Journal``."""

        def work(db: sqlite3.Connection, open_tables: dict[str, _Open]) -> None:
            key = db.execute(
                "INSERT INTO tables (table_id, sequence, now, state, seal) VALUES (?, 0, 0, '', 0)", (table.table_id,)
            ).lastrowid
            assert key is not None, "a row was inserted"
            _write_state(db, key, table, 0.0)
            if outcome is not None:
                text = outcome_text(outcome)
                row = (table.table_id, text, seal(table.table_id, text))
                db.execute("INSERT INTO created (table_id, outcome, seal) VALUES (?, ?, ?)", row)
                db.execute(
                    "DELETE FROM created WHERE id <= (SELECT id FROM created ORDER BY id DESC LIMIT 1 OFFSET ?)",
                    (OUTCOMES_KEPT,),
                )
            open_tables[table.table_id] = _Open(key, None, 0)

        await self._commit.put(work)

    def append(self, batch: Batch, outcome: Outcome | None, states: Sequence[Table]) -> asyncio.Future[None]:
        """See ``Journal``."""

        def work(db: sqlite3.Connection, open_tables: dict[str, _Open]) -> None:
            known = open_tables[batch.table_id]
            text = encode(Batch, batch)
            row = (known.key, batch.first_sequence, text, seal(known.key, batch.first_sequence, text))
            db.execute("INSERT INTO batches (table_key, first, batch, seal) VALUES (?, ?, ?, ?)", row)
            if outcome is not None:
                known = _write_outcome(db, known, outcome)
            changed = summaries_after(known.game, batch, states)
            known = replace(known, batches=known.batches + 1)
            for summary in changed:
                known = self._write_game(db, known, summary, states[0])
            if changed or known.batches >= CHECKPOINT_BATCHES:
                known = _checkpoint(db, known, states[-1]._replace(time=batch.time), batch.now)
            open_tables[batch.table_id] = known

        return self._commit.put(work)

    def note(self, table_id: str, outcome: Outcome) -> None:
        """See ``Journal``."""

        def work(db: sqlite3.Connection, open_tables: dict[str, _Open]) -> None:
            if known := open_tables.get(table_id):
                open_tables[table_id] = _write_outcome(db, known, outcome)

        self._commit.put(work)

    async def close_table(self, table_id: str, time: float) -> None:
        """See ``Journal``."""

        def work(db: sqlite3.Connection, open_tables: dict[str, _Open]) -> None:
            if known := open_tables.pop(table_id, None):
                self._forget(db, known, time)

        await self._commit.put(work)

    async def settle(self) -> None:
        """See ``Journal``."""
        await self._commit.settle()

    def _write_game(self, db: sqlite3.Connection, known: _Open, summary: GameSummary, before: Table) -> _Open:
        """Write how a game stands now; *before* is the table before the batch, for a game that begins in it."""
        if known.game is None or known.game.game_id != summary.game_id:
            opened = encode(Table, before)
            db.execute(
                "INSERT INTO games (game_id, table_id, table_key, listed, is_over, summary, summary_seal, opened, "
                "opened_seal) VALUES (?, ?, ?, ?, 0, '', 0, ?, ?)",
                (summary.game_id, summary.table_id, known.key, summary.listed, opened, seal(summary.game_id, opened)),
            )
        _write_summary(db, summary)
        if summary.ended is None:
            return replace(known, game=summary)
        self._end_game(db, known.key, summary)
        return replace(known, game=None)

    def _end_game(self, db: sqlite3.Connection, key: int, summary: GameSummary) -> None:
        rows = db.execute(
            "SELECT batch FROM batches WHERE table_key = ? AND first >= ? ORDER BY first", (key, summary.first_sequence)
        )
        story = pack_story([batch for (batch,) in rows])
        db.execute("UPDATE games SET is_over = 1, story = ? WHERE game_id = ?", (story, summary.game_id))
        db.execute(
            "DELETE FROM games WHERE is_over AND id <= "
            "(SELECT id FROM games WHERE is_over ORDER BY id DESC LIMIT 1 OFFSET ?)",
            (self._games_kept,),
        )

    def _forget(self, db: sqlite3.Connection, known: _Open, time: float) -> None:
        if known.game is not None:
            ended = abandoned(known.game, time)
            _write_summary(db, ended)
            self._end_game(db, known.key, ended)
        _keep_ends(db, known.key)
        db.execute("DELETE FROM tables WHERE key = ?", (known.key,))
        for of_table in ("batches", "outcomes"):
            db.execute(f"DELETE FROM {of_table} WHERE table_key = ?", (known.key,))

    # Reading

    def recovered(self, time: float) -> list[RecoveredTable]:
        """See ``Journal``."""
        return self._read(lambda db: self._recover(db, time))

    def _recover(self, db: sqlite3.Connection, time: float) -> list[RecoveredTable]:
        kept: list[RecoveredTable] = []
        for key, found, game, batches, now in read_tables(db):
            table = found.table
            known = _Open(key, game, batches)
            if time - table.time > _KEPT_SECONDS[table.stage]:
                self._forget(db, known, table.time)
                continue
            self._commit.state[table.table_id] = known
            self.last_now = now if self.last_now is None else max(now, self.last_now)
            kept.append(found)
        return kept

    def created(self) -> list[tuple[Outcome, str]]:
        """See ``Journal``."""
        return self._read(read_created)

    def ended(self) -> list[tuple[Outcome, str]]:
        """See ``Journal``."""
        return self._read(read_ended)

    def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._file.run(lambda: read(self._file.connection))
        except Damaged as error:
            raise JournalError(f"{self._file.name}: {error}; it is left as it is") from error

    async def games(self, *, table_id: str = "", before: str = "", limit: int) -> list[GameSummary] | None:
        """See ``Journal``."""
        return await self._soon(lambda db: read_games(db, table_id, before, limit))

    async def game(self, game_id: str) -> GameStory | None:
        """See ``Journal``."""
        return await self._soon(lambda db: read_game(db, game_id))

    async def _soon(self, read: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._file.thread, read, self._file.connection)
        except (Damaged, sqlite3.Error) as fault:
            log.error("%s: what was asked for cannot be read: %s", self._file.name, fault)
            raise Refused("JOURNAL_UNAVAILABLE", f"the server cannot read what it has kept ({fault})") from fault


def _write_state(db: sqlite3.Connection, key: int, table: Table, now: float) -> None:
    text = encode(Table, table)
    db.execute(
        "UPDATE tables SET sequence = ?, now = ?, state = ?, seal = ? WHERE key = ?",
        (table.sequence, now, text, seal(table.sequence, now, text), key),
    )


def _write_outcome(db: sqlite3.Connection, known: _Open, outcome: Outcome) -> _Open:
    """Write an answer; now and then the oldest make room, since refusals cost a stranger nothing."""
    text = outcome_text(outcome)
    row = (known.key, text, seal(known.key, text))
    db.execute("INSERT INTO outcomes (table_key, outcome, seal) VALUES (?, ?, ?)", row)
    if known.outcomes + 1 < OUTCOMES_TOGETHER:
        return replace(known, outcomes=known.outcomes + 1)
    db.execute(
        "DELETE FROM outcomes WHERE table_key = ? AND id <= "
        "(SELECT id FROM outcomes WHERE table_key = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (known.key, known.key, OUTCOMES_KEPT),
    )
    return replace(known, outcomes=0)


def _keep_ends(db: sqlite3.Connection, key: int) -> None:
    """Keep, of the answers of a table that is forgotten, those that ended it or a seat of it."""
    (table_id,) = db.execute("SELECT table_id FROM tables WHERE key = ?", (key,)).fetchone()
    rows = db.execute("SELECT outcome, seal FROM outcomes WHERE table_key = ? ORDER BY id", (key,)).fetchall()
    for text, sealed in rows:
        if outcome_of(text, key, sealed=sealed).ends:
            row = (table_id, text, seal(table_id, text))
            db.execute("INSERT INTO ended (table_id, outcome, seal) VALUES (?, ?, ?)", row)
    db.execute(
        "DELETE FROM ended WHERE id <= (SELECT id FROM ended ORDER BY id DESC LIMIT 1 OFFSET ?)", (OUTCOMES_KEPT,)
    )


def _write_summary(db: sqlite3.Connection, summary: GameSummary) -> None:
    text = encode(GameSummary, summary)
    row = (text, seal(summary.game_id, text), summary.game_id)
    db.execute("UPDATE games SET summary = ?, summary_seal = ? WHERE game_id = ?", row)


def _checkpoint(db: sqlite3.Connection, known: _Open, table: Table, now: float) -> _Open:
    """Write the state of *table*, and drop what nobody needs beside it."""
    _write_state(db, known.key, table, now)
    first_needed = table.sequence + 1 if known.game is None else known.game.first_sequence
    db.execute("DELETE FROM batches WHERE table_key = ? AND first < ?", (known.key, first_needed))
    return replace(known, batches=0)
