"""Trick play: what may be played, and who wins. Source: docs/rules.md d3 and decisions 16, 19, 20."""

from collections.abc import Sequence

from spades_engine.cards import Card, CardSet, Suit
from spades_engine.errors import (
    CardNotHeld,
    IllegalAction,
    MustFollowSuit,
    MustPlayLowestClub,
    NoSpadeOnFirstTrick,
    SpadesNotBroken,
)
from spades_engine.pack import Pack
from spades_engine.rules import Rules

__all__ = ["legal_plays", "play_refusal", "trick_winner"]


def legal_plays(
    rules: Rules, pack: Pack, holding: CardSet, led: Suit | None, *, broken: bool, first_trick: bool
) -> CardSet:
    """Return the cards of *holding* that may be played now; empty only if *holding* is.

    *led* is the suit led to this trick, None when the seat is on lead.
    """
    if first_trick and rules.first_trick != "normal":
        return _first_trick(rules, pack, holding, led)
    if led is not None:
        return holding & pack.suits[led] or holding
    if broken or rules.lead_spades == "anytime":
        return holding
    return holding & ~pack.spades or holding


def _first_trick(rules: Rules, pack: Pack, holding: CardSet, led: Suit | None) -> CardSet:
    """Whoever has a club plays the lowest, whatever was led, where the first trick takes the lowest clubs."""
    if rules.first_trick == "lowest_club" and (lowest := _lowest_club(pack, holding)):
        return lowest
    if led is not None and (following := holding & pack.suits[led]):
        return following
    if led is not None and rules.first_trick == "no_spade_lead":
        return holding
    return holding & ~pack.spades or holding


def _lowest_club(pack: Pack, holding: CardSet) -> CardSet:
    clubs = holding & pack.suits[Suit.CLUBS]
    return clubs & -clubs


def play_refusal(
    rules: Rules, pack: Pack, holding: CardSet, led: Suit | None, card: Card, *, broken: bool, first_trick: bool
) -> IllegalAction:
    """Return why *card* may not be played, where ``legal_plays`` does not list it."""
    if not holding >> card & 1:
        return CardNotHeld(card)
    legal = legal_plays(rules, pack, holding, led, broken=broken, first_trick=first_trick)
    if first_trick and rules.first_trick == "lowest_club" and legal == _lowest_club(pack, holding):
        return MustPlayLowestClub(legal)
    if led is not None and holding & pack.suits[led]:
        return MustFollowSuit(led, legal)
    if first_trick and rules.first_trick != "normal":
        return NoSpadeOnFirstTrick(legal)
    return SpadesNotBroken(legal)


def trick_winner(pack: Pack, plays: Sequence[tuple[int, Card]]) -> int:
    """Return the seat whose card wins *plays*, which are (seat, card) in the order played.

    The highest spade wins, else the highest card of the suit led; of two equal cards the first played (decision 24).
    """
    winner, best = plays[0]
    suit, power = pack.plays_as[best], pack.power[best]
    for seat, card in plays[1:]:
        if pack.power[card] > power and pack.plays_as[card] in (suit, Suit.SPADES):
            winner, power = seat, pack.power[card]
    return winner
