"""The deal as it is shown, in eight pictures at most: the draw for the first dealer, then the cards dealt. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import PlayedCard

DRAW_FRAMES = 4
"""Pictures of the draw for dealer; the last names the dealer."""
DEAL_FRAMES = 4

DRAW_SECONDS = 0.5
DEALER_SECONDS = 2.0
"""How long it can be read who deals."""
DEAL_SECONDS = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One picture of a deal."""

    hand: int
    dealer: int
    draws: tuple[PlayedCard, ...] = ()
    """The cards drawn for the first deal, seen by all; empty where the dealer was not drawn for."""
    frame: int = 0

    @property
    def draw_frames(self) -> int:
        """How many pictures the draw takes."""
        return DRAW_FRAMES if self.draws else 0

    @property
    def frames(self) -> int:
        """How many pictures there are."""
        return self.draw_frames + DEAL_FRAMES

    @property
    def drawing(self) -> bool:
        """The draw for dealer is shown."""
        return self.frame < self.draw_frames

    @property
    def seconds(self) -> float:
        """How long this picture is shown."""
        if not self.drawing:
            return DEAL_SECONDS
        return DEALER_SECONDS if self.frame == self.draw_frames - 1 else DRAW_SECONDS

    def drawn(self) -> tuple[PlayedCard, ...]:
        """Return the cards that have been drawn by now."""
        return self.draws[: -(-len(self.draws) * (self.frame + 1) // DRAW_FRAMES)]

    @property
    def dealer_known(self) -> bool:
        """It is shown who deals."""
        return self.frame >= self.draw_frames - 1

    def dealt(self, cards: int) -> int:
        """Return how many of a seat's *cards* lie before it by now."""
        step = self.frame - self.draw_frames + 1
        return max(0, cards * step // DEAL_FRAMES)


def drawn_in(batch: Batch) -> tuple[PlayedCard, ...]:
    """Return the cards drawn for the first deal that *batch* tells of; empty if it tells of none."""
    return next((tuple(event.dealer_drawn.draws) for event in batch.events if event.HasField("dealer_drawn")), ())


def deal_in(batch: Batch, draws: tuple[PlayedCard, ...] = ()) -> Deal | None:
    """Return the first picture of the deal that *batch* brings, after *draws* for it; None if it brings none."""
    started = next((event.hand_started for event in batch.events if event.HasField("hand_started")), None)
    if started is None:
        return None
    return Deal(hand=started.hand_number, dealer=started.dealer, draws=draws)
