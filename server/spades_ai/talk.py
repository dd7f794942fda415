"""What to tell the partner before the bidding, and which hand is not worth playing: docs/rules.md, decision 5."""

from spades_ai.choice import Choice, Reason, pick
from spades_ai.estimate import estimate_tricks
from spades_ai.nil import nil_odds
from spades_engine import NIL, Action, Decision, Talk, TalkKind, View

__all__ = ["choose_talk", "wants_redeal"]

_LIKELY_NIL = 0.75
_POOR = 0.75
"""Share of an even part of the tricks below which a hand is better dealt again."""


def choose_talk(view: View, due: Decision) -> Choice:
    """Return what to say: the estimate, or that nil is likely; nothing before the cards were seen."""
    if len(due.options) == 1:
        return Choice((0,))
    odds, nil_reason = nil_odds(view)
    nil = Talk(TalkKind.THINKING_OF_NIL)
    if odds >= _LIKELY_NIL and nil in due.options:
        return pick(due, nil, nil_reason)
    estimate = estimate_tricks(view)
    return pick(due, Talk(TalkKind.ABOUT, min(round(estimate.tricks), view.rules.hand_size)), *estimate.reasons)


def wants_redeal(view: View, due: Decision) -> Reason | None:
    """Return why the hand should be dealt again, None if it should not or may not."""
    if Action.REDEAL not in due.options or (NIL in due.options and nil_odds(view)[0] >= _LIKELY_NIL):
        return None
    tricks = estimate_tricks(view).tricks
    if tricks >= _POOR * view.rules.hand_size / view.rules.players:
        return None
    return Reason(code="poor_hand", value=tricks, text=f"these cards are worth about {tricks:.1f} tricks")
