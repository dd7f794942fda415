"""The player ``random``: bids what its cards are worth, so that games end, and plays any legal card."""

from typing import assert_never

from spades_ai.bidding import nearest_bid
from spades_ai.chance import chance
from spades_ai.choice import Choice, Reason, Seed, pick
from spades_ai.claim import choose_claim
from spades_ai.estimate import estimate_tricks
from spades_ai.position import honest_options
from spades_engine import Action, DecisionKind, View, decision

__all__ = ["random_player"]

_BY_CHANCE = Reason(code="chance", text="picked by chance")


def random_player(view: View, seed: Seed) -> Choice:
    """Return a choice by chance; a bid by counting."""
    due = decision(view.game, view.seat)
    assert due is not None, "a decision is owed"
    match due.kind:
        case DecisionKind.BLIND:
            return pick(due, Action.LOOK)
        case DecisionKind.BID:
            estimate = estimate_tricks(view)
            return pick(due, nearest_bid(due, estimate.tricks), *estimate.reasons)
        case DecisionKind.PLAY:
            return pick(due, chance(view, seed).choice(honest_options(view, due)), _BY_CHANCE)
        case DecisionKind.TALK:
            return Choice((0,), (_BY_CHANCE,))
        case DecisionKind.CLAIM:
            return choose_claim(view, due)
        case DecisionKind.DRAW | DecisionKind.EXCHANGE:
            picks = chance(view, seed).sample(range(len(due.options)), due.picks)
            return Choice(tuple(sorted(picks)), (_BY_CHANCE,))
        case _:
            assert_never(due.kind)
