"""What to bid: of the legal bids the one that is worth most on average; nil only by a margin. Source: docs/bots.md"""

from collections.abc import Iterator

from spades_ai.choice import Alternative, Choice, Reason, pick
from spades_ai.estimate import Estimate, estimate_tricks
from spades_ai.knowledge import own_seat
from spades_ai.nil import nil_odds
from spades_ai.outlook import Outlook, outlook
from spades_ai.talk import wants_redeal
from spades_ai.worths import worths_of
from spades_engine import Action, Bid, BidKind, Decision, Rules, View
from spades_engine.bids import of

__all__ = ["choose_bid", "nearest_bid"]

_CAUTION = 0.7
"""Tricks taken off an estimate before it is rounded, where nothing else is weighed."""
_UNSAID = 0.6
"""Tricks that a seat takes beyond its bid, on average."""
_ASSUMED_BID = 3
"""What a partner is taken to bid that has not bid yet."""
_COVERING = 0.5
"""Tricks that covering a nil costs the partner."""
_IN_SUICIDE = 2.5
"""Tricks that fall to the partner of a nil beyond its cards in suicide, where two seats want none."""
_NIL_MARGIN = 15
"""Points by which a nil must be expected to beat the best count: its odds are a guess that flatters."""
_UNCOVERED = 0.9
"""What is left of the odds of a nil whose partners all bid nil too."""
_FORCED_NIL = 0.3
"""Odds of the nil that the partner must bid in suicide, if this seat does not; fitted on its play by both levels."""


def choose_bid(view: View, due: Decision) -> Choice:
    """Return the bid."""
    if poor := wants_redeal(view, due):
        return pick(due, Action.REDEAL, poor)
    estimate = estimate_tricks(view)
    expected, table = _expected(view, estimate)
    ranked = sorted(_alternatives(view, due, expected), key=lambda one: -one[0])
    _, best = ranked[0]
    bid = due.options[best.picks[0]]
    assert isinstance(bid, Bid)
    reasons = (nil_odds(view)[1],) if bid.is_nil else (_outlook_reason(bid, best), *table, *estimate.reasons)
    return Choice(best.picks, reasons, tuple(alternative for _, alternative in ranked))


def nearest_bid(due: Decision, tricks: float) -> Bid:
    """Return the legal bid nearest to *tricks*, with some caution; nil only where nothing else is legal."""
    wanted = of(max(round(tricks - _CAUTION), 0))
    bids = [option for option in due.options if isinstance(option, Bid)]
    return min(bids, key=lambda bid: (bid.is_nil, abs(bid.tricks - wanted.tricks), bid.tricks))


def _outlook_reason(bid: Bid, best: Alternative) -> Reason:
    text = f"{bid}: made with {best.made:.0%}, {best.bags:.1f} bags, {best.points:+.0f} points on average"
    return Reason(code="outlook", value=best.made, text=text)


def _expected(view: View, estimate: Estimate) -> tuple[float, tuple[Reason, ...]]:
    """Return the tricks that this seat expects; the last bidder looks at what the others leave."""
    bids = [bid for bid in view.hand.bids if bid is not None]
    if len(bids) < len(view.hand.bids) - 1 or any(bid.is_nil for bid in bids):
        return estimate.tricks, ()
    said = sum(bid.tricks for bid in bids)
    left = view.rules.hand_size - said - _UNSAID * len(bids)
    expected = estimate.tricks + worths_of(view.rules).last_bidder * (left - estimate.tricks)
    text = f"the others bid {said} together and will take about {_UNSAID * len(bids):.1f} more, which leaves {left:.1f}"
    return max(expected, 0.0), (Reason(code="table_total", value=left, text=text),)


def _alternatives(view: View, due: Decision, expected: float) -> Iterator[tuple[float, Alternative]]:
    """Yield every legal bid with what it is worth, a nil after its margin; lower bids first."""
    for index, option in enumerate(due.options):
        if not isinstance(option, Bid):
            continue
        if option.is_nil:
            odds = _odds(view)
            points = _nil_points(view, odds)
            margin = 0 if _partner_must_bid_nil(view) else _NIL_MARGIN
            yield points - margin, Alternative(picks=(index,), points=points, made=odds, bags=0.0)
        else:
            seen = _contract_outlook(view, option, expected)
            points = seen.points + _others_nil(view)
            yield points, Alternative(picks=(index,), points=points, made=seen.made, bags=seen.bags)


def _partners_bids(view: View) -> tuple[Bid, ...]:
    """Return the partners' bids; one that it will make at a guess for each that is still to bid."""
    partners = view.rules.partners_of(own_seat(view))
    return tuple(view.hand.bids[partner] or of(_ASSUMED_BID) for partner in partners)


def _contract_outlook(view: View, bid: Bid, expected: float) -> Outlook:
    partners = _partners_bids(view)
    if view.rules.variation == "suicide":
        return outlook(view.rules, bid.tricks, expected + _IN_SUICIDE)
    counting = [partner for partner in partners if not partner.is_nil]
    promised = sum(partner.tricks for partner in counting)
    # Who bids for both after a hint names the contract of both.
    hinted = any(partner.kind is BidKind.HINT for partner in partners)
    contract = bid.tricks if hinted else min(bid.tricks + promised, view.rules.hand_size)
    own = max(expected - _COVERING * (len(partners) - len(counting)), 0.0)
    return outlook(view.rules, contract, own + promised + _UNSAID * len(counting))


def _partner_must_bid_nil(view: View) -> bool:
    """Return whether the partner must bid nil unless this seat does."""
    partners = view.rules.partners_of(own_seat(view))
    return view.rules.variation == "suicide" and any(view.hand.bids[partner] is None for partner in partners)


def _others_nil(view: View) -> float:
    """Return what the nil is worth that a partner must bid if this seat does not."""
    return (2 * _FORCED_NIL - 1) * view.rules.nil_points if _partner_must_bid_nil(view) else 0.0


def _partners_number(rules: Rules) -> float:
    """Return what the number is worth that a partner with an even share of the tricks bids beside a nil in suicide."""
    tricks = rules.hand_size / rules.players + _IN_SUICIDE
    return max(outlook(rules, contract, tricks).points for contract in range(rules.suicide_min, rules.hand_size + 1))


def _odds(view: View) -> float:
    partners = _partners_bids(view)
    odds, _ = nil_odds(view)
    return odds * _UNCOVERED if partners and all(bid.is_nil for bid in partners) else odds


def _nil_points(view: View, odds: float) -> float:
    """Return what a nil is worth, with the contract of the partners who cover it."""
    points = (2 * odds - 1) * view.rules.nil_points
    if _partner_must_bid_nil(view):
        return points + _partners_number(view.rules)
    covering = [bid for bid in _partners_bids(view) if not bid.is_nil]
    if not covering:
        return points
    promised = sum(bid.tricks for bid in covering)
    tricks = max(promised + _UNSAID * len(covering) - _COVERING, 0.0)
    return points + outlook(view.rules, promised, tricks).points
