"""What the keys are called: in the footer, in the help, and in the gaps of other texts. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from spades_client.screen import texts
from spades_client.screen.keymap import BINDINGS, Action, Binding, key_for


class KeyWords:
    """The keys by what they do, for gaps such as ``{key.lift}``: a player's own key stands wherever it is named."""

    def __init__(self, bindings: Sequence[Binding] = BINDINGS) -> None:
        self._bindings = bindings

    def __getattr__(self, name: str) -> str:
        try:
            return texts.key_name(key_for(Action[name.upper()], self._bindings))
        except KeyError:
            raise AttributeError(f"no action is called {name}") from None

    @property
    def arrows(self) -> str:
        """The keys that move among the cards."""
        return self._moving(Action.CARD_LEFT, Action.CARD_RIGHT, Action.SUIT_UP, Action.SUIT_DOWN)

    @property
    def numbers(self) -> str:
        """The keys that move among numbers to choose from."""
        return self._moving(Action.LESS, Action.MORE)

    @property
    def seats(self) -> str:
        """The keys that choose a seat before a game."""
        numbers = key_names(next(binding for binding in self._bindings if binding.action is Action.TO_SEAT))
        return texts.SEATS_BY.format(numbers=numbers, arrows=self._moving(Action.SEAT_BEFORE, Action.SEAT_NEXT))

    def _moving(self, *actions: Action) -> str:
        keys = [key_for(action, self._bindings) for action in actions]
        if all(key == key_for(action) for key, action in zip(keys, actions, strict=True)):
            return texts.ARROWS
        *others, last = map(texts.key_name, keys)
        return texts.EITHER.format(one=" ".join(others), other=last)


def key_names(binding: Binding) -> str:
    """Return the keys of a binding as people call them; a run of digits as 0-9."""
    digits = [key for key in binding.keys if key.isdigit()]
    names = [texts.key_name(key) for key in binding.keys if key not in digits or len(digits) < 3]
    if len(digits) >= 3:
        names.insert(0, f"{min(digits)}-{max(digits)}")
    return " ".join(names)
