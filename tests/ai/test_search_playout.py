"""A playout keeps the rules: every play, trick and point of it is the engine's. Source: docs/bots.md"""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import drawn_games, each, play_out, seeds
from spades_ai.search.places import places_of
from spades_ai.search.playout import playout
from spades_ai.search.staging import flat, scene_of, unpacked
from spades_ai.search.stakes import Stakes
from spades_ai.worth import worth
from spades_engine import Game, Kernel, PlayCard
from spades_engine.cards import mask
from spades_engine.play import honest_plays


def position_in(game: Game, seed: int) -> Game | None:
    """Return a position of a random hand of *game* in which a card is due; None if the hand never came to that."""
    played = [step.before for step in play_out(game, seed) if isinstance(step.command, PlayCard)]
    return random.Random(seed).choice(played) if played else None


def honest(kernel: Kernel) -> int:
    """Return what may be played without a revoke."""
    trick, pack = kernel.trick, kernel.pack
    return honest_plays(
        kernel.rules,
        pack,
        kernel.holdings[kernel.turn],
        pack.plays_as[trick[0][1]] if trick else None,
        broken=kernel.broken,
        first_trick=not kernel.tricks,
        trick=trick,
    )


def played_out(position: Game, seed: int, noise: int) -> tuple[Kernel, int]:
    """Return the finished kernel of a hand, played out from *position* with legal cards, and the playout's result."""
    assert position.hand is not None
    rules, places = position.rules, places_of(position.rules)
    kernel = Kernel.of(position._replace(hand=position.hand._replace(claim=None)))
    scene = scene_of(rules, position.hand, mask(card for held in kernel.holdings for card in each(held)))
    scene.noise = noise
    trace: list[int] = []
    packed = playout(scene, flat(rules, kernel.holdings), -1, 0, seed + 1, trace)
    for place in range(0, len(trace), 7):
        seat, suit, bit, *legal = trace[place : place + 7]
        assert seat == kernel.turn
        assert sum(places.set_of(each, bits) for each, bits in enumerate(legal)) == honest(kernel)
        kernel.play(places.card(suit, bit))
    assert kernel.finished
    return kernel, packed


@settings(max_examples=300)
@given(drawn_games(), seeds, st.sampled_from([0, 77, 256]))
def test_a_playout_plays_by_the_rules(game: Game, seed: int, noise: int) -> None:
    if (position := position_in(game, seed)) is not None:
        kernel, packed = played_out(position, seed, noise)
        assert unpacked(packed, game.rules.players) == kernel.tricks_won


@settings(max_examples=200)
@given(drawn_games(revoke="refused", bemo=6, last_trick_bonus=True), seeds, st.sampled_from([0, 77, 256]))
def test_a_playout_is_worth_what_the_engine_scores_with_bonuses_for_the_first_tricks_and_the_last(
    game: Game, seed: int, noise: int
) -> None:
    """docs/rules.md, decision 27."""
    if (position := position_in(game, seed)) is not None and position.hand is not None:
        kernel, packed = played_out(position, seed, noise)
        scored = tuple(worth(game.rules, result) for result in kernel.results())
        assert Stakes(position, position.hand.bids).outcome(packed).points == scored
