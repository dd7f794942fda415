"""A player's own keys before a table: the part ``[hall]`` of the file of keys, with a line for each deed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from spades_client.screen import keys_texts as texts
from spades_client.screen.hall import form_keys, lobby, servers
from spades_client.screen.hall.binding import TYPING, Binding, Deed, OwnDeeds, with_own
from spades_client.screen.key_lines import keys_of_lines

NAMES: dict[str, Deed] = {deed.value.replace(" ", "-"): deed for deed in Deed}
"""How the deeds are called in the file."""

_TOGETHER: tuple[Sequence[Binding], ...] = (
    servers.BINDINGS,
    servers.ASKED,
    lobby.BINDINGS,
    lobby.READING,
    form_keys.BINDINGS,
    TYPING,
)
"""The keys that hold at the same time."""


def own_deeds(
    values: Mapping[str, object], fault_of: Callable[[str, list[str]], str], everywhere: Mapping[str, str]
) -> tuple[OwnDeeds, list[str]]:
    """Return the keys by deed, and what is wrong with *values*, the lines of the file.

    *fault_of*: what no command can have, given its name and keys. *everywhere*: keys that mean the same on every
    screen, with the names of their commands.
    """
    own, faults = keys_of_lines(values, NAMES, lambda name, keys: fault_of(name, keys) or _types(name, keys))
    return own, faults + _conflicts(own, everywhere)


def _types(name: str, keys: list[str]) -> str:
    """Return what is wrong with digits: on the line of a number they begin to type it."""
    digit = next((key for key in keys if key.isdecimal()), None)
    return texts.TYPES_TEXT.format(name=name, key=digit) if digit else ""


def _conflicts(own: OwnDeeds, everywhere: Mapping[str, str]) -> list[str]:
    """Return a sentence for each key that two deeds have on one screen."""
    names = {deed: name for name, deed in NAMES.items()}
    found: dict[tuple[str, frozenset[str]], str] = {}

    def clash(key: str, one: str, other: str) -> None:
        sentence = texts.CONFLICT.format(key=key, one=one, other=other)
        found.setdefault((key, frozenset({one, other})), sentence)

    for usual in _TOGETHER:
        rows = with_own(usual, own)
        for row in (row for row in rows if row.deed in own):
            for key in row.keys:
                if key in everywhere:
                    clash(key, names[row.deed], everywhere[key])
                for other in rows:
                    if other.deed is not row.deed and key in other.keys:
                        clash(key, names[row.deed], names[other.deed])
    return list(found.values())
