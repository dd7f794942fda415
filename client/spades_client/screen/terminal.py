"""What is particular to terminals: the names of keys, the colours of styles, the other writers to keep away."""

from __future__ import annotations

import locale
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent
from prompt_toolkit.styles import Style

from spades_client.screen.canvas import Line
from spades_client.screen.cells import cells
from spades_client.screen.look import GLYPHS
from spades_client.settings import Colours

NAMED_KEYS: dict[Keys, str] = {
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Delete: "delete",
    Keys.Escape: "escape",
    Keys.BackTab: "s-tab",
    **{getattr(Keys, f"F{number}"): f"f{number}" for number in range(1, 13)},
    **{getattr(Keys, f"Control{letter.upper()}"): f"c-{letter}" for letter in "dgknoprtx"},
    Keys.ControlA: "c-a",
    Keys.ControlB: "c-b",
    Keys.ControlC: "c-c",
    Keys.ControlE: "c-e",
    Keys.ControlF: "c-f",
    Keys.ControlH: "backspace",
    Keys.ControlI: "tab",
    Keys.ControlJ: "enter",
    Keys.ControlL: "c-l",
    Keys.ControlM: "enter",
    Keys.ControlU: "c-u",
    Keys.ControlW: "c-w",
    Keys.ControlZ: "c-z",
    Keys.BracketedPaste: "paste",
    Keys.SIGINT: "c-c",
}
"""Our names of the keys that are no printable sign."""

# Never black or white: the terminal's own background is left alone, and nobody knows what it is.
_SUITS: dict[Colours, dict[str, str]] = {
    Colours.FOUR: {
        "suit.spades": "ansibrightblue",
        "suit.hearts": "ansired",
        "suit.diamonds": "ansiyellow",
        "suit.clubs": "ansigreen",
        "suit.joker": "ansimagenta",
    },
    Colours.TWO: {"suit.hearts": "ansired", "suit.diamonds": "ansired", "suit.joker": "ansired"},
    Colours.HIGH_CONTRAST: {
        "suit.spades": "bold",
        "suit.hearts": "bold ansibrightred",
        "suit.diamonds": "bold ansibrightyellow",
        "suit.clubs": "bold ansibrightgreen",
        "suit.joker": "bold ansibrightmagenta",
    },
    Colours.NONE: {},
}


@cache
def styles(colours: Colours) -> Style:
    """Return what the style classes look like."""
    dim = "" if colours is Colours.HIGH_CONTRAST else "dim"
    return Style.from_dict(
        {
            "title": "bold",
            "side.own": "bold",
            "turn": "reverse bold",
            "alarm": "reverse",
            "chosen": "reverse",
            "cursor": "bold",
            "card.legal": "bold",
            "card.lifted": "bold underline",
            "card.winning": "bold",
            "card.barred": dim,
            "rule": dim,
            "seat.turn": "bold",
            "log.said": "bold",
            "note": "bold",
            "hint": dim,
            "footer": dim,
            **_SUITS[colours],
        }
    )


def fragments(lines: list[Line], cursor: tuple[int, int] | None) -> StyleAndTextTuples:
    """Return *lines* as prompt_toolkit wants them, with the place of the text cursor marked."""
    found: StyleAndTextTuples = []
    for row, line in enumerate(lines):
        if row:
            found.append(("", "\n"))
        found.extend(_with_cursor(line, cursor[1]) if cursor is not None and cursor[0] == row else line)
    return found


def _with_cursor(line: Line, column: int) -> Iterator[tuple[str, str]]:
    used, marked = 0, False
    for style, text in line:
        if not marked and used + cells(text) > column:
            split = next(at for at in range(len(text) + 1) if used + cells(text[: at + 1]) > column)
            yield style, text[:split]
            yield "[SetCursorPosition]", ""
            text, marked = text[split:], True
        used += cells(text)
        yield style, text


class Control(FormattedTextControl):
    """The whole screen as one text; *moused* is told what the mouse does, while it is on."""

    def __init__(self, text: Callable[[], StyleAndTextTuples], moused: Callable[[MouseEvent], None]) -> None:
        super().__init__(text, focusable=True, show_cursor=True)
        self._moused = moused

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Pass an event on."""
        self._moused(mouse_event)


def needs_letters(encoding: str | None) -> bool:
    """Tell whether the suits must be letters: the output cannot write the signs, or the console has no such glyphs."""
    if os.environ.get("TERM") == "linux":
        return True
    try:
        "".join(GLYPHS.values()).encode(encoding or locale.getpreferredencoding(False))
    except (UnicodeEncodeError, LookupError):
        return True
    return False


KEPT_BYTES = 8192
"""How much of what others wrote is shown afterwards."""


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Keep everything that is written to standard error, at any depth, off the screen; show its end afterwards.

    gRPC's core and child processes write to the descriptor itself, underneath ``sys.stderr``.
    """
    try:
        sys.stderr.flush()
        descriptor = sys.stderr.fileno()
        saved = os.dup(descriptor)
    except (OSError, ValueError, AttributeError):
        yield  # there is no such stream, so nothing can come from it
        return
    with tempfile.TemporaryFile() as kept:
        os.dup2(kept.fileno(), descriptor)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(saved, descriptor)
            os.close(saved)
            kept.seek(max(0, kept.seek(0, os.SEEK_END) - KEPT_BYTES))
            os.write(descriptor, kept.read())
