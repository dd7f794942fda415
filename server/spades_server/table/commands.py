"""What can be asked of a table, by a seat, by the server, or by the clock. Seats count from 0."""

from dataclasses import dataclass
from typing import TypeAlias

from spades_engine import Bid, Card
from spades_server.table.state import ChatScope, SeatKind

__all__ = [
    "Advance",
    "Answer",
    "AnswerForHouse",
    "BidNow",
    "ClaimNow",
    "Close",
    "Connect",
    "Disconnect",
    "Expire",
    "Fill",
    "Join",
    "Leave",
    "LookNow",
    "PlayNow",
    "Say",
    "SetReady",
    "Start",
    "TableCommand",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Sit down."""

    name: str
    kind: SeatKind
    seat: int | None
    """None: any."""
    token_hash: bytes


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Be ready for a game, or no longer."""

    seat: int
    ready: bool
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Fill:
    """Put computer players on seats."""

    by: int
    seats: tuple[int, ...]
    """Empty: every empty one."""
    level: str


@dataclass(frozen=True, slots=True)
class Start:
    """Start a game."""

    by: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table."""

    by: int


@dataclass(frozen=True, slots=True)
class Say:
    """Say something."""

    seat: int | None
    """None: a spectator."""
    text: str
    phrase_id: int
    scope: ChatScope = ChatScope.TABLE
    name: str = ""
    """Of a spectator."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a prompt by choice ids."""

    seat: int
    prompt_id: int
    choice_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidNow:
    """Answer a BID or BLIND prompt with a bid."""

    seat: int
    prompt_id: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class PlayNow:
    """Answer a PLAY prompt with a card."""

    seat: int
    prompt_id: int
    card: Card


@dataclass(frozen=True, slots=True)
class ClaimNow:
    """Claim all the remaining tricks, in the place of playing a card."""

    seat: int
    prompt_id: int


@dataclass(frozen=True, slots=True)
class LookNow:
    """Look at one's cards."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerForHouse:
    """A computer player's answer; ignored if the prompt is gone."""

    prompt_id: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Connect:
    """A stream of the seat opened."""

    seat: int


@dataclass(frozen=True, slots=True)
class Disconnect:
    """The last stream of the seat ended."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expire:
    """Make the default of every prompt whose deadline has come."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Deal the next hand if nobody holds it up."""


TableCommand: TypeAlias = (
    Join
    | Leave
    | SetReady
    | Fill
    | Start
    | Close
    | Say
    | Answer
    | BidNow
    | PlayNow
    | ClaimNow
    | LookNow
    | AnswerForHouse
    | Connect
    | Disconnect
    | Expire
    | Advance
)
