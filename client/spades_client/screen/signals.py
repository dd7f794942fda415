"""The signals that end a program, caught so that the terminal can be left clean."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def ending_signals(end: Callable[[int], None]) -> Iterator[None]:
    """While entered, call *end* with 128 and the signal's number when this process is asked to stop."""
    loop = asyncio.get_running_loop()
    caught = []
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is None:
            continue
        # Not on Windows, and not outside the main thread.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, end, 128 + number)
            caught.append(number)
    try:
        yield
    finally:
        for number in caught:
            loop.remove_signal_handler(number)
