"""Trick play: what may be played, and who wins. Source: docs/rules.md d3 and decisions 16, 17, 19, 20."""

from collections.abc import Iterator, Sequence

from spades_engine.cards import BIG_JOKER, COPY_SIZE, Card, CardSet, Suit, each, mask
from spades_engine.errors import (
    CardNotHeld,
    IllegalAction,
    MustFollowSuit,
    MustOvertake,
    MustPlayHighestSpade,
    MustPlayLowestClub,
    MustTrump,
    NoSpadeOnFirstTrick,
    SpadesNotBroken,
)
from spades_engine.pack import Pack
from spades_engine.rules import Rules

__all__ = ["barred_plays", "honest_plays", "is_revoke", "legal_plays", "play_refusal", "trick_winner"]

Plays = Sequence[tuple[int, Card]]
"""(seat, card) in the order played."""


def legal_plays(
    rules: Rules,
    pack: Pack,
    holding: CardSet,
    led: Suit | None,
    *,
    broken: bool,
    first_trick: bool,
    trick: Plays = (),
) -> CardSet:
    """Return the cards of *holding* that may be played now; empty only if *holding* is.

    *led* is the suit led to this trick, None when the seat is on lead. *trick* is what lies on the table; only rules
    that make a trick be beaten, or the big joker be served, look at it.
    """
    honest = honest_plays(rules, pack, holding, led, broken=broken, first_trick=first_trick, trick=trick)
    if rules.revoke == "allowed" and led is not None and holding & pack.suits[led]:
        # Not following suit is all that a revoke is: every other rule is kept (decision 17).
        return honest | holding & ~pack.suits[led]
    return honest


def honest_plays(
    rules: Rules,
    pack: Pack,
    holding: CardSet,
    led: Suit | None,
    *,
    broken: bool,
    first_trick: bool,
    trick: Plays = (),
) -> CardSet:
    """Return the cards that may be played without a revoke."""
    lowest_clubs = first_trick and rules.first_trick == "lowest_club"
    if lowest_clubs and (lowest := _lowest_club(pack, holding)):  # Whatever was led.
        return lowest
    if led is not None:
        no_spades = lowest_clubs or (first_trick and rules.first_trick == "no_spades")
        return _follow(rules, pack, holding, led, trick, no_spades=no_spades)
    first = first_trick and rules.first_trick != "normal"
    if not first and (broken or rules.lead_spades == "anytime"):
        return holding
    return holding & ~pack.spades or holding


def _lowest_club(pack: Pack, holding: CardSet) -> CardSet:
    return pack.lowest(holding & pack.suits[Suit.CLUBS])


def _follow(rules: Rules, pack: Pack, holding: CardSet, led: Suit, trick: Plays, *, no_spades: bool) -> CardSet:
    void = not holding & pack.suits[led]
    allowed = holding & pack.suits[led] or (no_spades and holding & ~pack.spades) or holding
    if rules.big_joker_calls_spades and trick and trick[0][1] % COPY_SIZE == BIG_JOKER and led is Suit.SPADES:
        spades = holding & pack.spades
        return mask([max(each(spades), key=pack.power.__getitem__)]) if spades else allowed
    if rules.must_trump and void:
        allowed = allowed & pack.spades or allowed
    if rules.must_overtake and trick:
        allowed = _beating(pack, allowed, led, trick) or allowed
    return allowed


def _beating(pack: Pack, cards: CardSet, led: Suit, trick: Plays) -> CardSet:
    best = max(pack.power[card] for _, card in trick if pack.plays_as[card] in (led, Suit.SPADES))
    return mask(c for c in each(cards) if pack.power[c] > best and pack.plays_as[c] in (led, Suit.SPADES))


def is_revoke(pack: Pack, holding: CardSet, led: Suit | None, card: Card) -> bool:
    """Return whether *card*, played from *holding*, does not follow the suit led though it could be (decision 17)."""
    return led is not None and pack.plays_as[card] is not led and bool(holding & pack.suits[led])


def play_refusal(
    rules: Rules,
    pack: Pack,
    holding: CardSet,
    led: Suit | None,
    card: Card,
    *,
    broken: bool,
    first_trick: bool,
    trick: Plays = (),
) -> IllegalAction:
    """Return why *card* may not be played, where ``legal_plays`` does not list it."""
    if not holding >> card & 1:
        return CardNotHeld(card)
    legal = legal_plays(rules, pack, holding, led, broken=broken, first_trick=first_trick, trick=trick)
    barred = barred_plays(rules, pack, holding, led, legal, first_trick=first_trick, trick=trick)
    return next(refusal for refusal, cards in barred if cards >> card & 1)


def barred_plays(
    rules: Rules, pack: Pack, holding: CardSet, led: Suit | None, legal: CardSet, *, first_trick: bool, trick: Plays
) -> tuple[tuple[IllegalAction, CardSet], ...]:
    """Return the cards of *holding* that are not *legal*, together by the rule that bars them."""
    barred = holding & ~legal
    if not barred:
        return ()
    if first_trick and rules.first_trick == "lowest_club" and legal == _lowest_club(pack, holding):
        return ((MustPlayLowestClub(legal), barred),)
    off_suit = 0 if led is None or not holding & pack.suits[led] else barred & ~pack.suits[led]
    reasons: list[tuple[IllegalAction, CardSet]] = []
    if off_suit:
        reasons.append((MustFollowSuit(pack.plays_as[(legal & -legal).bit_length() - 1], legal), off_suit))
    if rest := barred & ~off_suit:
        reasons += _other_bars(rules, pack, led, legal, rest, first_trick=first_trick, trick=trick)
    return tuple(reasons)


def _other_bars(
    rules: Rules, pack: Pack, led: Suit | None, legal: CardSet, barred: CardSet, *, first_trick: bool, trick: Plays
) -> Iterator[tuple[IllegalAction, CardSet]]:
    """Yield the reasons against cards that would not be a revoke."""
    if first_trick and rules.first_trick != "normal" and not legal & pack.spades:
        yield NoSpadeOnFirstTrick(legal), barred
    elif led is None:
        yield SpadesNotBroken(legal), barred
    elif rules.big_joker_calls_spades and trick[0][1] % COPY_SIZE == BIG_JOKER:
        yield MustPlayHighestSpade(legal), barred
    else:
        discards = barred & ~(pack.suits[led] | pack.spades) if rules.must_trump else 0
        if discards:
            yield MustTrump(legal), discards
        if losers := barred & ~discards:
            yield MustOvertake(legal), losers


def trick_winner(pack: Pack, plays: Plays) -> int:
    """Return the seat whose card wins *plays*.

    The highest spade wins, else the highest card of the suit led; of two equal cards the first played (decision 24).
    """
    winner, best = plays[0]
    suit, power = pack.plays_as[best], pack.power[best]
    for seat, card in plays[1:]:
        if pack.power[card] > power and pack.plays_as[card] in (suit, Suit.SPADES):
            winner, power = seat, pack.power[card]
    return winner
