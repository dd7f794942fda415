"""Random full hands (deal, four bids, 52 plays, score): the kernel, ``decide`` and ``evolve``, and OpenSpiel.

All draw their choices with the same ``one_of``. OpenSpiel is driven in two ways: as it documents, each card dealt by
its weight among the chance outcomes; and as lean as can be, each card dealt one of the legal actions.
"""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from spades_engine import (
    Game,
    Kernel,
    MakeBid,
    PlayCard,
    StartGame,
    StartHand,
    decide,
    evolve,
    legal_plays,
    new_game,
    pack_of,
    rules_of,
)
from spades_engine.bidding import legal_bids
from spades_engine.bids import Bid
from spades_engine.cards import count, each, nth
from spades_engine.commands import Command
from spades_engine.hand import Phase

HANDS = 300
ROUNDS = 7
RULES = rules_of("openspiel")
PACK = pack_of(RULES)
DECK = tuple(each(PACK.cards))
HAND_STEPS = 4 + 52
CHANCE_STEPS = 52
WARM_UP = 500

Hand = Callable[[random.Random], int]
"""Plays one hand and returns how many bids and cards that were, the dealt ones counted where each is a step."""


def engine_rows() -> list[str]:
    """Return a row for the kernel, and one for ``decide`` and ``evolve``."""
    ours: dict[str, Hand] = {"kernel": kernel_hand, "decide and evolve": evolved_hand}
    theirs = _openspiel()
    figures = [{name: _seconds(hand) for name, hand in (ours | theirs).items()} for _ in range(ROUNDS)]
    return [_row(name, list(theirs), figures) for name in ours]


def _row(name: str, others: list[str], figures: list[dict[str, float]]) -> str:
    rate = HANDS / statistics.median(seconds[name] for seconds in figures)
    row = f"{name}: {rate:,.0f} random hands a second (deal, 4 bids, 52 plays, score)"
    if not others:
        return f"{row}; not compared: OpenSpiel is not installed (it is in the extra bench)"
    for other in others:
        ratio = statistics.median(seconds[other] / seconds[name] for seconds in figures)
        row += f"; {ratio:.2f} x {other} ({HANDS / statistics.median(one[other] for one in figures):,.0f})"
    return row


def _openspiel() -> dict[str, Hand]:
    """Return the ways to drive OpenSpiel; none where it is not installed."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        return {}
    game, name = pyspiel.load_game("spades"), f"OpenSpiel {version('open_spiel')} from Python"
    return {
        f"{name} as documented": partial(openspiel_hand, game, _by_weight),
        f"{name} at its leanest": partial(openspiel_hand, game, _legal_action),
    }


def _seconds(hand: Hand) -> float:
    chance = random.Random(1)
    for _ in range(WARM_UP):
        hand(chance)
    began = time.process_time()
    steps = sum(hand(chance) for _ in range(HANDS))
    seconds = time.process_time() - began
    assert steps in (HANDS * HAND_STEPS, HANDS * (CHANCE_STEPS + HAND_STEPS)), "these were not whole hands"
    return seconds


def one_of(number: int, chance: random.Random) -> int:
    """Return a number from 0 to below *number*, each as likely."""
    return int(chance.random() * number)


def openspiel_hand(game: Any, deal: Callable[[Any, random.Random], int], chance: random.Random) -> int:  # Untyped.
    """Play one hand in OpenSpiel, whose cards are dealt one by one by *deal*."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(deal(state, chance) if state.is_chance_node() else _legal_action(state, chance))
        steps += 1
    assert len(state.returns()) == 4
    return steps


def _by_weight(state: Any, chance: random.Random) -> int:  # OpenSpiel has no types.
    cards, weights = zip(*state.chance_outcomes(), strict=True)
    card: int = chance.choices(cards, weights)[0]
    return card


def _legal_action(state: Any, chance: random.Random) -> int:  # OpenSpiel has no types.
    actions: list[int] = state.legal_actions()
    return actions[one_of(len(actions), chance)]


def kernel_hand(chance: random.Random) -> int:
    """Play one hand in the kernel."""
    deck = list(DECK)
    chance.shuffle(deck)
    holdings = [sum([1 << card for card in deck[seat::4]]) for seat in range(4)]
    made: list[Bid | None] = [None] * 4
    for seat in range(4):
        legal = legal_bids(RULES, made, seat, count(holdings[seat] & PACK.spades))
        made[seat] = legal[one_of(len(legal), chance)]
    kernel, steps = Kernel.dealt(RULES, holdings, made, dealer=3), 4
    while not kernel.finished:
        cards = kernel.legal()
        kernel.play(nth(cards, one_of(count(cards), chance)))
        steps += 1
    assert len(kernel.results()) == 2
    return steps


def evolved_hand(chance: random.Random) -> int:
    """Play one hand through ``decide`` and ``evolve``."""
    deck = list(DECK)
    chance.shuffle(deck)
    game, steps = _after(new_game(RULES), StartGame()), 0
    game = _after(game, StartHand(deck=tuple(deck)))
    while (hand := game.hand) is not None and (seat := hand.turn) is not None:
        steps += 1
        if hand.phase is Phase.BID:
            legal = legal_bids(RULES, hand.bids, seat, count(hand.holdings[seat] & PACK.spades))
            game = _after(game, MakeBid(seat, legal[one_of(len(legal), chance)]))
            continue
        led = PACK.plays_as[hand.trick[0][1]] if hand.trick else None
        cards = legal_plays(RULES, PACK, hand.holdings[seat], led, broken=hand.broken, first_trick=not hand.tricks)
        game = _after(game, PlayCard(seat, nth(cards, one_of(count(cards), chance))))
    assert len(game.results) == 1
    return steps


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game
