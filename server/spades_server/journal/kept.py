"""What a journal keeps: batches, the answers to requests, tables, and games that were begun."""

from asyncio import Future
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from spades_engine import GameResult
from spades_server.table import Refused, Table, TableEvent

__all__ = ["Batch", "GameStory", "GameSummary", "Journal", "Outcome", "RecoveredTable"]


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
    """Who sent it, as a word: the hash of a seat's token, "join" or "create"."""
    request_id: str
    fingerprint: bytes
    """Of the request: the same id with another is an error."""
    sequence: int
    """The last event it caused."""
    refusal: Refused | None
    ends: bool = False
    """It ended the asker's seat, or the table: whoever repeats it has neither any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveredTable:
    """A table as it stood when the server ended."""

    table: Table
    outcomes: tuple[Outcome, ...]
    """In the order in which they came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """A game in few words."""

    game_id: str
    table_id: str
    preset: str
    names: tuple[str, ...]
    """Who sat there when it began, by seat."""
    listed: bool
    """Whether strangers may find it."""
    seed: str
    """What its deals followed from; empty for fair deals."""
    first_sequence: int
    """Of the batch in which it began."""
    hands: int = 0
    """Finished hands."""
    ended: float | None = None
    """Unix time; None while it goes on."""
    result: GameResult | None = None
    """None while it goes on, and where it was abandoned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStory:
    """Everything that happened in a game."""

    opened: Table
    """The table before it."""
    batches: tuple[Batch, ...]


class Journal(Protocol):
    """What happened, on a medium that outlives what the implementation promises to outlive.

    What changes is refused with JOURNAL_UNAVAILABLE where it cannot be kept; nothing is kept then.
    """

    last_now: float | None
    """When the last batch of an earlier run happened, on the clock of its batches; None: there is none."""

    async def open_table(self, table: Table, outcome: Outcome | None = None) -> None:
        """Keep a new table with the outcome of its request; when this returns, they are kept."""

    def append(self, batch: Batch, outcome: Outcome | None, states: Sequence[Table]) -> Future[None] | None:
        """Keep *batch* together with the outcome of the command that caused it.

        Both are kept when the returned future is done, and already if it is None. *states* are the table before the
        batch, and after each of its events.
        """

    def note(self, table_id: str, outcome: Outcome) -> None:
        """Keep the outcome of a command that was refused, sooner or later."""

    async def close_table(self, table_id: str, time: float) -> None:
        """Forget a table, *time* (Unix) being when; its games are kept, and the outcomes that ended something."""

    async def settle(self) -> None:
        """Return when nothing waits to be kept."""

    def recovered(self, time: float) -> list[RecoveredTable]:
        """Return the tables of an earlier run, oldest first; those too old at *time* (Unix) are forgotten.

        Called once, before anything is written.
        """

    def created(self) -> list[tuple[Outcome, str]]:
        """Return the requests that opened a table, each with the table's id, in the order in which they came."""

    def ended(self) -> list[tuple[Outcome, str]]:
        """Return the outcomes that ended forgotten tables, or seats of them, each with the table's id, in order."""

    async def games(self, *, table_id: str = "", before: str = "", limit: int) -> list[GameSummary] | None:
        """Return the newest games; those of one table, or else those that strangers may find.

        *before*: only older ones than this game; None is returned if it is not kept. Refused with JOURNAL_UNAVAILABLE
        where what was kept cannot be read.
        """

    async def game(self, game_id: str) -> GameStory | None:
        """Return what happened in a game; None if it is not kept; refused as ``games``."""
