"""What to bid: the estimate, adjusted to the other bids; nil where it is safe. Source: docs/bots.md"""

from spades_ai.choice import Choice, Reason, pick
from spades_ai.estimate import Estimate, estimate_tricks
from spades_ai.knowledge import own_seat
from spades_ai.nil import nil_odds
from spades_ai.talk import wants_redeal
from spades_engine import NIL, Action, Bid, BidKind, Decision, View
from spades_engine.bids import of

__all__ = ["choose_bid", "nearest_bid"]

_CAUTION = 0.7
"""Tricks taken off the estimate before it is rounded: a set costs far more than a bag. Measured on self-play."""
_LAST_WEIGHT = 0.3
"""How much the last bidder believes the others: what they left over, against its own estimate."""
_SAFE_NIL = 0.75
_SAFE_NIL_ALONE = 0.8
"""Without a partner who covers."""
_NIL_MARGIN = 15
"""Points by which a nil must be expected to beat the count: its odds are a guess that flatters."""


def choose_bid(view: View, due: Decision) -> Choice:
    """Return the bid."""
    estimate = estimate_tricks(view)
    if poor := wants_redeal(view, due):
        return pick(due, Action.REDEAL, poor)
    odds, nil_reason = nil_odds(view)
    if NIL in due.options and _nil_is_safe(view, odds, estimate):
        return pick(due, NIL, nil_reason)
    tricks, reasons = _adjusted(view, estimate)
    return pick(due, nearest_bid(due, tricks), *reasons, *estimate.reasons)


def nearest_bid(due: Decision, tricks: float) -> Bid:
    """Return the legal bid nearest to *tricks*, with some caution; nil only where nothing else is legal."""
    wanted = of(max(round(tricks - _CAUTION), 0))
    bids = [option for option in due.options if isinstance(option, Bid)]
    return min(bids, key=lambda bid: (bid.is_nil, abs(bid.tricks - wanted.tricks), bid.tricks))


def _nil_is_safe(view: View, odds: float, estimate: Estimate) -> bool:
    rules, seat = view.rules, own_seat(view)
    partners_bids = [view.hand.bids[partner] for partner in rules.partners_of(seat)]
    uncovered = all(bid is not None and bid.is_nil for bid in partners_bids)
    expected = (2 * odds - 1) * rules.nil_points
    return odds >= (_SAFE_NIL_ALONE if uncovered else _SAFE_NIL) and expected >= 10 * estimate.tricks + _NIL_MARGIN


def _adjusted(view: View, estimate: Estimate) -> tuple[float, tuple[Reason, ...]]:
    """Return the tricks to bid after a look at the other bids."""
    bids, size = view.hand.bids, view.rules.hand_size
    partners_bids = [bid for partner in view.rules.partners_of(own_seat(view)) if (bid := bids[partner]) is not None]
    promised = sum(bid.tricks for bid in partners_bids)
    if any(bid.kind is BidKind.HINT for bid in partners_bids):
        # The partner has hinted, and leaves the bid for both to this seat.
        hinted = Reason(code="partner_hint", value=promised, text=f"your partner hints {promised}")
        return min(estimate.tricks + promised, size), (hinted,)
    most = max(size - promised, 0)
    made = [bid.tricks for bid in bids if bid is not None]
    if len(made) < len(bids) - 1:
        return min(estimate.tricks, most), ()
    left = max(size - sum(made), 0)
    tricks = estimate.tricks + _LAST_WEIGHT * (left - estimate.tricks)
    text = f"the others bid {sum(made)} together, which leaves {left}"
    return min(tricks, most), (Reason(code="table_total", value=left, text=text),)
