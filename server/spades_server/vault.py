"""What a server keeps about itself: made once, then the same for as long as its file lives."""

from collections.abc import Callable
from typing import Protocol

from spades_server.journal import JournalFile

__all__ = ["FileVault", "MemoryVault", "Vault"]


class Vault(Protocol):
    """Keeps secrets by name."""

    def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the secret called *name*; the first time, keep what *make* returns."""


class MemoryVault:
    """Keeps secrets for as long as the process lives."""

    def __init__(self) -> None:
        self._secrets: dict[str, bytes] = {}

    def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """See ``Vault``."""
        if name not in self._secrets:
            self._secrets[name] = make()
        return self._secrets[name]


class FileVault:
    """Keeps secrets in a journal's file."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file

    def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """See ``Vault``.

        Raises:
            JournalError: the file cannot be written.
        """
        return self._file.run(lambda: self._secret(name, make))

    def _secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        find = "SELECT value FROM secrets WHERE name = ?"
        if kept := self._file.connection.execute(find, (name,)).fetchone():
            return bytes(kept[0])
        made = make()
        self._file.connection.execute("INSERT INTO secrets (name, value) VALUES (?, ?)", (name, made))
        return made
