"""Which card to play: each is tried in the same worlds, and what ``rules`` plays stands unless another is clearly
better. Source: docs/bots.md
"""

from collections.abc import Sequence
from dataclasses import replace

from spades_ai.chance import chance
from spades_ai.choice import Alternative, Choice, Reason, Seed
from spades_ai.knowledge import own_seat
from spades_ai.play import choose_play
from spades_ai.position import honest_options
from spades_ai.search.endgame import Endgame
from spades_ai.search.figures import alternative_of, reasons_of
from spades_ai.search.hidden import cards_left, dealer_of
from spades_ai.search.places import Places, places_of
from spades_ai.search.playout import playout
from spades_ai.search.race import Run, Runner, gain_of, race, value_beside, winner_of
from spades_ai.search.scene import Scene
from spades_ai.search.staging import scene_of
from spades_ai.search.stakes import Stakes, stakes_of
from spades_engine import Card, Decision, View, format_card
from spades_engine.cards import mask

__all__ = ["search_play"]

_EXACT = 12
"""Cards left from which each world is played for the best instead of by chance: three tricks of four."""
_EXACT_TRICKS = 3
_PLAYOUTS = 2
"""Times that each world is played out: chance scatters what a card is worth in it ten times as much as worlds do."""
_CLEARLY, _CLEARLY_WITH_A_NIL = 1.0, 2.0
"""Standard errors by which another card must be better than that of ``rules``; the second while the own side has a nil
to keep: where a trick costs two hundred points, chance makes many a card look good. Fitted on the suite ``tune``."""


def search_play(view: View, due: Decision, seed: Seed, worlds: int) -> Choice:
    """Return the card to play, compared in *worlds* worlds at most."""
    principled = choose_play(view, due)
    usual = due.options[principled.picks[0]]
    assert isinstance(usual, int), "a card is played"
    equals = _equals(view, due, usual)
    if len(equals) == 1:
        return principled
    rules, side = view.rules, view.rules.side_of(own_seat(view))
    stakes = stakes_of(view.game, view.hand.bids)
    scene = scene_of(rules, view.hand, cards_left(view))
    cards = [places_of(rules).of[first] for first, *_ in equals]
    exact = scene.remaining <= _EXACT_TRICKS and scene.remaining * scene.seats <= _EXACT
    run = (_for_the_best if exact else _by_chance)(scene, stakes, side, cards)
    start, playouts = chance(view, seed).getrandbits(32) | 1, 1 if exact else _PLAYOUTS
    runners = race(len(equals), dealer_of(view), start, worlds, run, playouts=playouts)
    own_nil = any(scene.nil[seat] for seat in rules.sides[side])
    to_keep = any(scene.nil[seat] and not scene.won[seat] for seat in rules.sides[side])
    best = winner_of(runners, clearly=_CLEARLY_WITH_A_NIL if to_keep else _CLEARLY)
    found = [
        replace(
            alternative_of((), [stakes.outcome(packed) for packed in runner.results], side, has_nil=own_nil),
            value=value_beside(runners[best], runner),
            worlds=len(runner.values),
        )
        for runner in runners
    ]
    return _choice(due, principled, equals, runners, found, best)


def _choice(
    due: Decision,
    principled: Choice,
    equals: Sequence[Sequence[Card]],
    runners: Sequence[Runner],
    found: Sequence[Alternative],
    best: int,
) -> Choice:
    alternatives = [
        replace(figures, picks=(due.options.index(card),))
        for figures, cards in zip(found, equals, strict=True)
        for card in cards
    ]
    card = equals[best][0]
    second = max((index for index in range(len(found)) if index != best), key=lambda index: found[index].value)
    differences = reasons_of(found[best], found[second], (card, equals[second][0]))
    if best:
        gain, _ = gain_of(runners[best], runners[0])
        text = f"{format_card(card)} is {gain:.1f} points better than {format_card(equals[0][0])} on average"
        reasons = (Reason(code="searched", cards=(card, equals[0][0]), value=gain, text=text), *differences)
    else:
        reasons = (*principled.reasons, *differences)
    chosen = (due.options.index(card),)
    ranked = sorted(alternatives, key=lambda one: (one.picks != chosen, -one.value))
    return Choice(chosen, reasons, tuple(ranked))


def _by_chance(scene: Scene, stakes: Stakes, side: int, cards: Sequence[tuple[int, int]]) -> Run:
    """Return what plays each of *cards* and the rest of the hand by rough principles and some chance."""

    def play_out(index: int, hands: list[int], chance: int) -> tuple[int, float]:
        suit, card = cards[index]
        packed = playout(scene, hands, suit, card, chance, None)
        return packed, stakes.outcome(packed).values[side]

    return play_out


def _for_the_best(scene: Scene, stakes: Stakes, side: int, cards: Sequence[tuple[int, int]]) -> Run:
    """Return what plays each of *cards* and the last tricks as well as they can be."""

    def fill(packed: int) -> None:
        endgame.worths[packed] = list(stakes.outcome(packed).values)

    endgame = Endgame(scene, fill)
    known: dict[tuple[int, ...], int] = {}

    def play_best(index: int, hands: list[int], _: int) -> tuple[int, float]:
        suit, card = cards[index]
        world = (index, *hands)
        if world not in known:
            known[world] = endgame.result(hands, suit, card)
        return known[world], stakes.outcome(known[world]).values[side]

    return play_best


def _equals(view: View, due: Decision, usual: Card) -> list[list[Card]]:
    """Return the cards that may be played, those together of which one is as good as the other; *usual* comes first."""
    places = places_of(view.rules)
    options = [option for option in honest_options(view, due) if isinstance(option, int)]
    between = cards_left(view) & ~view.holding | mask(card for _, card in view.hand.trick)
    groups: list[list[Card]] = []
    for card in sorted(options, key=lambda card: places.of[card]):
        if groups and _touch(view, places, between, groups[-1][-1], card):
            groups[-1].append(card)
        else:
            groups.append([card])
    groups = [sorted(group, key=lambda card: card != usual) for group in groups]
    return sorted(groups, key=lambda group: usual not in group)


def _touch(view: View, places: Places, between: int, lower: Card, higher: Card) -> bool:
    """Return whether no card that counts lies between two cards of a suit."""
    (suit, low), (other, high) = places.of[lower], places.of[higher]
    if suit != other or view.rules.big_joker_calls_spades:
        return False
    return not places.set_of(suit, high - (low << 1)) & between
