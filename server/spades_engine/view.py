"""What a seat may see, and what it is told: lists of what is allowed; whatever is not listed is hidden.

Folding what a seat was told into what it saw gives what it sees: ``evolve(view(s), redact(e)) == view(evolve(s, e))``.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from spades_engine.cards import CardSet
from spades_engine.dealing import next_chooser
from spades_engine.events import (
    BidMade,
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    ClaimAnswered,
    ClaimProposed,
    ClaimSettled,
    DealerDrawn,
    Event,
    GameEnded,
    HandEnded,
    HandRedealt,
    HandStarted,
    LeaderChosen,
    RevokeFound,
    SpadesBroken,
    Talked,
    TrickWon,
)
from spades_engine.evolve import evolve
from spades_engine.hand import Draw, Exchange, Game, Hand, Phase
from spades_engine.rules import Rules

__all__ = ["View", "fold", "hears", "redact", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat may see it."""

    seat: int | None
    """Whose view it is; None for a spectator."""
    game: Game
    """Holdings the seat may not see are empty; the deck and the draw for the leader are absent."""

    @property
    def hand(self) -> Hand:
        """The hand that is being played."""
        assert self.game.hand is not None, "no hand has begun"
        return self.game.hand

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def holding(self) -> CardSet:
        """The seat's own cards; empty while they are face down to it."""
        return 0 if self.seat is None else self.hand.holdings[self.seat]


def view(game: Game, seat: int | None) -> View:
    """Return what *seat* (None: a spectator) may see of *game*."""
    hand = None if game.hand is None else _hand(game.rules, game.hand, seat)
    seen = Game(
        rules=game.rules,
        scores=game.scores,
        hands_played=game.hands_played,
        dealer=game.dealer,
        hand=hand,
        results=game.results,
        result=game.result,
    )
    return View(seat, seen)


def fold(before: View, event: Event) -> View:
    """Return what the seat sees after it was told *event*."""
    return View(before.seat, evolve(before.game, event))


def _hand(rules: Rules, hand: Hand, seat: int | None) -> Hand:
    scored = hand.phase is Phase.SCORED
    return Hand(
        number=hand.number,
        deal=hand.deal,
        dealer=hand.dealer,
        phase=hand.phase,
        commitment=hand.commitment,
        counts=hand.counts,
        bids=hand.bids,
        tricks_won=hand.tricks_won,
        turn=hand.turn,
        trick=hand.trick,
        leader=hand.leader,
        tricks=hand.tricks,
        broken=hand.broken,
        draw=None if hand.draw is None else _draw(rules, hand, hand.draw, seat),
        planned=hand.planned,
        exchanges=_gifts(hand, seat),
        undealt=hand.undealt,
        talks=tuple(talk if hears(rules, speaker, seat) else None for speaker, talk in enumerate(hand.talks)),
        shown=hand.shown,
        claim=hand.claim,
        exposed=hand.exposed,
        redealt=hand.redealt,
        seen=hand.seen,
        holdings=_open(hand, seat),
        aside=hand.aside if seat is not None and seat == _gave_unseen(hand) else 0,
        dealt=hand.dealt if scored else _own(hand.dealt, hand, seat),
    )


def _own(cards: tuple[CardSet, ...], hand: Hand, seat: int | None) -> tuple[CardSet, ...]:
    return tuple(held if owner == seat and hand.seen[owner] else 0 for owner, held in enumerate(cards))


def _open(hand: Hand, seat: int | None) -> tuple[CardSet, ...]:
    """The seat's own cards, and those that a claim has laid open."""
    own = _own(hand.holdings, hand, seat)
    return tuple(hand.holdings[owner] if hand.exposed[owner] else held for owner, held in enumerate(own))


def _gave_unseen(hand: Hand) -> int | None:
    return next((gift.giver for gift in reversed(hand.exchanges) if gift.unseen), None)


def hears(rules: Rules, speaker: int, seat: int | None) -> bool:
    """Return whether *seat* may know what *speaker* told its partner."""
    if rules.partner_talk_heard_by == "table":
        return True
    return seat is not None and rules.side_of(seat) == rules.side_of(speaker)


def _gifts(hand: Hand, seat: int | None) -> tuple[Exchange, ...]:
    """The exchanges with the cards of those in which the seat took part; not what it is still to take up."""
    waiting = next((gift for gift in reversed(hand.exchanges) if gift.unseen), None) if hand.aside else None
    return tuple(
        gift if seat == gift.giver or (seat == gift.receiver and gift is not waiting) else replace(gift, cards=0)
        for gift in hand.exchanges
    )


def _draw(rules: Rules, hand: Hand, draw: Draw, seat: int | None) -> Draw:
    offer_known = hand.turn == seat or rules.draw_first_card == "public"
    thrown = []
    for choice, card in enumerate(draw.thrown):
        offered = hand.deck[2 * choice] == card
        own = seat is not None and seat == next_chooser(rules, hand.dealer, choice)
        if _sees_throw(rules, own, offered):
            thrown.append(card)
    return Draw(stock=draw.stock, offered=draw.offered if offer_known else None, turns=draw.turns, thrown=tuple(thrown))


def _sees_throw(rules: Rules, own: bool, offered: bool) -> bool:
    """Return whether a thrown card is known to a seat that made the choice, or did not. Source: decision 22."""
    if rules.draw_discards == "public":
        return True
    if offered:
        return own or rules.draw_first_card == "public"
    return own and rules.draw_second_card == "seen"


def redact(rules: Rules, event: Event, seat: int | None) -> Event:
    """Return *event* as *seat* (None: a spectator) may be told it; the same object where nothing is hidden."""
    match event:
        case CardPlayed() | TrickWon() | SpadesBroken() | BidMade() | LeaderChosen():
            return event
        case DealerDrawn() | HandEnded() | GameEnded() | HandRedealt():
            return event
        case RevokeFound() | ClaimProposed() | ClaimAnswered() | ClaimSettled():
            return event
        case Talked():
            return event if hears(rules, event.seat, seat) else replace(event, talk=None)
        case HandStarted():
            return replace(event, deck=None, leader_draw=None)
        case CardsDealt():
            return event if event.seen and event.seat == seat else replace(event, cards=None)
        case CardsSeen():
            return event if event.seat == seat else replace(event, cards=None)
        case CardOffered():
            known = event.seat == seat or rules.draw_first_card == "public"
            return event if known else replace(event, card=None)
        case CardDrawn():
            own = event.seat == seat
            seen = _sees_throw(rules, own, offered=not event.kept_offered)
            return replace(event, kept=event.kept if own else None, thrown=event.thrown if seen else None)
        case CardsExchanged():
            known = seat == event.giver or (seat == event.receiver and not event.unseen)
            return event if known else replace(event, cards=None)
        case _:
            assert_never(event)
