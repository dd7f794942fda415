"""Which key does what, and where: the one table that the reducer, the footer and the help are made from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto


class Context(Enum):
    """What the keys are for at the moment."""

    CARDS = auto()
    """Cards are held; one may be played, or given, or neither for now."""
    BID = auto()
    CHOOSE = auto()
    SCORE = auto()
    """The score sheet waits for the reader to go on."""
    GATHERING = auto()
    """No game goes on."""
    OVER = auto()
    """A game is over: another may be agreed on."""
    REMATCH = auto()
    """A game is over, and whether to play another is asked."""
    PLAIN = auto()
    """There is nothing to do but to look."""
    FIELD = auto()
    """A line of text is typed."""
    OVERLAY = auto()
    PHRASES = auto()
    MENU = auto()
    SETTINGS = auto()
    REPLAY = auto()
    """The record of a game is shown."""


class Action(Enum):
    """What a key does."""

    CARD_LEFT = auto()
    CARD_RIGHT = auto()
    SUIT_UP = auto()
    SUIT_DOWN = auto()
    TO_SUIT = auto()
    TO_RANK = auto()
    FIRST = auto()
    LAST = auto()
    NEXT_LEGAL = auto()
    ENTER = auto()
    LIFT = auto()
    DIGIT = auto()
    ERASE = auto()
    MORE = auto()
    LESS = auto()
    NIL = auto()
    GO_ON = auto()
    HOLD = auto()
    READY = auto()
    FILL = auto()
    START = auto()
    TO_SEAT = auto()
    SEAT_NEXT = auto()
    SEAT_BEFORE = auto()
    MOVE_HERE = auto()
    COMPUTER = auto()
    REMOVE = auto()
    INVITE = auto()
    CHANGE_RULES = auto()
    SWAP = auto()
    WRITE = auto()
    LOOK_BACK = auto()
    VIEW_NEXT = auto()
    VIEW_BEFORE = auto()
    TIP = auto()
    LAST_TRICK = auto()
    SCORE = auto()
    BIDS = auto()
    WHERE = auto()
    RULES = auto()
    LOG = auto()
    SAY = auto()
    PHRASES = auto()
    SORT = auto()
    PANEL = auto()
    BELL = auto()
    MOUSE = auto()
    CLAIM = auto()
    COMMAND = auto()
    HELP = auto()
    MENU = auto()
    CLOSE = auto()
    SCROLL_UP = auto()
    SCROLL_DOWN = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    LINE_UP = auto()
    LINE_DOWN = auto()
    VALUE_ON = auto()
    VALUE_BACK = auto()
    REPLAY_ON = auto()
    REPLAY_BACK = auto()
    REPLAY_TRICK_ON = auto()
    REPLAY_TRICK_BACK = auto()
    REPLAY_HAND_ON = auto()
    REPLAY_HAND_BACK = auto()
    REPLAY_FIRST = auto()
    REPLAY_LAST = auto()
    REPLAY_OPEN = auto()
    REPLAY_PLAY = auto()
    REPLAY_FASTER = auto()
    REPLAY_SLOWER = auto()
    REPLAY_END = auto()
    SEND = auto()
    TO_CARDS = auto()
    REDRAW = auto()
    SUSPEND = auto()
    INTERRUPT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """One row of the table."""

    action: Action
    keys: tuple[str, ...]
    contexts: frozenset[Context]
    hint: bool = False
    """Named in the footer, as far as there is room."""

    meanings: tuple[str, ...] = ()
    """The usual key for each of ``keys``, where a player has others for an action that goes by which key it was."""

    def meant(self, key: str) -> str:
        """Return the usual key for *key*."""
        return self.meanings[self.keys.index(key)] if self.meanings else key


_ENDED = (Context.OVER, Context.REMATCH)
_TABLE = (Context.CARDS, Context.BID, Context.CHOOSE, Context.SCORE, Context.GATHERING, *_ENDED, Context.PLAIN)
_NUMBERS = (Context.BID, Context.CHOOSE, Context.REMATCH, Context.MENU)
_OVER = (Context.OVERLAY, Context.PHRASES, Context.MENU, Context.SETTINGS)
_DIGITS = tuple("0123456789")


def _bind(action: Action, keys: str | Iterable[str], *contexts: Context, hint: bool = False) -> Binding:
    names = tuple(keys.split()) if isinstance(keys, str) else tuple(keys)
    return Binding(action=action, keys=names, contexts=frozenset(contexts), hint=hint)


BINDINGS: tuple[Binding, ...] = (
    # The first that fits counts, so what is special to one context stands before what all of them have.
    _bind(Action.ENTER, "enter", Context.CARDS, *_NUMBERS, hint=True),
    _bind(Action.GO_ON, "enter", Context.SCORE, hint=True),
    _bind(Action.HOLD, "space", Context.SCORE, hint=True),
    _bind(Action.LIFT, "space", Context.CARDS, hint=True),
    _bind(Action.CARD_LEFT, "left", Context.CARDS),
    _bind(Action.CARD_RIGHT, "right", Context.CARDS),
    _bind(Action.SUIT_UP, "up", Context.CARDS),
    _bind(Action.SUIT_DOWN, "down", Context.CARDS),
    _bind(Action.FIRST, "home", Context.CARDS),
    _bind(Action.LAST, "end", Context.CARDS),
    _bind(Action.TO_SUIT, "s h d c", Context.CARDS, hint=True),
    _bind(Action.TO_RANK, (*_DIGITS[2:], "0", "t", "j", "q", "k", "a"), Context.CARDS),
    _bind(Action.NEXT_LEGAL, "n", Context.CARDS, hint=True),
    _bind(Action.DIGIT, _DIGITS, *_NUMBERS, Context.PHRASES, hint=True),
    _bind(Action.NIL, "n", Context.BID, hint=True),
    _bind(Action.MORE, "right down", *_NUMBERS),
    _bind(Action.LESS, "left up", *_NUMBERS),
    _bind(Action.ERASE, "backspace", *_NUMBERS),
    _bind(Action.READY, "r", Context.GATHERING, *_ENDED, hint=True),
    _bind(Action.WRITE, "w", *_ENDED, hint=True),
    _bind(Action.LOOK_BACK, "v", *_ENDED, hint=True),
    _bind(Action.VIEW_NEXT, "right", Context.PLAIN),
    _bind(Action.VIEW_BEFORE, "left", Context.PLAIN),
    _bind(Action.FILL, "a", Context.GATHERING, hint=True),
    _bind(Action.START, "s", Context.GATHERING, hint=True),
    _bind(Action.COMPUTER, "b", Context.GATHERING, hint=True),
    _bind(Action.REMOVE, "x", Context.GATHERING, hint=True),
    _bind(Action.INVITE, "i", Context.GATHERING, hint=True),
    _bind(Action.CHANGE_RULES, "c", Context.GATHERING, *_ENDED, hint=True),
    _bind(Action.MOVE_HERE, "m", Context.GATHERING),
    _bind(Action.SWAP, "t", Context.GATHERING, *_ENDED, hint=True),
    _bind(Action.TO_SEAT, _DIGITS[1:7], Context.GATHERING),
    _bind(Action.SEAT_NEXT, "right down", Context.GATHERING),
    _bind(Action.SEAT_BEFORE, "left up", Context.GATHERING),
    _bind(Action.TIP, "i", *_TABLE),
    _bind(Action.LAST_TRICK, "l", *_TABLE, hint=True),
    _bind(Action.SCORE, "p", *_TABLE, hint=True),
    _bind(Action.SAY, "/", *_TABLE, hint=True),
    _bind(Action.HELP, "? f1", *_TABLE, Context.REPLAY, hint=True),
    _bind(Action.MENU, "escape", *_TABLE, hint=True),
    _bind(Action.WHERE, "w", *_TABLE),
    _bind(Action.BIDS, "v", *_TABLE),
    _bind(Action.RULES, "z", *_TABLE),
    _bind(Action.LOG, "g", *_TABLE),
    _bind(Action.PHRASES, "e", *_TABLE),
    _bind(Action.SORT, "o", *_TABLE),
    _bind(Action.PANEL, "f", *_TABLE),
    _bind(Action.BELL, "b", *_TABLE),
    _bind(Action.MOUSE, "m", *_TABLE),
    _bind(Action.CLAIM, "x", Context.CARDS),
    _bind(Action.COMMAND, ":", *_TABLE),
    _bind(Action.CLOSE, "escape ? f1", *_OVER, hint=True),
    _bind(Action.CLOSE, "l p g v w z e q", Context.OVERLAY),
    _bind(Action.SCROLL_UP, "up left k", Context.OVERLAY, Context.PHRASES, hint=True),
    _bind(Action.SCROLL_DOWN, "down right j", Context.OVERLAY, Context.PHRASES, hint=True),
    _bind(Action.PAGE_UP, "pageup", Context.OVERLAY),
    _bind(Action.PAGE_DOWN, "pagedown space", Context.OVERLAY),
    _bind(Action.CLOSE, "q", Context.SETTINGS),
    _bind(Action.LINE_UP, "up k", Context.SETTINGS),
    _bind(Action.LINE_DOWN, "down j", Context.SETTINGS, hint=True),
    _bind(Action.VALUE_ON, "enter right space", Context.SETTINGS, hint=True),
    _bind(Action.VALUE_BACK, "left", Context.SETTINGS, hint=True),
    _bind(Action.REPLAY_ON, "right space l", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_BACK, "left backspace h", Context.REPLAY),
    _bind(Action.REPLAY_TRICK_ON, "down j", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_TRICK_BACK, "up k", Context.REPLAY),
    _bind(Action.REPLAY_HAND_ON, "] pagedown", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_HAND_BACK, "[ pageup", Context.REPLAY),
    _bind(Action.REPLAY_PLAY, "enter", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_FASTER, "+ =", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_SLOWER, "-", Context.REPLAY),
    _bind(Action.REPLAY_OPEN, "o", Context.REPLAY, hint=True),
    _bind(Action.SCORE, "p", Context.REPLAY, hint=True),
    _bind(Action.REPLAY_FIRST, "home", Context.REPLAY),
    _bind(Action.REPLAY_LAST, "end", Context.REPLAY),
    _bind(Action.REPLAY_END, "escape q", Context.REPLAY, hint=True),
    _bind(Action.SEND, "enter", Context.FIELD, hint=True),
    _bind(Action.TO_CARDS, "escape tab s-tab", Context.FIELD, hint=True),
    _bind(Action.SAY, "tab s-tab", *_TABLE),
    _bind(Action.REDRAW, "c-l", *Context),
    _bind(Action.SUSPEND, "c-z", *Context),
    _bind(Action.INTERRUPT, "c-c", *Context),
)


POSITIONAL: dict[Action, tuple[str, ...]] = {
    action: next(b.keys for b in BINDINGS if b.action is action)
    for action in (Action.TO_SUIT, Action.TO_RANK, Action.DIGIT, Action.TO_SEAT)
}
"""Actions that go by which of their keys it was, with the usual keys."""

NAMED = frozenset(
    {"left", "right", "up", "down", "enter", "space", "escape", "tab", "s-tab", "home", "end"}
    | {"backspace", "delete", "pageup", "pagedown"}
    | {f"f{number}" for number in range(1, 13)}
    | {f"c-{letter}" for letter in "dgklnoprtxz"}
)
"""The keys that are no printable sign and can be bound."""


def binding_of(key: str, context: Context, bindings: Sequence[Binding] = BINDINGS) -> Binding | None:
    """Return the row of *key* there; None: it does nothing."""
    return next((b for b in bindings if key in b.keys and context in b.contexts), None)


def action_of(key: str, context: Context, bindings: Sequence[Binding] = BINDINGS) -> Action | None:
    """Return what *key* does there; None: nothing."""
    found = binding_of(key, context, bindings)
    return found.action if found is not None else None


def bound_in(context: Context, bindings: Sequence[Binding] = BINDINGS) -> list[Binding]:
    """Return what can be done there, each with the keys that no earlier row takes."""
    taken: set[str] = set()
    found = []
    for binding in bindings:
        if context not in binding.contexts:
            continue
        keys = tuple(key for key in binding.keys if key not in taken)
        taken.update(keys)
        if keys:
            found.append(Binding(action=binding.action, keys=keys, contexts=binding.contexts, hint=binding.hint))
    return found


def key_for(action: Action, bindings: Sequence[Binding] = BINDINGS) -> str:
    """Return the key to be named for an action."""
    return next(b.keys[0] for b in bindings if b.action is action)
