"""Candidates run in the same worlds; who is clearly behind is dropped. Source: docs/bots.md"""

import random

from spades_ai.search.race import Runner, gain_of, race, winner_of
from spades_ai.search.worlds import Dealer


class Track:
    """Values drawn from the chance of each world; remembers who ran where."""

    def __init__(self, means: list[float], scatter: float) -> None:
        self.means, self.scatter = means, scatter
        self.met: dict[int, list[int]] = {index: [] for index in range(len(means))}

    def run(self, index: int, _: list[int], chance: int) -> tuple[int, float]:
        self.met[index].append(chance)
        return chance, self.means[index] + self.scatter * random.Random(chance * 10 + index).gauss(0, 1)


def empty_dealer() -> Dealer:
    return Dealer(4, lambda suit, cards: None)


def test_the_budget_is_kept_and_close_candidates_meet_the_same_worlds() -> None:
    track = Track([0.0, 0.0], 5.0)
    runners = race(2, empty_dealer(), 1, 100, track.run)
    assert [len(runner.values) for runner in runners] == [100, 100]
    assert track.met[0] == track.met[1]
    assert len(set(track.met[0])) == 100


def test_a_world_that_is_played_out_twice_is_one_value_and_two_results() -> None:
    track = Track([0.0, 0.0], 5.0)
    one, other = race(2, empty_dealer(), 1, 20, track.run, playouts=2)
    assert one.results == other.results == track.met[0] == track.met[1]
    assert len(set(one.results)) == 40
    assert one.values[0] == sum(track.run(0, [], chance)[1] for chance in one.results[:2]) / 2
    assert len(one.values) == 20


def test_a_hopeless_candidate_is_dropped_after_the_first_batch() -> None:
    track = Track([0.0, -50.0, 0.5], 5.0)
    runners = race(3, empty_dealer(), 1, 128, track.run)
    assert len(runners[1].values) == 16
    assert not runners[1].running
    assert len(runners[0].values) == len(runners[2].values) == 128


def test_the_race_ends_when_one_is_left() -> None:
    runners = race(2, empty_dealer(), 1, 128, Track([0.0, 50.0], 5.0).run)
    assert [len(runner.values) for runner in runners] == [16, 16]
    gain, error = gain_of(runners[1], runners[0])
    assert gain > 2.5 * error > 0


def test_the_first_wins_unless_another_is_better_by_so_many_standard_errors() -> None:
    runners = [Runner(values=values) for values in ([0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 4.0, 0.0], [9.0, -9.0, 9.0, -9.0])]
    gain, error = gain_of(runners[1], runners[0])
    assert round(gain / error, 2) == 1.73
    assert winner_of(runners, clearly=1.0) == 1
    assert winner_of(runners, clearly=2.0) == 0


def test_who_is_dropped_does_not_win() -> None:
    ahead_once = Runner(values=[50.0], running=False)
    assert (
        winner_of([Runner(values=[0.0, 0.0], running=False), Runner(values=[3.0, 1.0]), ahead_once], clearly=2.0) == 1
    )
