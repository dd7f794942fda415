"""The conformance kit: a scripted server that checks clients. Knows the contract and no rule of the game."""

from spades_kit.client_check import check_client
from spades_kit.client_rules import CLIENT_RULES
from spades_kit.guest import Guest, Place, command_guest, person_guest, written
from spades_kit.reading import Reading
from spades_kit.report import Finding, Outcome, Report
from spades_kit.rules import KitRule, document
from spades_kit.stage import Times

__all__ = [
    "CLIENT_RULES",
    "Finding",
    "Guest",
    "KitRule",
    "Outcome",
    "Place",
    "Reading",
    "Report",
    "Times",
    "check_client",
    "command_guest",
    "document",
    "person_guest",
    "written",
]
