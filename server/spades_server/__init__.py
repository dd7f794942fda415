"""The server: tables, journal and gRPC."""

from spades_server.advertising import Advert, advertising
from spades_server.app import PortTaken, RunningServer, ServerConfig, SystemClock, serving
from spades_server.clock import Clock
from spades_server.condition import Condition
from spades_server.journal import (
    GAMES_KEPT,
    Batch,
    GameStory,
    GameSummary,
    Journal,
    JournalError,
    JournalFile,
    JournalLocked,
    MemoryJournal,
    Outcome,
    SqliteJournal,
    backup,
    open_journal,
    read_journal,
)
from spades_server.lan import lan_addresses
from spades_server.limits import LIMIT_MEANINGS, Limits, LimitsError
from spades_server.lobby import Lobby
from spades_server.logs import LOG_FORMATS, log_to
from spades_server.loop import new_loop
from spades_server.new_table import NewTable
from spades_server.rpc.contract import Contract
from spades_server.rpc.history import History, history_in
from spades_server.table import Refused, Settings
from spades_server.vault import FileVault, Vault

__all__ = [
    "GAMES_KEPT",
    "LIMIT_MEANINGS",
    "LOG_FORMATS",
    "Advert",
    "Batch",
    "Clock",
    "Condition",
    "Contract",
    "FileVault",
    "GameStory",
    "GameSummary",
    "History",
    "Journal",
    "JournalError",
    "JournalFile",
    "JournalLocked",
    "Limits",
    "LimitsError",
    "Lobby",
    "MemoryJournal",
    "NewTable",
    "Outcome",
    "PortTaken",
    "Refused",
    "RunningServer",
    "ServerConfig",
    "Settings",
    "SqliteJournal",
    "SystemClock",
    "Vault",
    "advertising",
    "backup",
    "history_in",
    "lan_addresses",
    "log_to",
    "new_loop",
    "open_journal",
    "read_journal",
    "serving",
]
