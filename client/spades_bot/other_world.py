"""A game that a seat cannot tell from the one it plays in: what it has not seen lies elsewhere."""

import random
from collections.abc import Mapping
from dataclasses import replace

from spades_engine import Card, CardSet, Game, View, pack_of, view
from spades_engine.cards import each, mask

__all__ = ["other_world"]


def other_world(game: Game, seat: int, seed: int) -> Game:
    """Return *game* with the cards that *seat* has not seen in other places, as *seed* says."""
    hand = game.hand
    assert hand is not None, "a hand is being played"
    unseen = list(each(pack_of(game.rules).cards & ~_seen(view(game, seat))))
    moved = random.Random(seed).sample(unseen, k=len(unseen))
    names = dict(zip(unseen, moved, strict=True))
    draw = hand.draw and replace(
        hand.draw,
        offered=None if hand.draw.offered is None else names.get(hand.draw.offered, hand.draw.offered),
        thrown=tuple(names.get(card, card) for card in hand.draw.thrown),
    )
    exchanges = tuple(replace(gift, cards=_renamed(gift.cards, names)) for gift in hand.exchanges)
    other = hand._replace(
        holdings=tuple(_renamed(held, names) for held in hand.holdings),
        dealt=tuple(_renamed(held, names) for held in hand.dealt),
        deck=tuple(names.get(card, card) for card in hand.deck),
        draw=draw,
        exchanges=exchanges,
        leader_draw=(hand.leader_draw + 1) % game.rules.players,
    )
    return game._replace(hand=other)


def _renamed(many: CardSet, names: Mapping[Card, Card]) -> CardSet:
    return mask(names.get(card, card) for card in each(many))


def _seen(seen: View) -> CardSet:
    """Return every card that a view shows."""
    hand = seen.hand
    shown = {card for held in (*hand.holdings, *hand.dealt, hand.aside, hand.shown) for card in each(held)}
    shown |= {card for trick in hand.tricks for _, card in trick.plays} | {card for _, card in hand.trick}
    shown |= {card for gift in hand.exchanges for card in each(gift.cards)}
    if hand.draw:
        shown |= set(hand.draw.thrown) | ({hand.draw.offered} if hand.draw.offered is not None else set())
    return mask(shown)
