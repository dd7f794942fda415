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
    Refused,
    ServerUnreachable,
)
from spades_client.fold import fold, unknown_events
from spades_client.line_run import LineOptions, run_line
from spades_client.saved_seats import SavedSeat, SavedSeats, config_folder
from spades_client.seating import Wish
from spades_client.table_client import TableClient
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
    "Gap",
    "LineOptions",
    "Link",
    "LinkChanged",
    "LinkLost",
    "NotASpadesServer",
    "Pace",
    "Refused",
    "SavedSeat",
    "SavedSeats",
    "ServerUnreachable",
    "TableClient",
    "Update",
    "WatchItem",
    "Wish",
    "config_folder",
    "connect",
    "fold",
    "parse_address",
    "run_line",
    "unknown_events",
    "view_hash",
    "view_text",
    "watch",
]
