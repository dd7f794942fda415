"""How many tricks a holding is worth: a sum of named parts, each a reason. Source: docs/bots.md"""

from dataclasses import dataclass
from functools import lru_cache

from spades_ai.choice import Reason
from spades_ai.knowledge import PLAIN_SUITS, knowledge_of, opponents_of, own_seat, ranking_of
from spades_ai.odds import all_hold
from spades_ai.worths import worths_of
from spades_engine import Card, CardSet, Rules, Suit, View, format_card, pack_of
from spades_engine.cards import count, each

__all__ = ["Estimate", "estimate_tricks", "ruff_worth", "suit_worth"]

_SHORT_SPADES = 3
"""Spades of this length fall to the spades of others; those beyond win by length."""
_SHORT = ("void in", "one card in", "two cards in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a holding is worth."""

    tricks: float
    """Tricks the seat will take, at a guess; 0 or more."""
    reasons: tuple[Reason, ...]
    """The parts, greatest first; their values add up to the guess, unless that would be below 0."""


def estimate_tricks(view: View) -> Estimate:
    """Return what the holding of the view's seat is worth before play."""
    return _estimate(view.rules, own_seat(view), view.holding, knowledge_of(view).unseen)


@lru_cache(maxsize=256)
def _estimate(rules: Rules, seat: int, holding: CardSet, unseen: CardSet) -> Estimate:
    reasons = (
        *_side_honours(rules, seat, holding, unseen),
        *(spades := _spades(rules, holding, unseen)),
        *_ruffs(rules, holding, _small_spades(spades)),
        _rest(worths_of(rules).rest),
    )
    tricks = sum(reason.value for reason in reasons)
    return Estimate(tricks=max(tricks, 0.0), reasons=tuple(sorted(reasons, key=lambda reason: -reason.value)))


def _side_honours(rules: Rules, seat: int, holding: CardSet, unseen: CardSet) -> list[Reason]:
    """A high side card wins its round if every opponent follows suit, and no higher card lies behind it."""
    pack, stronger, worths = pack_of(rules), ranking_of(rules).stronger, worths_of(rules).side
    hands = (rules.hand_size,) * len(opponents_of(rules, seat))
    reasons = []
    for suit in PLAIN_SUITS:
        held = holding & pack.suits[suit]
        outstanding = count(unseen & pack.suits[suit])
        for card in each(held):
            above, own_above = count(stronger[card] & unseen), count(stronger[card] & held)
            turn = above + own_above + 1
            if above >= len(worths) or turn > min(len(worths), count(held)):
                continue
            followed = all_hold(turn, outstanding, count(unseen), hands)
            reasons.append(_side_honour(card, suit, turn, followed, above, worths[above]))
    return reasons


def _side_honour(card: Card, suit: Suit, turn: int, followed: float, above: int, worth: float) -> Reason:
    text = f"{format_card(card)} {followed * worth:.2f}: round {turn} is followed by every opponent with {followed:.0%}"
    if above:
        text += f", higher cards held by others: {above}"
    return Reason(code="side_honour", cards=(card,), suit=suit, value=followed * worth, text=text)


def _spades(rules: Rules, holding: CardSet, unseen: CardSet) -> list[Reason]:
    """Spades win by height, by length, or as small ones; each is counted once."""
    pack, stronger, worths = pack_of(rules), ranking_of(rules).stronger, worths_of(rules)
    ordered = sorted(each(holding & pack.spades), key=lambda card: -pack.power[card])
    reasons = []
    for place, card in enumerate(ordered):
        above = count(stronger[card] & unseen)
        if above < len(worths.spade):
            guarded = len(ordered) - 1 - place >= above
            worth = (worths.spade if guarded else worths.bare_spade)[above]
            text = f"{format_card(card)} {worth:.2f}: higher spades held by others: {above}"
            reasons.append(_spade("spade_honour", card, worth, text + ("" if guarded else ", too few below it")))
        elif place >= _SHORT_SPADES:
            worth = worths.long_spade
            text = f"{format_card(card)} {worth:.2f}: your spade number {place + 1} wins by length"
            reasons.append(_spade("long_spade", card, worth, text))
        else:
            text = f"{format_card(card)} {worths.small_spade:.2f}: a small spade may ruff"
            reasons.append(_spade("small_spade", card, worths.small_spade, text))
    return reasons


def _small_spades(spades: list[Reason]) -> int:
    return sum(reason.code == "small_spade" for reason in spades)


def _spade(code: str, card: Card, worth: float, text: str) -> Reason:
    return Reason(code=code, cards=(card,), suit=Suit.SPADES, value=worth, text=text)


def _ruffs(rules: Rules, holding: CardSet, small: int) -> list[Reason]:
    """A small spade is worth more where a suit is soon void; one ruff for each small spade, the best first."""
    pack, worths = pack_of(rules), worths_of(rules).ruff
    lengths = {suit: count(holding & pack.suits[suit]) for suit in PLAIN_SUITS}
    short = sorted((length, suit) for suit, length in lengths.items() if length < len(worths))
    return [
        Reason(
            code="ruff",
            suit=suit,
            value=worths[length],
            text=f"{_SHORT[length]} {suit.name.lower()} and a small spade {worths[length]:.2f}",
        )
        for length, suit in short[:small]
    ]


def suit_worth(rules: Rules, suit: Suit, held: CardSet) -> tuple[float, int]:
    """Return what *held*, all that a seat was dealt of *suit*, adds to an estimate, and the small spades in it.

    Nothing else of the pack is known. Ruffs depend on all suits together: ``ruff_worth`` adds them.
    """
    pack = pack_of(rules)
    elsewhere = pack.cards & ~pack.suits[suit]
    for _ in range(rules.hand_size - count(held)):
        elsewhere &= elsewhere - 1  # As many are in the own hand, whichever they are.
    unseen = pack.suits[suit] & ~held | elsewhere
    parts = _spades(rules, held, unseen) if suit is Suit.SPADES else _side_honours(rules, 0, held, unseen)
    return sum(part.value for part in parts), _small_spades(parts)


def ruff_worth(rules: Rules, lengths: tuple[int, ...], small: int) -> float:
    """Return what *small* small spades ruff beside plain suits of these *lengths*."""
    ruffs = worths_of(rules).ruff
    return sum(ruffs[length] for length in sorted(length for length in lengths if length < len(ruffs))[:small])


def _rest(worth: float) -> Reason:
    return Reason(code="rest", value=worth, text=f"what cards like these take besides {worth:+.2f}")
