"""OpenSpiel's ``spades`` agrees with the preset ``openspiel``, where it is installed (the extra ``bench``).

It differs in one thing on purpose: OpenSpiel never marks spades as broken, so that it never lets a spade be led while
another suit is held. There its legal cards are those that the engine allows while spades are unbroken. Its faults over
several hands, bags told from the score and ends judged by one hand, do not show in a first hand.
"""

import random
from collections import Counter
from typing import Any

import pytest

from builders import before_deal, each, perform, shuffled, tricks, turn_of
from spades_engine import (
    NIL,
    Bid,
    Game,
    MakeBid,
    Phase,
    PlayCard,
    StartHand,
    decision,
    legal_plays,
    pack_of,
    rules_of,
)

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it is in the extra bench")

RULES = rules_of("openspiel")
PACK = pack_of(RULES)
BID_ZERO = 52
"""The action that bids nil; the numbers follow it, and before it come the cards as the engine counts them."""


def as_bid(action: int) -> Bid:
    return NIL if action == BID_ZERO else tricks(action - BID_ZERO)


def legal_actions(game: Game) -> set[int]:
    """Return what the seat in turn may do, as OpenSpiel's actions."""
    due = decision(game)
    assert due is not None
    return {BID_ZERO + one.tricks if isinstance(one, Bid) else one for one in due.options if isinstance(one, Bid | int)}


def while_unbroken(game: Game) -> set[int]:
    """Return the cards that the seat in turn might play if spades were not broken."""
    hand = game.hand
    assert hand is not None
    led = PACK.plays_as[hand.trick[0][1]] if hand.trick else None
    holding = hand.holdings[turn_of(game)]
    return set(each(legal_plays(RULES, PACK, holding, led, broken=False, first_trick=not hand.tricks)))


def compare_hand(chance: random.Random, *, bids: range) -> Counter[str]:
    """Play one hand in both, compare every step and the score, and return what came up in it."""
    deck = shuffled(RULES, chance)
    game = perform(before_deal(RULES), StartHand(deck=deck))
    state = pyspiel.load_game("spades").new_initial_state()
    for card in deck:
        state.apply_action(card)
    seen: Counter[str] = Counter()
    while not state.is_terminal():
        hand = game.hand
        assert hand is not None
        assert state.current_player() == turn_of(game)  # After a trick: its winner.
        theirs, ours = set(state.legal_actions()), legal_actions(game)
        if hand.phase is Phase.BID:
            assert theirs == ours
            action = chance.choice([one for one in sorted(ours) if one - BID_ZERO in bids])
            game = perform(game, MakeBid(turn_of(game), as_bid(action)))
        else:
            assert theirs == while_unbroken(game)
            assert theirs == ours or (hand.broken and not hand.trick)
            seen["lead of broken spades"] += theirs != ours
            action = chance.choice(sorted(theirs))
            game = perform(game, PlayCard(turn_of(game), action))
        state.apply_action(action)
    lines = game.results[-1]
    assert state.returns() == [lines[RULES.side_of(seat)].hand for seat in range(4)]
    seen["contract made"] += any(line.contract > 0 for line in lines)
    seen["contract set"] += any(line.contract < 0 for line in lines)
    seen["nil made"] += any(line.nil > 0 for line in lines)
    seen["nil failed"] += any(line.nil < 0 for line in lines)
    seen["bag penalty"] += any(line.bag_penalty < 0 for line in lines)
    return seen


def test_random_hands_have_the_same_legal_actions_winners_and_scores() -> None:
    """docs/rules.md, the preset openspiel."""
    chance = random.Random(7)
    seen: Counter[str] = Counter()
    for hand in range(600):
        seen += compare_hand(chance, bids=range(14) if hand % 2 else range(3))
    assert seen.keys() == {
        "lead of broken spades", "contract made", "contract set", "nil made", "nil failed", "bag penalty",
    }  # fmt: skip
