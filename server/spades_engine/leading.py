"""Who leads to the first trick. Source: docs/rules.md c23, c33 and decisions 4 and 19."""

from spades_engine.bids import Bid, BidKind
from spades_engine.cards import CardSet, Suit, each, mask
from spades_engine.pack import pack_of
from spades_engine.rules import Rules

__all__ = ["first_leader"]


def first_leader(
    rules: Rules, dealer: int, leader_draw: int, holdings: tuple[CardSet, ...], bids: tuple[Bid | None, ...]
) -> int:
    """Return who leads, judged after the exchange; *leader_draw* is the seat that a random leader falls on."""
    eldest = (dealer + 1) % rules.players
    order = [(eldest + step) % rules.players for step in range(rules.players)]
    match rules.first_leader:
        case "random":
            return leader_draw
        case "lowest_club":
            pack = pack_of(rules)
            clubs = pack.lowest(mask(card for holding in holdings for card in each(holding & pack.suits[Suit.CLUBS])))
            return next((seat for seat in order if holdings[seat] & clubs), eldest)
        case "highest_bidder":
            return max(order, key=lambda seat: _promised(rules, bids, seat))
        case _:
            return eldest


def _promised(rules: Rules, bids: tuple[Bid | None, ...], seat: int) -> int:
    """Return the tricks that *seat* has bid; a hint is a bid only where the partner bids nil (decision 19)."""
    bid = bids[seat]
    if bid is None:
        return 0
    if bid.kind is BidKind.HINT and not all((other := bids[at]) and other.is_nil for at in rules.partners_of(seat)):
        return 0
    return bid.tricks
