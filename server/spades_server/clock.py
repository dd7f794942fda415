"""Time: what a server reads it from, and a clock that stands still while the server is away."""

from typing import Protocol

__all__ = ["Clock", "ResumedClock"]


class Clock(Protocol):
    """Time, so that tests can make their own."""

    def monotonic(self) -> float:
        """Return seconds of a clock that never jumps."""

    def time(self) -> float:
        """Return Unix time."""


class ResumedClock:
    """Goes on where an earlier run's clock stood when its last batch happened.

    So every deadline that the journal kept still has as much time left as it had then, wherever it is written.
    """

    def __init__(self, clock: Clock, last_now: float | None) -> None:
        self._clock = clock
        self._ahead = 0.0 if last_now is None else last_now - clock.monotonic()

    def monotonic(self) -> float:
        """See ``Clock``."""
        return self._clock.monotonic() + self._ahead

    def time(self) -> float:
        """See ``Clock``."""
        return self._clock.time()
