"""The six lines of a hand, and how a game ends. Source: docs/rules.md c1-c22, d1, d2 and decisions 14, 15, 25-28."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum

from spades_engine.bidding import contract_of
from spades_engine.bids import Bid, BidKind
from spades_engine.cards import Card, parse_card
from spades_engine.pack import pack_of
from spades_engine.rules import Rules

__all__ = ["EndReason", "GameResult", "Score", "SideResult", "game_result", "needed_tricks", "score_hand"]

_NINE_OF_SPADES = parse_card("9S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Where a side stands between hands."""

    points: int = 0
    bags: int = 0
    """Bags towards the next penalty; kept apart from the points, never negative (c16)."""
    sets: int = 0
    """Contracts set so far; where only those in a row count, the last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """The lines of one side: contract + bag_points + nil + bag_penalty = hand."""

    contract: int
    bag_points: int
    nil: int
    bag_penalty: int
    new_bags: int
    after: Score
    won_all: bool = False
    """A contract of thirteen was made where that wins the game."""

    @property
    def hand(self) -> int:
        """The four lines together."""
        return self.contract + self.bag_points + self.nil + self.bag_penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    """What a hand is scored from."""

    bids: Sequence[Bid | None]
    tricks: Sequence[int]
    winners: Sequence[int]
    last_card: Card | None
    revokers: Collection[int]


class EndReason(IntEnum):
    """Why a game ended."""

    TARGET = 1
    FLOOR = 2
    HAND_LIMIT = 3
    SET_LIMIT = 4
    ALL_TRICKS = 5


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
    rules: Rules,
    before: Sequence[Score],
    bids: Sequence[Bid | None],
    tricks: Sequence[int],
    *,
    winners: Sequence[int] = (),
    last_card: Card | None = None,
    revokers: Collection[int] = (),
) -> tuple[SideResult, ...]:
    """Return the lines of every side.

    *before* is by side; *bids* (None throughout where the hand bid itself) and *tricks* are by seat. *winners*, who won
    each trick in order, and *last_card*, which won the last one, are needed only by bonuses for particular tricks.
    *revokers* are the seats that did not follow suit though they could.
    """
    played = _Played(bids=bids, tricks=tricks, winners=winners, last_card=last_card, revokers=revokers)
    return tuple(_score_side(rules, score, played, seats) for score, seats in zip(before, rules.sides, strict=True))


def _score_side(rules: Rules, before: Score, played: _Played, seats: Sequence[int]) -> SideResult:
    bids, tricks = played.bids, played.tricks
    contract, over, made = _contract_line(rules, played, seats)
    if made and _has_contract(bids, seats):
        contract += _bonuses(rules, played, seats, exact=over == 0)
    stray = _stray_bags(rules, bids, tricks, seats)
    new_bags = over + stray if rules.bags_counted else 0
    bag_points = rules.bag_points * (over + stray * rules.failed_nil_points)
    nil = _nil_line(rules, bids, tricks, seats, contract_made=made)
    if any(
        seat in played.revokers for seat in seats
    ):  # Positive lines fall, bags and what was lost stand (decision 17).
        contract, bag_points, nil = min(contract, 0), min(bag_points, 0), min(nil, 0)
    penalty, bags = _bag_penalty(rules, before.bags + new_bags)
    sets = before.sets + 1 if contract < 0 else 0 if rules.set_limit_in_row else before.sets
    thirteen = rules.thirteen_wins and made and contract > 0 and contract_of(bids, seats) == 13
    return SideResult(
        contract=contract,
        bag_points=bag_points,
        nil=nil,
        bag_penalty=penalty,
        new_bags=new_bags,
        after=Score(points=before.points + contract + bag_points + nil + penalty, bags=bags, sets=sets),
        won_all=thirteen,
    )


def _contract_line(rules: Rules, played: _Played, seats: Sequence[int]) -> tuple[int, int, bool]:
    """Return the points of the contract, the tricks beyond it, and whether it was made.

    A side of nils has no contract (c9), and fails none.
    """
    bids = played.bids
    if all(bids[seat] is None for seat in seats):
        return 10 * sum(played.tricks[seat] for seat in seats), 0, True  # The hand that bids itself.
    if all((bid := bids[seat]) is not None and bid.is_nil for seat in seats):
        return 0, 0, True
    contract = contract_of(bids, seats)
    taken = _towards_contract(rules, bids, played.tricks, seats)
    blind = sum(bid.tricks for seat in seats if (bid := bids[seat]) and bid.kind is BidKind.BLIND_TRICKS)
    if taken >= contract:
        return _made(rules, contract) + 10 * blind, taken - contract, True
    return -_set(rules, contract, taken, blind), 0, False


def _has_contract(bids: Sequence[Bid | None], seats: Sequence[int]) -> bool:
    """Return whether a number was bid: not in a hand that bids itself, nor by a side of nils (c9)."""
    return any((bid := bids[seat]) is not None and not bid.is_nil for seat in seats)


def _made(rules: Rules, contract: int) -> int:
    """Return the points of a contract that was made; a bonus replaces ten for each trick (decision 27)."""
    if rules.thirteen_bonus is not None and contract == 13:
        return rules.thirteen_bonus
    return rules.ten_points if _is_ten(rules, contract) else 10 * contract


def _is_ten(rules: Rules, contract: int) -> bool:
    most = {"off": 0, "ten": 10, "ten_to_thirteen": 13}[rules.ten_for_200]
    return 10 <= contract <= most


def _set(rules: Rules, contract: int, taken: int, blind: int) -> int:
    """Return what a contract costs of which *blind* tricks were bid blind: those count twice (decision 27)."""
    if rules.ten_set_points is not None and _is_ten(rules, contract):
        return rules.ten_set_points + 10 * blind
    counted = {"bid": contract, "double": contract, "missing": contract - taken, "taken": taken, "zero": 0}
    tricks = counted[rules.set_penalty]
    return (20 if rules.set_penalty == "double" else 10) * (tricks + min(tricks, blind))


def _bonuses(rules: Rules, played: _Played, seats: Sequence[int], *, exact: bool) -> int:
    """Return what particular tricks earn a contract that was made; it goes into that line (decision 27)."""
    bonus = 0
    first = played.winners[: rules.bemo] if rules.bemo is not None else ()
    if first and len(first) == rules.bemo and set(first) <= set(seats):
        bonus += rules.bemo_points
    if rules.last_trick_bonus and exact and played.winners and played.winners[-1] in seats:
        card = played.last_card
        # Jokers and raised twos stand above the nine, too.
        if card is not None and pack_of(rules).power[card] >= pack_of(rules).power[_NINE_OF_SPADES]:
            bonus += 10
    return bonus


def _towards_contract(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seats: Sequence[int]) -> int:
    """Return the tricks that count for the contract: a failed nil's only where the rules say they help (c1)."""
    helping = rules.failed_nil_tricks == "help"
    return sum(tricks[seat] for seat in seats if helping or not ((bid := bids[seat]) and bid.is_nil))


