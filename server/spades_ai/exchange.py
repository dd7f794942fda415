"""What to give in the exchange: danger away from the nil bidder, low cards to it. Source: docs/bots.md"""

from spades_ai.choice import Choice, Reason
from spades_engine import Card, Decision, Suit, View, format_card, pack_of
from spades_engine.cards import count

__all__ = ["choose_gift"]

_HIGH_SPADE = 8
"""Strength of the nine: from here a spade is likelier to win than to be beaten."""


def choose_gift(view: View, due: Decision) -> Choice:
    """Return the cards to give to the partner."""
    held = [option for option in due.options if isinstance(option, int)]
    to_nil = view.hand.planned[0].to_nil
    given = sorted(held, key=lambda card: _help(view, card) if to_nil else _danger(view, card))[: due.picks]
    names = " ".join(map(format_card, given))
    if to_nil:
        reason = Reason(code="give_low", cards=tuple(given), text=f"{names}: low cards keep the nil safe")
    else:
        reason = Reason(code="give_danger", cards=tuple(given), text=f"{names}: these are most likely to win a trick")
    return Choice(tuple(sorted(map(due.options.index, given))), (reason,))


def _danger(view: View, card: Card) -> tuple[bool, int]:
    """Order by danger to one's own nil, worst first: high spades, then high side cards with few low ones beside."""
    pack = pack_of(view.rules)
    suit = pack.plays_as[card]
    height = pack.strength(card)
    if suit is Suit.SPADES:
        return height < _HIGH_SPADE, -height
    length = count(view.holding & pack.suits[suit])
    return True, length - height


def _help(view: View, card: Card) -> tuple[bool, int, int]:
    """Order by use to the partner's nil: the lowest side cards, from the shortest suit first."""
    pack = pack_of(view.rules)
    suit = pack.plays_as[card]
    return suit is Suit.SPADES, pack.strength(card), count(view.holding & pack.suits[suit])
