"""The server's log: one line for each event, whatever a stranger sends, without cards, tokens or exception texts."""

import json
import logging
import time
import traceback
from collections.abc import Mapping
from types import TracebackType
from typing import TextIO

__all__ = ["LOG_FORMATS", "LineFormatter", "log_to"]

LOG_FORMATS = ("text", "json")

_OF_EVERY_RECORD = frozenset(logging.LogRecord("", 0, "", 0, "", None, None).__dict__) | {"message", "asctime"}
"""What is in a record that nobody added to."""
_LONGEST = 300
"""Characters of a value."""


_LIBRARIES = ("asyncio", "grpc")
"""Which tell of every call and every slow moment; what is below a warning is for their own authors."""


class LineFormatter(logging.Formatter):
    """Writes a record as ``key=value`` pairs or as a JSON object, always in one line of ASCII."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._as_json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of *record*."""
        fields = _fields(record)
        if self._as_json:
            return json.dumps(fields)
        return " ".join(f"{_plain(key)}={_quoted(value)}" for key, value in fields.items())


def _fields(record: logging.LogRecord) -> Mapping[str, str | int | float]:
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    fields: dict[str, str | int | float] = {
        "time": f"{moment}.{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage()[:_LONGEST],
    }
    for key, value in record.__dict__.items():
        if key not in _OF_EVERY_RECORD:
            fields[key] = value if isinstance(value, int | float) else str(value)[:_LONGEST]
    if record.exc_info and record.exc_info[0] is not None:
        # Not its text: it may hold what was being worked on, and that may be cards.
        fields["fault"] = record.exc_info[0].__name__
        fields["where"] = _where(record.exc_info[2])
    return fields


def _where(trace: TracebackType | None) -> str:
    """Return the way to a fault, outermost call first."""
    return " > ".join(f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(trace))


def _plain(key: str) -> str:
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_-") else "_" for letter in key)


def _quoted(value: str | int | float) -> str:
    text = str(value)
    plain = text.isascii() and text.isprintable() and text and not set(text) & set(' "=')
    return text if plain else json.dumps(text)


def log_to(stream: TextIO, *, level: str, form: str) -> None:
    """Log from *level* upwards, of libraries from warnings, to *stream* in *form*, one of ``LOG_FORMATS``."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter(form))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    for library in _LIBRARIES:
        logging.getLogger(library).setLevel(max(root.level, logging.WARNING))
