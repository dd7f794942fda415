"""What a stranger can make grow, and how far: numbers, and buckets that say when to come back."""

import math
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType

from spades_server.table import Refused

__all__ = ["LIMIT_MEANINGS", "Buckets", "Limits", "LimitsError", "limit_reached", "rate_limited"]

_MOST = 1_000_000_000
_EXACT = 1e-6
"""Seconds by which floating point may miss a moment that was told in milliseconds."""


class LimitsError(Exception):
    """A limit that does not exist, or a number it cannot have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the server allows; 0 means no limit. Rates and what one address may have are for machines of the LAN."""

    tables: int = 1000
    tables_per_address: int = 20
    creates_per_minute: int = 6
    joins_per_minute: int = 6
    guesses_per_minute: int = 30
    calls_per_second: int = 20
    call_burst: int = 40
    commands_per_second: int = 20
    command_burst: int = 40
    chat_per_second: int = 3
    streams: int = 10_000
    streams_per_address: int = 32
    streams_per_token: int = 4
    lobby_watchers: int = 256
    spectators_per_table: int = 32
    queued_items: int = 256
    queued_bytes: int = 1024 * 1024
    loopback_factor: int = 100

    def changed(self, changes: Mapping[str, int]) -> "Limits":
        """Return these limits with some of them changed.

        Raises:
            LimitsError: a name is none of a limit, or a number is out of its range.
        """
        for name, value in changes.items():
            if name not in LIMIT_MEANINGS:
                raise LimitsError(f"there is no limit {name!r}; there are {', '.join(LIMIT_MEANINGS)}")
            least = 1 if name in _AT_LEAST_ONE else 0
            if not least <= value <= _MOST:
                raise LimitsError(f"{name}={value}: {least} to {_MOST} is allowed")
        return replace(self, **changes)

    def for_loopback(self) -> "Limits":
        """Return the limits of who calls from the server's own machine: bots, arenas and tests share one address."""
        return replace(self, **{name: getattr(self, name) * self.loopback_factor for name in _RAISED_ON_LOOPBACK})


LIMIT_MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "tables": "tables at one time",
        "tables_per_address": "tables that one address has opened",
        "creates_per_minute": "tables opened by one address in a minute",
        "joins_per_minute": "times that one address joins in a minute",
        "guesses_per_minute": "wrong tokens, passcodes and tables of one address in a minute",
        "calls_per_second": "calls without a token of one address in a second",
        "call_burst": "calls without a token that one address may save up",
        "commands_per_second": "calls with one token in a second",
        "command_burst": "calls that one token may save up",
        "chat_per_second": "chat lines with one token in a second",
        "streams": "open streams",
        "streams_per_address": "open streams of one address",
        "streams_per_token": "open streams with one token; one more ends the oldest",
        "lobby_watchers": "open streams of the lobby",
        "spectators_per_table": "spectators at one table",
        "queued_items": "items that wait for one viewer",
        "queued_bytes": "bytes that wait for one viewer",
        "loopback_factor": "how much more the server's own machine may do",
    }
)
"""Every limit, with what it counts."""
assert {field.name for field in fields(Limits)} == set(LIMIT_MEANINGS)

_AT_LEAST_ONE = frozenset({"queued_items", "queued_bytes", "loopback_factor"})
"""A viewer without a queue could be told nothing."""

_RAISED_ON_LOOPBACK = (
    "tables_per_address",
    "creates_per_minute",
    "joins_per_minute",
    "guesses_per_minute",
    "calls_per_second",
    "call_burst",
    "commands_per_second",
    "command_burst",
    "chat_per_second",
    "streams_per_address",
)


def rate_limited(limit: str, wait: float) -> Refused:
    """Return the refusal of who was too fast and may try again after *wait* seconds."""
    retry_ms = max(math.ceil(wait * 1000 - _EXACT), 1)
    sentence = f"too many {LIMIT_MEANINGS[limit]}; try again in {retry_ms / 1000:g} s"
    return Refused("RATE_LIMITED", sentence, limit_key=limit, retry_ms=str(retry_ms))


def limit_reached(limit: str, allowed: int) -> Refused:
    """Return the refusal of one more than *allowed*."""
    return Refused("LIMIT_REACHED", f"{allowed} {LIMIT_MEANINGS[limit]}, and no more, are allowed", limit_key=limit)


class Buckets:
    """How much of something each of many has done lately; mutable.

    A bucket is one number: the moment at which it will be as if never used. One that is as if never used is not
    kept, and of more than *most* the one used longest ago goes: the buckets themselves must not grow.
    """

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: Hashable, now: float, *, seconds: float, burst: int) -> float:
        """Return the seconds until *key* may go on, 0 if at once; one costs *seconds*, and *burst* may be saved up."""
        earliest = self._full_at.get(key, now) - (burst - 1) * seconds
        return earliest - now if earliest > now + _EXACT else 0.0

    def spend(self, key: Hashable, now: float, *, seconds: float) -> None:
        """Note that *key* went on at *now*."""
        self._full_at[key] = max(self._full_at.get(key, now), now) + seconds
        self._full_at.move_to_end(key)
        self._forget(now)

    def _forget(self, now: float) -> None:
        while self._full_at:
            oldest, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= self._most:
                return
            del self._full_at[oldest]
