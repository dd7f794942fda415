"""Nil: how likely it is to be made, and when to promise it blind. Source: docs/bots.md"""

from dataclasses import dataclass
from math import prod

from spades_ai.choice import Choice, Reason, pick
from spades_ai.knowledge import PLAIN_SUITS, knowledge_of, own_seat, ranking_of
from spades_engine import BLIND_NIL, Action, Card, CardSet, Decision, Rules, Suit, View, behind, format_card, pack_of
from spades_engine.cards import count, each

__all__ = ["choose_blind", "nil_odds", "suit_escape"]

_ROUNDS = (1.0, 0.85, 0.4, 0.1)
"""How often a card must be played to a round of its side suit, lowest card first."""
_SPADE_ROUNDS = (1.0, 0.95, 0.8)
"""The same for the three lowest spades, which are no discards."""
_FOURTH_SPADE = 0.4
_FURTHER_SPADE = 0.2
"""What is left of the odds with a fourth spade, and with each beyond: they outlast what might beat them."""


@dataclass(frozen=True, slots=True)
class _Weight:
    """Exponents that turn the odds of lone suits into the odds of the nil, fitted on self-play of ``rules``."""

    plain: float
    spades: float


_COVERED = _Weight(0.4, 0.85)
"""A partner covers, and side cards can be discarded."""
_FOUR_ALONE = _Weight(1.6, 2.1)
"""Everybody attacks, and what is risky is tried more than once."""
_SIX_ALONE = _Weight(3.2, 4.0)
_FEWER_ALONE = _Weight(2.2, 2.6)

_ONE_HAND = 80
"""Points that a side makes in a good hand."""
_DESPERATE = 200
"""Points behind from which a blind nil, made one time in five, is better than playing on."""


def nil_odds(view: View) -> tuple[float, Reason]:
    """Return the probability that the view's seat takes no trick, and the reason that says where it fails most."""
    rules, unseen = view.rules, knowledge_of(view).unseen
    plain = {card: risk for suit in PLAIN_SUITS for card, risk in _risks(rules, suit, view.holding, unseen)}
    spades = dict(_risks(rules, Suit.SPADES, view.holding, unseen))
    weight = _weight(rules)
    made = _escape(plain) ** weight.plain * _escape(spades) ** weight.spades * _long_spades(rules, view.holding)
    worst = sorted(plain | spades, key=lambda card: -(plain | spades)[card])[:2]
    text = f"nil is made with probability {made:.0%}; {' and '.join(map(format_card, worst))} are the dangers"
    return made, Reason(code="nil_odds", cards=tuple(worst), value=made, text=text)


def _weight(rules: Rules) -> _Weight:
    if rules.has_partners:
        return _COVERED
    if rules.players == 6:
        return _SIX_ALONE
    return _FOUR_ALONE if rules.players == 4 else _FEWER_ALONE


def _escape(risks: dict[Card, float]) -> float:
    return prod(1 - risk for risk in risks.values())


def _long_spades(rules: Rules, holding: CardSet) -> float:
    spades = count(holding & pack_of(rules).spades)
    if spades <= len(_SPADE_ROUNDS):
        return 1.0
    return _FOURTH_SPADE * _FURTHER_SPADE ** (spades - len(_SPADE_ROUNDS) - 1)


def suit_escape(rules: Rules, suit: Suit, held: CardSet) -> float:
    """Return what *held*, all that a seat was dealt of *suit*, leaves of the odds of a nil."""
    weight = _weight(rules)
    escape = _escape(dict(_risks(rules, suit, held, pack_of(rules).cards & ~held)))
    if suit is Suit.SPADES:
        return float(escape**weight.spades) * _long_spades(rules, held)
    return float(escape**weight.plain)


def _risks(rules: Rules, suit: Suit, holding: CardSet, others_cards: CardSet) -> list[tuple[Card, float]]:
    """Return, for the cards of a suit from the lowest, the probability that it must be played and wins.

    A card wins its round if all others hold only lower ones then; those are taken to lie at random.
    """
    pack, ranking = pack_of(rules), ranking_of(rules)
    held, unseen = holding & pack.suits[suit], others_cards & pack.suits[suit]
    rounds = _SPADE_ROUNDS if suit is Suit.SPADES else _ROUNDS
    if not unseen:
        return [(card, 1.0) for card in each(held)]
    others = rules.players - 1
    ordered = sorted(each(held), key=lambda card: pack.power[card])
    return [
        (card, weight * (count(ranking.weaker[card] & unseen) / count(unseen)) ** others)
        for card, weight in zip(ordered, rounds, strict=False)
    ]


def choose_blind(view: View, due: Decision) -> Choice:
    """Return whether to look or to bid blind nil, which only a desperate side does."""
    trailing = behind(view.game, own_seat(view))
    if BLIND_NIL in due.options and trailing >= _DESPERATE and _last_chance(view):
        text = f"{trailing} points behind and the game is about to end: nothing less can win it"
        return pick(due, BLIND_NIL, Reason(code="desperate", value=trailing, text=text))
    return pick(due, Action.LOOK, Reason(code="look", value=trailing, text="a blind nil would most likely fail"))


def _last_chance(view: View) -> bool:
    """Return whether the best other side can end the game with this hand."""
    rules, game = view.rules, view.game
    if rules.max_hands is not None and game.hands_played + 1 >= rules.max_hands:
        return True
    return (
        rules.target_score is not None and max(score.points for score in game.scores) >= rules.target_score - _ONE_HAND
    )
