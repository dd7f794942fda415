"""The result of a match: means with their intervals and the counts behind them, for people and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import NormalDist, fmean, stdev

from spades_bot.arena.boards import Match
from spades_bot.arena.play import BoardResult
from spades_bot.arena.tally import Tally, Times

__all__ = ["Interval", "interval", "report_json", "report_text"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the half of its 95 % interval by Student's t; None of fewer than two values."""

    mean: float
    half: float | None
    deviation: float | None


def interval(values: Sequence[float]) -> Interval | None:
    """Return the mean of *values* with its interval; None of no values."""
    if not values:
        return None
    if len(values) < 2:
        return Interval(values[0], None, None)
    deviation = stdev(values)
    return Interval(fmean(values), _t975(len(values) - 1) * deviation / sqrt(len(values)), deviation)


def _t975(freedom: int) -> float:
    """Return the 97.5 % point of Student's t: Cornish and Fisher's expansion, half a percent off at most."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824}
    if freedom in exact:
        return exact[freedom]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return float(z + first / freedom + second / freedom**2 + third / freedom**3)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary:
    match: Match
    pairs: tuple[tuple[int, int, Interval | None], ...]
    """(one, other, points by which one is ahead)."""
    tallies: tuple[Tally, ...]
    times: tuple[Times, ...]
    hands: int
    games: int
    """Games, one for each seating of each board that is one."""
    won: tuple[Interval | None, ...]
    """The share of games that each contestant won; a board of several seatings is one value."""
    given_up: int
    """Boards without a result, because of a network bot."""

    @property
    def table_bid(self) -> float | None:
        """Return the tricks that all seats of a table bid together, on average; None of no hands."""
        hands = sum(tally.hands for tally in self.tallies) / len(self.match.rules.sides)
        return _share(sum(tally.bid_tricks for tally in self.tallies), hands)


def _summary(match: Match, results: Sequence[BoardResult]) -> _Summary:
    boards = [result for result in results if result.points and not result.board.whole_game]
    games = [result for result in results if result.board.whole_game]
    pairs = [
        (one, other, interval([result.difference(one, other) for result in boards or games]))
        for one, other in combinations(range(len(match.contestants)), 2)
    ]
    tallies, times = [Tally() for _ in match.contestants], [Times() for _ in match.contestants]
    for result in results:
        for number in range(len(match.contestants)):
            tallies[number].add(result.tallies[number])
            times[number].add(result.times[number])
    return _Summary(
        match=match,
        pairs=tuple(pairs),
        tallies=tuple(tallies),
        times=tuple(times),
        hands=sum(len(result.points) for result in boards),
        games=sum(len(result.points) for result in games),
        won=tuple(
            interval([result.tallies[number].games_won / len(result.points) for result in games])
            for number in range(len(match.contestants))
        ),
        given_up=sum(not result.points for result in results),
    )


def report_json(match: Match, results: Sequence[BoardResult]) -> str:
    """Return the result as one JSON document; all but ``times`` is the same in every run of the match."""
    summary = _summary(match, results)
    names = match.names
    data = {
        **match.identity(),
        "boards": match.boards,
        "games": match.games,
        "given_up": summary.given_up,
        "table_bid": summary.table_bid,
        "points_per_board": [
            {"of": names[one], "over": names[other], **_interval_data(points)} for one, other, points in summary.pairs
        ],
        "counts": {
            _label(names, number): tally.data() | _won_data(won) | _rates(tally)
            for number, (tally, won) in enumerate(zip(summary.tallies, summary.won, strict=True))
        },
        "times": {_label(names, number): _milliseconds(times) for number, times in enumerate(summary.times)},
    }
    return json.dumps(data, indent=2)


def _label(names: Sequence[str], number: int) -> str:
    """Return the letter of a contestant with its name: the same one may play against itself."""
    return f"{'ABC'[number]} {names[number]}"


def _interval_data(points: Interval | None) -> dict[str, float | None]:
    if points is None:
        return {"mean": None, "half_width_95": None, "deviation": None}
    return {"mean": points.mean, "half_width_95": points.half, "deviation": points.deviation}


def _won_data(won: Interval | None) -> dict[str, float | None]:
    if won is None:
        return {"games_won_rate": None, "games_won_half_width_95": None}
    return {"games_won_rate": won.mean, "games_won_half_width_95": won.half}


def _rates(tally: Tally) -> dict[str, float | None]:
    return {
        "set_rate": _share(tally.sets, tally.contracts),
        "bags_per_hand": _share(tally.bags, tally.hands),
        "bags_per_made_contract": _share(tally.bags_of_made, tally.contracts - tally.sets),
        "nil_rate": _share(tally.nils, tally.bids),
        "nil_success": _share(tally.nils_made, tally.nils),
        "nil_brier": _share(tally.nil_error, tally.nil_forecasts),
        "mean_bid": _share(tally.bid_tricks, tally.bids),
        "estimate_error": _share(tally.forecast_error, tally.forecasts),
        "beyond_estimate": _share(tally.beyond_forecast, tally.forecasts),
    }


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _milliseconds(times: Times) -> dict[str, float]:
    return {
        "mean_ms": times.mean_us() / 1000,
        "p50_ms": times.quantile_us(0.5) / 1000,
        "p99_ms": times.quantile_us(0.99) / 1000,
    }


def report_text(match: Match, results: Sequence[BoardResult]) -> str:
    """Return the result as a table."""
    summary = _summary(match, results)
    lines = [_title(match, summary)]
    for one, other, points in summary.pairs:
        lines.append(f"{_label(match.names, one)} over {_label(match.names, other)}: {_points(points)}")
    if summary.table_bid is not None:
        lines.append(f"all seats together bid {summary.table_bid:.2f} of {match.rules.hand_size} tricks")
    rows = [
        ("", *(_label(match.names, number) for number in range(len(match.names)))),
        *zip(_ROWS, *(_column(summary, number) for number in range(len(match.names))), strict=True),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines.append("")
    for head, *cells in rows:
        padded = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        lines.append("  ".join((head.ljust(widths[0]), *padded)).rstrip())
    return "\n".join(lines)


def _title(match: Match, summary: _Summary) -> str:
    rules = ", ".join(f"{name}={value}" for name, value in match.rules.differences(type(match.rules)()).items())
    games = f", {match.games} of whole games ({summary.games} games)" if match.games else ""
    given_up = f", {summary.given_up} given up" if summary.given_up else ""
    return (
        f"suite {match.suite}: {match.boards} boards ({summary.hands} hands){games}{given_up}, "
        f"{match.rules.players} players, {rules or 'standard rules'}"
    )


def _points(points: Interval | None) -> str:
    if points is None:
        return "no boards"
    if points.half is None or points.deviation is None:
        return f"{points.mean:+.2f} points a board (one board tells nothing)"
    return f"{points.mean:+.2f} ± {points.half:.2f} points a board (95 %), deviation {points.deviation:.1f}"


_ROWS = (
    "games won",
    "           (95 %)",
    "set rate",
    "bags a hand",
    "bags a made contract",
    "nil rate",
    "nil success",
    "nil odds: Brier score",
    "mean bid",
    "tricks off the estimate",
    "tricks beyond it",
    "decisions",
    "faults",
    "ms a decision: mean",
    "               half within",
    "               99 % within",
)


def _column(summary: _Summary, number: int) -> tuple[str, ...]:
    tally, times = summary.tallies[number], _milliseconds(summary.times[number])
    rates = _rates(tally)
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.faults.items()))
    return (
        f"{tally.games_won} of {summary.games}" if summary.games else "-",
        _percent_within(summary.won[number]),
        _percent(rates["set_rate"]),
        _decimal(rates["bags_per_hand"]),
        _decimal(rates["bags_per_made_contract"]),
        _percent(rates["nil_rate"]),
        _percent(rates["nil_success"]),
        _decimal(rates["nil_brier"]),
        _decimal(rates["mean_bid"]),
        _decimal(rates["estimate_error"]),
        _decimal(rates["beyond_estimate"], signed=True),
        str(tally.decisions),
        faults or "none",
        *(f"{times[name]:.3f}" for name in ("mean_ms", "p50_ms", "p99_ms")),
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _percent_within(share: Interval | None) -> str:
    if share is None:
        return "-"
    return _percent(share.mean) if share.half is None else f"{share.mean:.1%} ± {share.half:.1%}"


def _decimal(number: float | None, *, signed: bool = False) -> str:
    return "-" if number is None else f"{number:{'+' if signed else ''}.2f}"
