"""The six lines of a hand, and how a game ends. Source: docs/rules.md c1-c22, d1, d2 and decisions 14, 15, 25-28."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from spades_engine.bidding import contract_of
from spades_engine.bids import Bid, BidKind
from spades_engine.rules import Rules

__all__ = ["EndReason", "GameResult", "Score", "SideResult", "game_result", "needed_tricks", "score_hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Where a side stands between hands."""

    points: int = 0
    bags: int = 0
    """Bags towards the next penalty; kept apart from the points, never negative (c16)."""
    sets: int = 0
    """Contracts set so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """The lines of one side: contract + bag_points + nil + bag_penalty = hand."""

    contract: int
    bag_points: int
    nil: int
    bag_penalty: int
    new_bags: int
    after: Score

    @property
    def hand(self) -> int:
        """The four lines together."""
        return self.contract + self.bag_points + self.nil + self.bag_penalty


class EndReason(IntEnum):
    """Why a game ended."""

    TARGET = 1
    FLOOR = 2
    HAND_LIMIT = 3
    SET_LIMIT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How a game ended."""

    winner: int | None
    """The side that won; None for a draw."""
    reason: EndReason


def needed_tricks(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seats: Sequence[int]) -> int:
    """Return the tricks that *seats* still need for their contract; 0 once it is made."""
    return max(contract_of(bids, seats) - _towards_contract(rules, bids, tricks, seats), 0)


def score_hand(
    rules: Rules, before: Sequence[Score], bids: Sequence[Bid], tricks: Sequence[int]
) -> tuple[SideResult, ...]:
    """Return the lines of every side; *bids* and *tricks* by seat, *before* by side."""
    return tuple(
        _score_side(rules, score, bids, tricks, seats) for score, seats in zip(before, rules.sides, strict=True)
    )


def _score_side(
    rules: Rules, before: Score, bids: Sequence[Bid], tricks: Sequence[int], seats: Sequence[int]
) -> SideResult:
    contract, over = _contract_line(rules, bids, tricks, seats)
    stray = _stray_bags(rules, bids, tricks, seats)
    new_bags = over + stray if rules.bags_counted else 0
    penalty, bags = _bag_penalty(rules, before.bags + new_bags)
    bag_points = rules.bag_points * (over + stray * rules.failed_nil_points)
    nil = _nil_line(rules, bids, tricks, seats)
    after = Score(
        points=before.points + contract + bag_points + nil + penalty, bags=bags, sets=before.sets + (contract < 0)
    )
    return SideResult(
        contract=contract, bag_points=bag_points, nil=nil, bag_penalty=penalty, new_bags=new_bags, after=after
    )


def _contract_line(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int], seats: Sequence[int]) -> tuple[int, int]:
    """Return the points of the contract and the tricks beyond it. A side of nils has no contract (c9)."""
    if all(bids[seat].is_nil for seat in seats):
        return 0, 0
    contract = contract_of(bids, seats)
    taken = _towards_contract(rules, bids, tricks, seats)
    if taken >= contract:
        return 10 * contract, taken - contract
    cost = {"bid": contract, "missing": contract - taken, "taken": taken, "zero": 0}[rules.set_penalty]
    return -10 * cost, 0


def _towards_contract(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seats: Sequence[int]) -> int:
    """Return the tricks that count for the contract: a failed nil's only where the rules say they help (c1)."""
    helping = rules.failed_nil_tricks == "help"
    return sum(tricks[seat] for seat in seats if helping or not ((bid := bids[seat]) and bid.is_nil))


def _stray_bags(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int], seats: Sequence[int]) -> int:
    """Return the tricks of failed nils that are bags: also where they would help, but nobody bid (decision 14)."""
    taken = sum(tricks[seat] for seat in seats if bids[seat].is_nil)
    if rules.failed_nil_tricks == "ignore":
        return 0
    if rules.failed_nil_tricks == "help" and not all(bids[seat].is_nil for seat in seats):
        return 0
    return taken


def _nil_line(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int], seats: Sequence[int]) -> int:
    nils = [seat for seat in seats if bids[seat].is_nil]
    points = sum(_nil_worth(rules, bids[seat]) * (1 if tricks[seat] == 0 else -1) for seat in nils)
    two_plain = len(nils) == 2 and all(bids[seat].kind is BidKind.NIL for seat in nils)
    if not two_plain or rules.double_nil in ("sum", "forbidden"):
        return points
    failed = sum(tricks[seat] > 0 for seat in nils)
    if rules.double_nil == "500":
        return (500, 0, -500)[failed]
    if not failed:
        return points
    return 0 if rules.double_nil == "zero" else -200


def _nil_worth(rules: Rules, bid: Bid) -> int:
    return rules.blind_nil_points if bid.is_blind else rules.nil_points


def _bag_penalty(rules: Rules, bags: int) -> tuple[int, int]:
    """Return the penalty, 0 or negative, and the bags left. Ten reached is enough, twice ten costs twice (c11, c12)."""
    if not rules.bag_penalty or bags < rules.bag_limit:
        return 0, bags
    if rules.bag_carry == "reset":
        return -rules.bag_penalty_points, 0
    times, left = divmod(bags, rules.bag_limit)
    return -rules.bag_penalty_points * times, left


def game_result(rules: Rules, scores: Sequence[Score], hands_played: int) -> GameResult | None:
    """Return how the game ends with *scores* after *hands_played* hands; None if it goes on."""
    points = [score.points for score in scores]
    best = max(points)
    leaders = [side for side, mine in enumerate(points) if mine == best]
    if by_sets := _set_limit_result(rules, scores):
        return by_sets
    reason = _reached(rules, points)
    last_hand = rules.max_hands is not None and hands_played >= rules.max_hands
    if reason is None and not last_hand:
        return None
    if len(leaders) == 1:
        return GameResult(winner=leaders[0], reason=reason or EndReason.HAND_LIMIT)
    if last_hand and rules.tie_at_hand_limit == "draw":
        return GameResult(winner=None, reason=EndReason.HAND_LIMIT)
    return None if reason is None else _tied(rules, scores, leaders, reason)


def _reached(rules: Rules, points: Sequence[int]) -> EndReason | None:
    if rules.target_score is not None and max(points) >= rules.target_score:
        return EndReason.TARGET
    if rules.losing_score is not None and min(points) <= rules.losing_score:
        return EndReason.FLOOR
    return None


def _tied(rules: Rules, scores: Sequence[Score], leaders: Sequence[int], reason: EndReason) -> GameResult | None:
    if rules.tie_break == "draw":
        return GameResult(winner=None, reason=reason)
    if rules.tie_break == "fewest_bags":
        fewest = min(scores[side].bags for side in leaders)
        best = [side for side in leaders if scores[side].bags == fewest]
        return GameResult(winner=best[0], reason=reason) if len(best) == 1 else None
    return None


def _set_limit_result(rules: Rules, scores: Sequence[Score]) -> GameResult | None:
    """The sides set too often have lost; of the others, or of all if all were, the higher score wins (decision 27)."""
    limit = rules.set_limit
    if limit is None or all(score.sets < limit for score in scores):
        return None
    standing = [side for side, score in enumerate(scores) if score.sets < limit] or list(range(len(scores)))
    best = max(scores[side].points for side in standing)
    leaders = [side for side in standing if scores[side].points == best]
    return GameResult(winner=leaders[0], reason=EndReason.SET_LIMIT) if len(leaders) == 1 else None
