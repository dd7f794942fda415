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
    if max(behind, 0) < rules.blind_nil_threshold:  # A threshold of 0 is open to the side that leads, too.
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

    Where every bid would lead to the forbidden total, the total is allowed (decision 8).
    """
    legal = tuple(bid for bid in candidate_bids(rules) if bid_refusal(rules, bids, seat, bid) is None)
    return legal or tuple(bid for bid in candidate_bids(rules) if _refusal(rules, bids, seat, bid, total=False) is None)


def bid_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    """Return why *seat*, with its cards in sight, may not make *bid*; None if it may."""
    if bid.kind is BidKind.BLIND_NIL:
        return BlindWindowClosed()
    return _refusal(rules, bids, seat, bid, total=rules.total_not_13)


def team_refusal_of_blind(rules: Rules, bids: Bids, seat: int) -> IllegalAction | None:
    """Return why the other bids, made or to come, forbid a blind nil; None if they do not."""
    return _refusal(rules, bids, seat, BLIND_NIL, total=rules.total_not_13)


def _refusal(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> IllegalAction | None:
    """Return why *bid* is illegal; *total* says whether the forbidden total counts as a reason."""
    refusal = _refusal_now(rules, bids, seat, bid, total=total)
    if refusal is not None or not (rules.total_not_13 or rules.max_team_bid):
        return refusal  # Only a greatest contract or a forbidden total can leave a later seat without a bid.
    if _leaves_a_bid(rules, bids, seat, bid, total=total):
        return None
    if _leaves_a_bid(rules, bids, seat, bid, total=False):
        return TotalNotAllowed(rules.hand_size)
    return TeamBidTooHigh(rules.max_team_bid or rules.hand_size)


def _refusal_now(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> IllegalAction | None:
    refusal = _number_refusal(rules, bid) or _team_refusal(rules, bids, seat, bid)
    return refusal or (_total_refusal(rules, bids, seat, bid) if total else None)


def _leaves_a_bid(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> bool:
    """Return whether every seat after *seat*, which makes *bid*, keeps a legal bid (decision 8)."""
    later, after = (seat + 1) % rules.players, (*bids[:seat], bid, *bids[seat + 1 :])
    if after[later] is not None:
        return True
    return any(
        _refusal_now(rules, after, later, following, total=total) is None
        and _leaves_a_bid(rules, after, later, following, total=total)
        for following in candidate_bids(rules)
    )


def _number_refusal(rules: Rules, bid: Bid) -> IllegalAction | None:
    if bid.is_nil:
        return None
    if bid.tricks == 0 and rules.nil and rules.zero_is_nil:
        return ZeroIsNil()
    if not rules.min_player_bid <= bid.tricks <= _most(rules):
        return BidOutOfRange(max(rules.min_player_bid, 1 if rules.nil and rules.zero_is_nil else 0), _most(rules))
    if bid.tricks == 1 and rules.no_bid_of_one:
        return NoBidOfOne()
    return None


def _team_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    if bid.is_nil and not rules.nil:
        return NilNotAllowed("nobody may bid nil at this table")
    partner = rules.partner_of(seat)
    partners_bid = None if partner is None else bids[partner]
    if partners_bid is None:
        return None
    if bid.is_nil and rules.double_nil == "forbidden" and partners_bid.is_nil:
        return NilNotAllowed("your partner has bid nil, and only one of you may")
    return _contract_refusal(rules, bid.tricks + partners_bid.tricks)


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
