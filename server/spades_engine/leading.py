"""Who leads to the first trick. Source: docs/rules.md c23, c33 and decisions 4 and 19."""

from spades_engine.bids import Bid
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
            return max(order, key=lambda seat: bid.tricks if (bid := bids[seat]) else 0)
        case _:
            return eldest
