"""What ``search`` would have done in the place of a player, and what the difference was worth. Source: docs/bots.md"""

from dataclasses import dataclass

from spades_ai.choice import Alternative
from spades_ai.search import WORLDS, reviewing
from spades_engine import DecisionKind, Game, Option, decision, view

__all__ = ["Verdict", "verdict_on"]

_SEED = "review"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One decision of a player, looked at again."""

    hand: int
    trick: int
    """From 1; 0 for a bid."""
    chosen: Option
    best: Option
    """What the search would have done."""
    cost: float
    """Points that the choice was worse by, on average; 0 if it was as good."""
    chosen_figures: Alternative
    best_figures: Alternative


def verdict_on(game: Game, seat: int, chosen: Option, *, worlds: int = WORLDS) -> Verdict | None:
    """Return the verdict on a bid or card that *seat* chose in *game*, from what it could see.

    None where there was nothing to choose, or the search has no opinion: on bids that the variation forces, and on a
    revoke.
    """
    due = decision(game, seat)
    assert due is not None, "the seat chose"
    if due.kind not in (DecisionKind.BID, DecisionKind.PLAY) or len(due.options) == 1:
        return None
    choice = reviewing(view(game, seat), _SEED, worlds, chosen)
    figures = {due.options[one.picks[0]]: one for one in choice.alternatives if one.worlds}
    best, hand = due.options[choice.picks[0]], game.hand
    if chosen not in figures or best not in figures or hand is None:
        return None
    return Verdict(
        hand=hand.number,
        trick=len(hand.tricks) + 1 if due.kind is DecisionKind.PLAY else 0,
        chosen=chosen,
        best=best,
        cost=max(figures[best].value - figures[chosen].value, 0.0),
        chosen_figures=figures[chosen],
        best_figures=figures[best],
    )
