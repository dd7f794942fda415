"""Lines of a file of keys: the name of a command, and a key or several. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from spades_client.clean import clean
from spades_client.screen import keys_texts as texts

What = TypeVar("What")


def keys_of_lines(
    values: Mapping[str, object], names: Mapping[str, What], fault_of: Callable[[str, list[str]], str]
) -> tuple[dict[What, tuple[str, ...]], list[str]]:
    """Return the keys by what *names* calls by the name of the line, and what is wrong in the lines that are left out.

    *fault_of*: what is wrong with the keys of a name; empty if nothing is.
    """
    wanted: dict[What, tuple[str, ...]] = {}
    faults = []
    for name, value in values.items():
        keys = [value] if isinstance(value, str) else value
        if name not in names:
            faults.append(texts.NO_SUCH_COMMAND.format(name=clean(name), names=", ".join(names)))
        elif not isinstance(keys, list) or not keys or not all(isinstance(key, str) for key in keys):
            faults.append(texts.WANTS_KEYS.format(name=name))
        elif fault := fault_of(name, keys):
            faults.append(fault)
        else:
            wanted[names[name]] = tuple(dict.fromkeys(keys))
    return wanted, faults
