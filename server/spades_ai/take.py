"""Play for tricks: cash what holds, second hand low, third hand high, fourth hand cheaply. Source: docs/bots.md"""

from spades_ai.choice import Answer, play
from spades_ai.position import Position
from spades_engine import Card, Suit

__all__ = ["lowest", "take", "throw"]

_CASH = 0.6
"""A lead that holds with this probability is cashed."""
_WORTH_TRYING = 0.45
"""A card that holds with this probability is worth playing while the partner is still to play."""
_LAST_RESORT = 0.1
"""The same where nobody of the own side plays after it: it may draw out a higher card."""
_PARTNER_HOLDS = 0.5
"""The partner's card is left alone if it holds with this probability."""
_MUCH_BETTER = 0.25
"""... or if the own card, following suit, adds no more than this."""
_AS_GOOD = 0.1
"""Probabilities this close are taken as equal."""
_MANY_SPADES = 4
"""Spades held from which the opponents' spades are drawn."""
_LOW = 9
"""Strength of the ten: up to here a card is no honour."""


def take(position: Position) -> Answer:
    """Return the card to play when tricks are wanted."""
    return _lead(position) if position.led is None else _follow(position)


def _lead(position: Position) -> Answer:
    plain = [card for card in position.legal if position.suit(card) is not Suit.SPADES]
    spades = [card for card in position.legal if position.suit(card) is Suit.SPADES]
    if (cash := _best_holding(position, plain, _CASH)) is not None:
        return play(cash, "cash", "it is likely to hold", value=position.holds(cash))
    if spades and (draw := _spade_to_draw(position, spades)) is not None:
        return play(draw, "draw_spades", "it draws the opponents' spades", value=position.holds(draw))
    if plain:
        return _lead_low(position, plain)
    return play(spades[0], "lead_low_spade", "only spades are left; the low ones go first")


def _best_holding(position: Position, many: list[Card], least: float) -> Card | None:
    """Return the card that holds best, the lowest of equals; None if none holds with probability *least*."""
    card = max(many, key=lambda card: (position.holds(card), -position.height(card)), default=None)
    return card if card is not None and position.holds(card) >= least else None


def _spade_to_draw(position: Position, spades: list[Card]) -> Card | None:
    """Return the highest spade if it holds and either many are held or no plain card can be led."""
    top = spades[-1]
    if position.above(top) or not position.outstanding(Suit.SPADES):
        return None
    return top if len(spades) >= _MANY_SPADES or len(spades) == len(position.legal) else None


def _lead_low(position: Position, plain: list[Card]) -> Answer:
    """Lead a short suit to ruff it later, else low from a suit without an honour to protect."""
    ruffing = position.length(Suit.SPADES) > 0
    short = [card for card in plain if position.length(position.suit(card)) <= 2 and position.height(card) <= _LOW]
    if ruffing and short:
        card = min(short, key=lambda card: (position.length(position.suit(card)), position.height(card)))
        return play(card, "lead_short", "its suit will soon be void, to be ruffed")
    card = min(plain, key=lambda card: (_gives_up(position, card), position.height(card)))
    return play(card, "lead_low", "a low card gives nothing away")


def _gives_up(position: Position, card: Card) -> bool:
    """Return whether leading *card* exposes a guarded honour of its suit."""
    suit = position.suit(card)
    return any(
        position.suit(other) is suit and position.height(other) > _LOW and position.above(other)
        for other in position.legal
        if other != card
    )


def _follow(position: Position) -> Answer:
    winners = position.winners
    if position.partner_wins and _partner_holds(position):
        return play(throw(position), "partner_wins", "the partner's card is likely to win")
    if not winners:
        return play(throw(position), "cannot_win", "it cannot win: the least useful card goes")
    rivals = [seat for seat in position.after if seat in position.opponents]
    if not rivals:
        return play(winners[0], "win_cheaply", "the cheapest card that wins", value=1.0)
    return _try(position, winners)


def _partner_holds(position: Position) -> bool:
    """Return whether the partner's winning card is good enough to leave the trick to it."""
    assert position.best is not None, "the partner has played"
    as_it_lies = position.holds(position.best)
    if position.follows and any(position.holds(card) > as_it_lies + _MUCH_BETTER for card in position.winners):
        return False
    return as_it_lies >= _PARTNER_HOLDS


def _try(position: Position, winners: tuple[Card, ...]) -> Answer:
    """Win with the cheapest card that holds about as well as any, if that is well enough."""
    chances = {card: position.holds(card) for card in winners}
    best = max(chances.values())
    partner_plays = any(seat in position.after for seat in position.partners)
    least = _WORTH_TRYING if partner_plays else _LAST_RESORT
    if best < least:
        return play(throw(position), "second_low", "what would win now is likely to be beaten", value=best)
    card = next(card for card in winners if chances[card] >= best - _AS_GOOD)
    code = "play_high" if position.follows else "ruff"
    return play(card, code, "the cheapest card that holds as well as any", value=chances[card])


def throw(position: Position) -> Card:
    """Return the card to part with in a trick that is not wanted or cannot be won, keeping what wins later."""
    if position.follows:
        return lowest(position, position.legal)
    plain = [card for card in position.legal if position.suit(card) is not Suit.SPADES]
    return min(plain, key=lambda card: _worth(position, card)) if plain else lowest(position, position.legal)


def _worth(position: Position, card: Card) -> tuple[bool, bool, int, int]:
    """Order discards: no masters, no guards of honours, low cards of short suits first."""
    suit = position.suit(card)
    guards = position.length(suit) == 2 and _gives_up(position, card)
    return not position.above(card), guards, position.height(card), position.length(suit)


def lowest(position: Position, many: tuple[Card, ...]) -> Card:
    """Return the weakest of *many* cards, plain ones before spades."""
    return min(many, key=lambda card: position.pack.power[card])
