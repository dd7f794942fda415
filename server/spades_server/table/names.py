"""What people may be called and may say, so that no terminal and no eye is deceived."""

import unicodedata

from spades_server.table.refusal import Refused

__all__ = ["NAME_CELLS", "TEXT_CHARACTERS", "checked_name", "checked_text"]

NAME_CELLS = 20
"""Width of a name in terminal cells."""
_NAME_CHARACTERS = 4 * NAME_CELLS
"""Length of a name: signs that take no cell of their own must not pile up."""
TEXT_CHARACTERS = 200
"""Length of a chat line."""

_REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control, format (bidi and zero width too), surrogate, private, unassigned; line and paragraph separators."""


def checked_name(name: str, field: str = "name") -> str:
    """Return *name* without spaces around it.

    Raises:
        Refused: it is empty, too wide or too long, or has characters that do not show.
    """
    stripped = name.strip()
    if not stripped:
        raise _invalid(field, f"missing; 1 to {NAME_CELLS} cells are allowed")
    if len(stripped) > _NAME_CHARACTERS:
        raise _invalid(field, f"{len(stripped)} characters long; at most {_NAME_CHARACTERS} are allowed")
    _refuse_unseen(stripped, field)
    if not 1 <= _cells(stripped) <= NAME_CELLS:
        raise _invalid(field, f"{_cells(stripped)} cells wide; 1 to {NAME_CELLS} are allowed")
    return stripped


def checked_text(text: str, field: str = "text") -> str:
    """Return *text*, a line of chat; raises like ``checked_name``."""
    if not text.strip():
        raise _invalid(field, f"missing; 1 to {TEXT_CHARACTERS} characters are allowed")
    if len(text) > TEXT_CHARACTERS:
        raise _invalid(field, f"{len(text)} characters long; 1 to {TEXT_CHARACTERS} are allowed")
    _refuse_unseen(text, field)
    return text


def _refuse_unseen(text: str, field: str) -> None:
    for character in text:
        if unicodedata.category(character) in _REFUSED:
            raise _invalid(field, f"U+{ord(character):04X} is not allowed: it does not show")


def _cells(text: str) -> int:
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _invalid(field: str, sentence: str) -> Refused:
    return Refused("FIELD_INVALID", f"{field}: {sentence}", field=field, allowed=sentence)
