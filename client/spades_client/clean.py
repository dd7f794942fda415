"""Text from elsewhere, made safe to print: no control, bidi or invisible characters, no encoding errors."""

from __future__ import annotations

import unicodedata

# Control, format (bidi, zero-width, tags), surrogate, private, unassigned, line and paragraph separators.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_SUIT_LETTERS = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS")


def clean(text: str) -> str:
    """Return *text* on one line, without any character that a terminal would obey or not show."""
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if sign in "\t\n\r\v\f\x85\u2028\u2029" else sign for sign in text)
    return "".join(sign for sign in spaced if unicodedata.category(sign) not in _UNWANTED)


def printable(text: str, encoding: str) -> str:
    """Return *text* cleaned, with what *encoding* cannot write replaced: suits by letters, Ž by Z, the rest by ?."""
    safe = clean(text)
    try:
        safe.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_writable(sign, encoding) for sign in safe)
    return safe


def _writable(sign: str, encoding: str) -> str:
    for candidate in (sign, sign.translate(_SUIT_LETTERS), unicodedata.normalize("NFKD", sign)[0]):
        try:
            candidate.encode(encoding)
        except UnicodeEncodeError:
            continue
        return candidate
    # A mark that stands on the letter before it is not missed; anything else leaves a trace.
    return "" if unicodedata.combining(sign) else "?"
