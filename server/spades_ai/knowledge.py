"""What a seat knows of the hidden cards: which are unseen, who is void of what, what beats what."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from spades_engine import Card, CardSet, Pack, Rules, Suit, View, pack_of
from spades_engine.cards import each, mask

__all__ = ["PLAIN_SUITS", "SUITS", "Knowledge", "Ranking", "knowledge_of", "opponents_of", "own_seat", "ranking_of"]

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
PLAIN_SUITS = SUITS[:3]
_SPADES_ONLY = frozenset(PLAIN_SUITS)

Voids = list[set[Suit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What follows for one seat from what it has seen."""

    unseen: CardSet
    """Cards of the pack it has not seen; some of them may be in nobody's hand."""
    voids: tuple[frozenset[Suit], ...]
    """The suits that each seat has shown to be void of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Which cards beat which, by card number, within the suit each plays as."""

    stronger: tuple[CardSet, ...]
    weaker: tuple[CardSet, ...]


def own_seat(view: View) -> int:
    """Return the seat whose view it is, where it cannot be a spectator's."""
    assert view.seat is not None, "a spectator decides nothing"
    return view.seat


def opponents_of(rules: Rules, seat: int) -> tuple[int, ...]:
    """Return the seats that do not score with *seat*."""
    return tuple(other for other in range(rules.players) if rules.side_of(other) != rules.side_of(seat))


@lru_cache(maxsize=64)
def ranking_of(rules: Rules) -> Ranking:
    """Return the ranking of the pack that *rules* use."""
    pack = pack_of(rules)
    suits = [pack.suits[suit] if suit < len(pack.suits) else 0 for suit in pack.plays_as]
    stronger = [
        mask(other for other in each(suit) if pack.power[other] > pack.power[card]) for card, suit in enumerate(suits)
    ]
    weaker = [
        mask(other for other in each(suit) if pack.power[other] < pack.power[card]) for card, suit in enumerate(suits)
    ]
    return Ranking(stronger=tuple(stronger), weaker=tuple(weaker))


def knowledge_of(view: View) -> Knowledge:
    """Return what the view's seat knows."""
    pack, hand = pack_of(view.rules), view.hand
    seen = view.holding | mask(card for _, card in hand.trick)
    for trick in hand.tricks:
        seen |= mask(card for _, card in trick.plays)
    if hand.draw:
        seen |= mask(hand.draw.thrown) | (0 if hand.draw.offered is None else 1 << hand.draw.offered)
    return Knowledge(unseen=pack.cards & ~seen, voids=_voids(view.rules, pack, view))


def _voids(rules: Rules, pack: Pack, view: View) -> tuple[frozenset[Suit], ...]:
    voids: Voids = [set() for _ in range(rules.players)]
    spade_played = False
    for number, plays in enumerate((*(trick.plays for trick in view.hand.tricks), view.hand.trick)):
        if plays:
            _note_lead(rules, pack, plays[0], voids, first=number == 0, spade_played=spade_played)
            _note_follows(rules, pack, plays, voids, first=number == 0)
            spade_played = spade_played or any(pack.plays_as[card] is Suit.SPADES for _, card in plays)
    return tuple(map(frozenset, voids))


def _note_lead(
    rules: Rules, pack: Pack, lead: tuple[int, Card], voids: Voids, *, first: bool, spade_played: bool
) -> None:
    """A seat that leads a spade before any was played has nothing else, where spades must be broken first."""
    seat, card = lead
    must_wait = rules.lead_spades == "broken" or (first and rules.first_trick != "normal")
    if pack.plays_as[card] is Suit.SPADES and must_wait and not spade_played:
        voids[seat] |= _SPADES_ONLY


def _note_follows(rules: Rules, pack: Pack, plays: Sequence[tuple[int, Card]], voids: Voids, *, first: bool) -> None:
    """A seat that does not follow is void of the suit led."""
    led = pack.plays_as[plays[0][1]]
    for seat, card in plays[1:]:
        suit = pack.plays_as[card]
        if suit is led:
            continue
        voids[seat].add(led)
        if first and suit is Suit.SPADES and rules.first_trick in ("no_spades", "lowest_club"):
            voids[seat] |= _SPADES_ONLY
