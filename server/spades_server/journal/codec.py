"""Values as JSON, by their declared types: what a record declares is what is kept, so no field can be forgotten.

A record (frozen dataclass or named tuple) becomes an object with a name for each field; one of several records becomes
[name of the class, object]; tuples become lists, enums their numbers, bytes hex digits. A field with a default may be
missing: the file is older than the field. A field, class or value that is not known makes the text unreadable.
"""

import dataclasses
import enum
import json
import types
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

__all__ = ["CodecError", "decode", "encode"]

Convert = Callable[[Any], Any]  # Any: values of whatever type is declared


class CodecError(ValueError):
    """A text is no value of the declared type."""


class _Plan(NamedTuple):
    """How values of one type are written and read."""

    write: Convert | None
    """To what JSON knows; None: JSON knows it."""
    read: Convert


def encode(declared: Any, value: object) -> str:  # Any: a type, or a union of types
    """Return *value* of the *declared* type as JSON."""
    write = _plan(declared).write
    return json.dumps(value if write is None else write(value), separators=(",", ":"))


def decode(declared: Any, text: str) -> Any:  # Any: a value of the declared type
    """Return the value of the *declared* type that ``encode`` wrote.

    Raises:
        CodecError: *text* is none, or has what this program does not know.
    """
    try:
        plain = json.loads(text)
    except ValueError as error:
        raise CodecError(f"not JSON: {error}") from error
    return _plan(declared).read(plain)


@cache
def _plan(declared: Any) -> _Plan:
    """Return how to write and read; a type that nobody has said how to keep is a fault of the program."""
    if declared in _PLAIN:
        return _Plan(None, _checked(*_PLAIN[declared]))
    if declared is bytes:
        return _Plan(bytes.hex, _bytes)
    if get_origin(declared) in (Union, types.UnionType):
        return _union(get_args(declared))
    if get_origin(declared) is tuple:
        return _tuple(get_args(declared))
    if isinstance(declared, type):
        if issubclass(declared, enum.IntEnum):
            return _Plan(None, _enum(declared))
        if dataclasses.is_dataclass(declared) or hasattr(declared, "_fields"):
            return _record(declared)
    raise TypeError(f"the journal has no way to keep {declared!r}")


_PLAIN: dict[Any, tuple[type, ...]] = {bool: (bool,), int: (int,), float: (float, int), str: (str,)}


def _checked(*allowed: type) -> Convert:
    def read(plain: Any) -> Any:
        # Exactly: a bool is an int to isinstance.
        if type(plain) not in allowed:
            raise CodecError(f"{_shown(plain)} is no {allowed[0].__name__}")
        return plain

    return read


def _bytes(plain: Any) -> bytes:
    try:
        return bytes.fromhex(plain)
    except (TypeError, ValueError) as error:
        raise CodecError(f"{_shown(plain)} is no hex") from error


def _enum(kind: type[enum.IntEnum]) -> Convert:
    def read(plain: Any) -> Any:
        try:
            return kind(plain)
        except ValueError as error:
            raise CodecError(f"{_shown(plain)} is no {kind.__name__}") from error

    return read


def _tuple(items: tuple[Any, ...]) -> _Plan:
    if len(items) == 2 and items[1] is Ellipsis:
        write, read = _plan(items[0])
        return _Plan(
            None if write is None else lambda value: list(map(write, value)),
            lambda plain: tuple(map(read, _list(plain))),
        )
    plans = [_plan(item) for item in items]
    writes = [plan.write or _same for plan in plans]

    def read_each(plain: Any) -> Any:
        if len(_list(plain)) != len(plans):
            raise CodecError(f"{len(plain)} values where {len(plans)} are needed")
        return tuple(plan.read(one) for plan, one in zip(plans, plain, strict=True))

    plain_all = all(plan.write is None for plan in plans)
    return _Plan(
        None if plain_all else lambda value: [write(one) for write, one in zip(writes, value, strict=True)], read_each
    )


def _same(value: Any) -> Any:
    return value


def _list(plain: Any) -> list[Any]:
    if type(plain) is not list:
        raise CodecError(f"{_shown(plain)} is no list")
    return plain


def _union(members: tuple[Any, ...]) -> _Plan:
    others = tuple(member for member in members if member is not types.NoneType)
    plan = _plan(others[0]) if len(others) == 1 else _one_of(others)
    if len(others) == len(members):
        return plan
    write, read = plan
    return _Plan(
        None if write is None else lambda value: None if value is None else write(value),
        lambda plain: None if plain is None else read(plain),
    )


def _one_of(kinds: tuple[Any, ...]) -> _Plan:
    """One of several records, told apart by their names."""
    plans = {kind: (kind.__name__, _record(kind)) for kind in kinds}
    reads = {name: plan.read for name, plan in plans.values()}
    if len(reads) != len(kinds):
        raise TypeError(f"two of {kinds!r} have the same name")

    def write(value: Any) -> Any:
        name, plan = plans[type(value)]
        return [name, plan.write(value) if plan.write else value]

    def read(plain: Any) -> Any:
        if len(_list(plain)) != 2 or plain[0] not in reads:
            raise CodecError(f"unknown: {_shown(plain)}")
        return reads[plain[0]](plain[1])

    return _Plan(write, read)


def _record(kind: Any) -> _Plan:
    if dataclasses.is_dataclass(kind):
        fields = {field.name: field.default is not dataclasses.MISSING for field in dataclasses.fields(kind)}
    elif hasattr(kind, "_fields"):
        fields = {name: name in kind._field_defaults for name in kind._fields}
    else:
        raise TypeError(f"the journal has no way to keep {kind!r}")
    hints = get_type_hints(kind)
    plans = {name: _plan(hints[name]) for name in fields}
    writes = [(name, plan.write) for name, plan in plans.items() if plan.write is not None]
    values = _values_of(tuple(fields))
    needed = {name for name, has_default in fields.items() if not has_default}

    def write(value: Any) -> Any:
        plain = dict(zip(fields, values(value), strict=True))
        for name, convert in writes:
            plain[name] = convert(plain[name])
        return plain

    def read(plain: Any) -> Any:
        if type(plain) is not dict:
            raise CodecError(f"{_shown(plain)} is no {kind.__name__}")
        if plain.keys() - plans.keys():
            raise CodecError(f"{kind.__name__} has no {_shown(min(plain.keys() - plans.keys()))}")
        if needed - plain.keys():
            raise CodecError(f"{kind.__name__} lacks {min(needed - plain.keys())}")
        values = {name: plans[name].read(one) for name, one in plain.items()}
        try:
            return kind(**values)
        except ValueError as error:
            raise CodecError(f"{kind.__name__}: {error}") from error

    return _Plan(write, read)


def _values_of(names: tuple[str, ...]) -> Convert:
    """Return what gives the values of these fields as a sequence."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


def _shown(plain: object) -> str:
    text = repr(plain)
    return text if len(text) <= 60 else f"{text[:57]}..."
