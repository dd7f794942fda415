"""Where lines come from and go to: pipes, files and terminals."""

from __future__ import annotations

import asyncio
import codecs
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from io import UnsupportedOperation
from typing import Protocol, TextIO

from spades_client.clean import printable

PROMPT = "> "
LONGEST_LINE = 4096
CONTINUED = "  "
"""What stands before the rest of a line that was broken."""


class Interrupted(Exception):
    """Ctrl-C was pressed at a terminal."""


class LineSource(Protocol):
    """Where commands come from."""

    interactive: bool
    """A person types, and sees at once what is printed."""

    async def next_line(self) -> str | None:
        """Return the next line without its end; None: there will be no more.

        Raises:
            Interrupted: the person pressed Ctrl-C.
        """


class Writer:
    """Prints lines, each cleaned, in what the stream can encode, and flushed.

    For a person at a terminal, *interactive*, a long line is broken between words; for a program it stays one line.
    """

    def __init__(self, stream: TextIO | None = None, *, interactive: bool = False) -> None:
        self._stream = stream
        self._interactive = interactive

    def line(self, text: str) -> None:
        """Print one line."""
        # Looked up each time: on a terminal prompt_toolkit puts itself in the place of sys.stdout.
        stream = self._stream or sys.stdout
        encoding = getattr(stream, "encoding", None) or "utf-8"
        line = printable(text, encoding)
        stream.write("\n".join(_fitted(line) if self._interactive else [line]) + "\n")
        stream.flush()

    def prompt(self) -> None:
        """Say that a decision is awaited: a line of its own on a pipe; a terminal shows the sign all the time."""
        if not self._interactive:
            stream = self._stream or sys.stdout
            stream.write(PROMPT + "\n")
            stream.flush()


def _fitted(line: str) -> list[str]:
    """Return *line* as lines that the terminal has no reason to break."""
    # Only here: see TerminalSource.
    from spades_client.screen.cells import cells, wrap

    width = shutil.get_terminal_size().columns
    return [line] if cells(line) <= width else wrap(line, width, indent=CONTINUED)


class PipeSource:
    """Lines from a pipe, a file or any other stream, read by a thread so that events never wait for them."""

    interactive = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] | None = None

    async def next_line(self) -> str | None:
        """Return the next line; None at the end of the stream."""
        if self._lines is None:
            self._lines = asyncio.Queue()
            loop, lines = asyncio.get_running_loop(), self._lines

            def deliver(line: str | None) -> None:
                loop.call_soon_threadsafe(lines.put_nowait, line)

            # A daemon: a read that never returns must not keep the program from ending.
            threading.Thread(target=_pump, args=(self._stream, deliver), daemon=True).start()
        return await self._lines.get()


def _pump(stream: TextIO, deliver: Callable[[str | None], None]) -> None:
    try:
        for line in _lines_of(stream):
            deliver(line.strip("\r\n\ufeff")[:LONGEST_LINE])
        deliver(None)
    except RuntimeError:
        return  # the loop is closed: nobody listens any more


def _lines_of(stream: TextIO) -> Iterator[str]:
    try:
        number = stream.fileno()
    except (UnsupportedOperation, AttributeError):
        yield from stream
        return
    # Read below Python's buffers: a thread that holds their lock at the end of the program would abort it.
    pending = b""
    while chunk := _read(number):
        *whole, pending = (pending + chunk).split(b"\n")
        yield from (_decode(line, stream.encoding) for line in whole)
    if pending:
        yield _decode(pending, stream.encoding)


def _read(number: int) -> bytes:
    try:
        return os.read(number, 65536)
    except OSError:
        return b""


def _decode(line: bytes, encoding: str | None) -> str:
    """Return *line* as text: UTF-8 where it is that, so that 4♥ is understood whatever the locale."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return codecs.decode(line, encoding or "latin-1", "replace")


class TerminalSource:
    """Lines typed at a terminal; what is printed meanwhile appears above the line that is being typed."""

    interactive = True

    def __init__(self) -> None:
        # Only here: a pipe needs none of it, and starts faster without.
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession()

    async def next_line(self) -> str | None:
        """Return the next line; None for Ctrl-D."""
        try:
            return await self._session.prompt_async(PROMPT, set_exception_handler=False)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Interrupted from None


def is_terminal(*streams: TextIO) -> bool:
    """Tell whether every one of *streams* is a terminal that can edit a line."""
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "") != "dumb"


def guard_output(source: LineSource) -> AbstractContextManager[None]:
    """Return a context in which printing does not tear the line that is being typed."""
    if not source.interactive:
        return nullcontext()
    from prompt_toolkit.patch_stdout import patch_stdout

    return patch_stdout(raw=False)
