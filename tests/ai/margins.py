"""What other bids than those of ``rules`` promise ``search``, and what they win: its margins are fitted on this.

    python tests/ai/margins.py --boards 260 --players 4

Each bid that the search looks at is made once, the hand is played out by ``rules``, and what that won is told beside
what was promised, by the least that was promised. Source: docs/decisions.md, 57
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from spades_ai import choose
from spades_ai.search import WORLDS
from spades_ai.search.bid import search_bid
from spades_ai.worth import worth
from spades_bot.arena import Board, Match
from spades_bot.arena.boards import cards_of, dealer_of
from spades_engine import Bid, Command, DecisionKind, Game, Rules, decide, decision, evolve, new_game, rules_of, view

__all__ = ["KINDS", "OtherBid", "other_bids"]

KINDS = ("higher", "lower", "nil", "instead of nil")
_LEAST = (0, 2, 4, 6, 8, 10, 15, 20, 30, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBid:
    """A bid that ``rules`` did not make; points are those beyond what the bid of ``rules`` is worth."""

    kind: str
    promised: float
    """By the playouts."""
    won: float
    """When its hand was played."""


def other_bids(rules: Rules, board: Board, *, suite: str = "tune", worlds: int = WORLDS) -> Iterator[OtherBid]:
    """Yield the other bids of all seats of *board* in the order of bidding."""
    match = Match(contestants=("rules", "rules"), rules=rules, suite=suite, boards=1, limit=0)
    seed = f"{suite}/{board.label()}"
    start = new_game(rules)._replace(dealer=dealer_of(rules, board))
    game = _after(start, cards_of(match, board, hand=1, deal=1))
    usual_end = _played(game, seed)
    while (due := decision(game)) is not None and due.kind is not DecisionKind.PLAY:
        seen, side = view(game, due.seat), rules.side_of(due.seat)
        (usual, *_) = picks = choose("rules", seen, seed).picks
        if due.kind is DecisionKind.BID and isinstance(due.options[usual], Bid):
            found = search_bid(seen, due, seed, worlds).alternatives
            values = {one.picks[0]: one.value for one in found if one.worlds}
            for pick in (pick for pick in values if pick != usual):
                end = _played(_after(game, due.command((pick,))), seed)
                yield OtherBid(
                    kind=_kind(due.options[usual], due.options[pick]),
                    promised=values[pick] - values[usual],
                    won=_ahead(end, side) - _ahead(usual_end, side),
                )
        game = _after(game, due.command(picks))


def _kind(usual: object, other: object) -> str:
    assert isinstance(usual, Bid)
    assert isinstance(other, Bid)
    if other.is_nil:
        return "nil"
    if usual.is_nil:
        return "instead of nil"
    return "higher" if other.tricks > usual.tricks else "lower"


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game


def _played(game: Game, seed: str) -> Sequence[float]:
    """Return what the hand is worth to each side when ``rules`` goes on on every seat."""
    while not game.hands_played:
        due = decision(game)
        assert due is not None, "a hand that was dealt asks for choices until it ends"
        game = _after(game, due.command(choose("rules", view(game, due.seat), seed).picks))
    return [worth(game.rules, result) for result in game.results[-1]]


def _ahead(worths: Sequence[float], side: int) -> float:
    return worths[side] - fmean(other for number, other in enumerate(worths) if number != side)


def main() -> None:
    """Print, for each kind and least promise, how many bids there were and what they won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    arguments = parser.parse_args()
    rules = rules_of("standard", players=arguments.players)
    boards = [Board(number, whole_game=False) for number in range(1, arguments.boards + 1)]
    found = [one for board in boards for one in other_bids(rules, board)]
    for kind in KINDS:
        for least in _LEAST:
            won = [one.won for one in found if one.kind == kind and one.promised > least]
            if len(won) > 1:
                half = 1.96 * stdev(won) / len(won) ** 0.5
                print(f"{kind:14} more than {least:2} promised: {len(won):4} bids won {fmean(won):+6.1f} ± {half:.1f}")


if __name__ == "__main__":
    main()
