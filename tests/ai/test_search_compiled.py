"""What mypyc made of the search plays the same as its source. Skipped where nothing is compiled (``make compiled``)."""

import importlib
import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

import spades_ai.search
from spades_ai.search import scene

NAMES = [f"spades_ai.search.{name}" for name in ("scene", "rough", "playout", "worlds", "endgame")]
COMPILED = not str(scene.__file__).endswith(".py")
PLAYOUTS = 10_000

pytestmark = pytest.mark.skipif(not COMPILED, reason="the search is not compiled: make compiled")


def interpreted(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """Return the modules made from their source; they import one another."""
    folder, found = Path(spades_ai.search.__file__).parent, {}
    with monkeypatch.context() as patch:
        for name in NAMES:
            spec = importlib.util.spec_from_file_location(name, folder / f"{name.rpartition('.')[2]}.py")
            assert spec is not None
            assert spec.loader is not None
            found[name] = importlib.util.module_from_spec(spec)
            patch.setitem(sys.modules, name, found[name])
            spec.loader.exec_module(found[name])
    return found


def playouts(modules: dict[str, ModuleType], number: int) -> list[int]:
    """Return the results of *number* playouts under mixed rules, and of the last tricks played for the best."""
    made, results = modules["spades_ai.search.scene"], []
    for seed in range(number):
        chance = random.Random(seed)
        seats, sides, suit = chance.choice([(2, 2, 13), (3, 3, 13), (4, 2, 13), (4, 4, 15), (6, 3, 26)])
        one, size = made.Scene(seats, sides), chance.choice([3, 5, 4 * suit // seats])
        one.double = seats == 6
        one.anytime, one.must_trump, one.must_overtake = chance.random() < 0.3, seed % 7 == 0, seed % 11 == 0
        one.first_rule, one.nil_helps = seed % 4, seed % 3 == 0
        one.early, one.late = seed % 4 * (size > 3), seed % 2 << 7
        one.contracts = [chance.randrange(6) for _ in range(sides)]
        one.nil = [int(chance.random() < 0.1) for _ in range(seats)]
        one.remaining, one.turn = size, chance.randrange(seats)
        deck = [(number % 4, 1 << number // 4) for number in range(4 * suit)]
        chance.shuffle(deck)
        hands = [0] * (4 * seats)
        for place, (of, bit) in enumerate(deck[: size * seats]):
            hands[place % seats * 4 + of] |= bit
            one.left[of] |= bit
        results.append(modules["spades_ai.search.playout"].playout(one, hands, -1, 0, seed + 1, None))
        if size == 3 and not one.first_rule:
            results.append(best(modules["spades_ai.search.endgame"], one, hands))
    return results


def best(endgame: ModuleType, one: scene.Scene, hands: list[int]) -> int:
    """Return what becomes of the hand when its first card is led and every side takes as many tricks as it can."""

    def fill(packed: int) -> None:
        tricks = [packed >> 5 * seat & 31 for seat in range(one.seats)]
        found.worths[packed] = [float(sum(tricks[side :: one.sides])) for side in range(one.sides)]

    found = endgame.Endgame(one, fill)
    many = one.legal(hands, one.turn, [-1, 0, 0, 1, 0, 0])
    suit = next(suit for suit in range(4) if many[suit])
    result: int = found.result(hands, suit, many[suit] & -many[suit])
    return result


def worlds(modules: dict[str, ModuleType], number: int) -> list[list[int]]:
    """Return worlds of a position with voids, known cards and bids."""
    made = modules["spades_ai.search.worlds"]

    def fill(suit: int, cards: int) -> None:
        dealer.tricks[suit][cards] = cards.bit_count() / 4 + cards / 20000
        dealer.escapes[suit][cards] = 1 / (1 + cards)
        dealer.small[cards] = 1

    dealer = made.Dealer(4, fill)
    dealer.ruffs = [shape / 300 for shape in range(256)]
    dealer.suits, dealer.cards = [n % 4 for n in range(30)], [1 << n // 4 for n in range(30)]
    dealer.known[4] = 1 << 12
    dealer.counts, dealer.barred = [0, 9, 10, 10, 1], [0, 1, 2, 0, 0]
    dealer.told, dealer.bids, dealer.attempts = [made.NOTHING, made.NUMBER, made.NIL, made.SPADES_HELD], [0, 3, 0, 2], 8
    state, found = 12345, []
    for _ in range(number):
        hands, state = dealer.world(state)
        found.append(hands)
    return found


def test_ten_thousand_playouts_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    source = interpreted(monkeypatch)
    compiled = {name: importlib.import_module(name) for name in NAMES}
    assert source["spades_ai.search.playout"].__file__ != compiled["spades_ai.search.playout"].__file__
    assert playouts(source, PLAYOUTS) == playouts(compiled, PLAYOUTS)


def test_worlds_are_dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = {name: importlib.import_module(name) for name in NAMES}
    assert worlds(interpreted(monkeypatch), 300) == worlds(compiled, 300)
