"""Random full hands through ``decide`` and ``evolve``, against the same shuffling and picking without any rule."""

import random
import statistics
import time
from collections.abc import Callable

from spades_engine import STANDARD, Game, PlayCard, Rules, StartGame, StartHand, decide, evolve, new_game, pack_of
from spades_engine.bids import of
from spades_engine.cards import each
from spades_engine.commands import Command, MakeBid
from spades_engine.hand import Phase
from spades_engine.play import legal_plays

HANDS = 200
ROUNDS = 5
RULES: Rules = STANDARD.adjusted({"blind_nil": False})
PACK = pack_of(RULES)
DECK = list(each(PACK.cards))


def engine_row() -> str:
    """Return the row of the engine."""
    engine, bare = zip(*((_seconds(_hand), _seconds(_bare_hand)) for _ in range(ROUNDS)), strict=True)
    ratio = statistics.median(mine / other for mine, other in zip(engine, bare, strict=True))
    rate = HANDS / statistics.median(engine)
    return (
        f"engine: {rate:,.0f} random hands a second (deal, 4 bids, 52 plays, score; decide and evolve); "
        f"{ratio:.1f} x the time of dealing and picking 52 cards without rules"
    )


def _seconds(hand: Callable[[random.Random], None]) -> float:
    chance = random.Random(1)
    began = time.process_time()
    for _ in range(HANDS):
        hand(chance)
    return time.process_time() - began


def _bare_hand(chance: random.Random) -> None:
    deck = DECK.copy()
    chance.shuffle(deck)
    holdings = [deck[seat::4] for seat in range(4)]
    for _ in range(13):
        for holding in holdings:
            holding.pop(chance.randrange(len(holding)))


def _hand(chance: random.Random) -> None:
    deck = DECK.copy()
    chance.shuffle(deck)
    game = _after(new_game(RULES), StartGame(draw_order=tuple(deck)))
    game = _after(game, StartHand(deck=tuple(deck)))
    hand = game.hand
    while hand is not None and hand.turn is not None:
        seat = hand.turn
        if hand.phase is Phase.BID:
            game = _after(game, MakeBid(seat, of(chance.randint(1, 5))))
        else:
            led = PACK.plays_as[hand.trick[0][1]] if hand.trick else None
            legal = legal_plays(RULES, PACK, hand.holdings[seat], led, broken=hand.broken, first_trick=not hand.tricks)
            game = _after(game, PlayCard(seat, chance.choice(list(each(legal)))))
        hand = game.hand


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game
