"""What happened at a table: its own events, and those of the game as they are."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from spades_engine import Event, Rules
from spades_engine.events import HandStarted
from spades_server.table.state import ChatLine, ChatScope, Newcomer, NextRules, OpenPrompt, Pause, Presence, Seat

__all__ = [
    "ChatOpened",
    "GameAbandoned",
    "GameStarted",
    "HandDealt",
    "HostChanged",
    "LeaveReason",
    "NewcomerGone",
    "NewcomerWaits",
    "NextRulesChanged",
    "PresenceChanged",
    "PromptClosed",
    "PromptOpened",
    "PromptOutcome",
    "PromptResumed",
    "PromptSuspended",
    "ReadyChanged",
    "RulesChanged",
    "Said",
    "SeatReclaimed",
    "SeatReissued",
    "SeatStoodIn",
    "SeatTaken",
    "SeatVacated",
    "SeatsSwapped",
    "TableClosed",
    "TableClosing",
    "TableEvent",
    "TablePaused",
    "TableResumed",
]


class LeaveReason(IntEnum):
    """Why a seat was left."""

    LEFT = 1
    KICKED = 2
    LOST = 3
    REPLACED = 4


class PromptOutcome(IntEnum):
    """How a prompt ended."""

    ANSWERED = 1
    TIMED_OUT = 2
    BOT_ANSWERED = 3
    WITHDRAWN = 4


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down."""

    seat: int
    taken: Seat


@dataclass(frozen=True, slots=True)
class SeatVacated:
    """Somebody left."""

    seat: int
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """A connection came or went, or its grace was counted anew."""

    seat: int
    presence: Presence
    until: float | None = None
    """As in ``Seat``."""
    left: float | None = None
    """As in ``Seat``."""


@dataclass(frozen=True, slots=True)
class SeatStoodIn:
    """A computer player acts for an absent owner."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    """The owner is back and acts."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatReissued:
    """The token of a seat died, and a one-time code was made for its owner."""

    seat: int
    code_hash: bytes
    presence: Presence
    until: float | None
    """As in ``Seat``."""
    left: float | None
    """As in ``Seat``."""


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Who sits on two seats changed places; one of the seats may be empty."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class NewcomerWaits:
    """A computer player's seat was promised to somebody from the next hand on."""

    seat: int
    newcomer: Newcomer


@dataclass(frozen=True, slots=True)
class NewcomerGone:
    """Nobody waits for the seat any more."""

    seat: int
    token_hash: bytes
    """Of who waited."""
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The rules of the table are others, and none wait; what was on the table is put away."""

    rules: Rules
    preset: str
    seats: tuple[Seat, ...]
    """The seats under the new rules."""


@dataclass(frozen=True, slots=True)
class NextRulesChanged:
    """Other rules wait for the next game; None: none do any more."""

    waiting: NextRules | None


@dataclass(frozen=True, slots=True)
class TablePaused:
    """The table stands still, and what was left of the prompts' clocks at ``pause.now`` is kept."""

    pause: Pause


@dataclass(frozen=True, slots=True)
class TableResumed:
    """The table goes on."""

    seat: int | None
    """Who resumed it; None for the server."""
    deadlines: tuple[tuple[int, float | None], ...]
    """The prompts whose clocks run again: id, and deadline as in ``OpenPrompt``."""


@dataclass(frozen=True, slots=True)
class TableClosing:
    """The table will close unless a person comes."""

    closes_at: float
    """On the clock of the batches."""


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The host's rights moved; None: nobody has them."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    """Somebody is ready, or no longer."""

    seat: int
    ready: bool
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something."""

    seat: int | None
    """None: a spectator."""
    name: str
    text: str
    phrase_id: int
    scope: ChatScope = ChatScope.TABLE
    hidden: bool = False
    """The players do not hear it yet."""


@dataclass(frozen=True, slots=True)
class ChatOpened:
    """The players hear what was hidden from them."""

    lines: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class PromptOpened:
    """A decision is owed."""

    prompt: OpenPrompt


@dataclass(frozen=True, slots=True)
class PromptClosed:
    """A decision is owed no longer."""

    prompt_id: int
    outcome: PromptOutcome


@dataclass(frozen=True, slots=True)
class PromptSuspended:
    """A decision waits while a claim is settled; its clock stands still."""

    prompt_id: int
    left: float | None
    """Seconds left on its clock; None: no limit."""


@dataclass(frozen=True, slots=True)
class PromptResumed:
    """A decision is owed again, or its clock was set anew."""

    prompt_id: int
    deadline: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """A game began."""

    game_number: int
    game_id: str
    rules: Rules
    nonces: tuple[bytes, ...]
    house_seed: bytes
    """Never leaves the server."""
    dealer_secret: bytes
    """Opened in the record of the game; empty at a seeded table."""


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand began, from this secret."""

    started: HandStarted
    secret: bytes
    """Opened when the hand has ended; empty at a seeded table."""


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """Everybody left; nobody won."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table closed."""

    seat: int | None
    """Who closed it; None for the server."""


TableEvent: TypeAlias = (
    SeatTaken
    | SeatVacated
    | PresenceChanged
    | SeatStoodIn
    | SeatReclaimed
    | SeatReissued
    | SeatsSwapped
    | NewcomerWaits
    | NewcomerGone
    | RulesChanged
    | NextRulesChanged
    | TablePaused
    | TableResumed
    | TableClosing
    | HostChanged
    | ReadyChanged
    | Said
    | ChatOpened
    | PromptOpened
    | PromptClosed
    | PromptSuspended
    | PromptResumed
    | GameStarted
    | HandDealt
    | GameAbandoned
    | TableClosed
    | Event
)
