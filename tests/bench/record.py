"""One hand as the real server sent it."""

import pickle
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Record:
    """The stream items and answers of one table."""

    first: tuple[tuple[bytes, ...], ...]
    """By seat: what its stream began with."""
    batches: tuple[tuple[bytes, ...], ...]
    """By command: the item that each seat was sent."""
    answers: tuple[bytes, ...]
    """By command: the answer to its caller."""

    def write(self) -> bytes:
        """Return the record as bytes."""
        return pickle.dumps((self.first, self.batches, self.answers))

    @staticmethod
    def read(data: bytes) -> "Record":
        """Return the record that ``write`` wrote."""
        return Record(*pickle.loads(data))
