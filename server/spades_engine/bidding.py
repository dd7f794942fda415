"""What a seat may bid. Source: docs/rules.md, decisions 2, 8 and 9, and B1-B13 of section d3."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from spades_engine.bids import BLIND_NIL, NIL, Bid, BidKind, blind, hint, of
from spades_engine.errors import (
    BidIsForced,
    BidOutOfRange,
    BlindNotAllowed,
    BlindWindowClosed,
    IllegalAction,
    NilNotAllowed,
    NoBidOfOne,
    NotFarEnoughBehind,
    PartnerMustBidNil,
    TeamBidTooHigh,
    TeamBidTooLow,
    TotalNotAllowed,
    ZeroIsNil,
)
from spades_engine.rules import Rules

__all__ = [
    "bid_refusal",
    "blind_candidates",
    "blind_refusal",
    "candidate_bids",
    "contract_of",
    "legal_bids",
    "open_bid_refusal",
]

Bids = Sequence[Bid | None]
"""The bids of a hand by seat; None where none was made yet."""


def contract_of(bids: Bids, seats: Sequence[int]) -> int:
    """Return the tricks promised by *seats* so far; nil adds nothing, a hint only while nobody bids for both."""
    made = [bid for seat in seats if (bid := bids[seat]) is not None]
    plain = [bid.tricks for bid in made if bid.kind in (BidKind.TRICKS, BidKind.BLIND_TRICKS)]
    return sum(plain) if plain else sum(bid.tricks for bid in made)


def blind_refusal(rules: Rules, bid: Bid, *, seen: bool, behind: int, hand_number: int) -> IllegalAction | None:
    """Return why a seat may not make the blind *bid* at all, None if it may.

    *behind* is how far its side is behind the best other side before the hand.
    """
    is_nil = bid.kind is BidKind.BLIND_NIL
    offered = rules.offers_blind_nil if is_nil else rules.blind_bids is not None and not rules.draws
    if not offered:
        return BlindNotAllowed(f"nobody may bid {'nil' if is_nil else 'a number'} blind at this table")
    if seen:
        return BlindWindowClosed()
    if hand_number == 1 and not rules.blind_in_first_hand:
        return BlindNotAllowed("nobody may bid blind in the first hand")
    needed = rules.blind_nil_threshold if is_nil else rules.blind_bids_threshold
    if max(behind, 0) < needed:  # A threshold of 0 is open to the side that leads, too.
        return NotFarEnoughBehind(behind, needed)
    if rules.blind_bids is not None and not is_nil and not rules.blind_bids <= bid.tricks <= _most(rules):
        return BidOutOfRange(rules.blind_bids, _most(rules))
    return None


def blind_candidates(rules: Rules) -> Iterator[Bid]:
    """Yield every blind bid that the rules know."""
    if rules.offers_blind_nil:
        yield BLIND_NIL
    if rules.blind_bids is not None and not rules.draws:
        yield from map(blind, range(rules.blind_bids, _most(rules) + 1))


def candidate_bids(rules: Rules, bids: Bids, seat: int) -> Iterator[Bid]:
    """Yield every bid that might be legal for a seat that has seen its cards: nil first, then the numbers."""
    if rules.nil:
        yield NIL
    number = hint if _hints(rules, bids, seat) else of
    first = 1 if rules.nil and rules.zero_is_nil else 0
    yield from map(number, range(max(first, rules.min_player_bid), _most(rules) + 1))


def legal_bids(rules: Rules, bids: Bids, seat: int, spades: int) -> tuple[Bid, ...]:
    """Return what *seat*, which holds so many *spades*, may bid with its cards in sight; never empty.

    Where every bid would lead to the forbidden total, the total is allowed (decision 8).
    """
    candidates = tuple(candidate_bids(rules, bids, seat))
    legal = tuple(bid for bid in candidates if bid_refusal(rules, bids, seat, bid, spades) is None)
    return legal or tuple(bid for bid in candidates if _refusal(rules, bids, seat, bid, total=False) is None)


def bid_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid, spades: int) -> IllegalAction | None:
    """Return why *seat*, with its cards in sight, may not make *bid*; None if it may."""
    if bid.is_blind:
        return BlindWindowClosed()
    if (bid.kind is BidKind.HINT) != (not bid.is_nil and _hints(rules, bids, seat)):
        return BidOutOfRange(max(rules.min_player_bid, 1), _most(rules))
    if rules.variation in ("mirror", "whiz"):
        return _counted_refusal(rules, bid, spades)
    return _refusal(rules, bids, seat, bid, total=rules.total_not_13)


def open_bid_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    """Return why the other bids, made or to come, forbid a blind *bid*; None if they do not."""
    if rules.both_blind == "forbidden" and any(made.is_blind for made in _partners_bids(rules, bids, seat)):
        return BlindNotAllowed("your partner has bid blind, and only one of you may")
    return _refusal(rules, bids, seat, bid, total=rules.total_not_13)


def _hints(rules: Rules, bids: Bids, seat: int) -> bool:
    return rules.bids_for_both and not _partners_bids(rules, bids, seat)


def _partners_bids(rules: Rules, bids: Bids, seat: int) -> list[Bid]:
    """Return the bids that the partners of *seat* have made."""
    return [made for partner in rules.partners_of(seat) if (made := bids[partner]) is not None]


def _counted_refusal(rules: Rules, bid: Bid, spades: int) -> IllegalAction | None:
    """Mirror: the number of spades held, nil without one; whiz: that or nil."""
    if bid.is_nil:
        allowed = rules.variation == "whiz" or spades == 0
    else:
        allowed = bid.tricks == spades and bid.tricks > 0
    return None if allowed else BidIsForced(spades, nil=rules.variation == "whiz")


def _refusal(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> IllegalAction | None:
    """Return why *bid* is illegal; *total* says whether the forbidden total counts as a reason."""
    refusal = _refusal_now(rules, bids, seat, bid, total=total)
    if refusal is not None or not _coupled(rules):
        return refusal
    if _leaves_a_bid(rules, bids, seat, bid, total=total):
        return None
    if _leaves_a_bid(rules, bids, seat, bid, total=False):
        return TotalNotAllowed(rules.hand_size)
    return TeamBidTooHigh(rules.max_team_bid or rules.hand_size)


def _coupled(rules: Rules) -> bool:
    """Return whether one seat's bid can leave a later one without any."""
    return bool(rules.total_not_13 or rules.max_team_bid or rules.variation == "suicide" or rules.nil_partner_min)


