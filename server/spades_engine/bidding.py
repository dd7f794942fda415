"""What a seat may bid. Source: docs/rules.md, decisions 2 and 8, and B1-B13 of section d3."""

from collections.abc import Iterator, Sequence

from spades_engine.bids import BLIND_NIL, NIL, Bid, BidKind, of
from spades_engine.errors import (
    BidOutOfRange,
    BlindNotAllowed,
    BlindWindowClosed,
    IllegalAction,
    NilNotAllowed,
    NoBidOfOne,
    NotFarEnoughBehind,
    TeamBidTooHigh,
    TeamBidTooLow,
    TotalNotAllowed,
    ZeroIsNil,
)
from spades_engine.rules import Rules

__all__ = ["bid_refusal", "blind_refusal", "candidate_bids", "contract_of", "legal_bids"]

Bids = Sequence[Bid | None]
"""The bids of a hand by seat; None where none was made yet."""


def contract_of(bids: Bids, seats: Sequence[int]) -> int:
    """Return the tricks promised by *seats* so far; nil adds nothing."""
    return sum(bid.tricks for seat in seats if (bid := bids[seat]) is not None)


def blind_refusal(rules: Rules, *, seen: bool, behind: int) -> IllegalAction | None:
    """Return why a seat may not bid blind, None if it may; *behind* is how far its side is behind the best other."""
    if not rules.offers_blind:
        return BlindNotAllowed("nobody may bid blind at this table")
    if seen:
        return BlindWindowClosed()
    if behind < rules.blind_nil_threshold:
        return NotFarEnoughBehind(behind, rules.blind_nil_threshold)
    return None


def candidate_bids(rules: Rules) -> Iterator[Bid]:
    """Yield every bid that might be legal for a seat that has seen its cards: nil first, then the numbers."""
    if rules.nil:
        yield NIL
    first = 1 if rules.nil and rules.zero_is_nil else 0
    yield from map(of, range(max(first, rules.min_player_bid), _most(rules) + 1))


def legal_bids(rules: Rules, bids: Bids, seat: int) -> tuple[Bid, ...]:
    """Return what *seat* may bid with its cards in sight; never empty.

    Where every bid would make the forbidden total, the total is allowed (decision 8).
    """
    legal = tuple(bid for bid in candidate_bids(rules) if bid_refusal(rules, bids, seat, bid) is None)
    return legal or tuple(bid for bid in candidate_bids(rules) if _team_refusal(rules, bids, seat, bid) is None)


def bid_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    """Return why *seat*, with its cards in sight, may not make *bid*; None if it may."""
    if bid.kind is BidKind.BLIND_NIL:
        return BlindWindowClosed()
    if bid.kind is BidKind.TRICKS:
        if bid.tricks == 0 and rules.nil and rules.zero_is_nil:
            return ZeroIsNil()
        if not rules.min_player_bid <= bid.tricks <= _most(rules):
            return BidOutOfRange(max(rules.min_player_bid, 1 if rules.nil and rules.zero_is_nil else 0), _most(rules))
        if bid.tricks == 1 and rules.no_bid_of_one:
            return NoBidOfOne()
    return _team_refusal(rules, bids, seat, bid) or _total_refusal(rules, bids, seat, bid)


def team_refusal_of_blind(rules: Rules, bids: Bids, seat: int) -> IllegalAction | None:
    """Return why the partner's bid forbids a blind nil; None if it does not."""
    return _team_refusal(rules, bids, seat, BLIND_NIL)


def _team_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    if bid.is_nil and not rules.nil:
        return NilNotAllowed("nobody may bid nil at this table")
    partner = rules.partner_of(seat)
    if partner is None:
        return None
    partners_bid = bids[partner]
    if bid.is_nil and rules.double_nil == "forbidden" and partners_bid is not None and partners_bid.is_nil:
        return NilNotAllowed("your partner has bid nil, and only one of you may")
    if partners_bid is not None:
        return _contract_refusal(rules, bid.tricks + partners_bid.tricks)
    least = 0 if rules.nil else max(rules.min_player_bid, 2 if rules.no_bid_of_one and rules.min_player_bid else 0)
    if rules.max_team_bid is not None and bid.tricks + least > rules.max_team_bid:
        return TeamBidTooHigh(rules.max_team_bid)
    return None


def _contract_refusal(rules: Rules, contract: int) -> IllegalAction | None:
    if rules.min_team_bid is not None and contract < rules.min_team_bid:
        return TeamBidTooLow(rules.min_team_bid)
    if rules.max_team_bid is not None and contract > rules.max_team_bid:
        return TeamBidTooHigh(rules.max_team_bid)
    return None


def _total_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    if not rules.total_not_13:
        return None
    others = [made for other, made in enumerate(bids) if other != seat]
    if any(made is None for made in others):
        return None
    total = bid.tricks + sum(made.tricks for made in others if made is not None)
    return TotalNotAllowed(total) if total == rules.hand_size else None


def _most(rules: Rules) -> int:
    return rules.hand_size if rules.max_player_bid is None else min(rules.max_player_bid, rules.hand_size)
