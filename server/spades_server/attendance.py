"""Whose client is there, by what the network shows of it: open streams, and calls a moment ago."""

from collections import Counter

__all__ = ["CALL_SECONDS", "PROOF_SECONDS", "Attendance"]

CALL_SECONDS = 30.0
"""Time for which a call proves that its sender is there."""
PROOF_SECONDS = 16.0
"""Time after which a stream that is still open is alive: the server's pings have been answered (10 s and 5 s)."""


class Attendance:
    """The clients of one table, by the hash of their tokens; mutable: they come and go."""

    def __init__(self) -> None:
        self._streams: Counter[bytes] = Counter()
        self._called: dict[bytes, float] = {}
        """When those without a stream called last."""
        self._unproven: dict[bytes, float] = {}

    def called(self, token_hash: bytes, now: float) -> None:
        """Note a call at *now*."""
        if not self._streams[token_hash]:
            self._called[token_hash] = now
        if self._unproven:
            self._unproven.pop(token_hash, None)

    def has_stream(self, token_hash: bytes) -> bool:
        """Return whether a stream is open, of which calls need not tell anything."""
        return self._streams[token_hash] > 0

    def is_there(self, token_hash: bytes, now: float) -> bool:
        """Return whether a stream is open, or a call came a moment before *now*."""
        return self.has_stream(token_hash) or self._called.get(token_hash, -CALL_SECONDS) + CALL_SECONDS > now

    def opened(self, token_hash: bytes, now: float) -> None:
        """Note that a stream was opened at *now*."""
        self.called(token_hash, now)
        self._streams[token_hash] += 1
        self._called.pop(token_hash, None)

    def closed(self, token_hash: bytes) -> bool:
        """Note that a stream ended, and return whether it was the last; then no call proves anything any more."""
        self._streams[token_hash] -= 1
        if self._streams[token_hash] > 0:
            return False
        self._forget(token_hash)
        return True

    def slept(self, now: float) -> None:
        """Take no stream for granted: each must stay open for a while from *now*."""
        self._called.clear()
        self._unproven = {token_hash: now + PROOF_SECONDS for token_hash, open_now in self._streams.items() if open_now}

    def come(self) -> list[bytes]:
        """Return who has opened a stream or called since the last ``slept``."""
        there = {*self._called, *(token_hash for token_hash, open_now in self._streams.items() if open_now)}
        return [token_hash for token_hash in there if token_hash not in self._unproven]

    def proven(self, now: float) -> list[bytes]:
        """Return whose streams have proved to be alive by *now*; each is told once."""
        alive = [token_hash for token_hash, at in self._unproven.items() if at <= now]
        for token_hash in alive:
            del self._unproven[token_hash]
        return alive

    def silent(self, now: float) -> list[bytes]:
        """Return who has no stream and has not called for too long at *now*; each is told once."""
        gone = [token_hash for token_hash, at in self._called.items() if at + CALL_SECONDS <= now]
        for token_hash in gone:
            self._forget(token_hash)
        return gone

    def next_due(self) -> float | None:
        """Return when ``silent`` or ``proven`` next has something to tell; None: not before something happens."""
        if not self._called and not self._unproven:
            return None  # As after every play while all have streams.
        moments = [at + CALL_SECONDS for at in self._called.values()]
        return min([*moments, *self._unproven.values()])

    def _forget(self, token_hash: bytes) -> None:
        self._streams.pop(token_hash, None)
        self._called.pop(token_hash, None)
        self._unproven.pop(token_hash, None)
