"""A line of text that is being typed: its signs and where the cursor stands. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wcwidth import iter_graphemes

from spades_client.screen.cells import cells, tame

LONGEST = 200
"""Characters that a line takes; more are not let in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """What was typed so far."""

    text: str = ""

    at: int = 0
    """The cursor, in characters from the start; always between graphemes."""

    def typed(self, text: str) -> TextLine:
        """Return the line with *text* at the cursor, on one line and without control characters."""
        new = tame(text)[: max(0, LONGEST - len(self.text))]
        return TextLine(text=self.text[: self.at] + new + self.text[self.at :], at=self.at + len(new))

    def edited(self, key: str) -> TextLine | None:
        """Return the line after an editing key; None if the key edits nothing."""
        match key:
            case "left" | "c-b":
                return replace(self, at=self._before())
            case "right" | "c-f":
                return replace(self, at=self._after())
            case "home" | "c-a":
                return replace(self, at=0)
            case "end" | "c-e":
                return replace(self, at=len(self.text))
            case "backspace":
                return self._without(self._before(), self.at)
            case "delete":
                return self._without(self.at, self._after())
            case "c-u":
                return self._without(0, self.at)
            case "c-w":
                return self._without(self._word_start(), self.at)
        return None

    def _without(self, start: int, end: int) -> TextLine:
        return TextLine(text=self.text[:start] + self.text[end:], at=start)

    def _before(self) -> int:
        graphemes = list(iter_graphemes(self.text[: self.at]))
        return self.at - len(graphemes[-1]) if graphemes else 0

    def _after(self) -> int:
        return self.at + len(next(iter_graphemes(self.text[self.at :]), ""))

    def _word_start(self) -> int:
        return self.text[: self.at].rstrip().rfind(" ") + 1

    def shown(self, width: int) -> tuple[str, int]:
        """Return what a window of *width* cells shows of the line, and the cell of the cursor in it."""
        graphemes = list(iter_graphemes(self.text[: self.at]))
        used = sum(map(cells, graphemes))
        start = 0
        while graphemes and used >= width:
            first = graphemes.pop(0)
            used -= cells(first)
            start += len(first)
        return self.text[start:], used


def typed_key(line: TextLine, name: str, text: str = "") -> TextLine:
    """Return *line* after a key: one that edits it, a sign, or *text* that was pasted; others change nothing."""
    if name == "paste":
        return line.typed(text)
    edited = line.edited(name)
    if edited is not None:
        return edited
    if name == "space":
        return line.typed(" ")
    return line.typed(name) if len(name) == 1 else line
