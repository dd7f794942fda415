"""A fault of this program's own: kept in a file for whoever mends it, told to the player in one line."""

from __future__ import annotations

import platform
import traceback
from datetime import UTC, datetime
from importlib.metadata import version

from spades_client import config_folder
from spades_client.language import tr
from spades_client.whole_file import write_whole

__all__ = ["fault_line"]

FILE_NAME = "fault.txt"

NO_CONSOLE = "NoConsoleScreenBufferError"
"""What prompt_toolkit raises on Windows where the window is no console of Windows; it can only be imported there."""


def fault_line(error: Exception) -> str:
    """Return the sentence that tells *error*; how it came about is in the file that it names, the last fault only.

    Raises:
        OSError: the file cannot be written.
    """
    if type(error).__name__ == NO_CONSOLE:
        return tr("this window is no console that can be painted; use Windows Terminal, or --plain for lines of text")
    path = config_folder() / FILE_NAME
    head = f"spades {version('spades-lan')}, Python {platform.python_version()}, {platform.platform()}"
    write_whole(
        path, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, {head}\n{''.join(traceback.format_exception(error))}"
    )
    return tr("a fault of this program, {fault}, has ended it; a seat is kept for a while. {path} tells more").format(
        fault=type(error).__name__, path=path
    )
