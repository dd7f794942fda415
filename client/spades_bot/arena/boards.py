"""What is played: boards, each the same cards in several seatings, so that luck of the deal cancels out."""

from dataclasses import dataclass
from itertools import permutations

from spades_bot.contestant import Contestant, name_of
from spades_bot.strategy import Strategy
from spades_engine import Rules, StartHand, pack_of
from spades_engine.cards import each
from spades_wire import drawn_seat, seeded_secret, shuffled

__all__ = ["Board", "Match", "boards_of", "cards_of", "dealer_of", "seatings_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Who meets whom, under which rules and over which boards."""

    contestants: tuple[Contestant, ...]
    """Two, or three where there are three sides."""
    rules: Rules
    suite: str
    """The name that all cards follow from: boards of different suites have nothing in common."""
    boards: int
    """Boards of a single hand."""
    games: int = 0
    """Boards of a whole game, for the share of games won."""
    limit: float
    """Seconds that a strategy may take for a decision."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the contestants are called."""
        return tuple(map(name_of, self.contestants))

    def identity(self) -> dict[str, object]:
        """Return what the result of a board follows from, besides its number."""
        versions = [one.digest if isinstance(one, Strategy) else "" for one in self.contestants]
        rules = self.rules.differences(Rules())
        return {"contestants": list(self.names), "versions": versions, "rules": rules, "suite": self.suite}


@dataclass(frozen=True, slots=True)
class Board:
    """One of a match's boards."""

    number: int
    whole_game: bool

    def label(self) -> str:
        """Return its name within its suite."""
        return f"{'game' if self.whole_game else 'board'} {self.number}"


def boards_of(match: Match) -> tuple[Board, ...]:
    """Return the boards of *match* in order: single hands, then whole games."""
    hands = (Board(number, whole_game=False) for number in range(1, match.boards + 1))
    games = (Board(number, whole_game=True) for number in range(1, match.games + 1))
    return (*hands, *games)


def seatings_of(rules: Rules, contestants: int) -> tuple[tuple[int, ...], ...]:
    """Return the seatings of a board, each as the number of the contestant on every seat.

    Two sides are swapped; among more, one seat or pair of the first contestant goes round; three contestants sit in
    every order.

    Raises:
        ValueError: so many contestants cannot meet fairly under *rules*.
    """
    sides = len(rules.sides)
    if contestants == 2:
        orders = [tuple(int(side != odd) for side in range(sides)) for odd in range(sides)]
    elif contestants == sides == 3:
        orders = list(permutations(range(3)))
    else:
        raise ValueError(f"{contestants} players cannot meet where there are {sides} sides: two can, or three of three")
    return tuple(tuple(order[rules.side_of(seat)] for seat in range(rules.players)) for order in orders)


def dealer_of(rules: Rules, board: Board) -> int:
    """Return the seat that deals first: it goes round from board to board."""
    return board.number % rules.players


def cards_of(match: Match, board: Board, *, hand: int, deal: int) -> StartHand:
    """Return the deal of a hand; the same in every seating."""
    secret = seeded_secret(match.suite, f"{board.label()}/hand {hand}/deal {deal}")
    deck = shuffled(tuple(each(pack_of(match.rules).cards)), secret, "deal")
    return StartHand(deck=deck, leader_draw=drawn_seat(match.rules.players, secret, "leader"))
