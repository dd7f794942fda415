"""What has happened on the server since it started, as numbers; no names, no tokens."""

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Counts; mutable."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Calls that ended, by method and status code."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Calls that were refused, by reason."""
    batches: int = 0
    """Batches of events that were told."""
    resyncs: int = 0
    """Viewers that were too slow and were told to start afresh."""
    cut_off: int = 0
    """Streams that were cancelled because their end was not read."""
