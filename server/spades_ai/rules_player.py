"""The player ``rules``: counts when it bids and follows known principles when it plays; it leaves nothing to chance."""

from typing import assert_never

from spades_ai.bidding import choose_bid
from spades_ai.choice import Choice, Seed
from spades_ai.claim import choose_claim
from spades_ai.draw import choose_draw
from spades_ai.exchange import choose_gift
from spades_ai.nil import choose_blind
from spades_ai.play import choose_play
from spades_ai.talk import choose_talk
from spades_engine import DecisionKind, View, decision

__all__ = ["rules_player"]


def rules_player(view: View, seed: Seed) -> Choice:
    """Return what the principles say; *seed* is not used, since ties fall to the first card in order."""
    due = decision(view.game, view.seat)
    assert due is not None, "a decision is owed"
    match due.kind:
        case DecisionKind.DRAW:
            return choose_draw(view, due)
        case DecisionKind.BLIND:
            return choose_blind(view, due)
        case DecisionKind.BID:
            return choose_bid(view, due)
        case DecisionKind.EXCHANGE:
            return choose_gift(view, due)
        case DecisionKind.PLAY:
            return choose_play(view, due)
        case DecisionKind.TALK:
            return choose_talk(view, due)
        case DecisionKind.CLAIM:
            return choose_claim(view, due)
        case _:
            assert_never(due.kind)
