"""What handbooks teach, and no more: honours counted in whole and half tricks, and cards played by rules of thumb.

It stands for the usual heuristic players of card programs: aces and kings count one, spades count by length, nil on a
hand of low cards; second hand low, third hand high, fourth hand as cheaply as it can; who has made the contract ducks.
"""

from dataclasses import replace
from random import Random

from spades_ai import position_of
from spades_ai.knowledge import own_seat
from spades_ai.position import Position, honest_options
from spades_engine import NIL, Bid, Card, Decision, Option, Suit, View, pack_of
from spades_engine.cards import each, rank_of

__all__ = ["PlainHeuristics"]

_JACK, _QUEEN, _KING, _ACE = range(11, 15)


class PlainHeuristics:
    """Counts and follows rules of thumb; remembers nothing."""

    def bid(self, view: View, due: Decision, chance: Random) -> Option:
        """Return the count, rounded down; nil on a hand of low cards whose partners have not bid it."""
        partners = view.rules.partners_of(own_seat(view))
        covered = all(view.hand.bids[seat] != NIL for seat in partners)
        if NIL in due.options and covered and _is_low(view):
            return NIL
        wanted = int(_count(view))
        bids = [option for option in due.options if isinstance(option, Bid) and not option.is_nil]
        return min(bids, key=lambda bid: abs(bid.tricks - max(wanted, 1)), default=due.options[due.default[0]])

    def play(self, view: View, due: Decision, chance: Random) -> Card:
        """Return the card that the first rule of thumb that fits names."""
        position = position_of(view, replace(due, options=honest_options(view, due)))
        ranked = sorted(position.legal, key=lambda card: position.pack.power[card])
        if position.nil_alive(position.seat):
            return _duck(position, ranked)
        if position.nil_partners:
            return _cover(position, ranked)
        targets = [seat for seat in position.opponents if position.nil_alive(seat)]
        if position.winner in targets and position.losers:
            return max(position.losers, key=lambda card: position.pack.power[card])
        if targets and position.led is None:
            return ranked[0]
        return _take(position, ranked) if _wants_tricks(position) else _duck(position, ranked)


def _count(view: View) -> float:
    """Return the tricks that a holding counts for."""
    suits = _ranks(view)
    spades = suits.pop(Suit.SPADES)
    tricks = sum(rank == _ACE or (rank >= _QUEEN and len(spades) > _ACE - rank) for rank in spades)
    tricks += max(len(spades) - max(tricks, 3), 0)
    count = float(tricks)
    for ranks in suits.values():
        count += _ACE in ranks
        count += _KING in ranks and 2 <= len(ranks) <= 5
        count += 0.5 * (_QUEEN in ranks and 3 <= len(ranks) <= 4)
        count += 0.5 * max(2 - len(ranks), 0) * (len(spades) in (2, 3))
    return count


def _is_low(view: View) -> bool:
    """Return whether a hand is one for nil: no high spade, few of them, and low cards in every suit."""
    suits = _ranks(view)
    spades = suits.pop(Suit.SPADES)
    guarded = all(not ranks or min(ranks) <= 5 or max(ranks) < 10 for ranks in suits.values())
    return _count(view) < 1.5 and len(spades) <= 3 and max(spades, default=0) < _JACK and guarded


def _ranks(view: View) -> dict[Suit, list[int]]:
    plays_as = pack_of(view.rules).plays_as
    ranks: dict[Suit, list[int]] = {suit: [] for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)}
    for card in each(view.holding):
        ranks[plays_as[card]].append(rank_of(card))
    return ranks


def _wants_tricks(position: Position) -> bool:
    """Return whether the contract needs tricks, or that of an opponent can be set."""
    needs = map(position.need_of, position.opponents)
    return position.need > 0 or any(0 < need <= position.remaining <= need + 1 for need in needs)


def _duck(position: Position, ranked: list[Card]) -> Card:
    if position.led is None:
        return ranked[0]
    if position.losers:
        return max(position.losers, key=lambda card: position.pack.power[card])
    return ranked[0] if position.after else ranked[-1]


def _cover(position: Position, ranked: list[Card]) -> Card:
    if position.led is None:
        return ranked[-1]
    if position.winner in position.nil_partners or any(seat in position.after for seat in position.nil_partners):
        return position.winners[0] if position.winners else ranked[0]
    return _take(position, ranked)


def _take(position: Position, ranked: list[Card]) -> Card:
    if position.led is None:
        return _lead(position, ranked)
    if not position.winners or (position.partner_wins and not _partner_may_lose(position)):
        return ranked[0]
    if not position.after:
        return position.winners[0]
    if not position.follows:
        return position.winners[0]
    highest = position.winners[-1]
    second_hand = len(position.after) == len(position.hand.bids) - 2
    return ranked[0] if second_hand and position.above(highest) else highest


def _partner_may_lose(position: Position) -> bool:
    """Return whether an opponent is still to play and may beat the partner's card."""
    assert position.best is not None, "the partner has played"
    return any(seat in position.opponents for seat in position.after) and position.above(position.best) > 2


def _lead(position: Position, ranked: list[Card]) -> Card:
    """Lead what nothing beats; many spades, to draw those of others; else low from the longest suit."""
    masters = [card for card in ranked if not position.above(card)]
    plain = [card for card in ranked if position.suit(card) is not Suit.SPADES]
    for card in masters:
        if card in plain or position.length(Suit.SPADES) >= 4:
            return card
    return max(plain or ranked, key=lambda card: (position.length(position.suit(card)), -position.height(card)))
