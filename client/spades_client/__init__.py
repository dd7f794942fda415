"""The terminal client: a connection to a Spades server, and the screens on top of it. Knows no rule of the game."""

from spades_client.address import DEFAULT_PORT, LOOPBACK_PORT, Address, parse_address
from spades_client.calls import Pace
from spades_client.connection import Connection, connect
from spades_client.errors import (
    AddressInvalid,
    ClientError,
    Gap,
    LinkLost,
    NotASpadesServer,
    NotSecure,
    OtherServer,
    Refused,
    ServerUnreachable,
)
from spades_client.finding import FoundServer, find_servers, reachable
from spades_client.fold import fold, unknown_events
from spades_client.known_servers import KnownServers
from spades_client.line_io import TerminalSource, is_terminal
from spades_client.line_run import LineOptions, asking_trust, run_line
from spades_client.saved_seats import SavedSeat, SavedSeats, config_folder
from spades_client.seating import Wish
from spades_client.table_client import TableClient
from spades_client.trust import Trust
from spades_client.view_hash import view_hash, view_text
from spades_client.watch import Ended, Link, LinkChanged, Update, WatchItem, watch

__all__ = [
    "DEFAULT_PORT",
    "LOOPBACK_PORT",
    "Address",
    "AddressInvalid",
    "ClientError",
    "Connection",
    "Ended",
    "FoundServer",
    "Gap",
    "KnownServers",
    "LineOptions",
    "Link",
    "LinkChanged",
    "LinkLost",
    "NotASpadesServer",
    "NotSecure",
    "OtherServer",
    "Pace",
    "Refused",
    "SavedSeat",
    "SavedSeats",
    "ServerUnreachable",
    "TableClient",
    "TerminalSource",
    "Trust",
    "Update",
    "WatchItem",
    "Wish",
    "asking_trust",
    "config_folder",
    "connect",
    "find_servers",
    "fold",
    "is_terminal",
    "parse_address",
    "reachable",
    "run_line",
    "unknown_events",
    "view_hash",
    "view_text",
    "watch",
]
