"""When something is told, and to whom."""

from dataclasses import dataclass

from google.protobuf import timestamp_pb2

__all__ = ["Moment", "Viewer", "timestamp_of"]

Viewer = int | None
"""A seat counted from 0; None for a spectator."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is told: on the clock of the deadlines, and as Unix time."""

    now: float
    time: float

    def stamp(self, at: float) -> timestamp_pb2.Timestamp:
        """Return what is *at* on the clock of the deadlines, as Unix time."""
        return timestamp_of(round(self.time * 1000) + round((at - self.now) * 1000))


def timestamp_of(ms: int) -> timestamp_pb2.Timestamp:
    """Return Unix time in milliseconds as a message."""
    return timestamp_pb2.Timestamp(seconds=ms // 1000, nanos=ms % 1000 * 1_000_000)
