"""One table as pure values and functions: ``decide`` turns a command into events, ``evolve`` applies an event."""

from spades_server.table.chance import Chance, Deal, FirstDeal, chance_of
from spades_server.table.chat import PHRASES
from spades_server.table.decide import decide
from spades_server.table.events import TableEvent
from spades_server.table.evolve import evolve
from spades_server.table.presence import next_due
from spades_server.table.refusal import Refused
from spades_server.table.starting import may_advance
from spades_server.table.state import (
    ChatPolicy,
    ChatScope,
    OpenPrompt,
    PromptKind,
    Seat,
    SeatKind,
    Settings,
    Stage,
    Table,
)

__all__ = [
    "PHRASES",
    "Chance",
    "ChatPolicy",
    "ChatScope",
    "Deal",
    "FirstDeal",
    "OpenPrompt",
    "PromptKind",
    "Refused",
    "Seat",
    "SeatKind",
    "Settings",
    "Stage",
    "Table",
    "TableEvent",
    "chance_of",
    "decide",
    "evolve",
    "may_advance",
    "next_due",
]
