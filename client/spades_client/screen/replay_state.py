"""Keys while a record is shown: from card to card, trick to trick and hand to hand, or by itself. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from spades.v1.prompt_pb2 import Choice
from spades_client.screen import texts
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import BINDINGS, Action, Binding, Context, action_of
from spades_client.screen.look import Look
from spades_client.screen.replay import Frame

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25)
"""Seconds that a frame stays while the record plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """What a good player would have done in a seat's place, by what it could see."""

    choice: Choice
    taken: bool
    """It is what the seat did."""


Tips: TypeAlias = Callable[[int, int], Tip | None]
"""Gives the tip for a decision: the hand of the record, and which of its bids and cards, both from 0. None: none."""

DECIDED = frozenset({"bid_made", "card_played"})
"""The events that begin a frame in which a seat has decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayState:
    """Where the reader is in the record."""

    story: list[Frame] = field(repr=False)
    """Never changed."""

    title: str = ""
    alone: bool = True
    """Nothing else is on the screen: Ctrl-C ends the client at once. Before a table that takes two, as everywhere."""
    at: int = 0
    opened: bool = True
    """All hands are shown."""
    playing: bool = False
    speed: int = SPEEDS.index(1.0)
    sheet: bool = False
    helping: bool = False
    page: int = 0
    """Lines of the help scrolled away."""
    tips: Tips = field(default=lambda hand, number: None, repr=False)
    note: str = ""
    left: bool = False
    """The reader has seen enough."""
    look: Look = field(default_factory=Look)
    bindings: tuple[Binding, ...] = BINDINGS

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.story[self.at]

    @property
    def tip(self) -> Tip | None:
        """The tip for what was decided in this frame; None: nothing was, or there is none."""
        here = self.frame.hand
        if self.frame.lines[0].kind not in DECIDED:
            return None
        before = (frame for frame in self.story[: self.at] if frame.hand == here)
        return self.tips(here, sum(frame.lines[0].kind in DECIDED for frame in before))


def press_replay(state: ReplayState, key: str) -> ReplayState:
    """Return the state after a key."""
    action = action_of(key, Context.REPLAY, state.bindings)
    state = replace(state, note="")
    match action:
        case Action.INTERRUPT | Action.REPLAY_END:
            if state.helping or state.sheet:
                return replace(state, helping=False, sheet=False)
            return replace(state, left=True, note=texts.LEAVING)
        case Action.HELP:
            return replace(state, helping=not state.helping, sheet=False, page=0)
        case _ if state.helping and action in _SCROLLS:
            return replace(state, page=min(max(0, state.page + _SCROLLS[action]), HELP_LINES))
        case Action.SCORE:
            return replace(state, sheet=not state.sheet, helping=False)
        case Action.REPLAY_OPEN:
            return replace(state, opened=not state.opened)
        case Action.REPLAY_PLAY:
            again = 0 if state.at == len(state.story) - 1 else state.at
            return replace(state, playing=not state.playing, at=again if not state.playing else state.at)
        case Action.REPLAY_FASTER:
            return replace(state, speed=min(state.speed + 1, len(SPEEDS) - 1))
        case Action.REPLAY_SLOWER:
            return replace(state, speed=max(state.speed - 1, 0))
    if action in _MOVES:
        return replace(state, at=_moved(state, action), playing=False)
    note = texts.NO_SUCH_KEY.format(pressed=texts.key_name(key), key=KeyWords(state.bindings))
    return replace(state, note=note)


def tick(state: ReplayState) -> ReplayState:
    """Return the state after a frame has been seen long enough; at the end of the record it stops."""
    if not state.playing:
        return state
    at = min(state.at + 1, len(state.story) - 1)
    return replace(state, at=at, playing=at < len(state.story) - 1)


HELP_LINES = 20
"""Lines of keys that one may scroll through, at most."""

_SCROLLS: dict[Action | None, int] = {
    Action.REPLAY_TRICK_ON: 1,
    Action.REPLAY_TRICK_BACK: -1,
    Action.REPLAY_HAND_ON: 8,
    Action.REPLAY_HAND_BACK: -8,
}
"""What moves the help where not all of it has room, in lines."""

_MOVES = frozenset(
    {
        Action.REPLAY_ON,
        Action.REPLAY_BACK,
        Action.REPLAY_TRICK_ON,
        Action.REPLAY_TRICK_BACK,
        Action.REPLAY_HAND_ON,
        Action.REPLAY_HAND_BACK,
        Action.REPLAY_FIRST,
        Action.REPLAY_LAST,
    }
)


def _moved(state: ReplayState, action: Action) -> int:
    last = len(state.story) - 1
    match action:
        case Action.REPLAY_ON:
            return min(state.at + 1, last)
        case Action.REPLAY_BACK:
            return max(state.at - 1, 0)
        case Action.REPLAY_FIRST:
            return 0
        case Action.REPLAY_LAST:
            return last
    on = action in (Action.REPLAY_TRICK_ON, Action.REPLAY_HAND_ON)
    whole = action in (Action.REPLAY_HAND_ON, Action.REPLAY_HAND_BACK)
    places = [(frame.hand, 0 if whole else frame.trick) for frame in state.story]
    starts = [0, *(at for at in range(1, len(places)) if places[at] != places[at - 1])]
    if on:
        return next((at for at in starts if at > state.at), last)
    return next((at for at in reversed(starts) if at < state.at), 0)
