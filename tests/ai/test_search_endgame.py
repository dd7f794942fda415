"""The last tricks of a known deal are played for the best. Source: docs/bots.md"""

import random

from hypothesis import given, settings

from builders import drawn_rules, each, endgame, rules_with, seeds
from spades_ai.search.endgame import Endgame
from spades_ai.search.places import places_of
from spades_ai.search.scene import Scene
from spades_ai.search.staging import flat, scene_of, unpacked
from spades_engine import Game, Kernel, Rules, cards, format_cards, pack_of
from spades_engine.cards import mask


def tricks_of(packed: int, rules: Rules) -> list[float]:
    """Return the tricks of each side."""
    won = unpacked(packed, rules.players)
    return [float(sum(won[seat] for seat in seats)) for seats in rules.sides]


def solved(game: Game, card: int) -> list[float]:
    """Return the tricks of each side when *card* is played and every side then takes as many as it can."""
    assert game.hand is not None
    rules, holdings = game.rules, game.hand.holdings
    scene: Scene = scene_of(rules, game.hand, mask(card for held in holdings for card in each(held)))

    def fill(packed: int) -> None:
        best.worths[packed] = tricks_of(packed, rules)

    best = Endgame(scene, fill)
    suit, bit = places_of(rules).of[card]
    return tricks_of(best.result(flat(rules, holdings), suit, bit), rules)


def by_trying_all(kernel: Kernel) -> list[float]:
    """Return the same by trying every card in the engine's kernel, for two sides."""
    if kernel.finished:
        return [float(sum(kernel.tricks_won[seat] for seat in seats)) for seats in kernel.rules.sides]
    side, found = kernel.rules.side_of(kernel.turn), []
    for card in each(kernel.legal()):
        kernel.play(card)
        found.append(by_trying_all(kernel))
        kernel.undo()
    return max(found, key=lambda tricks: tricks[side])


@settings(max_examples=100)
@given(rules=drawn_rules(players=4, partners=True, revoke="refused", jokers="none"), seed=seeds)
def test_two_sides_take_what_trying_every_card_finds(rules: Rules, seed: int) -> None:
    chance = random.Random(seed)
    deck = chance.sample(list(each(pack_of(rules).cards)), k=12)
    held = [format_cards(mask(deck[seat * 3 : seat * 3 + 3])) for seat in range(4)]
    game = endgame(rules, *held, turn=chance.randrange(4), broken=chance.random() < 0.5)
    kernel = Kernel.of(game)
    for card in each(kernel.legal()):
        kernel.play(card)
        expected = by_trying_all(kernel)
        kernel.undo()
        assert solved(game, card) == expected


def test_a_finesse_is_found() -> None:
    """East plays after dummy's queen: the king behind it can be caught, the king before it cannot."""
    game = endgame(rules_with(), "2H 2D", "KH 3D", "AH QH", "3H 4D", turn=0, broken=True)
    assert solved(game, next(each(cards("2H"))))[0] - 11 == 2
