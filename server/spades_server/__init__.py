"""The server: tables, journal and gRPC."""

from spades_server.app import PortTaken, RunningServer, ServerConfig, SystemClock, serving
from spades_server.condition import Condition
from spades_server.journal import Batch, Journal, MemoryJournal, Outcome
from spades_server.lan import lan_addresses
from spades_server.limits import LIMIT_MEANINGS, Limits, LimitsError
from spades_server.lobby import Lobby, NewTable
from spades_server.logs import LOG_FORMATS, log_to
from spades_server.runner import Clock
from spades_server.table import Refused, Settings

__all__ = [
    "LIMIT_MEANINGS",
    "LOG_FORMATS",
    "Batch",
    "Clock",
    "Condition",
    "Journal",
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
    "SystemClock",
    "lan_addresses",
    "log_to",
    "serving",
]