def _refusal_now(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> IllegalAction | None:
    refusal = _number_refusal(rules, bid) or _variation_refusal(rules, bids, seat, bid)
    refusal = refusal or _team_refusal(rules, bids, seat, bid)
    return refusal or (_total_refusal(rules, bids, seat, bid) if total else None)


def _leaves_a_bid(rules: Rules, bids: Bids, seat: int, bid: Bid, *, total: bool) -> bool:
    """Return whether every seat after *seat*, which makes *bid*, keeps a legal bid (decision 8)."""
    after = (*bids[:seat], bid, *bids[seat + 1 :])
    # One side bears on another by the forbidden total only; so each is looked at by itself.
    reachable = [
        _contracts_within_reach(
            rules,
            tuple(made if other in seats else None for other, made in enumerate(after)),
            seats,
            tuple(other for step in range(1, rules.players) if (other := (seat + step) % rules.players) in seats),
        )
        for seats in rules.sides
    ]
    if not total or not all(reachable) or any(len(contracts) > 1 for contracts in reachable):
        return all(reachable)
    return sum(contracts[0] for contracts in reachable) != rules.hand_size


@lru_cache(maxsize=1024)
def _contracts_within_reach(
    rules: Rules, bids: Bids, seats: tuple[int, ...], order: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the contracts of the side of *seats* after its bids to come, made in *order*: two if there are more."""
    found: list[int] = []
    for contract in _contracts(rules, bids, seats, [seat for seat in order if bids[seat] is None]):
        if contract not in found:
            found.append(contract)
        if len(found) > 1:
            break
    return tuple(found)


def _contracts(rules: Rules, bids: Bids, seats: tuple[int, ...], waiting: Sequence[int]) -> Iterator[int]:
    if not waiting:
        yield contract_of(bids, seats)
        return
    seat, *later = waiting
    for bid in candidate_bids(rules, bids, seat):
        if _refusal_now(rules, bids, seat, bid, total=False) is None:
            yield from _contracts(rules, (*bids[:seat], bid, *bids[seat + 1 :]), seats, later)


def _number_refusal(rules: Rules, bid: Bid) -> IllegalAction | None:
    if bid.is_nil or bid.is_blind:
        return None if rules.nil or bid.is_blind else NilNotAllowed("nobody may bid nil at this table")
    if bid.tricks == 0 and rules.nil and rules.zero_is_nil:
        return ZeroIsNil()
    if not rules.min_player_bid <= bid.tricks <= _most(rules):
        return BidOutOfRange(max(rules.min_player_bid, 1 if rules.nil and rules.zero_is_nil else 0), _most(rules))
    if bid.tricks == 1 and rules.no_bid_of_one and bid.kind is not BidKind.HINT:
        return NoBidOfOne()
    return None


def _variation_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    partners = next(iter(_partners_bids(rules, bids, seat)), None)
    match rules.variation:
        case "suicide" if partners is not None and not partners.is_nil and not bid.is_nil:
            return PartnerMustBidNil("your partner bid a number, so you must bid nil")
        case "suicide" if partners is not None and partners.is_nil and bid.is_nil:
            return NilNotAllowed("your partner has bid nil, and only one of you may")
        case "suicide" if partners is not None and partners.is_nil and bid.tricks < rules.suicide_min:
            return BidOutOfRange(rules.suicide_min, _most(rules))
        case "reflection" if partners is not None and bid != partners:
            return BidIsForced(partners.tricks, nil=partners.is_nil)
        case "uno" if bid.is_nil or bid.tricks != 1:
            return BidIsForced(1, nil=False)
        case "thrill" if not bid.is_nil and bid.tricks != 3:
            return BidIsForced(3, nil=True)
        case "swamp" if not bid.is_nil and bid.tricks not in (3, 4):
            return BidOutOfRange(3, 4)
        case _:
            return None


def _team_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    if not rules.has_partners:
        return None
    made = _partners_bids(rules, bids, seat)
    complete = len(made) == rules.side_size - 1
    contract = contract_of((*bids[:seat], bid, *bids[seat + 1 :]), (seat, *rules.partners_of(seat)))
    if rules.max_team_bid is not None and contract > rules.max_team_bid and (complete or bid.kind is not BidKind.HINT):
        return TeamBidTooHigh(rules.max_team_bid)
    if not complete:
        return None
    nils = sum(one.is_nil for one in (bid, *made))
    if nils == 2 and rules.double_nil == "forbidden":
        return NilNotAllowed("your partner has bid nil, and only one of you may")
    beside_nil = 0 < nils < rules.side_size
    least = max(rules.min_team_bid or 0, (rules.nil_partner_min or 0) if beside_nil else 0)
    if contract < least:
        return TeamBidTooLow(least)
    return None


def _total_refusal(rules: Rules, bids: Bids, seat: int, bid: Bid) -> IllegalAction | None:
    after = (*bids[:seat], bid, *bids[seat + 1 :])
    if any(made is None for made in after):
        return None
    total = sum(contract_of(after, seats) for seats in rules.sides)
    return TotalNotAllowed(total) if total == rules.hand_size else None


def _most(rules: Rules) -> int:
    return min(rules.hand_size, 13) if rules.cap_bid_13 else rules.hand_size
