"""What a hand is worth while the game is far from its end: points, with a bag counted at once for what it will cost."""

from functools import lru_cache

from spades_engine import NIL, Rules, Score, SideResult, score_hand
from spades_engine.bids import of

__all__ = ["contract_worth", "worth"]


def worth(rules: Rules, result: SideResult) -> float:
    """Return the points of a hand; a bag counts as its share of the penalty that it brings nearer."""
    penal = rules.bags_counted and rules.bag_penalty
    share = rules.bag_penalty_points / rules.bag_limit if penal else 0.0
    return result.contract + result.bag_points + result.nil - share * result.new_bags


@lru_cache(maxsize=4096)
def contract_worth(rules: Rules, contract: int, tricks: int) -> float:
    """Return what *tricks* are worth to a side with *contract*, nils aside; a side of contract 0 has bid 0."""
    seats = rules.sides[0]
    bids = [NIL if seat in seats else of(0) for seat in range(rules.players)]
    taken = [0] * rules.players
    bids[seats[0]], taken[seats[0]] = of(contract), tricks
    for seat in seats[1:]:
        bids[seat] = of(0)
    result = score_hand(rules, [Score() for _ in rules.sides], bids, taken)[0]
    return worth(rules, result)
