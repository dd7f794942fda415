"""What belongs to the reader alone: the cursor, what is lifted or typed, what lies over the table. Immutable."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from spades.v1.prompt_pb2 import Prompt
from spades_client.choices import Send
from spades_client.commands import Command
from spades_client.screen.keymap import BINDINGS, Binding
from spades_client.screen.look import Look
from spades_client.screen.text_line import TextLine
from spades_client.settings import Settings

NEVER = float("-inf")


class Overlay(Enum):
    """What can lie over the table. The turn, the clock and the reader's cards stay visible."""

    HELP = "help"
    LOG = "log"
    LAST_TRICK = "last trick"
    SCORE = "score"
    PHRASES = "phrases"
    ANSWER = "answer"
    """The answer to a question: lines of prose."""
    MENU = "menu"
    SETTINGS = "settings"
    LEVELS = "levels"
    """The levels of computer players, for the seat that is chosen."""


class Field(Enum):
    """The lines of text that can be typed."""

    SAY = "say"
    COMMAND = "command"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One press of a key."""

    name: str
    """A printable sign, or a name such as ``enter``, ``left``, ``c-c``; ``paste`` for pasted text."""

    at: float
    """When, in seconds of a clock that never goes back."""

    text: str = ""
    """What was pasted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UiState:
    """The reader's side of the screen; it outlives every event, resize and reconnection."""

    settings: Settings = field(default_factory=Settings)
    """The reader's wishes, in force as soon as they are here."""

    bindings: tuple[Binding, ...] = BINDINGS
    """What the keys do."""

    letters: bool = False
    """The terminal cannot show the signs of the suits."""

    prompt_id: int = 0
    """The prompt that ``lifted`` and ``number`` are meant for; with another they start afresh."""

    cursor: str = ""
    """The card the cursor is on, in notation; empty without cards."""

    lifted: tuple[str, ...] = ()
    """The cards lifted, in notation: one to be played, or several to be given."""

    queued: str = ""
    """The card chosen ahead of the reader's turn, in notation; empty: none."""

    forced: int = 0
    """The prompt whose only card is to be played by itself; 0: none."""

    number: str = ""
    """The number chosen so far: of a bid, of an alternative, of a line of the menu. Nothing is preselected."""

    claiming: bool = False
    """A claim waits for its confirmation."""

    seat: int = 0
    """The seat that the next key is about, while no game goes on; 0: the viewer's own."""

    bottom: int = 0
    """The seat that a spectator sees at the bottom; 0: the first."""

    removing: int = 0
    """The seat whose owner is removed if the same key comes again; 0: none."""

    sent: int = 0
    """The prompt whose answer is on its way to the server; 0: none."""

    overlay: Overlay | None = None

    page: int = 0
    """Lines scrolled, or tricks back, in the overlay; the line that is chosen among the settings."""

    answer: tuple[str, ...] = ()
    """What ``Overlay.ANSWER`` shows."""

    entry: Field | None = None
    """The line that keys are typed into; None: keys are commands."""

    say: TextLine = field(default_factory=TextLine)
    command: TextLine = field(default_factory=TextLine)

    note: str = ""
    """The line under the cards: why something was refused, a tip, what a key has changed."""

    enter_at: float = NEVER
    """When Enter was pressed, if it was the last key: held down it must not play a second card."""

    interrupted_at: float = NEVER
    """When Ctrl-C was pressed last."""

    @property
    def look(self) -> Look:
        """How the table is to look."""
        return Look.of(self.settings, letters=self.letters)

    @property
    def muted(self) -> frozenset[str]:
        """Whose chat is not shown, by ``prose_style.sounds``."""
        return frozenset(self.settings.muted)

    def wishing(self, **changes: object) -> UiState:
        """Return the state with other settings."""
        return replace(self, settings=replace(self.settings, **changes))  # type: ignore[arg-type]  # of their own types


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Send an answer to a prompt."""

    prompt: Prompt
    send: Send


@dataclass(frozen=True, slots=True, kw_only=True)
class Obey:
    """Carry out a command that answers no prompt."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """End the client."""

    leave: bool
    """Leave the table for good; False: the seat is kept."""

    interrupted: bool = False
    """Ctrl-C was the wish."""

    switch: bool = False
    """The reader goes on by lines of text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRules:
    """Let the host change the rules by the table form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRecord:
    """Write the record of the last game to a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """Show the last game again, card by card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """Paint everything again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspend:
    """Give the terminal back to the shell for a while."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipHold:
    """Take a finished trick off the table, or show no more of a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consult:
    """Ask what a good player would answer to a prompt."""

    prompt: Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySoon:
    """Play the only card of a prompt after a pause."""

    prompt_id: int
    seconds: float
    """The pause at least; chance makes it up to twice as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """Ask the terminal to notify the desktop."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Ring the bell."""


Effect: TypeAlias = (
    Answer
    | Obey
    | Go
    | ShowRules
    | WriteRecord
    | LookBack
    | Redraw
    | Suspend
    | SkipHold
    | Ring
    | Consult
    | PlaySoon
    | Notify
)
Step: TypeAlias = tuple[UiState, tuple[Effect, ...]]
"""The state after a key or an event, and what is to be done outside."""
