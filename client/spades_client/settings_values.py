"""The values of settings: how each is written, typed, stepped through, and kept in a file. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, TypeAlias, TypeVar, assert_never

from spades_client.clean import clean
from spades_client.settings import SETTINGS, Flag, Names, Number, OneOf, Setting, Settings, Text


class SettingError(ValueError):
    """A value does not fit; the text says what is allowed."""


ON_OFF = {"on": True, "off": False}

EMPTY = "-"
"""What is typed for a text that is to be left out."""

Word = TypeVar("Word", bound=Enum)

Plain: TypeAlias = "str | bool | float | int | list[str]"
"""A value as TOML knows it."""


def value_of(settings: Settings, one: Setting) -> Any:  # Any: each setting has a type of its own
    """Return the value of a setting."""
    return getattr(settings, one.field)


def with_value(settings: Settings, one: Setting, value: object) -> Settings:
    """Return *settings* with another value of one of them, which must be of its type."""
    changes: dict[str, Any] = {one.field: value}  # Any: as above
    return replace(settings, **changes)


def allowed(one: Setting) -> str:
    """Return what may be written as the value; empty: any text."""
    match one.kind:
        case Flag():
            return ", ".join(ON_OFF)
        case OneOf(words=words):
            return ", ".join(word.value for word in words)
        case Number(least=least, most=most):
            return f"{least:g} - {most:g}"
        case Text() | Names():
            return ""
        case other:
            assert_never(other)


def written(settings: Settings, one: Setting) -> str:
    """Return the value as it is typed after ``set``."""
    value = value_of(settings, one)
    match one.kind:
        case Flag():
            return "on" if value else "off"
        case OneOf():
            return str(value.value)
        case Number():
            return f"{value:g}"
        case Text():
            return str(value)
        case Names():
            return ", ".join(value)
        case other:
            assert_never(other)


def typed(settings: Settings, one: Setting, text: str) -> Settings:
    """Return *settings* with the value written as *text*; *text* may begin a word of which only one begins so.

    Raises:
        SettingError: *text* is not a value of this setting.
    """
    text = clean(text).strip()
    if text == EMPTY and isinstance(one.kind, Text | Names):
        text = ""
    match one.kind:
        case Flag():
            return with_value(settings, one, ON_OFF[_word(one, text.lower(), tuple(ON_OFF))])
        case OneOf(words=words):
            return with_value(settings, one, words(_word(one, text.lower(), tuple(word.value for word in words))))
        case Number():
            try:
                return with_value(settings, one, _number(one.kind, float(text.replace(",", "."))))
            except ValueError:
                raise _wrong(one) from None
        case Text(longest=longest):
            return with_value(settings, one, text[:longest])
        case Names():
            return with_value(settings, one, _names(one.kind, text.split(",")))
        case other:
            assert_never(other)


def beside(value: Word, step: int = 1) -> Word:
    """Return the word that comes *step* after *value* among those of its kind, around their ends."""
    every = list(type(value))
    return every[(every.index(value) + step) % len(every)]


def stepped(settings: Settings, one: Setting, step: int) -> Settings:
    """Return *settings* with the next value of a setting (*step* 1) or the one before (-1); texts stay as they are."""
    value = value_of(settings, one)
    match one.kind:
        case Flag():
            return with_value(settings, one, not value)
        case OneOf():
            return with_value(settings, one, beside(value, step))
        case Number(least=least, most=most, step=by):
            return with_value(settings, one, round(min(most, max(least, value + step * by)), 2))
        case Text() | Names():
            return settings
        case other:
            assert_never(other)


def from_plain(values: Mapping[str, object]) -> tuple[Settings, list[Setting]]:
    """Return the settings that *values* hold, and those whose value does not fit and is left at its default."""
    settings, wrong = Settings(), []
    for one in SETTINGS:
        if one.name in values:
            try:
                settings = _taken(settings, one, values[one.name])
            except SettingError:
                wrong.append(one)
    return settings, wrong


def to_plain(settings: Settings, one: Setting) -> Plain:
    """Return a value as TOML knows it."""
    value = value_of(settings, one)
    if isinstance(one.kind, OneOf):
        return str(value.value)
    return list(value) if isinstance(one.kind, Names) else value


def _taken(settings: Settings, one: Setting, value: object) -> Settings:
    match one.kind:
        case Flag() if isinstance(value, bool):
            return with_value(settings, one, value)
        case Number() if isinstance(value, int | float) and not isinstance(value, bool):
            return with_value(settings, one, _number(one.kind, float(value)))
        case OneOf(words=words) if value in [word.value for word in words]:
            return with_value(settings, one, words(value))
        case Text(longest=longest) if isinstance(value, str):
            return with_value(settings, one, clean(value).strip()[:longest])
        case Names() if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return with_value(settings, one, _names(one.kind, value))
    raise _wrong(one)


def _word(one: Setting, text: str, words: tuple[str, ...]) -> str:
    found = [word for word in words if word == text] or [word for word in words if text and word.startswith(text)]
    if len(found) != 1:
        raise _wrong(one)
    return found[0]


def _number(kind: Number, value: float) -> float:
    if not kind.least <= value <= kind.most:  # NaN is refused too
        raise SettingError(f"{kind.least:g} - {kind.most:g}")
    return value


def _names(kind: Names, names: list[str]) -> tuple[str, ...]:
    kept = (" ".join(clean(name).split()).casefold() for name in names)
    return tuple(dict.fromkeys(name for name in kept if name))[: kind.longest]


def _wrong(one: Setting) -> SettingError:
    return SettingError(allowed(one))
