"""The terminal client: a connection to a Spades server, and the screens on top of it. Knows no rule of the game."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# These are loaded at once: a module of the same name would else take their place when it is loaded by somebody.
from spades_client.fold import fold, unknown_events
from spades_client.view_hash import view_hash, view_text
from spades_client.watch import Ended, Link, LinkChanged, Update, WatchItem, watch

if TYPE_CHECKING:
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
    from spades_client.known_servers import KnownServers
    from spades_client.line_io import TerminalSource, is_terminal
    from spades_client.line_run import LineOptions, asking_trust, run_line
    from spades_client.saved_seats import SavedSeat, SavedSeats, config_folder
    from spades_client.seating import Wish
    from spades_client.table_client import TableClient
    from spades_client.trust import Trust

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

_FROM = {
    "address": "DEFAULT_PORT LOOPBACK_PORT Address parse_address",
    "calls": "Pace",
    "connection": "Connection connect",
    "errors": "AddressInvalid ClientError Gap LinkLost NotASpadesServer NotSecure OtherServer Refused "
    "ServerUnreachable",
    "finding": "FoundServer find_servers reachable",
    "known_servers": "KnownServers",
    "line_io": "TerminalSource is_terminal",
    "line_run": "LineOptions asking_trust run_line",
    "saved_seats": "SavedSeat SavedSeats config_folder",
    "seating": "Wish",
    "table_client": "TableClient",
    "trust": "Trust",
}
_MODULES = {name: module for module, names in _FROM.items() for name in names.split()}


def __getattr__(name: str) -> Any:  # Any: whatever is asked for; type checkers read the imports above
    """Return a name of ``__all__``, whose module is loaded only now: the first paint must not wait for all of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
