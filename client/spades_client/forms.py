"""Texts that come in more than one form: about the reader or another, about one thing or several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


def _germanic(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@dataclass(frozen=True, slots=True, kw_only=True)
class Plural:
    """A text about a number of things; ``format`` chooses the form that the language has for that number."""

    one: str
    many: str
    by: str
    """The gap that holds the number."""

    choose: Callable[[str, str, int], str] = field(default=_germanic, compare=False, repr=False)
    """Gives the text for ``one``, ``many`` and the number: that of a catalogue, or English."""

    def format(self, **gaps: object) -> str:
        """Return the text for the number in the gap ``by``, with every gap filled."""
        count = gaps[self.by]
        assert isinstance(count, int), "what is counted is a whole number"
        return self.form(count).format(**gaps)

    def form(self, count: int) -> str:
        """Return the text for a number of things, its gaps not yet filled."""
        return self.choose(self.one, self.many, count)


Form: TypeAlias = str | Plural
"""A text with gaps, whichever way its form is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One thing that happened, as told of the reader and as told of another."""

    you: Form
    other: Form
