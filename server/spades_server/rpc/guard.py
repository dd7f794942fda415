"""Keeps strangers from taking more than their share: who calls, how often, and with how many streams."""

import asyncio
import contextlib
import ipaddress
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from spades_server.clock import Clock
from spades_server.limits import Buckets, Limits, limit_reached, rate_limited
from spades_server.rpc.handlers import Context

__all__ = ["Caller", "Guard", "caller_of"]


HELD_SECONDS = 1.0
"""The longest time for which a refusal is held back."""
HELD_AT_ONCE = 1024
"""Refusals that are held back at one time; more are told at once, for each of them takes up memory."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a call comes from."""

    address: str
    is_local: bool
    """It is the server's own machine."""


def caller_of(context: Context) -> Caller:
    """Return where a call comes from."""
    return _caller(context.peer())


@lru_cache(maxsize=4096)
def _caller(peer: str) -> Caller:
    """Return the caller of a peer as gRPC writes it: ``ipv4:10.0.0.7:4000``, ``ipv6:%5Bfe80::1%25eth0%5D:4000``."""
    family, _, place = unquote(peer).partition(":")
    if family == "unix":
        return Caller(family, is_local=True)
    host = place.rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return Caller(host, is_local=False)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return Caller(str(ip), is_local=ip.is_loopback)


class Guard:
    """Refuses what is too much; mutable: it counts.

    Raises ``Refused``: RATE_LIMITED with the time after which the same call is let in, or LIMIT_REACHED.
    """

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._clock = clock
        self._limits = {False: limits, True: limits.for_loopback()}
        self._buckets: defaultdict[str, Buckets] = defaultdict(Buckets)
        self._streams: Counter[str] = Counter()
        self._by_token: dict[bytes, list[asyncio.Task[object]]] = {}
        self._lobby_watchers = 0
        self._refused = Buckets()
        self._held = 0

    def limits(self, context: Context) -> Limits:
        """Return what holds for the caller."""
        return self._limits[caller_of(context).is_local]

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._streams.total()

    @property
    def held_refusals(self) -> int:
        """How many refusals are held back."""
        return self._held

    def admit(self, context: Context) -> None:
        """Let in a call that needs no token."""
        limits = self.limits(context)
        self._take("calls_per_second", caller_of(context).address, limits.calls_per_second, 1, limits.call_burst)

    def admit_token(self, token_hash: bytes, context: Context) -> None:
        """Let in a call with a token that proves something."""
        limits = self.limits(context)
        self._take("commands_per_second", token_hash, limits.commands_per_second, 1, limits.command_burst)

    def admit_chat(self, token_hash: bytes, context: Context) -> None:
        """Let in a line of chat."""
        rate = self.limits(context).chat_per_second
        self._take("chat_per_second", token_hash, rate, 1, rate)

    def admit_joining(self, context: Context) -> None:
        """Let somebody try to join; a passcode may be a guess."""
        self._check_guess(context, 0)
        rate = self.limits(context).joins_per_minute
        self._take("joins_per_minute", caller_of(context).address, rate, 60, rate)

    def admit_opening(self, context: Context) -> None:
        """Let somebody open a table."""
        rate = self.limits(context).creates_per_minute
        self._take("creates_per_minute", caller_of(context).address, rate, 60, rate)

    def note_guess(self, context: Context) -> None:
        """Note a wrong token, passcode or table; who has guessed too often is refused for that instead."""
        self._check_guess(context, 1)

    def _check_guess(self, context: Context, cost: int) -> None:
        rate = self.limits(context).guesses_per_minute
        self._take("guesses_per_minute", caller_of(context).address, rate, 60, rate, cost=cost)

    def _take(self, limit: str, key: object, rate: int, seconds: int, burst: int, *, cost: int = 1) -> None:
        if not rate:
            return
        buckets = self._buckets[limit]
        now, one = self._clock.monotonic(), seconds / rate
        if wait := buckets.wait(key, now, seconds=one, burst=max(burst, 1)):
            raise rate_limited(limit, wait)
        if cost:
            buckets.spend(key, now, seconds=one)

    async def hold(self, context: Context) -> None:
        """Hold a refusal back from an address that is refused more often than a token may command.

        A client that floods waits for answers, so that it asks no faster than it gets them: the time of the server is
        for those who play. What is carried out is never held back, whatever the address.
        """
        limits, address, now = self.limits(context), caller_of(context).address, self._clock.monotonic()
        if not limits.commands_per_second:
            return
        one = 1 / limits.commands_per_second
        late = self._refused.wait(address, now, seconds=one, burst=max(limits.command_burst, 1))
        if late < HELD_SECONDS:
            self._refused.spend(address, now, seconds=one)
        if not late or self._held >= HELD_AT_ONCE:
            return
        self._held += 1
        try:
            await asyncio.sleep(min(late, HELD_SECONDS))
        finally:
            self._held -= 1

    @contextlib.contextmanager
    def stream(self, context: Context, token_hash: bytes = b"") -> Iterator[None]:
        """Count a stream while it is open; one too many of a token ends that token's oldest."""
        caller, limits = caller_of(context), self.limits(context)
        self._check("streams", limits.streams, self.open_streams)
        self._check("streams_per_address", limits.streams_per_address, self._streams[caller.address])
        task = asyncio.current_task()
        assert task is not None, "a stream is served by a task"
        mine = self._by_token.setdefault(token_hash, []) if token_hash else []
        # Never refused: who comes back over a new link must not be kept out by the remains of the old one.
        if limits.streams_per_token and len(mine) >= limits.streams_per_token:
            mine[0].cancel()
        mine.append(task)
        self._streams[caller.address] += 1
        try:
            yield
        finally:
            mine.remove(task)
            if not mine:
                self._by_token.pop(token_hash, None)
            self._streams[caller.address] -= 1
            if not self._streams[caller.address]:
                del self._streams[caller.address]

    @contextlib.contextmanager
    def lobby_stream(self, context: Context) -> Iterator[None]:
        """Count a stream of the lobby while it is open."""
        self._check("lobby_watchers", self.limits(context).lobby_watchers, self._lobby_watchers)
        with self.stream(context):
            self._lobby_watchers += 1
            try:
                yield
            finally:
                self._lobby_watchers -= 1

    def check_spectators(self, context: Context, present: int) -> None:
        """Refuse one more spectator at a table where *present* watch already."""
        self._check("spectators_per_table", self.limits(context).spectators_per_table, present)

    def _check(self, limit: str, allowed: int, there: int) -> None:
        if allowed and there >= allowed:
            raise limit_reached(limit, allowed)