def _nils(bids: Sequence[Bid | None], seats: Sequence[int]) -> list[tuple[int, Bid]]:
    return [(seat, bid) for seat in seats if (bid := bids[seat]) is not None and bid.is_nil]


def _stray_bags(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seats: Sequence[int]) -> int:
    """Return the tricks of failed nils that are bags: also where they would help, but nobody bid (decision 14)."""
    nils = _nils(bids, seats)
    if rules.failed_nil_tricks == "ignore":
        return 0
    if rules.failed_nil_tricks == "help" and len(nils) < len(seats):
        return 0
    return sum(tricks[seat] for seat, _ in nils)


def _nil_line(
    rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seats: Sequence[int], *, contract_made: bool
) -> int:
    nils = _nils(bids, seats)
    earns = contract_made or not rules.nil_needs_contract
    points = sum(
        (_nil_worth(rules, bid) if earns else 0) if tricks[seat] == 0 else -_nil_worth(rules, bid) for seat, bid in nils
    )
    two_plain = len(nils) == 2 and all(bid.kind is BidKind.NIL for _, bid in nils)
    if not two_plain or rules.double_nil in ("sum", "forbidden"):
        return points
    failed = sum(tricks[seat] > 0 for seat, _ in nils)
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


def game_result(
    rules: Rules, scores: Sequence[Score], hands_played: int, *, won_all: Sequence[bool] = ()
) -> GameResult | None:
    """Return how the game ends with *scores* after *hands_played* hands; None if it goes on.

    *won_all* tells the sides that made a contract of thirteen where that wins.
    """
    if any(won_all):
        return GameResult(winner=list(won_all).index(True), reason=EndReason.ALL_TRICKS)
    points = [score.points for score in scores]
    standing = _not_set_too_often(rules, scores)
    best = max(points[side] for side in standing)
    leaders = [side for side in standing if points[side] == best]
    limit = rules.set_limit
    by_sets = limit is not None and any(score.sets >= limit for score in scores)
    reason = EndReason.SET_LIMIT if by_sets else _reached(rules, points)
    last_hand = rules.max_hands is not None and hands_played >= rules.max_hands
    if reason is None and not last_hand:
        return None
    if len(leaders) == 1:
        return GameResult(winner=leaders[0], reason=reason or EndReason.HAND_LIMIT)
    # The tie break is for the target and the floor; sides set too often play on (decisions 25 and 27).
    broken = None if reason is None or by_sets else _tied(rules, scores, leaders, reason)
    if broken is None and last_hand and rules.tie_at_hand_limit == "draw":
        return GameResult(winner=None, reason=EndReason.HAND_LIMIT)
    return broken


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


def _not_set_too_often(rules: Rules, scores: Sequence[Score]) -> list[int]:
    """Return the sides that may win: those set too often have lost, unless all were (decision 27)."""
    everybody = list(range(len(scores)))
    limit = rules.set_limit
    return everybody if limit is None else [side for side in everybody if scores[side].sets < limit] or everybody
