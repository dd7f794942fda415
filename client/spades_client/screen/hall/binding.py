"""Which key does what on the screens of the hall, for the reducers, the footer and the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from spades_client.screen.cells import cells, cut
from spades_client.screen.hall import texts
from spades_client.screen.texts import key_name


class Deed(Enum):
    """What a key of the hall does."""

    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    FIRST = "first"
    LAST = "last"
    ENTER = "enter"
    BACK = "back"
    HELP = "help"
    ADDRESS = "address"
    START = "start"
    PRACTISE = "practise"
    NAME = "name"
    AGAIN = "again"
    LANGUAGE = "language"
    WATCH = "watch"
    NEW = "new"
    RULES = "rules"
    MORE = "more"
    LESS = "less"
    GROUP_DOWN = "group down"
    GROUP_UP = "group up"
    SEARCH = "search"
    CHANGED = "changed"
    USUAL = "usual"
    SEND = "send"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys and what they do."""

    deed: Deed
    keys: tuple[str, ...]
    label: str
    """The name of its text for the help, in ``texts``: read when it is shown, in the language of then."""
    short: str = ""
    """The same for the footer; empty: it is not named there."""


MOVING = (
    Binding(Deed.UP, ("up", "k"), "UP"),
    Binding(Deed.DOWN, ("down", "j"), "DOWN"),
    Binding(Deed.PAGE_UP, ("pageup",), "PAGE_UP"),
    Binding(Deed.PAGE_DOWN, ("pagedown", "space"), "PAGE_DOWN"),
    Binding(Deed.FIRST, ("home", "g"), "FIRST"),
    Binding(Deed.LAST, ("end", "G"), "LAST"),
)
"""Through any list; the letters are those of vi."""

TYPING = (
    Binding(Deed.ENTER, ("enter",), "TYPED_ENTER", "SHORT_TYPED_ENTER"),
    Binding(Deed.BACK, ("escape",), "TYPED_BACK", "SHORT_TYPED_BACK"),
)
"""While a line is typed."""

PAGE = 8
"""Lines of a page."""


OwnDeeds: TypeAlias = Mapping[Deed, tuple[str, ...]]
"""A player's own keys for some deeds."""


def with_own(bindings: Sequence[Binding], own: OwnDeeds) -> tuple[Binding, ...]:
    """Return the bindings with a player's own keys; while a line is typed, those that type a sign do nothing else."""
    typing = bindings is TYPING
    rows = []
    for row in bindings:
        keys = tuple(key for key in own.get(row.deed, ()) if not (typing and (len(key) == 1 or key == "space")))
        rows.append(replace(row, keys=keys) if keys else row)
    return tuple(rows)


class DeedWords:
    """The keys by what they do, for gaps such as ``{key.new}``."""

    def __init__(self, bindings: Sequence[Binding]) -> None:
        self._bindings = bindings

    def __getattr__(self, name: str) -> str:
        for binding in self._bindings:
            if binding.deed.name == name.upper():
                return key_name(binding.keys[0])
        raise AttributeError(f"nothing called {name} is done here")


def said(name: str) -> str:
    """Return the text that is called so, in the language in use."""
    text: str = getattr(texts, name)
    return text


def deed_of(bindings: Sequence[Binding], key: str) -> Deed | None:
    """Return what *key* does; None: nothing."""
    return next((binding.deed for binding in bindings if key in binding.keys), None)


def moved(deed: Deed, at: int, count: int) -> int | None:
    """Return the line after a move from line *at* of *count*; None if *deed* is no move."""
    steps = {Deed.UP: -1, Deed.DOWN: 1, Deed.PAGE_UP: -PAGE, Deed.PAGE_DOWN: PAGE}
    if deed in steps:
        return max(0, min(count - 1, at + steps[deed]))
    return {Deed.FIRST: 0, Deed.LAST: max(0, count - 1)}.get(deed)


def footer(bindings: Sequence[Binding], width: int) -> str:
    """Return the keys worth naming, as many as fit; the last of them, the way out, always."""
    *hints, last = [f"{key_name(b.keys[0])} {said(b.short)}" for b in bindings if b.short]
    shown: list[str] = []
    for hint in hints:
        if cells("  ".join([*shown, hint, last])) <= width:
            shown.append(hint)
    return cut("  ".join([*shown, last]), width)


def help_lines(bindings: Sequence[Binding]) -> list[str]:
    """Return a line for each key that does something."""
    named = ((" ".join(key_name(key) for key in binding.keys), said(binding.label)) for binding in bindings)
    return [f"{keys:<12} {label}" for keys, label in named]
