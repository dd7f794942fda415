"""Bids: what a seat promises."""

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["BLIND_NIL", "NIL", "Bid", "BidKind", "of"]


class BidKind(IntEnum):
    """What is promised."""

    TRICKS = 1
    NIL = 2
    BLIND_NIL = 3


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise of tricks, or of none."""

    kind: BidKind
    tricks: int = 0
    """Tricks promised; 0 for nil."""

    @property
    def is_nil(self) -> bool:
        """Whether no trick at all is promised, blind or not."""
        return self.kind is not BidKind.TRICKS

    @property
    def is_blind(self) -> bool:
        """Whether it was made before the cards were seen."""
        return self.kind is BidKind.BLIND_NIL

    def __str__(self) -> str:
        return {BidKind.NIL: "nil", BidKind.BLIND_NIL: "blind nil"}.get(self.kind, str(self.tricks))


NIL = Bid(BidKind.NIL)
BLIND_NIL = Bid(BidKind.BLIND_NIL)


def of(tricks: int) -> Bid:
    """Return the bid of *tricks*."""
    return Bid(BidKind.TRICKS, tricks)
