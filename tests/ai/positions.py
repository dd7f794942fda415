"""Views in which a computer player owes a decision, and hands that computer players play."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builders import before_deal, bids, in_order, perform, shuffled
from spades_ai import Choice, choose
from spades_engine import (
    STANDARD,
    Action,
    Card,
    Decision,
    Game,
    Option,
    Phase,
    Rules,
    StartHand,
    Trick,
    View,
    cards,
    decision,
    format_card,
    pack_of,
    trick_winner,
    view,
)

__all__ = ["Turn", "at_play", "chosen", "dealt_from", "play_game", "play_hand"]


def at_play(
    holding: str,
    *,
    trick: str = "",
    leader: int = 0,
    tricks: Sequence[tuple[int, str]] = (),
    made: str = "1 1 1 1",
    won: Sequence[int] = (),
    rules: Rules = STANDARD,
) -> View:
    """Return what the seat that follows *trick*, or leads, sees in its turn to play.

    *tricks* are the finished ones as (leader, cards); *won* are the tricks taken by seat, where more were played than
    are told. The other cards lie anywhere.
    """
    seats, own = rules.players, cards(holding)
    finished = tuple(_trick(rules, first, text) for first, text in tricks)
    plays = _plays(rules, leader, trick)
    seat = (leader + len(plays)) % seats
    size = own.bit_count()
    dealt = before_deal(rules)
    hand = perform(dealt, StartHand(deck=shuffled(rules, random.Random(0)))).hand
    assert hand is not None
    spades = pack_of(rules).spades
    counts = tuple(size - (other in dict(plays)) for other in range(seats))
    hand = hand._replace(
        phase=Phase.PLAY,
        counts=counts,
        bids=bids(made),
        tricks_won=tuple(won) or tuple(sum(done.winner == other for done in finished) for other in range(seats)),
        turn=seat,
        leader=leader,
        trick=plays,
        tricks=finished,
        broken=any(spades >> card & 1 for done in finished for _, card in done.plays),
        seen=(True,) * seats,
        holdings=tuple(own if other == seat else 0 for other in range(seats)),
        draw=None,
    )
    return view(dealt._replace(hand=hand), seat)


def _plays(rules: Rules, leader: int, text: str) -> tuple[tuple[int, Card], ...]:
    return tuple(((leader + step) % rules.players, card) for step, card in enumerate(in_order(text)))


def _trick(rules: Rules, leader: int, text: str) -> Trick:
    plays = _plays(rules, leader, text)
    return Trick(leader, plays, trick_winner(pack_of(rules), plays))


def chosen(seen: View, level: str = "rules") -> str:
    """Return what *level* picks, as people write it."""
    due = decision(seen.game)
    assert due is not None
    return " ".join(_written(due.options[index]) for index in choose(level, seen, 1).picks)


def _written(option: Option) -> str:
    if isinstance(option, Action):
        return option.name.lower()
    return format_card(option) if isinstance(option, int) else str(option)


def dealt_from(rules: Rules, seed: int, *, dealer: int = 0, points: Sequence[int] = ()) -> Game:
    """Return a game whose first hand was just dealt, or laid out to be drawn, from *seed*."""
    chance = random.Random(seed)
    start = before_deal(rules, dealer=dealer % rules.players, points=points)
    return perform(start, StartHand(deck=shuffled(rules, chance), leader_draw=chance.randrange(rules.players)))


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of a computer player."""

    before: Game
    seen: View
    due: Decision
    level: str
    seed: int
    choice: Choice
    after: Game


def play_hand(game: Game, levels: Sequence[str], seed: int) -> Iterator[Turn]:
    """Yield the decisions of the rest of the hand; *levels* by seat."""
    while (due := decision(game)) is not None:
        seen = view(game, due.seat)
        choice = choose(levels[due.seat], seen, seed)
        after = perform(game, due.command(choice.picks))
        yield Turn(game, seen, due, levels[due.seat], seed, choice, after)
        game = after


def play_game(rules: Rules, level: str, seed: int, *, most_hands: int) -> Game:
    """Return the game that four or fewer players of *level* play, ended or after *most_hands* hands."""
    chance = random.Random(seed)
    game = before_deal(rules)
    while game.result is None and game.hands_played < most_hands:
        game = perform(game, StartHand(deck=shuffled(rules, chance), leader_draw=chance.randrange(rules.players)))
        for turn in play_hand(game, [level] * rules.players, seed):
            game = turn.after
    return game
