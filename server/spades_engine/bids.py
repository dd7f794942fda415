"""Bids: what a seat promises, and what it tells its partner before."""

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["BLIND_NIL", "NIL", "Bid", "BidKind", "Talk", "TalkKind", "blind", "hint", "of"]


class BidKind(IntEnum):
    """What is promised."""

    TRICKS = 1
    NIL = 2
    BLIND_NIL = 3
    BLIND_TRICKS = 4
    """A number, promised before the cards were seen, for double points."""
    HINT = 5
    """A number told to the partner, who bids for both; it counts only if the partner bids nil."""


_NILS = (BidKind.NIL, BidKind.BLIND_NIL)
_BLIND = (BidKind.BLIND_NIL, BidKind.BLIND_TRICKS)


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise of tricks, or of none."""

    kind: BidKind
    tricks: int = 0
    """Tricks promised; 0 for nil."""

    @property
    def is_nil(self) -> bool:
        """Whether no trick at all is promised, blind or not."""
        return self.kind in _NILS

    @property
    def is_blind(self) -> bool:
        """Whether it was made before the cards were seen."""
        return self.kind in _BLIND

    def __str__(self) -> str:
        match self.kind:
            case BidKind.TRICKS:
                return str(self.tricks)
            case BidKind.NIL:
                return "nil"
            case BidKind.BLIND_NIL:
                return "blind nil"
            case BidKind.BLIND_TRICKS:
                return f"blind {self.tricks}"
            case BidKind.HINT:
                return f"hint {self.tricks}"


NIL = Bid(BidKind.NIL)
BLIND_NIL = Bid(BidKind.BLIND_NIL)


def of(tricks: int) -> Bid:
    """Return the bid of *tricks*."""
    return Bid(BidKind.TRICKS, tricks)


def blind(tricks: int) -> Bid:
    """Return the blind bid of *tricks*."""
    return Bid(BidKind.BLIND_TRICKS, tricks)


def hint(tricks: int) -> Bid:
    """Return the hint of *tricks*."""
    return Bid(BidKind.HINT, tricks)


class TalkKind(IntEnum):
    """The sentences of partner talk; docs/rules.md c42: numbers, never cards."""

    PASS = 1
    ABOUT = 2
    MAYBE_ONE_MORE = 3
    THINKING_OF_NIL = 4


@dataclass(frozen=True, slots=True)
class Talk:
    """What a seat tells its partner before the bidding."""

    kind: TalkKind
    tricks: int = 0
    """The number in the sentence; 0 where it has none."""
