"""What a finished hand is worth to each side: points, and the chance to win the game where its end is near."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, sqrt
from statistics import fmean

from spades_ai.search.staging import BONUS_CARD, bonus_sides, unpacked
from spades_ai.worth import worth
from spades_engine import Bid, Card, Game, Rules, Score, SideResult, score_hand
from spades_engine.scoring import game_result

__all__ = ["Outcome", "Stakes", "is_near_end", "stakes_of", "win_chances"]

_ONE_HAND = 130
"""Points within which a hand may end the game."""
_A_HAND = 60
"""Points by which the leader comes nearer to the target in a hand; fitted like the next number."""
_SCATTER, _SCATTER_ALONE = 55.0, 35.0
"""How the lead scatters in one hand, as the scale of a logistic curve, with partners and without; fitted on 250 games
of ``rules`` in pairs and 150 of three players."""
_GAME = 400.0
"""Points that the whole game is worth, where chances to win it are weighed: a point early in it costs as much."""
_MOST_KNOWN = 1 << 12
"""Outcomes that are remembered at once; six players find new ends all the time."""
_BESIDE = 0.05
"""What a point is worth besides, so that nothing is thrown away in a game that is decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a hand may end. Tuples are by side."""

    values: tuple[float, ...]
    """What each side makes of it: its own worth less that of the others on average, or chances to win, in points."""
    points: tuple[float, ...]
    """The worth of the hand, a bag counted at once for what it will cost."""
    wins: tuple[float, ...]
    """The chance of each side to win the game."""
    made: tuple[bool, ...]
    """Whether what each side has promised, nils aside, was made."""
    bags: tuple[int, ...]
    nils: tuple[bool, ...]
    """Whether every nil of the side was made; True without one."""


@dataclass(slots=True)
class Stakes:
    """What hands with given bids are worth; mutable: it remembers outcomes."""

    game: Game
    bids: tuple[Bid | None, ...]
    near_end: bool = field(init=False)
    known: dict[int, Outcome] = field(default_factory=dict)
    """By packed results of playouts."""

    def __post_init__(self) -> None:
        self.near_end = is_near_end(self.game)

    def outcome(self, packed: int) -> Outcome:
        """Return what it means that the seats took these tricks."""
        found = self.known.get(packed)
        if found is None:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            found = self.known[packed] = self._outcome(packed)
        return found

    def _outcome(self, packed: int) -> Outcome:
        rules = self.game.rules
        tricks = unpacked(packed, rules.players)
        winners, last_card = _bonus_tricks(rules, packed)
        results = score_hand(rules, self.game.scores, self.bids, tricks, winners=winners, last_card=last_card)
        points = tuple(worth(rules, result) for result in results)
        wins = win_chances(rules, results, self.game.hands_played + 1)
        return Outcome(
            values=tuple(self._value(points, wins, side) for side in range(len(points))),
            points=points,
            wins=wins,
            made=tuple(result.contract >= 0 for result in results),
            bags=tuple(result.new_bags for result in results),
            nils=tuple(all(self._kept(seat, tricks) for seat in seats) for seats in rules.sides),
        )

    def _value(self, points: Sequence[float], wins: Sequence[float], side: int) -> float:
        ahead = points[side] - fmean(other for number, other in enumerate(points) if number != side)
        return _GAME * wins[side] + _BESIDE * ahead if self.near_end else ahead

    def _kept(self, seat: int, tricks: Sequence[int]) -> bool:
        bid = self.bids[seat]
        return bid is None or not bid.is_nil or not tricks[seat]


def _bonus_tricks(rules: Rules, packed: int) -> tuple[list[int], Card | None]:
    """Return winners of tricks, and a last card, that earn the bonuses of a result and no others."""
    first, last = bonus_sides(packed, rules.players)
    winners = [] if first is None or rules.bemo is None else [rules.sides[first][0]] * rules.bemo
    return (winners, None) if last is None else ([*winners, rules.sides[last][0]], BONUS_CARD)


def stakes_of(game: Game, bids: Sequence[Bid | None]) -> Stakes:
    """Return the stakes of a hand in play: the same for all its decisions, which meet the same ends again."""
    return _stakes(_Standing(game, game.rules, game.scores, game.hands_played, tuple(bids)))


@dataclass(frozen=True, slots=True)
class _Standing:
    """All of a game that tells what its hand is worth."""

    game: Game = field(compare=False)
    rules: Rules
    scores: tuple[Score, ...]
    hands_played: int
    bids: tuple[Bid | None, ...]


@lru_cache(maxsize=4)
def _stakes(standing: _Standing) -> Stakes:
    return Stakes(standing.game, standing.bids)


def is_near_end(game: Game) -> bool:
    """Return whether this hand may end the game."""
    rules, points = game.rules, [score.points for score in game.scores]
    return (
        (rules.target_score is not None and max(points) >= rules.target_score - _ONE_HAND)
        or (rules.losing_score is not None and min(points) <= rules.losing_score + _ONE_HAND)
        or (rules.max_hands is not None and game.hands_played + 1 >= rules.max_hands)
        or (rules.set_limit is not None and max(score.sets for score in game.scores) + 1 >= rules.set_limit)
    )


def win_chances(rules: Rules, results: Sequence[SideResult], hands_played: int) -> tuple[float, ...]:
    """Return the chance of each side to win after *hands_played* hands, of which *results* are the last."""
    scores = [result.after for result in results]
    ended = game_result(rules, scores, hands_played, won_all=[result.won_all for result in results])
    if ended is not None:
        share = 1 / len(scores)
        return tuple(share if ended.winner is None else float(side == ended.winner) for side in range(len(scores)))
    standing = [_standing(rules, score) for score in scores]
    scale = (_SCATTER if rules.has_partners else _SCATTER_ALONE) * sqrt(_hands_left(rules, scores, hands_played))
    best = max(standing)
    weights = [exp((points - best) / scale) for points in standing]
    return tuple(weight / sum(weights) for weight in weights)


def _standing(rules: Rules, score: Score) -> float:
    """Return points, less what the bags will cost."""
    penal = rules.bags_counted and rules.bag_penalty
    return score.points - (rules.bag_penalty_points / rules.bag_limit * score.bags if penal else 0.0)


def _hands_left(rules: Rules, scores: Sequence[Score], hands_played: int) -> float:
    best = max(score.points for score in scores)
    by_points = 10.0 if rules.target_score is None else (rules.target_score - best) / _A_HAND
    by_number = by_points if rules.max_hands is None else float(rules.max_hands - hands_played)
    return max(min(by_points, by_number), 0.5)
