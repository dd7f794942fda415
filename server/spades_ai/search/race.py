"""A race of candidates over the same worlds: who falls clearly behind is dropped, and the rest is looked at longer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

from spades_ai.search.playout import next_chance
from spades_ai.search.worlds import Dealer

__all__ = ["Run", "Runner", "gain_of", "race", "value_beside", "winner_of"]

_FIRST_BATCH = 16
_BEHIND = 2.5
"""Standard errors behind the leader at which a candidate is dropped."""


@dataclass(slots=True)
class Runner:
    """A candidate and what became of it in each world; mutable: it runs."""

    results: list[int] = field(default_factory=list)
    """Packed results of all playouts."""
    values: list[float] = field(default_factory=list)
    """What they were worth, on average in each world."""
    running: bool = True

    @property
    def mean(self) -> float:
        """What it is worth on average."""
        return fmean(self.values)


Run = Callable[[int, list[int], int], tuple[int, float]]
"""Plays the candidate of this number in these hands by this chance: packed tricks and what they are worth."""


def race(number: int, dealer: Dealer, chance: int, worlds: int, run: Run, *, playouts: int = 1) -> list[Runner]:
    """Return *number* candidates after at most *worlds* worlds; those that still run met the same ones.

    Each world is played out *playouts* times.
    """
    runners = [Runner() for _ in range(number)]
    batch, met = _FIRST_BATCH, 0
    while met < worlds:
        running = [index for index, runner in enumerate(runners) if runner.running]
        if len(running) == 1:
            break
        for _ in range(min(batch, worlds - met)):
            hands, chance = dealer.world(chance)
            chances = []
            for _ in range(playouts):
                chance = next_chance(chance)
                chances.append(chance)
            for index in running:
                ends = [run(index, hands, each) for each in chances]
                runners[index].results += [packed for packed, _ in ends]
                runners[index].values.append(sum(value for _, value in ends) / playouts)
        met, batch = met + min(batch, worlds - met), 2 * batch
        _drop(runners)
    return runners


def _drop(runners: Sequence[Runner]) -> None:
    running = [runner for runner in runners if runner.running]
    leader = max(running, key=lambda runner: sum(runner.values))
    for runner in running:
        gain, error = gain_of(leader, runner)
        runner.running = runner is leader or gain <= _BEHIND * error


def gain_of(better: Runner, other: Runner) -> tuple[float, float]:
    """Return by how much one runner did better than another, and the standard error of that, over worlds both met."""
    differences = [one - two for one, two in zip(better.values, other.values, strict=False)]
    number, gain = len(differences), fmean(differences)
    spread = sum((difference - gain) ** 2 for difference in differences)
    return gain, sqrt(spread / (number * max(number - 1, 1)))


def winner_of(runners: Sequence[Runner], *, clearly: float) -> int:
    """Return the number of the best runner; the first, unless another is better by *clearly* standard errors."""
    best = max(
        (index for index in range(len(runners)) if runners[index].running), key=lambda index: runners[index].mean
    )
    if best and runners[0].running:
        gain, error = gain_of(runners[best], runners[0])
        return best if gain > clearly * error else 0
    return best


def value_beside(best: Runner, other: Runner) -> float:
    """Return what a runner is worth, judged beside the best one by the worlds that both met."""
    gain, _ = gain_of(best, other)
    return best.mean - gain
