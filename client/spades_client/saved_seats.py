"""Seats that were taken and not given up, kept on disk so that a killed client finds its way back.

One file for each seat, readable by its owner only. While a client sits on a seat it holds a lock beside the file: a
second client on the same machine takes another seat instead of this one.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import platformdirs

from spades_client.language import tr
from spades_client.whole_file import write_whole

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSeat:
    """A seat, and the secret that gives it back."""

    server_id: str
    table_id: str
    seat: int
    """From 1; 0 for a spectator's place."""
    name: str
    token: str
    proven: bool = False
    """The server proved to be ``server_id`` when it gave the token, which no other one ever gets; False: plain text."""
    place: str = ""
    """Where the server was, ``host:port``; empty: kept by an older client."""
    server: str = ""
    """What the server called itself."""


def config_folder() -> Path:
    """Return the folder for this client's files: ``SPADES_HOME`` if set, else the system's place for them."""
    home = os.environ.get("SPADES_HOME")
    return Path(home) if home else Path(platformdirs.user_config_dir("spades-lan", appauthor=False))


class SavedSeats:
    """The saved seats in one folder. Mutable: it holds the locks of the seats this process sits on."""

    def __init__(self, folder: Path | None = None, *, warn: Callable[[str], None] = lambda text: None) -> None:
        self._folder = (folder or config_folder()) / "seats"
        self._warn = warn
        self._locks: dict[Path, BinaryIO] = {}

    def save(self, seat: SavedSeat) -> None:
        """Keep *seat*, whole or not at all, and hold it for this process; where that is impossible, warn."""
        path = self._path(seat)
        try:
            write_whole(path, json.dumps(asdict(seat)))
        except OSError as error:
            self._warn(
                tr("your seat cannot be kept, nobody could come back to it: {path}: {why}").format(
                    path=path, why=error.strerror
                )
            )
            return
        self.hold(seat)

    def of_server(self, server_id: str, *, proven: bool) -> Iterator[SavedSeat]:
        """Yield the seats kept for that server, the last saved first; a damaged file is set aside with a warning.

        *proven*: the server has proven to be this one. If it only says so, it gets the tokens that were given in plain
        text, which others may know already, and no other.
        """
        if not self._folder.is_dir():
            return
        kinds = (True, False) if proven else (False,)
        paths = [path for kind in kinds for path in self._folder.glob(f"{_server_name(server_id, kind)}-*.json")]
        for path in sorted(paths, key=_age):
            seat = self._read(path)
            if seat is not None and seat.server_id == server_id and seat.proven in kinds:
                yield seat

    def every(self) -> list[tuple[SavedSeat, float]]:
        """Return all kept seats, the last used first, each with the time it was saved, as unix time."""
        if not self._folder.is_dir():
            return []
        paths = sorted(self._folder.glob("*.json"), key=_age)
        return [(seat, -_age(path)) for path in paths if (seat := self._read(path)) is not None]

    def hold(self, seat: SavedSeat) -> bool:
        """Lock *seat* for this process and tell whether that was possible; False: another client sits there."""
        path = self._path(seat).with_suffix(".lock")
        if path in self._locks:
            return True
        try:
            file = path.open("wb")
        except OSError as error:
            self._warn(
                tr("your seat cannot be held against a second client: {path}: {why}").format(
                    path=path, why=error.strerror
                )
            )
            return True
        try:
            _lock(file)
        except OSError:
            file.close()
            return False
        self._locks[path] = file
        return True

    def forget(self, seat: SavedSeat) -> None:
        """Keep *seat* no longer: it was left, or its token is worth nothing."""
        path = self._path(seat)
        try:
            path.unlink(missing_ok=True)
            self.release(seat)  # Only now: nobody finds the seat any more.
            path.with_suffix(".lock").unlink(missing_ok=True)
        except OSError as error:
            self.release(seat)
            self._warn(
                tr("a seat that is worth nothing any more cannot be forgotten: {path}: {why}").format(
                    path=path, why=error.strerror
                )
            )

    def release(self, seat: SavedSeat) -> None:
        """Give up the lock on *seat*, which stays saved."""
        path = self._path(seat).with_suffix(".lock")
        file = self._locks.pop(path, None)
        if file is not None:
            file.close()

    def close(self) -> None:
        """Give up every lock."""
        while self._locks:
            self._locks.popitem()[1].close()

    def __enter__(self) -> SavedSeats:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _path(self, seat: SavedSeat) -> Path:
        # The names come from the server: hashed, they cannot point out of the folder.
        server = _server_name(seat.server_id, seat.proven)
        return self._folder / f"{server}-{_name_of(seat.table_id)}-{seat.seat}.json"

    def _read(self, path: Path) -> SavedSeat | None:
        try:
            seat = SavedSeat(**json.loads(path.read_text(encoding="utf-8")))
            if not isinstance(seat.token, str) or not isinstance(seat.seat, int):
                raise TypeError("a field has another type")
        except FileNotFoundError:
            return None  # forgotten by another client a moment ago
        except (OSError, TypeError, ValueError):
            self._set_aside(path)
            return None
        return seat

    def _set_aside(self, path: Path) -> None:
        aside = path.with_suffix(".damaged")
        try:
            os.replace(path, aside)
            self._warn(tr("a saved seat could not be read and was set aside as {aside}").format(aside=aside))
        except OSError as error:
            self._warn(tr("{path} cannot be read: {why}").format(path=path, why=error.strerror))


def _server_name(server_id: str, proven: bool) -> str:
    # Kept apart: a server that only says who it is must not put its seats in the place of those of the real one.
    return _name_of(server_id) + ("t" if proven else "")


def _name_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
