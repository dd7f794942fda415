"""Where a table's events are kept before anybody hears of them."""

from spades_server.journal.file import JournalError, JournalFile, JournalLocked, backup, open_journal, read_journal
from spades_server.journal.kept import Batch, GameStory, GameSummary, Journal, Outcome, RecoveredTable
from spades_server.journal.memory import MemoryJournal
from spades_server.journal.sqlite import GAMES_KEPT, SqliteJournal

__all__ = [
    "GAMES_KEPT",
    "Batch",
    "GameStory",
    "GameSummary",
    "Journal",
    "JournalError",
    "JournalFile",
    "JournalLocked",
    "MemoryJournal",
    "Outcome",
    "RecoveredTable",
    "SqliteJournal",
    "backup",
    "open_journal",
    "read_journal",
]
