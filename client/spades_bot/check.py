"""A check of a strategy for its author, without a server: legal, repeatable, blind to hidden cards, and how fast."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from spades_ai import choose
from spades_bot.arena.boards import Board, Match, cards_of
from spades_bot.arena.tally import Times
from spades_bot.other_world import other_world
from spades_bot.strategy import Strategy
from spades_bot.strategy_host import StrategyHost
from spades_engine import PRESETS, Decision, Game, Rules, decide, decision, evolve, new_game, rules_of, view

__all__ = ["CheckReport", "check_strategy"]

_SUITE = "check"


@dataclass(slots=True)
class CheckReport:
    """What the check found; mutable: it grows."""

    deals: int = 0
    decisions: int = 0
    unrepeatable: int = 0
    """Decisions answered otherwise when the same player, made anew, was asked the same."""
    peeked: int = 0
    """Decisions answered otherwise where nothing but cards that the seat cannot see lay elsewhere."""
    faults: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not (self.unrepeatable or self.peeked or self.faults)

    def lines(self) -> list[str]:
        """Return the findings for people."""
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(self.faults.items()))
        times = self.times
        return [
            f"{self.deals} deals of every preset and number of players, {self.decisions} decisions",
            f"faults: {faults or 'none'}",
            f"answered otherwise when asked again: {self.unrepeatable or 'none'}",
            f"answered otherwise when hidden cards were exchanged: {self.peeked or 'none'}",
            f"time for a decision: half within {times.quantile_us(0.5) / 1000:.2f} ms, "
            f"99 % within {times.quantile_us(0.99) / 1000:.2f} ms",
            "passed" if self.passed else "FAILED",
        ]


def check_strategy(
    strategy: Strategy, *, deals: int, limit: float, tell: Callable[[str], None] | None = None
) -> CheckReport:
    """Play *deals* deals with the strategy on one seat and ``rules`` on the others, asking everything three times.

    Raises:
        StrategyInvalid: it cannot be loaded.
    """
    report = CheckReport()
    games = [rules_of(name, players=players) for name, preset in PRESETS.items() for players in preset.players]
    with StrategyHost(strategy, limit=limit, tell=tell) as host:
        for number in range(deals):
            host.new_table()
            _play(games[number % len(games)], number, host, report)
    report.deals = deals
    report.faults = Counter(host.faults)
    return report


def _play(rules: Rules, number: int, host: StrategyHost, report: CheckReport) -> None:
    match = Match(contestants=(host.strategy,), rules=rules, suite=_SUITE, boards=0, limit=0)
    own, deal = number // rules.players % rules.players, 0
    game = new_game(rules)._replace(dealer=number % rules.players)
    while game.result is None and not game.hands_played:
        due = decision(game)
        if due is None:
            deal += 1
            command = cards_of(match, Board(number, whole_game=False), hand=1, deal=deal)
            events = decide(game, command)
        else:
            seen = view(game, due.seat)
            picks = _ask(game, due, number, host, report) if due.seat == own else choose("rules", seen, number).picks
            events = decide(game, due.command(picks))
        for event in events:
            game = evolve(game, event)


def _ask(game: Game, due: Decision, number: int, host: StrategyHost, report: CheckReport) -> tuple[int, ...]:
    """Ask the player that plays, one that has seen the same, and one that plays in another world."""
    seen = view(game, due.seat)
    start = time.perf_counter()
    picks = host.picks("player", seen, due, number)
    report.times.note((time.perf_counter() - start) * 1e6)
    report.decisions += 1
    report.unrepeatable += host.picks("again", seen, due, number) != picks
    elsewhere = view(other_world(game, due.seat, number), due.seat)
    report.peeked += host.picks("elsewhere", elsewhere, due, number) != picks
    return picks
