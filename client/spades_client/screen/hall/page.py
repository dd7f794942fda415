"""One screen of the hall at work: a state, what a key makes of it, what is to be seen, and what was decided."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, Self, TypeVar

from spades_client.screen.hall.binding import MOVING, Binding, DeedWords, OwnDeeds, deed_of, moved, with_own
from spades_client.screen.present import Screen
from spades_client.screen.ui_state import Effect, Key

HELP_LINES = 20
"""Lines of keys that one may scroll through, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """What every screen of the hall has."""

    note: str = ""
    """A line for the reader: why something was refused, what is going on."""

    help: int | None = None
    """Lines scrolled away of the keys that lie over the screen; None: they do not."""

    own: OwnDeeds = field(default_factory=dict, repr=False)
    """The player's own keys."""

    def bound(self, bindings: Sequence[Binding]) -> tuple[Binding, ...]:
        """Return the bindings with the player's own keys."""
        return with_own(bindings, self.own)

    def keys(self, bindings: Sequence[Binding]) -> DeedWords:
        """Return what fills the gaps for keys in the texts about *bindings*."""
        return DeedWords(self.bound(bindings))

    def said(self, note: str) -> Self:
        """Return the state with another note."""
        return replace(self, note=note)


State = TypeVar("State", bound=PageState)


def read_help(state: State, key: Key) -> State:
    """Return the state after a key while the keys lie over the screen: they scroll, any other key takes them away."""
    deed = deed_of(state.bound(MOVING), key.name)
    return replace(state, help=moved(deed, state.help or 0, HELP_LINES) if deed is not None else None)


Wish = TypeVar("Wish")
Wish_co = TypeVar("Wish_co", covariant=True)


class Press(Protocol[State, Wish_co]):
    """A reducer: a state and a key, to the state after it and what the reader wishes, if anything."""

    def __call__(self, state: State, key: Key) -> tuple[State, Wish_co | None]:
        """Return both."""


class Page(Generic[State, Wish]):
    """A front of the screen. Mutable: it holds the state, and the wishes that nobody has taken yet."""

    def __init__(
        self,
        state: State,
        *,
        press: Press[State, Wish],
        present: Callable[[State, int, int], Screen],
        changed: Callable[[], None],
    ) -> None:
        self.state = state
        self._press = press
        self._present = present
        self._changed = changed
        self._wishes: asyncio.Queue[Wish] = asyncio.Queue()

    async def wish(self) -> Wish:
        """Wait for what the reader wishes next."""
        return await self._wishes.get()

    def put(self, state: State) -> None:
        """Let something from outside change the state."""
        self.state = state
        self._changed()

    def screen(self, width: int, height: int) -> Screen:
        """Return what is to be seen."""
        return self._present(self.state, width, height)

    def press(self, key: Key) -> tuple[Effect, ...]:
        """Take a key; what is wished waits for ``wish``."""
        self.state, wish = self._press(self.state, key)
        if wish is not None:
            self._wishes.put_nowait(wish)
        return ()

    def tell(self, note: str) -> None:
        """Show a line to the reader until the next key."""
        self.put(self.state.said(note))
