"""Which version of the contract this client speaks, and whether a server still serves it. Pure."""

from __future__ import annotations

from spades.v1 import CONTRACT_KEY, CONTRACT_VERSION

CONTRACT_METADATA = ((CONTRACT_KEY, CONTRACT_VERSION),)
"""What tells a server how old this client is, with the calls by which it comes in."""


def is_too_old_for(oldest: str) -> bool:
    """Tell whether a server that serves clients from version *oldest* on refuses this one; not if it says nothing."""
    return _number(CONTRACT_VERSION) < _number(oldest)


def _number(version: str) -> tuple[int, ...]:
    """Return MAJOR.MINOR.PATCH as numbers; what a stranger writes otherwise counts for nothing."""
    parts = version.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return ()
    return tuple(map(int, parts))
