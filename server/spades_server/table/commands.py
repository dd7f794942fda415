"""What can be asked of a table, by a seat, by the server, or by the clock. Seats count from 0."""

from dataclasses import dataclass
from typing import TypeAlias

from spades_engine import Bid, Card, Rules
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
    "EmptySeat",
    "Expire",
    "Fill",
    "GiveBack",
    "GiveUp",
    "Join",
    "Kick",
    "Leave",
    "LookNow",
    "PauseNow",
    "PlayNow",
    "Redeem",
    "Reissue",
    "ResumeNow",
    "Say",
    "SeatCommand",
    "SeatHouse",
    "SetReady",
    "SetRules",
    "SetSeat",
    "Start",
    "TableCommand",
    "TransferHost",
    "Wake",
    "WithdrawRules",
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
class GiveUp:
    """Do without a seat that was promised from the next hand on."""

    token_hash: bytes


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
class Kick:
    """Remove who sits on a seat."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class TransferHost:
    """Hand the host's rights on."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class SetSeat:
    """Move a player to another seat; if that is taken, the two change places."""

    by: int
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class SeatHouse:
    """Put a computer player on an empty seat, or one of another level in the place of one."""

    by: int
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """Have a computer player leave its seat."""

    by: int
    seat: int


@dataclass(frozen=True, slots=True)
class SetRules:
    """Change the rules of the next game."""

    by: int
    rules: Rules
    preset: str


@dataclass(frozen=True, slots=True)
class WithdrawRules:
    """Let no rules wait for the next game any more."""

    by: int


@dataclass(frozen=True, slots=True)
class Reissue:
    """Let the owner of a seat come from another machine with a one-time code; the old token dies."""

    by: int
    seat: int
    code_hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeem:
    """Take one's seat again with a one-time code."""

    code_hash: bytes
    name: str
    token_hash: bytes


@dataclass(frozen=True, slots=True)
class PauseNow:
    """Stop the clocks."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResumeNow:
    """Let the clocks run again."""

    seat: int


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
    """The owner of the seat is there: a stream opened, or a call came."""

    seat: int


@dataclass(frozen=True, slots=True)
class Disconnect:
    """The link to the owner of the seat is lost."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expire:
    """Do what the clock says is due: graces, closing, and the defaults of prompts."""


@dataclass(frozen=True, slots=True)
class Wake:
    """The server was away, as a suspended machine is, and nobody's link can be relied on."""

    since: float
    """Until when it was there, on the clock of the batches: what is left of every clock is counted from it."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Nothing could be kept for a while, so that nobody was served; who was there is there."""

    since: float
    """From when on, on the clock of the batches: what was left of every clock then is left again."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Deal the next hand if nobody holds it up."""


SeatCommand: TypeAlias = (
    Join
    | Redeem
    | Leave
    | GiveUp
    | SetReady
    | Fill
    | Start
    | Close
    | Kick
    | TransferHost
    | SetSeat
    | SeatHouse
    | EmptySeat
    | SetRules
    | WithdrawRules
    | Reissue
    | PauseNow
    | ResumeNow
    | Connect
    | Disconnect
    | Wake
    | GiveBack
)
"""What is about who sits there, and about the table as a whole."""

TableCommand: TypeAlias = (
    SeatCommand | Say | Answer | BidNow | PlayNow | ClaimNow | LookNow | AnswerForHouse | Expire | Advance
)
