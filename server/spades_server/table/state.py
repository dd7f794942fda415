"""The state of one table: who sits there, what is asked of them, and the game.

``Table`` is a named tuple for the reason that ``Game`` is: every card played makes a new one.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from spades_engine import Game, Rules
from spades_engine.records import quickly_replaced

__all__ = [
    "ChatLine",
    "ChatPolicy",
    "ChatScope",
    "Newcomer",
    "NextRules",
    "OpenPrompt",
    "Pause",
    "PauseReason",
    "Presence",
    "PromptKind",
    "Seat",
    "SeatKind",
    "Settings",
    "Stage",
    "Table",
]


class SeatKind(IntEnum):
    """Who sits on a seat."""

    EMPTY = 1
    PERSON = 2
    BOT = 3
    """A client that declared itself a bot."""
    HOUSE = 4
    """A computer player of the server."""

    @property
    def is_taken(self) -> bool:
        """Whether anybody sits there."""
        return self is not SeatKind.EMPTY


class Presence(IntEnum):
    """Whether a seat's owner is there."""

    NOBODY = 0
    ONLINE = 1
    UNRESPONSIVE = 2
    """The link dropped; the grace runs."""
    AWAY = 3
    """The grace has ended; the seat is kept."""


class Stage(IntEnum):
    """Where a table is in its life."""

    GATHERING = 1
    PLAYING = 2
    GAME_OVER = 3
    CLOSED = 4


class PromptKind(IntEnum):
    """What a prompt asks."""

    DRAW = 1
    TALK = 2
    BLIND = 3
    BID = 4
    EXCHANGE = 5
    PLAY = 6
    CLAIM = 7
    CONTINUE = 8
    REMATCH = 9

    @property
    def is_of_the_game(self) -> bool:
        """Whether it asks for a decision of the game."""
        return self not in (PromptKind.CONTINUE, PromptKind.REMATCH)


class ChatPolicy(IntEnum):
    """Who may say what."""

    FREE = 1
    PHRASES = 2
    OFF = 3


class ChatScope(IntEnum):
    """Who hears what is said."""

    TABLE = 1
    SPECTATORS = 2
    """The players too, when the hand has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a table is run; no rules of the game."""

    think_seconds: int = 60
    """Time for one decision; 0: no limit."""
    grace_seconds: int = 60
    """Time that a lost connection keeps its seat before a computer player stands in."""
    house_pace_ms: int = 700
    """Pause before a computer player acts at a table with people."""
    continue_seconds: int = 12
    """Time to look at the score sheet between hands."""
    chat: ChatPolicy = ChatPolicy.FREE
    no_tips: bool = False
    no_spectators: bool = False
    unlisted: bool = False


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who takes a computer player's seat over when the hand has ended."""

    kind: SeatKind
    name: str
    token_hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place at the table."""

    kind: SeatKind = SeatKind.EMPTY
    name: str = ""
    level: str = ""
    """The level of a computer player of the server."""
    token_hash: bytes = b""
    """SHA-256 of the secret that its owner shows; empty where nobody owns it."""
    presence: Presence = Presence.NOBODY
    until: float | None = None
    """When its presence ends by itself, on the clock of the batches: UNRESPONSIVE becomes AWAY, and before a game AWAY
    becomes an empty seat; None: never, or while the clocks stand."""
    left: float | None = None
    """Seconds that were left to ``until`` when the clocks were stopped; None: they run."""
    stood_in: bool = False
    """A computer player acts for its absent owner."""
    since: int = 0
    """The sequence of the event with which its owner sat down."""
    code_hash: bytes = b""
    """SHA-256 of the one-time code with which its owner comes from another machine; empty: none."""
    ready: bool = False
    nonce: bytes = b""
    """What its owner contributes to the shuffles."""
    newcomer: Newcomer | None = None
    """Who has it from the next hand on; None: nobody waits for it."""

    @property
    def is_owned(self) -> bool:
        """Whether a client has it."""
        return self.kind in (SeatKind.PERSON, SeatKind.BOT)

    @property
    def is_played_by_house(self) -> bool:
        """Whether a computer player of the server answers for it."""
        return self.kind is SeatKind.HOUSE or self.stood_in

    @property
    def is_here(self) -> bool:
        """Whether its owner's client is connected."""
        return self.is_owned and self.presence is Presence.ONLINE


@dataclass(frozen=True, slots=True)
class OpenPrompt:
    """A decision that a seat owes."""

    prompt_id: int
    kind: PromptKind
    seat: int
    least: int
    """Fewest choices to send back."""
    most: int
    """Most choices to send back."""
    deadline: float | None
    """When the default is made, on the clock of the batches; None: never."""
    may_hold: bool = False
    """CONTINUE only: holding the score sheet is one of the choices."""
    suspended: bool = False
    """It waits while a claim is settled."""
    left: float | None = None
    """Seconds that were left when its clock was stopped; None: no limit, or the clock runs."""


class PauseReason(IntEnum):
    """Why a table stands still."""

    ASKED = 1
    NOBODY_HERE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A table that stands still."""

    seat: int | None
    """Who paused it; None for the server."""
    now: float
    """Since when, on the clock of the batches."""
    reason: PauseReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """One line of chat."""

    sequence: int
    seat: int | None
    """None: a spectator's."""
    name: str
    text: str
    phrase_id: int
    scope: ChatScope = ChatScope.TABLE
    hidden: bool = False
    """The players do not hear it yet."""


@dataclass(frozen=True, slots=True)
class NextRules:
    """Rules that wait for the next game."""

    rules: Rules
    preset: str


@quickly_replaced
class Table(NamedTuple):
    """One table. Seats count from 0."""

    table_id: str
    name: str
    settings: Settings
    passcode_hash: bytes
    """Empty where none is needed."""
    seed: str
    """What every deal follows from; empty for fair deals."""
    rules: Rules
    preset: str
    seats: tuple[Seat, ...]
    host: int | None
    stage: Stage
    sequence: int
    """The last event."""
    time: float
    """Unix time of the last event."""
    prompts: tuple[OpenPrompt, ...]
    last_prompt_id: int
    chat: tuple[ChatLine, ...]
    game: Game
    """An empty game of the rules before the first."""
    game_number: int
    game_id: str
    abandoned: bool
    """The last game ended because everybody left."""
    secrets: tuple[bytes, ...]
    """The secrets of the current hand's deals; empty at a seeded table."""
    dealer_secret: bytes
    """What the first dealer was drawn from; empty at a seeded table."""
    nonces: tuple[bytes, ...]
    """What the seats contributed to the shuffles of this game."""
    house_seed: bytes
    """What the computer players' choices follow from in this game."""
    pause: Pause | None = None
    """None: the clocks run."""
    kicked: tuple[bytes, ...] = ()
    """The token hashes of those whom the host removed, the last ones: they may not come back with them."""
    stays: bool = False
    """It does not close by itself though no game ever starts: whoever runs the server opened it."""
    closes_at: float | None = None
    """When it closes unless a person comes, on the clock of the batches; only before its first game."""
    closing_told: bool = False
    """The warning has been given."""
    next_rules: NextRules | None = None
    """What waits for the next game; None: it is played by ``rules`` as well."""

    @property
    def is_seeded(self) -> bool:
        """Whether the deals follow from a seed that somebody chose."""
        return bool(self.seed)

    def has_people(self) -> bool:
        """Return whether a person sits here."""
        return any(seat.kind is SeatKind.PERSON for seat in self.seats)

    def is_attended(self) -> bool:
        """Return whether a person who sits here is connected."""
        return any(seat.kind is SeatKind.PERSON and seat.is_here for seat in self.seats)
