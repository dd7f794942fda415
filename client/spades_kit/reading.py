"""What docs/protocol.md says how to compute, handed in: the kit knows the contract and no client of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import Snapshot


class CannotRead(Exception):
    """A batch does not fit the snapshot that it is to be applied to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a table is kept up to date, compared and verified."""

    fold: Callable[[Snapshot, Batch], Snapshot]
    """The snapshot after a batch; raises ``CannotRead``."""

    view_hash: Callable[[Snapshot], str]
    """The hash of a view."""

    verify: Callable[[Snapshot, Sequence[Batch]], list[str]]
    """What verifying comes to for each hand that ends in the batches after a snapshot; "verified" where all is well."""
