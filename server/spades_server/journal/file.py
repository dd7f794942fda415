"""A journal's file: made once, locked while a server works on it, refused and left alone where it is not sound."""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, TypeVar

from spades_server.journal.schema import APPLICATION, NEWEST, migrate

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


__all__ = ["JournalError", "JournalFile", "JournalLocked", "backup", "open_journal", "read_journal"]

T = TypeVar("T")

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_OWNER_ONLY = 0o600


class JournalError(Exception):
    """The file cannot serve as a journal; it has been left as it was. The text names the file."""


class JournalLocked(JournalError):
    """Another server works on the file."""


class JournalFile:
    """An open file and the one thread that may touch it; mutable: it can be closed."""

    def __init__(self, path: Path | None, connect: Callable[[], sqlite3.Connection]) -> None:
        self.path = path
        """None: in memory."""
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self.connection = self.run(connect)

    def run(self, work: Callable[[], T]) -> T:
        """Return what *work* does in the thread of the file; waits for it, so only where nothing else is to go on."""
        try:
            return self.thread.submit(work).result()
        except sqlite3.Error as error:
            raise JournalError(f"{self.name}: {error}") from error

    @property
    def name(self) -> str:
        """The file, as people call it."""
        return "memory" if self.path is None else str(self.path)

    def close(self) -> None:
        """Finish what is under way and close the file."""
        self.thread.submit(self.connection.close).result()
        self.thread.shutdown()


@contextlib.contextmanager
def open_journal(path: Path | None) -> Iterator[JournalFile]:
    """Open the journal in the file *path* for one server, while the context is entered; None: one in memory.

    What is missing is made: the file readable by its owner only, and its folder likewise.

    Raises:
        JournalLocked: another server works on it.
        JournalError: it is damaged, newer than this program, or no journal; it has been left as it was.
        OSError: the system does not let us.
    """
    with contextlib.ExitStack() as stack:
        if path is not None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            stack.enter_context(_locked(path))
            if not path.exists():
                _make(path)
            _check(path)
            path.chmod(_OWNER_ONLY)  # It may be a copy that somebody made. The files beside it get its mode.
        file = JournalFile(path, lambda: _connect(path))
        stack.callback(file.close)
        yield file


@contextlib.contextmanager
def read_journal(path: Path) -> Iterator[JournalFile]:
    """Open the journal in the file *path* for reading, while a server may be working on it.

    Raises:
        JournalError: as for ``open_journal``, and if there is no file.
    """
    _check(path)
    file = JournalFile(path, lambda: _read_only(path))
    try:
        yield file
    finally:
        file.close()


def backup(path: Path, target: Path) -> None:
    """Write what the journal in the file *path* holds into the new file *target*; a server may be working on it.

    Raises:
        JournalError: there is no sound journal in *path*, or *target* exists or cannot be written; no copy is left.
    """
    _check(path)
    if target.exists():
        raise JournalError(f"{target}: there is such a file already; a new name is allowed")
    part = target.with_name(f"{target.name}.part")
    try:
        with _fresh(part), contextlib.closing(_read_only(path)) as source, contextlib.closing(_opened(part)) as copy:
            source.backup(copy)
            # One file that can be carried, with none beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise JournalError(f"{target}: cannot be written: {error}") from error
    _check(part)
    os.replace(part, target)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    # A file of its own: closing the database's file for any reason would drop the locks that SQLite has on it.
    beside = path.with_name(f"{path.name}.lock")
    with os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, _OWNER_ONLY), "r+b") as file:
        try:
            _lock(file)
        except OSError as error:
            raise JournalLocked(f"{path}: another server works on this file") from error
        yield


@contextlib.contextmanager
def _fresh(path: Path) -> Iterator[None]:
    """Make an empty file for its owner only; it goes again if what is done with it fails."""
    for beside in ("", "-journal", "-wal", "-shm"):  # SQLite would take what a killed process left for this file's own.
        path.with_name(path.name + beside).unlink(missing_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWNER_ONLY))
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _make(path: Path) -> None:
    """Make an empty journal, wholly or not at all: a server may be killed in the middle of it."""
    if _has_log(path):
        raise JournalError(
            f"{_log_of(path)}: this belongs to a journal that is not there; put both back, or take both away"
        )
    part = path.with_name(f"{path.name}.part")
    try:
        with _fresh(part), contextlib.closing(_opened(part)) as connection:
            migrate(connection)
    except sqlite3.Error as error:
        raise JournalError(f"{path}: cannot be made: {error}") from error
    os.replace(part, path)


def _opened(path: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, uri=uri)


def _read_only(path: Path, *, immutable: bool = False) -> sqlite3.Connection:
    return _opened(f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' * immutable}", uri=True)


def _connect(path: Path | None) -> sqlite3.Connection:
    connection = _opened(path or ":memory:")
    if path is not None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    migrate(connection)
    return connection


def _check(path: Path) -> None:
    """Refuse what is no sound journal of this program's version or an older one, without changing it."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise JournalError(f"{path}: this is no journal of a Spades server; it is left as it is")
    if int.from_bytes(header[68:72], "big") != APPLICATION:
        raise JournalError(f"{path}: this is another program's database; it is left as it is")
    version = int.from_bytes(header[60:64], "big")
    if not 0 < version <= NEWEST:
        raise JournalError(
            f"{path}: version {version} is newer than this program, which knows up to {NEWEST}; it is left as it is"
        )
    if _is_cut(path, header):
        raise JournalError(f"{path}: the file is damaged (its end is missing); it is left as it is")
    try:
        # Read only: a writer would put the write-ahead log into the file when it closes it.
        with contextlib.closing(_read_only(path)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        told = " ".join(str(found).split())
        raise JournalError(f"{path}: the file is damaged ({told}); it is left as it is")
    if _has_log(path) and not _secrets_in(path, immutable=True) <= _secrets_in(path):
        raise JournalError(f"{_log_of(path)}: this was left by another server; take it away to start with {path}")


def _secrets_in(path: Path, *, immutable: bool = False) -> set[tuple[str, bytes]]:
    """Return what the vault in the file *path* keeps, which never changes; *immutable*: without a write-ahead log.

    A log that another file left holds whole pages of that one, and SQLite would take them for this file's own.
    """
    with contextlib.closing(_read_only(path, immutable=immutable)) as connection:
        try:
            return set(connection.execute("SELECT name, value FROM secrets"))
        except sqlite3.Error:
            # A file that a checkpoint was writing to says nothing by itself.
            return set()


def _log_of(path: Path) -> Path:
    """Return the write-ahead log of the file *path*."""
    return path.with_name(f"{path.name}-wal")


def _has_log(path: Path) -> bool:
    log = _log_of(path)
    return log.exists() and log.stat().st_size > 0


def _is_cut(path: Path, header: bytes) -> bool:
    """Return whether the file is shorter than it says; what is missing may still stand in a write-ahead log."""
    if _has_log(path):
        return False
    page_bytes = int.from_bytes(header[16:18], "big")
    return path.stat().st_size < int.from_bytes(header[28:32], "big") * (65536 if page_bytes == 1 else page_bytes)
