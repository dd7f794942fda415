"""How many tricks a holding is worth: a sum of named components, each a reason. Source: docs/bots.md"""

from dataclasses import dataclass

from spades_ai.choice import Reason
from spades_ai.knowledge import PLAIN_SUITS, knowledge_of, opponents_of, own_seat, ranking_of
from spades_ai.odds import all_hold
from spades_engine import Card, Rules, Suit, View, format_card, pack_of
from spades_engine.cards import count, each

__all__ = ["Estimate", "estimate_tricks"]

_UNBEATEN = (1.0, 0.75, 0.55)
"""Chance that a side card wins its round, by how many higher cards others hold: those may lie behind it."""
_TRUMP_HONOUR = (1.0, 0.85, 0.65)
"""Tricks of a protected trump, by how many higher ones others hold."""
_BARE_TRUMP_HONOUR = (1.0, 0.3, 0.15)
"""The same without enough small trumps to wait behind."""
_LONG_TRUMP = 0.9
_SHORT_TRUMPS = 3
"""Trumps of this length fall to the trumps of others; those beyond win by length."""
_RUFFS = (0.8, 0.5, 0.15)
"""Tricks of the first ruff in a suit, by how many cards of it are held."""
_SHORT = ("void in", "one card in", "two cards in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a holding is worth."""

    tricks: float
    """Tricks the seat will take, at a guess; 0 or more."""
    reasons: tuple[Reason, ...]
    """The components; their values add up to the guess, but for the correction."""


@dataclass(frozen=True, slots=True)
class _Correction:
    scale: float
    shift: float


_PAIRS = _Correction(0.9, 0.75)
_ALONE = _Correction(1.0, 0.55)
_THREE = _Correction(1.1, 0.55)
_SIX = _Correction(0.7, 0.7)
"""With two packs an equal card may be played first, and thirteen spades more are out to ruff."""
_SIX_ALONE = _Correction(0.8, 0.3)
_DRAWN = _Correction(0.85, 1.65)
_TWO = _Correction(0.9, 3.8)
"""Two players with 13 cards dealt: half the pack lies idle and suits end early, which the components do not know."""


def estimate_tricks(view: View) -> Estimate:
    """Return what the holding of the view's seat is worth before play."""
    reasons = (*_side_honours(view), *_trumps(view))
    fitted = _correction(view.rules)
    tricks = fitted.scale * sum(reason.value for reason in reasons) + fitted.shift
    return Estimate(tricks=max(tricks, 0.0), reasons=tuple(sorted(reasons, key=lambda reason: -reason.value)))


def _correction(rules: Rules) -> _Correction:
    """Return the line from components to tricks taken, fitted on self-play of ``rules``."""
    if rules.players == 2:
        return _DRAWN if rules.draws else _TWO
    if rules.players == 3:
        return _THREE
    if rules.players == 6:
        return _SIX if rules.has_partners else _SIX_ALONE
    return _PAIRS if rules.has_partners else _ALONE


def _side_honours(view: View) -> list[Reason]:
    """A high side card wins its round if no opponent is short of the suit, and no higher card lies behind it."""
    rules, pack, stronger = view.rules, pack_of(view.rules), ranking_of(view.rules).stronger
    unseen = knowledge_of(view).unseen
    hands = (rules.hand_size,) * len(opponents_of(rules, own_seat(view)))
    reasons = []
    for suit in PLAIN_SUITS:
        held = view.holding & pack.suits[suit]
        outstanding = count(unseen & pack.suits[suit])
        for card in each(held):
            above, own_above = count(stronger[card] & unseen), count(stronger[card] & held)
            turn = above + own_above + 1
            if above >= len(_UNBEATEN) or turn > min(len(_UNBEATEN), count(held)):
                continue
            followed = all_hold(turn, outstanding, count(unseen), hands)
            reasons.append(_side_honour(card, suit, turn, followed, _UNBEATEN[above]))
    return reasons


def _side_honour(card: Card, suit: Suit, turn: int, followed: float, unbeaten: float) -> Reason:
    text = f"{format_card(card)}: every opponent can follow to round {turn} with probability {followed:.0%}"
    if unbeaten < 1:
        text += f", and it is not beaten with {unbeaten:.0%}"
    return Reason(code="side_honour", cards=(card,), suit=suit, value=followed * unbeaten, text=text)


def _trumps(view: View) -> list[Reason]:
    """Trumps win by height, by length, or as ruffs; each is counted once."""
    pack, stronger = pack_of(view.rules), ranking_of(view.rules).stronger
    held, unseen = view.holding & pack.spades, knowledge_of(view).unseen
    ordered = sorted(each(held), key=lambda card: -pack.power[card])
    reasons, spare = [], []
    for place, card in enumerate(ordered):
        above = count(stronger[card] & unseen)
        if above < len(_TRUMP_HONOUR):
            protected = len(ordered) - 1 - place >= above
            worth = (_TRUMP_HONOUR if protected else _BARE_TRUMP_HONOUR)[above]
            text = f"{format_card(card)} is worth {worth:.2f}: higher spades held by others: {above}"
            reasons.append(Reason(code="trump_honour", cards=(card,), suit=Suit.SPADES, value=worth, text=text))
        elif place >= _SHORT_TRUMPS:
            text = f"{format_card(card)} is worth {_LONG_TRUMP:.2f}: your spade number {place + 1}"
            reasons.append(Reason(code="long_trump", cards=(card,), suit=Suit.SPADES, value=_LONG_TRUMP, text=text))
        else:
            spare.append(card)
    return reasons + _ruffs(view, len(spare))


def _ruffs(view: View, spare: int) -> list[Reason]:
    """A small trump wins a trick in a suit that is soon void; one ruff for each spare trump, the best first."""
    pack = pack_of(view.rules)
    lengths = {suit: count(view.holding & pack.suits[suit]) for suit in PLAIN_SUITS}
    short = sorted((length, suit) for suit, length in lengths.items() if length < len(_RUFFS))
    return [
        Reason(
            code="ruff",
            suit=suit,
            value=_RUFFS[length],
            text=f"{_SHORT[length]} {suit.name.lower()} and a small spade: a ruff is worth {_RUFFS[length]:.2f}",
        )
        for length, suit in short[:spare]
    ]
