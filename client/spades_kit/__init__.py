"""The conformance kit: a table by script that checks clients, and visitors who check servers.

Knows the contract and no rule of the game.
"""

from spades_kit.client_check import check_client
from spades_kit.client_rules import CLIENT_RULES
from spades_kit.guest import Guest, Place, command_guest, person_guest, written
from spades_kit.reading import CannotRead, Reading
from spades_kit.report import Finding, Outcome, Report
from spades_kit.rules import KitRule, document
from spades_kit.server_check import NoServer, check_server, record_mistakes
from spades_kit.server_rules import SERVER_RULES
from spades_kit.stage import Times

__all__ = [
    "CLIENT_RULES",
    "SERVER_RULES",
    "CannotRead",
    "Finding",
    "Guest",
    "KitRule",
    "NoServer",
    "Outcome",
    "Place",
    "Reading",
    "Report",
    "Times",
    "check_client",
    "check_server",
    "command_guest",
    "document",
    "person_guest",
    "record_mistakes",
    "written",
]
