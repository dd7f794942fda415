"""What a server keeps about itself: made once, then the same for as long as its file lives."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["MemoryVault", "Vault"]


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
