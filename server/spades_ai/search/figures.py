"""What a race has found, as figures for people: what each answer leads to, and where the best two differ."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from spades_ai.choice import Alternative, Reason
from spades_ai.search.stakes import Outcome
from spades_engine import Card

__all__ = ["alternative_of", "reasons_of"]

_TELLING = 0.03
"""The least difference of a probability that is worth telling; of bags ten times as much."""


def alternative_of(picks: tuple[int, ...], outcomes: Sequence[Outcome], side: int, *, has_nil: bool) -> Alternative:
    """Return what *picks* led to for *side*."""
    others = [number for number in range(len(outcomes[0].points)) if number != side]
    return Alternative(
        picks=picks,
        points=fmean(outcome.points[side] for outcome in outcomes),
        value=fmean(outcome.values[side] for outcome in outcomes),
        made=fmean(outcome.made[side] for outcome in outcomes),
        bags=fmean(outcome.bags[side] for outcome in outcomes),
        sets=fmean(not all(outcome.made[other] for other in others) for outcome in outcomes),
        nil=fmean(outcome.nils[side] for outcome in outcomes) if has_nil else None,
        win=fmean(outcome.wins[side] for outcome in outcomes),
        worlds=len(outcomes),
    )


def reasons_of(best: Alternative, second: Alternative, cards: tuple[Card, ...]) -> Iterator[Reason]:
    """Yield where the best answer and the second differ, greatest difference first; *cards* are what they are about."""
    nils = (
        () if best.nil is None or second.nil is None else (("nil_survives", best.nil, second.nil, "the nil is made"),)
    )
    chances = (
        ("makes", best.made, second.made, "your contract is made"),
        ("sets", best.sets or 0.0, second.sets or 0.0, "another side is set"),
        *nils,
    )
    for code, value, other, what in sorted(chances, key=lambda one: -abs(one[1] - one[2])):
        if abs(value - other) >= _TELLING:
            yield Reason(code=code, cards=cards, value=value, text=f"{what} with {value:.0%}, otherwise {other:.0%}")
    if abs(best.bags - second.bags) >= 10 * _TELLING:
        text = f"{best.bags:.1f} bags on average, otherwise {second.bags:.1f}"
        yield Reason(code="bags", cards=cards, value=best.bags, text=text)
