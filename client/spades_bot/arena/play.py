"""Play a board: the same cards in every seating, each hand counted."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from spades_ai.worth import worth
from spades_bot.arena.boards import Board, Match, cards_of, dealer_of, seatings_of
from spades_bot.arena.forecast import Forecast, count_forecast, forecast_of
from spades_bot.arena.tally import Tally, Times
from spades_bot.contestant import Players
from spades_engine import Command, DecisionKind, Game, Hand, SideResult, decide, decision, evolve, new_game, view

__all__ = ["BoardResult", "count_hand", "play_board"]

_MOST_HANDS = 500
"""Hands after which a game that has no end is a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResult:
    """What became of a board; values are by contestant."""

    board: Board
    points: tuple[tuple[float, ...], ...]
    """For each seating the worth of a hand to each contestant, on average over its sides and the hands played.

    Empty: a network bot did not play it to the end, and the board was given up.
    """
    tallies: tuple[Tally, ...]
    times: tuple[Times, ...]

    def difference(self, one: int, other: int) -> float:
        """Return by how many points a hand *one* did better than *other*."""
        return fmean(points[one] - points[other] for points in self.points)

    def data(self) -> dict[str, object]:
        """Return what is kept of it, times apart from what is the same in every run."""
        return {
            "board": self.board.number,
            "whole_game": self.board.whole_game,
            "points": [list(points) for points in self.points],
            "tallies": [tally.data() for tally in self.tallies],
            "times": [times.data() for times in self.times],
        }

    @classmethod
    def of(cls, data: Mapping[str, object]) -> "BoardResult":
        """Return the result written by ``data``.

        Raises:
            KeyError, TypeError, ValueError: it was not written so.
        """
        number, points, tallies, times = data["board"], data["points"], data["tallies"], data["times"]
        if not (isinstance(number, int) and all(isinstance(many, list) for many in (points, tallies, times))):
            raise TypeError("no result of a board")
        assert isinstance(points, list)
        assert isinstance(tallies, list)
        assert isinstance(times, list)
        return cls(
            board=Board(number, whole_game=bool(data["whole_game"])),
            points=tuple(tuple(map(float, seating)) for seating in points),
            tallies=tuple(map(Tally.of, tallies)),
            times=tuple(map(Times.of, times)),
        )


def play_board(match: Match, board: Board, players: Players) -> BoardResult:
    """Return the result of *board*."""
    tallies = tuple(Tally() for _ in match.contestants)
    times = tuple(Times() for _ in match.contestants)
    seatings = seatings_of(match.rules, len(match.contestants))
    points = [
        _Table(match, board, number, seating, players, tallies, times).play() for number, seating in enumerate(seatings)
    ]
    return BoardResult(board=board, points=tuple(points), tallies=tallies, times=times)


@dataclass(slots=True)
class _Table:
    """One seating of a board while it is played; mutable: it counts."""

    match: Match
    board: Board
    number: int
    seating: tuple[int, ...]
    players: Players
    tallies: tuple[Tally, ...]
    times: tuple[Times, ...]
    forecasts: dict[int, Forecast] = field(default_factory=dict)
    """By seat, of the hand that is being played."""

    def play(self) -> tuple[float, ...]:
        """Return the worth of a hand to each contestant, on average."""
        rules = self.match.rules
        before = tuple(self.players.faults(contestant) for contestant in range(len(self.tallies)))
        self.players.new_table()
        game = new_game(rules)._replace(dealer=dealer_of(rules, self.board))
        hands = []
        while game.result is None and game.hands_played < (_MOST_HANDS if self.board.whole_game else 1):
            game = self._hand(game)
            hands.append(count_hand(game, self.seating, self.tallies, self.forecasts))
        if self.board.whole_game:
            self._count_game(game)
        for contestant, tally in enumerate(self.tallies):
            tally.faults.update(self.players.faults(contestant) - before[contestant])
        return tuple(fmean(hand[contestant] for hand in hands) for contestant in range(len(self.tallies)))

    def _hand(self, game: Game) -> Game:
        number, deal = game.hands_played + 1, 0
        while game.hands_played < number:
            due = decision(game)
            if due is None:
                deal += 1
                game = _after(game, cards_of(self.match, self.board, hand=number, deal=deal))
                self.forecasts.clear()
                continue
            contestant = self.seating[due.seat]
            seed = f"{self.match.suite}/{self.board.label()}/{self.number}"
            seen = view(game, due.seat)
            start = time.perf_counter()
            picks = self.players.picks(contestant, f"{due.seat}", seen, due, seed)
            self.times[contestant].note((time.perf_counter() - start) * 1e6)
            self.tallies[contestant].decisions += 1
            if due.kind is DecisionKind.BID:
                self.forecasts[due.seat] = forecast_of(seen)
            game = _after(game, due.command(picks))
        return game

    def _count_game(self, game: Game) -> None:
        winner = None if game.result is None else game.result.winner
        if winner is not None:
            self.tallies[self.seating[self.match.rules.sides[winner][0]]].games_won += 1
            return
        for tally in self.tallies:
            tally.games_drawn += 1


def count_hand(
    game: Game, seating: Sequence[int], tallies: Sequence[Tally], forecasts: Mapping[int, Forecast]
) -> tuple[float, ...]:
    """Count the hand that has ended in *tallies*; return its worth to each contestant, on average over its sides.

    *forecasts* are by seat; a seat that bid without one is not held against any.
    """
    hand, rules = game.hand, game.rules
    assert hand is not None
    worths: list[list[float]] = [[] for _ in tallies]
    for seats, result in zip(rules.sides, game.results[-1], strict=True):
        contestant = seating[seats[0]]
        worths[contestant].append(worth(rules, result))
        _count_side(tallies[contestant], hand, seats, result)
    for seat, forecast in forecasts.items():
        if (bid := hand.bids[seat]) is not None:
            count_forecast(tallies[seating[seat]], forecast, bid, hand.tricks_won[seat])
    return tuple(map(fmean, worths))


def _count_side(tally: Tally, hand: Hand, seats: Sequence[int], result: SideResult) -> None:
    tally.hands += 1
    bids = [bid for seat in seats if (bid := hand.bids[seat]) is not None]
    tally.bids += len(bids)
    tally.bid_tricks += sum(bid.tricks for bid in bids)
    tally.tricks += sum(hand.tricks_won[seat] for seat in seats)
    nils = [seat for seat in seats if (bid := hand.bids[seat]) is not None and bid.is_nil]
    tally.nils += len(nils)
    tally.nils_made += sum(hand.tricks_won[seat] == 0 for seat in nils)
    tally.bags += result.new_bags
    if any(bid.tricks for bid in bids):
        tally.contracts += 1
        tally.sets += result.contract <= 0
        tally.bags_of_made += result.new_bags if result.contract > 0 else 0


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game
