"""Named tuples that are changed with every card."""

from typing import Any, TypeVar

__all__ = ["quickly_replaced"]

T = TypeVar("T", bound=tuple[Any, ...])  # Any: the fields of a record are of all types


def quickly_replaced(record: type[T]) -> type[T]:
    """Let ``_replace`` of the named tuple *record* cost a third.

    The library's asks for every field by its name, of which a table has thirty; a play makes a dozen copies.
    """
    fields: tuple[str, ...] = record._fields  # type: ignore[attr-defined]  # no type says "any named tuple"
    places = {name: place for place, name in enumerate(fields)}
    new = tuple.__new__

    def replaced(self: T, /, **changes: object) -> T:
        """Return a copy with some fields changed."""
        values: list[object] = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return new(record, values)

    record._replace = replaced  # type: ignore[attr-defined]  # as above
    return record
