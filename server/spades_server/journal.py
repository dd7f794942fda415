"""Where a table's events are kept before anybody hears of them."""

from dataclasses import dataclass
from typing import Protocol

from spades_server.table import Refused, Table, TableEvent

__all__ = ["Batch", "Journal", "MemoryJournal", "Outcome"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """All events that one command or one timer caused at a table."""

    table_id: str
    first_sequence: int
    now: float
    """Seconds of the server's monotonic clock."""
    time: float
    """Unix time."""
    events: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a command with a request id: the answer to every repetition."""

    asker: str
    """Who sent it, as a word: the hash of a seat's token, or "join"."""
    request_id: str
    fingerprint: bytes
    """Of the request: the same id with another is an error."""
    sequence: int
    """The last event it caused."""
    refusal: Refused | None


class Journal(Protocol):
    """What happened, on a medium that outlives what the implementation promises to outlive."""

    async def open_table(self, table: Table) -> None:
        """Keep a new table; when this returns, it is kept."""

    async def append(self, batch: Batch, outcome: Outcome | None) -> None:
        """Keep *batch* together with the outcome of the command that caused it; when this returns, both are kept."""

    async def close_table(self, table_id: str) -> None:
        """Forget a table."""


class MemoryJournal:
    """Keeps tables for as long as the process lives: what a private or ephemeral server needs."""

    def __init__(self) -> None:
        self.opened: dict[str, Table] = {}
        """Each table as it was opened."""
        self.batches: dict[str, list[Batch]] = {}
        """What happened at each table since, in order."""

    async def open_table(self, table: Table) -> None:
        """See ``Journal``."""
        self.opened[table.table_id] = table
        self.batches[table.table_id] = []

    async def append(self, batch: Batch, outcome: Outcome | None) -> None:
        """See ``Journal``."""
        self.batches[batch.table_id].append(batch)

    async def close_table(self, table_id: str) -> None:
        """See ``Journal``."""
        self.opened.pop(table_id, None)
        self.batches.pop(table_id, None)
