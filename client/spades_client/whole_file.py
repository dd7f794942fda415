"""Files that are there whole or not at all, for their owner's eyes only."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put *text* into *path*, which holds either what it held before or all of it; its folder is made if need be."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp gives mode 0600 before a byte is written.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
