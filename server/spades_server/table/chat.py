"""What is said at a table: who may, who hears it, and when the players hear what the spectators said."""

from spades_engine.events import HandEnded
from spades_engine.hand import Phase
from spades_server.table.commands import Say
from spades_server.table.events import ChatOpened, GameAbandoned, Said, TableEvent
from spades_server.table.names import checked_text
from spades_server.table.refusal import Refused
from spades_server.table.state import ChatPolicy, ChatScope, Stage, Table

__all__ = ["PHRASES", "said", "with_chat_opened"]

PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "One moment, please.",
    "Back again.",
    "Good game!",
    "Another one?",
)
"""Set phrases, numbered from 1."""


def said(table: Table, command: Say) -> Said:
    """Return what is said; what spectators say among themselves is hidden from the players during a hand."""
    if table.settings.chat is ChatPolicy.OFF:
        raise Refused("CHAT_NOT_ALLOWED", "nobody may talk at this table")
    if command.seat is not None and command.scope is ChatScope.SPECTATORS:
        raise Refused("FIELD_INVALID", "scope: 1 (the table) is allowed to players", field="scope")
    return Said(
        command.seat,
        command.name if command.seat is None else table.seats[command.seat].name,
        "" if command.phrase_id else _text(table, command),
        _phrase_id(command),
        command.scope,
        command.scope is ChatScope.SPECTATORS and _in_a_hand(table),
    )


def _text(table: Table, command: Say) -> str:
    if table.settings.chat is ChatPolicy.PHRASES:
        raise Refused("CHAT_NOT_ALLOWED", "only set phrases may be said at this table")
    return checked_text(command.text)


def _phrase_id(command: Say) -> int:
    if not 0 <= command.phrase_id <= len(PHRASES):
        allowed = f"1 to {len(PHRASES)} are allowed"
        raise Refused("FIELD_INVALID", f"phrase_id: {allowed}", field="phrase_id", allowed=allowed)
    return command.phrase_id


def _in_a_hand(table: Table) -> bool:
    hand = table.game.hand
    return table.stage is Stage.PLAYING and hand is not None and hand.phase is not Phase.SCORED


def with_chat_opened(table: Table, happened: list[TableEvent]) -> list[TableEvent]:
    """Return what happened and, where it ended a hand, the chat that was hidden from the players until then."""
    hidden = tuple(line for line in table.chat if line.hidden)
    if not hidden or not any(isinstance(event, HandEnded | GameAbandoned) for event in happened):
        return happened
    return [*happened, ChatOpened(hidden)]
