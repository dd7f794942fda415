"""The draw of two players: what the finished hand would be worth with the offered card, and with the next one."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean

from spades_ai.chance import chance
from spades_ai.choice import Alternative, Choice, Reason, Seed
from spades_ai.draw import choose_draw, is_kept
from spades_ai.knowledge import knowledge_of, own_seat
from spades_ai.search.hidden import holding_dealer
from spades_ai.search.places import places_of
from spades_engine import Action, Card, Decision, Rules, View, format_card
from spades_engine.cards import each

__all__ = ["search_draw"]

_CLEARLY = 1.0
"""Standard errors by which the other choice must be better than that of ``rules``."""
_NIL_MARGIN = 15.0


def search_draw(view: View, due: Decision, seed: Seed, worlds: int) -> Choice:
    """Return whether to keep the offered card, judged by *worlds* ways in which the draw may go on."""
    principled = choose_draw(view, due)
    keep, throw = due.options.index(Action.KEEP), due.options.index(Action.THROW)
    values = list(_values(view, chance(view, seed), worlds))
    differences = [kept - thrown for kept, thrown in values]
    gain = fmean(differences)
    error = sqrt(sum((one - gain) ** 2 for one in differences) / (worlds * max(worlds - 1, 1)))
    usual, other = principled.picks[0], throw if principled.picks[0] == keep else keep
    better = gain if other == keep else -gain
    chosen = other if better > _CLEARLY * error else usual
    alternatives = [
        Alternative(picks=(pick,), points=mean, value=mean, made=0.0, bags=0.0, worlds=worlds)
        for pick, mean in ((keep, fmean(one for one, _ in values)), (throw, fmean(one for _, one in values)))
    ]
    ranked = tuple(sorted(alternatives, key=lambda one: one.picks != (chosen,)))
    if chosen == usual:
        return Choice((usual,), principled.reasons, ranked)
    card = _offered(view)
    text = f"a hand with {format_card(card)} ends {gain:+.1f} points better than one with the next card"
    return Choice((chosen,), (Reason(code="searched", cards=(card,), value=gain, text=text),), ranked)


def _values(view: View, chance: Random, worlds: int) -> Iterator[tuple[float, float]]:
    """Yield what the hand is worth with the offered card and with the next one, the rest drawn alike."""
    rules, offered = view.rules, _offered(view)
    assert view.hand.draw is not None, "two players draw"
    unseen = list(each(knowledge_of(view).unseen))
    later = rules.hand_size - view.hand.draw.turns[own_seat(view)] - 1
    for _ in range(worlds):
        following, *others = chance.sample(unseen, k=2 * later + 1)
        drawn = [
            first if is_kept(rules, first) else second for first, second in zip(others[::2], others[1::2], strict=True)
        ]
        yield _worth(view, [offered, *drawn]), _worth(view, [following, *drawn])


def _offered(view: View) -> Card:
    assert view.hand.draw is not None, "two players draw"
    assert view.hand.draw.offered is not None, "a seat sees the card it is offered"
    return view.hand.draw.offered


def _worth(view: View, more: Sequence[Card]) -> float:
    """Return the points that the holding with *more* cards promises, as a number or as nil."""
    rules, dealer = view.rules, holding_dealer(view.rules)
    clubs, diamonds, hearts, spades = places_of(rules).sets(view.holding | sum(1 << card for card in more))
    points = 10 * dealer.estimate(clubs, diamonds, hearts, spades)
    return max(points, _nil(rules, dealer.escape(clubs, diamonds, hearts, spades)))


def _nil(rules: Rules, odds: float) -> float:
    return (2 * odds - 1) * rules.nil_points - _NIL_MARGIN if rules.nil else 0.0
