"""Play around a nil: keep one's own, cover the partner's, attack an opponent's. Source: docs/bots.md"""

from collections.abc import Callable

from spades_ai.choice import Answer, play
from spades_ai.duck import duck
from spades_ai.position import Position
from spades_ai.take import lowest, throw
from spades_engine import Suit

__all__ = ["attack", "cover", "keep_nil"]

Otherwise = Callable[[Position], Answer]
"""How to play where the nil does not matter."""


def keep_nil(position: Position) -> Answer:
    """Return the card that keeps one's own nil: as for bags, with more at stake."""
    card, reason = duck(position)
    return play(card, "nil_" + reason.code, reason.text, value=reason.value)


def cover(position: Position, *, otherwise: Otherwise) -> Answer:
    """Return the card that keeps a partner who has bid nil from winning."""
    nils = position.nil_partners
    if position.led is None:
        return _cover_lead(position, nils)
    if position.winner in nils:
        if position.winners:
            return play(position.winners[0], "cover_overtake", "it takes the trick from the partner's nil")
        return play(throw(position), "cover_failed", "nothing beats the partner's card")
    if any(seat in position.after for seat in nils) and position.winners and _exposed(position):
        card = min(position.winners, key=lambda card: (position.above(card), position.pack.power[card]))
        return play(card, "cover_high", "a high card lets the partner play below it")
    return otherwise(position)


def _cover_lead(position: Position, nils: tuple[int, ...]) -> Answer:
    """Lead where the partner is void, or as high as possible."""
    voids = [position.known.voids[seat] for seat in nils]
    safe = tuple(card for card in position.legal if all(position.suit(card) in void for void in voids))
    if safe:
        return play(lowest(position, safe), "cover_void", "the partner is void of this suit")
    card = min(position.legal, key=lambda card: (position.above(card), position.suit(card) is Suit.SPADES))
    return play(card, "cover_lead", "a high lead lets the partner play below it")


def _exposed(position: Position) -> bool:
    """Return whether the partner may have to beat the best card so far: under two thirds of the unseen are lower."""
    assert position.best is not None, "a card was led"
    return position.above(position.best) > 0 and position.below(position.best) < 2 * position.above(position.best)


def attack(position: Position, *, otherwise: Otherwise) -> Answer:
    """Return the card that makes a nil bidder among the opponents win, or play on where it cannot be hurt."""
    targets = [seat for seat in position.opponents if position.nil_alive(seat)]
    if position.led is None:
        return _attack_lead(position, targets, otherwise)
    if position.winner in targets:
        if position.losers:
            card = max(
                position.losers, key=lambda card: (position.suit(card) is not Suit.SPADES, position.height(card))
            )
            return play(card, "attack_duck", "the nil is winning: it is left alone")
        return play(lowest(position, position.legal), "attack_low", "every card beats the nil")
    if any(seat in position.after for seat in targets) and _can_be_caught(position):
        return play(lowest(position, position.legal), "attack_under", "a low card may force the nil to win")
    return otherwise(position)


def _can_be_caught(position: Position) -> bool:
    """Return whether the best card so far is one that the nil bidder may be unable to play below."""
    assert position.best is not None, "a card was led"
    return position.follows and position.below(position.best) <= position.above(position.best)


def _attack_lead(position: Position, targets: list[int], otherwise: Otherwise) -> Answer:
    """Lead the lowest card of a suit that the nil bidder may have to win."""
    open_suits = [
        card
        for card in position.legal
        if position.above(card) > position.below(card)
        and any(position.suit(card) not in position.known.voids[seat] for seat in targets)
    ]
    if not open_suits:
        return otherwise(position)
    card = min(open_suits, key=lambda card: (position.below(card), position.height(card)))
    return play(card, "attack_lead", "a low lead may force the nil to win")
