"""A player's own keys: a TOML file with a line for each command, read into the table of bindings. Pure but for reading.

A file in which anything is wrong is not used at all, and each fault is told: with half of it nobody would know which
key does what.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spades_client.clean import clean
from spades_client.saved_seats import config_folder
from spades_client.screen import keys_texts as texts
from spades_client.screen.key_lines import keys_of_lines
from spades_client.screen.keymap import BINDINGS, NAMED, POSITIONAL, Action, Binding, Context

if TYPE_CHECKING:
    from spades_client.screen.hall.binding import OwnDeeds

Bindings = tuple[Binding, ...]

HALL = "hall"
"""The part of the file that is about the screens before a table."""

FILE_NAME = "keys.toml"

FORBIDDEN = frozenset({f"c-{letter}" for letter in "sqhijm[ab"})
"""Keys that terminals, screen and tmux keep for themselves, or that are the same byte as Enter, Tab, Backspace, Esc."""

_FIXED = frozenset({Action.INTERRUPT, Action.CLOSE})
"""Ctrl-C ends the client whatever a file says; what opens something also closes it."""

_OPENERS = (
    Action.LAST_TRICK,
    Action.SCORE,
    Action.LOG,
    Action.BIDS,
    Action.WHERE,
    Action.RULES,
    Action.PHRASES,
)

NAMES: dict[str, Action] = {action.name.lower().replace("_", "-"): action for action in Action if action not in _FIXED}
"""How the commands are called in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnKeys:
    """What the keys do."""

    table: Bindings = BINDINGS
    """At a table, and while a record is shown."""

    hall: OwnDeeds = field(default_factory=dict)
    """Before a table: the deeds that have other keys than usual."""


def read_keys(path: Path, *, must_exist: bool) -> tuple[OwnKeys, list[str]]:
    """Return the keys by the file at *path*, and what is wrong with it: then they are the usual."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return OwnKeys(), [texts.NO_FILE.format(path=path)] if must_exist else []
    except OSError as error:
        return OwnKeys(), [texts.NOT_READ.format(path=path, reason=error.strerror)]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return OwnKeys(), [texts.NO_TOML.format(path=path)]
    hall = values.pop(HALL, {})
    wanted, faults = keys_of_lines(values, NAMES, _fault)
    bindings = _rebound(wanted)
    faults += _conflicts(bindings, wanted)
    deeds, wrong = _own_deeds(hall, bindings) if hall else ({}, [])
    faults += wrong
    if faults:
        return OwnKeys(), [texts.NOT_USED.format(path=path, fault=fault) for fault in faults]
    return OwnKeys(table=bindings, hall=deeds), []


def _own_deeds(hall: object, bindings: Bindings) -> tuple[OwnDeeds, list[str]]:
    """Return the keys before a table, and what is wrong with them."""
    # Only here: few files have that part, and the first paint must not wait for the screens before a table.
    from spades_client.screen.hall.own_deeds import own_deeds

    if not isinstance(hall, dict):
        return {}, [texts.NO_PART]
    return own_deeds(hall, _fault_of_keys, _everywhere(bindings))


def players_keys(path: str) -> tuple[OwnKeys, list[str]]:
    """Return the keys by the player's file: that at *path*, or if that is empty ``keys.toml`` by the settings."""
    usual = config_folder() / FILE_NAME
    return read_keys(Path(path).expanduser() if path else usual, must_exist=bool(path))


def _fault(name: str, keys: list[str]) -> str:
    """Return what is wrong with *keys* for the action of that name; empty if nothing is."""
    action = NAMES[name]
    if fault := _fault_of_keys(name, keys):
        return fault
    for key in keys:
        if action in (Action.SEND, Action.TO_CARDS) and (len(key) == 1 or key == "space"):
            return texts.TYPES_TEXT.format(name=name, key=key)
    if action in POSITIONAL and len(set(keys)) != len(POSITIONAL[action]):
        return texts.WANTS_AS_MANY.format(name=name, count=len(POSITIONAL[action]), usual=" ".join(POSITIONAL[action]))
    return ""


def _fault_of_keys(name: str, keys: list[str]) -> str:
    """Return what is wrong with *keys* for any command; empty if nothing is."""
    for key in keys:
        if key in FORBIDDEN:
            return texts.FORBIDDEN.format(name=name, key=key)
        if key not in NAMED and not (len(key) == 1 and key.isprintable() and key != " "):
            return texts.NO_SUCH_KEY.format(name=name, key=clean(key), names=", ".join(sorted(NAMED)))
    return ""


def _everywhere(bindings: Bindings) -> dict[str, str]:
    """Return the keys that mean the same on every screen, with the names of their commands."""
    names = {action: name for name, action in NAMES.items()} | {Action.INTERRUPT: "interrupt"}
    same = (Action.INTERRUPT, Action.REDRAW, Action.SUSPEND)
    return {key: names[row.action] for row in bindings if row.action in same for key in row.keys}


def _rebound(wanted: Mapping[Action, tuple[str, ...]]) -> Bindings:
    """Return the table with other keys; an action that had several rows has its new keys wherever it had any."""
    rows: list[Binding] = []
    done: set[Action] = set()
    for row in BINDINGS:
        keys = wanted.get(row.action)
        if keys is None:
            rows.append(row)
        elif row.action not in done:
            done.add(row.action)
            contexts = frozenset[Context]().union(*(each.contexts for each in BINDINGS if each.action is row.action))
            rows.append(replace(row, keys=keys, contexts=contexts, meanings=POSITIONAL.get(row.action, ())))
    return tuple(_closing(row, rows) for row in rows)


def _closing(row: Binding, rows: list[Binding]) -> Binding:
    """Return a row that closes an overlay, with the keys that open it; another row as it is."""
    if row.action is not Action.CLOSE or ("escape" not in row.keys and Context.SETTINGS in row.contexts):
        return row
    opening = (Action.HELP,) if "escape" in row.keys else _OPENERS
    keys = [key for each in rows if each.action in opening for key in each.keys]
    return replace(row, keys=("escape", *keys) if "escape" in row.keys else (*keys, "q"))


def _conflicts(bindings: Bindings, wanted: Mapping[Action, tuple[str, ...]]) -> list[str]:
    """Return a sentence for each key of the file that two commands have in the same place."""
    names = {action: name for name, action in NAMES.items()}
    found: dict[tuple[str, frozenset[str]], str] = {}
    for row in bindings:
        for other in bindings:
            clash = row.contexts & other.contexts and row.action is not other.action and other.action in names
            if not clash or row.action not in wanted:
                continue
            for key in (key for key in row.keys if key in other.keys):
                pair = frozenset({names[row.action], names[other.action]})
                sentence = texts.CONFLICT.format(key=key, one=names[row.action], other=names[other.action])
                found.setdefault((key, pair), sentence)
    return list(found.values())
