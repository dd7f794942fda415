"""The server: tables, journal and gRPC."""

from spades_server.advertising import Advert, advertising
from spades_server.app import PortTaken, RunningServer, ServerConfig, SystemClock, serving
from spades_server.journal import Batch, Journal, MemoryJournal, Outcome
from spades_server.lan import lan_addresses
from spades_server.lobby import Lobby, NewTable
from spades_server.runner import Clock
from spades_server.table import Refused, Settings

__all__ = [
    "Advert",
    "Batch",
    "Clock",
    "Journal",
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
    "advertising",
    "lan_addresses",
    "serving",
]
