"""Which server answered last at each place where this client has been."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from spades_client.language import tr
from spades_client.saved_seats import config_folder
from spades_client.whole_file import write_whole


class KnownServers:
    """The servers of one folder, by place; the file is read each time, for other clients write it too."""

    def __init__(self, folder: Path | None = None, *, warn: Callable[[str], None] = lambda text: None) -> None:
        self._path = (folder or config_folder()) / "servers.json"
        self._warn = warn

    def places(self) -> list[str]:
        """Return every place, ``host:port``, where a server was met."""
        return list(self._read())

    def last_at(self, place: str) -> str | None:
        """Return the fingerprint of the server that was last met at *place*, ``host:port``; None: none was."""
        return self._read().get(place)

    def remember(self, place: str, fingerprint: str) -> None:
        """Note that the server of *fingerprint* was met at *place*; where that cannot be written, warn."""
        known = self._read()
        if known.get(place) == fingerprint:
            return
        try:
            write_whole(self._path, json.dumps({**known, place: fingerprint}, indent=1, sort_keys=True))
        except OSError as error:
            self._warn(
                tr("{path} cannot be written, so that this server stays unknown: {why}").format(
                    path=self._path, why=error.strerror
                )
            )

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            if not isinstance(known, dict) or not all(isinstance(sign, str) for sign in known.values()):
                raise TypeError("a field has another type")
        except FileNotFoundError:
            return {}
        except (OSError, TypeError, ValueError):
            return self._set_aside()
        return known

    def _set_aside(self) -> dict[str, str]:
        """Keep a damaged file under another name, and go on without it; who is met then is met for the first time."""
        aside = self._path.with_suffix(".damaged")
        try:
            os.replace(self._path, aside)
            self._warn(
                tr("the list of known servers could not be read and was set aside as {aside}").format(aside=aside)
            )
        except OSError as error:
            self._warn(tr("{path} cannot be read: {why}").format(path=self._path, why=error.strerror))
        return {}
