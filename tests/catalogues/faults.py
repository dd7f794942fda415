"""What a catalogue must not have: a text missing or in doubt, other gaps than the English one, signs of odd width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

from babel.messages.catalog import Message
from wcwidth import wcwidth

from catalogues.keep import read, updated

_PERCENT = re.compile(r"%(?:\(\w+\))?[sdr]")


def faults(code: str) -> Iterator[str]:
    """Yield what is wrong with the catalogue of a language, a sentence for each fault."""
    for message in read(code):
        if message.fuzzy and message.id:
            yield f"{message.id!r} is in doubt (fuzzy)"
    for message in updated(code):
        if message.id:
            yield from _faults_of(message)


def _faults_of(message: Message) -> Iterator[str]:
    english, said = _forms(message.id), _forms(message.string)
    if not all(said) or len(said) < len(english):
        yield f"{english[0]!r} ({message.context}) has no translation"
        return
    for number, text in enumerate(said):
        if not (gaps(text) == gaps(english[-1]) or (number == 0 and gaps(text) == gaps(english[0]))):
            yield f"{text!r} has other gaps than {english[-1]!r}"
        if _edges(text) != _edges(english[-1]):
            yield f"{text!r} begins or ends with other blanks than {english[-1]!r}"
        for sign in text:
            if sign != "\n" and wcwidth(sign) != 1:
                yield f"{text!r} holds {sign!r}, which is not one cell wide"


def _forms(texts: object) -> tuple[str, ...]:
    return tuple(texts) if isinstance(texts, tuple | list) else (str(texts or ""),)


def gaps(text: str) -> list[str]:
    """Return the names of the gaps in a text, as ``format`` or ``%`` fill them."""
    percent = _PERCENT.findall(text)
    return sorted(percent or (name for _, name, _, _ in Formatter().parse(text) if name is not None))


def _edges(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
