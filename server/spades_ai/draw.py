"""The draw of two players: keep every spade and any side card ten or better. Source: docs/bots.md"""

from spades_ai.choice import Choice, Reason, pick
from spades_engine import Action, Card, Decision, Rules, Suit, View, format_card, pack_of

__all__ = ["LEAST_KEPT", "choose_draw", "is_kept"]

LEAST_KEPT = 10
"""Measured: keeping from the ten is worth 3 tricks a hand over keeping everything; nine to queen are about as good."""


def choose_draw(view: View, due: Decision) -> Choice:
    """Return whether to keep the offered card."""
    pack, draw = pack_of(view.rules), view.hand.draw
    card = None if draw is None else draw.offered
    assert card is not None, "a seat sees the card it is offered"
    if pack.plays_as[card] is Suit.SPADES:
        reason = Reason(code="keep_spade", cards=(card,), suit=Suit.SPADES, text=f"{format_card(card)} is a spade")
    elif pack.power[card] >= LEAST_KEPT:
        reason = Reason(code="keep_high", cards=(card,), text=f"{format_card(card)} is a ten or better")
    else:
        low = Reason(
            code="throw_low", cards=(card,), text=f"{format_card(card)} is low: the next card is likely better"
        )
        return pick(due, Action.THROW, low)
    return pick(due, Action.KEEP, reason)


def is_kept(rules: Rules, card: Card) -> bool:
    """Return whether *card* is kept when it is offered."""
    pack = pack_of(rules)
    return pack.plays_as[card] is Suit.SPADES or pack.power[card] >= LEAST_KEPT
