"""A hand of the engine as a ``Scene`` to be played out."""

from collections.abc import Sequence

from spades_ai.search.places import places_of
from spades_ai.search.playout import BONUS_BITS, PACKED_BITS
from spades_ai.search.scene import Scene
from spades_engine import Bid, CardSet, Hand, Rules, pack_of, trick_winner
from spades_engine.bidding import contract_of
from spades_engine.cards import BIG_JOKER, parse_card

__all__ = ["BONUS_CARD", "bonus_sides", "flat", "scene_before_play", "scene_of", "unpacked"]

_FIRST_RULES = ("normal", "no_spade_lead", "no_spades", "lowest_club")
_EACH_TRICK = (1 << PACKED_BITS) - 1
_EACH_BONUS = (1 << BONUS_BITS) - 1
BONUS_CARD = parse_card("9S")
"""The lowest card that earns a bonus for the last trick, where there is one."""


def scene_of(rules: Rules, hand: Hand, left: CardSet) -> Scene:
    """Return the scene of a hand in play; *left* are the cards that its seat does not know to be gone."""
    scene = _scene(rules, hand.bids, left)
    assert hand.turn is not None, "a card is due"
    places, plays = places_of(rules), hand.trick
    scene.turn = hand.turn
    scene.won = list(hand.tricks_won)
    takers = [rules.side_of(trick.winner) for trick in hand.tricks[: scene.early]]
    if len(set(takers)) == 1:
        scene.streak = takers[0]
    scene.early = scene.early - len(takers) if len(set(takers)) <= 1 else 0
    scene.remaining = hand.counts[hand.turn]
    scene.first = not hand.tricks
    scene.broken = hand.broken
    scene.played = len(plays)
    if plays:
        scene.led, led = places.of[plays[0][1]]
        scene.winner = trick_winner(pack_of(rules), plays)
        scene.best_suit, scene.best = places.of[dict(plays)[scene.winner]]
        scene.called = scene.led == 3 and led == scene.caller
    return scene


def scene_before_play(rules: Rules, bids: Sequence[Bid | None], leader: int, left: CardSet) -> Scene:
    """Return the scene in which *leader* is to lead to the first trick."""
    scene = _scene(rules, bids, left)
    scene.turn = leader
    scene.remaining = rules.hand_size
    return scene


def _scene(rules: Rules, bids: Sequence[Bid | None], left: CardSet) -> Scene:
    scene, places = Scene(rules.players, len(rules.sides)), places_of(rules)
    scene.double = rules.players == 6
    scene.anytime = rules.lead_spades == "anytime"
    scene.first_rule = _FIRST_RULES.index(rules.first_trick)
    scene.forced_lead_breaks = rules.forced_lead_breaks
    scene.must_trump, scene.must_overtake = rules.must_trump, rules.must_overtake
    # A side without a bid, in a hand that bids itself, has ten points from every trick.
    scene.bags_cost = _bags_cost(rules) and None not in bids
    scene.nil_helps = rules.failed_nil_tricks == "help"
    scene.contracts = [contract_of(bids, seats) for seats in rules.sides]
    scene.early = rules.bemo or 0
    if rules.last_trick_bonus:
        _, scene.late = places.of[BONUS_CARD]
    scene.nil = [int(bid is not None and bid.is_nil) for bid in bids]
    scene.left = places.sets(left)
    if rules.big_joker_calls_spades:
        _, scene.caller = places.of[BIG_JOKER]
    return scene


def _bags_cost(rules: Rules) -> bool:
    return rules.bag_points < 0 or (rules.bags_counted and rules.bag_penalty)


def flat(rules: Rules, holdings: Sequence[CardSet]) -> list[int]:
    """Return *holdings* by seat as the hands of a scene."""
    places = places_of(rules)
    return [bits for holding in holdings for bits in places.sets(holding)]


def unpacked(packed: int, seats: int) -> list[int]:
    """Return the tricks of every seat from the result of a playout."""
    return [packed >> PACKED_BITS * seat & _EACH_TRICK for seat in range(seats)]


def bonus_sides(packed: int, seats: int) -> tuple[int | None, int | None]:
    """Return the side that won all of the first tricks, and the one whose high spade won the last; None: no side."""
    bonuses = packed >> PACKED_BITS * seats
    first, last = bonuses & _EACH_BONUS, bonuses >> BONUS_BITS
    return (first - 1 if first else None), (last - 1 if last else None)
