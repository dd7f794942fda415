"""Play not to win: bags cost points, and a nil must take nothing. Source: docs/bots.md"""

from spades_ai.choice import Answer, play
from spades_ai.position import Position
from spades_engine import Card, Suit

__all__ = ["danger", "duck", "highest_loser"]

_SPADE = 2.0
"""The danger of a spade, which is no discard later; beyond that of any side card."""
_LAST_OF_SUIT = 1.5
"""The danger of a side card that nobody else can follow: led, it wins unless it is ruffed."""
_PROTECTION = 0.08
"""The danger that each other card of its suit takes from a card."""


def duck(position: Position) -> Answer:
    """Return the card to play when another trick is unwelcome."""
    if position.led is None:
        card = min(position.legal, key=lambda card: (_wins_lead(position, card), position.height(card)))
        return play(card, "lead_to_lose", "it is the lead least likely to win", value=_wins_lead(position, card))
    if position.losers:
        card = highest_loser(position)
        return play(card, "duck", "the most dangerous card that does not win")
    if position.after:
        card = min(position.legal, key=lambda card: position.pack.power[card])
        return play(card, "duck_low", "every card would win now; the lowest may yet be beaten")
    card = max(position.legal, key=lambda card: (position.suit(card) is not Suit.SPADES, position.height(card)))
    return play(card, "win_high", "the trick cannot be lost: the most dangerous card goes")


def _wins_lead(position: Position, card: Card) -> float:
    """Return roughly how likely *card*, led, is to win: all others must lack a higher one."""
    above, below = position.above(card), position.below(card)
    if not above:
        return 1.0
    return float((below / (above + below)) ** len(position.after))


def highest_loser(position: Position) -> Card:
    """Return the most dangerous card that does not win the trick as it lies; there is one."""
    return max(position.losers, key=lambda card: danger(position, card))


def danger(position: Position, card: Card) -> tuple[float, int]:
    """Order by the danger of winning with *card* later: the share of unseen cards it beats, less what protects it."""
    suit, height = position.suit(card), position.height(card)
    outstanding = position.outstanding(suit)
    if suit is Suit.SPADES:
        return _SPADE, height
    if not outstanding:
        return _LAST_OF_SUIT, height
    return position.below(card) / outstanding - _PROTECTION * (position.length(suit) - 1), height
