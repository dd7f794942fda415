"""From an event to the next state; also from an event as told to a seat to what that seat sees next."""

from dataclasses import replace
from typing import TypeVar, assert_never

from spades_engine.cards import Card, CardSet
from spades_engine.dealing import first_phase
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
from spades_engine.exchange import planned_exchanges
from spades_engine.hand import Claim, Draw, Exchange, Game, Hand, Phase, Trick
from spades_engine.rules import Rules

__all__ = ["evolve", "next_dealer"]

T = TypeVar("T")


def evolve(game: Game, event: Event) -> Game:
    """Return the state after *event*."""
    match event:
        case CardPlayed():
            return game._replace(hand=_card_played(game.rules, _of(game), event))
        case TrickWon():
            return game._replace(hand=_trick_won(_of(game), event))
        case SpadesBroken():
            return game._replace(hand=_of(game)._replace(broken=True))
        case BidMade():
            return game._replace(hand=_bid_made(game, _of(game), event))
        case CardOffered():
            return game._replace(hand=_card_offered(_of(game), event))
        case CardDrawn():
            return game._replace(hand=_card_drawn(game, _of(game), event))
        case CardsDealt():
            return game._replace(hand=_cards_dealt(_of(game), event))
        case CardsSeen():
            return game._replace(hand=_cards_seen(_of(game), event))
        case CardsExchanged():
            return game._replace(hand=_cards_exchanged(_of(game), event))
        case LeaderChosen():
            hand = _of(game)._replace(phase=Phase.PLAY, leader=event.seat, turn=event.seat)
            return game._replace(hand=hand)
        case Talked():
            return game._replace(hand=_talked(_of(game), event))
        case HandRedealt():
            return game._replace(hand=_of(game)._replace(redealt=True, turn=None))
        case ClaimProposed() | ClaimAnswered() | ClaimSettled():
            return game._replace(hand=_claim(_of(game), event))
        case RevokeFound():
            return game
        case HandStarted():
            return game._replace(hand=_hand_started(game.rules, event))
        case HandEnded():
            return _hand_ended(game, event)
        case DealerDrawn():
            return game._replace(dealer=event.dealer)
        case GameEnded():
            return game._replace(result=event.result)
        case _:
            assert_never(event)


def _of(game: Game) -> Hand:
    hand = game.hand
    assert hand is not None, "this event belongs to a hand"
    return hand


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _bit(card: Card | None) -> int:
    return 0 if card is None else 1 << card


def _hand_started(rules: Rules, event: HandStarted) -> Hand:
    seats = rules.players
    nothing = (0,) * seats
    return Hand(
        number=event.number,
        deal=event.deal,
        dealer=event.dealer,
        phase=event.phase,
        commitment=event.commitment,
        counts=nothing,
        bids=(None,) * seats,
        tricks_won=nothing,
        turn=(event.dealer + 1) % seats,
        trick=(),
        leader=None,
        tricks=(),
        broken=False,
        draw=Draw(stock=event.stock, offered=None, turns=nothing, thrown=()) if event.stock else None,
        planned=(),
        exchanges=(),
        undealt=event.undealt,
        talks=(None,) * seats,
        shown=event.shown,
        exposed=(False,) * seats,
        seen=(event.phase is Phase.DRAW,) * seats,
        holdings=nothing,
        dealt=nothing,
        deck=event.deck or (),
        leader_draw=-1 if event.leader_draw is None else event.leader_draw,
    )


def _cards_dealt(hand: Hand, event: CardsDealt) -> Hand:
    seat, cards = event.seat, event.cards or 0
    return hand._replace(
        counts=_with(hand.counts, seat, event.count),
        seen=_with(hand.seen, seat, event.seen),
        holdings=_with(hand.holdings, seat, cards),
        dealt=_with(hand.dealt, seat, cards),
    )


def _cards_seen(hand: Hand, event: CardsSeen) -> Hand:
    seat, cards = event.seat, event.cards or 0
    holdings = _with(hand.holdings, seat, cards)
    if hand.seen[seat]:  # It took up what its partner gave: that was not dealt.
        gifts = _taken_up(hand.exchanges, seat, cards & ~hand.holdings[seat])
        return hand._replace(holdings=holdings, aside=0, exchanges=gifts)
    return hand._replace(seen=_with(hand.seen, seat, True), holdings=holdings, dealt=_with(hand.dealt, seat, cards))


def _taken_up(exchanges: tuple[Exchange, ...], seat: int, taken: CardSet) -> tuple[Exchange, ...]:
    """Note in the gift that *seat* took up which cards they were, where that was not known before."""
    return tuple(
        replace(gift, cards=gift.cards or taken) if gift.unseen and gift.receiver == seat else gift
        for gift in exchanges
    )


def _card_offered(hand: Hand, event: CardOffered) -> Hand:
    draw = hand.draw
    assert draw is not None, "an offer belongs to a draw"
    return hand._replace(turn=event.seat, draw=replace(draw, stock=draw.stock - 1, offered=event.card))


def _card_drawn(game: Game, hand: Hand, event: CardDrawn) -> Hand:
    draw, seat = hand.draw, event.seat
    assert draw is not None, "a choice belongs to a draw"
    stock = draw.stock - 1
    thrown = draw.thrown if event.thrown is None else (*draw.thrown, event.thrown)
    turns = _with(draw.turns, seat, draw.turns[seat] + 1)
    kept = hand.holdings[seat] | _bit(event.kept)
    return hand._replace(
        phase=Phase.DRAW if stock else first_phase(game),
        turn=(hand.dealer + 1) % len(hand.counts),
        counts=_with(hand.counts, seat, hand.counts[seat] + 1),
        holdings=_with(hand.holdings, seat, kept),
        dealt=_with(hand.dealt, seat, kept),
        draw=Draw(stock=stock, offered=None, turns=turns, thrown=thrown),
    )


def _bid_made(game: Game, hand: Hand, event: BidMade) -> Hand:
    bids = _with(hand.bids, event.seat, event.bid)
    if event.phase is Phase.BID:
        return hand._replace(bids=bids, turn=(event.seat + 1) % len(bids))
    planned = planned_exchanges(game, bids)
    return hand._replace(bids=bids, phase=event.phase, planned=planned, turn=planned[0].giver if planned else None)


def _cards_exchanged(hand: Hand, event: CardsExchanged) -> Hand:
    cards, aside = event.cards or 0, hand.aside
    # Doing without the exchange is doing without the return, too.
    planned = hand.planned[1:] if event.count else hand.planned[2:]
    holdings, counts = list(hand.holdings), list(hand.counts)
    holdings[event.giver] &= ~cards
    counts[event.giver] -= event.count
    counts[event.receiver] += event.count
    if event.unseen:
        aside = cards
    elif holdings[event.receiver]:  # In the giver's view the partner's holding stays hidden.
        holdings[event.receiver] |= cards
    made = (Exchange(event.giver, event.receiver, event.count, cards, event.unseen),) if event.count else ()
    return hand._replace(
        phase=event.phase,
        turn=planned[0].giver if planned else None,
        planned=planned,
        exchanges=hand.exchanges + made,
        aside=aside,
        holdings=tuple(holdings),
        counts=tuple(counts),
    )


def _talked(hand: Hand, event: Talked) -> Hand:
    talks = _with(hand.talks, event.seat, event.talk)
    return hand._replace(talks=talks, phase=event.phase, turn=(event.seat + 1) % len(talks))


def _claim(hand: Hand, event: ClaimProposed | ClaimAnswered | ClaimSettled) -> Hand:
    seat = event.seat
    match event:
        case ClaimProposed():
            return hand._replace(
                claim=Claim(seat, ()),
                exposed=_with(hand.exposed, seat, True),
                holdings=_with(hand.holdings, seat, event.cards),
            )
        case ClaimAnswered():
            assert hand.claim is not None, "an answer belongs to a claim"
            accepted = (*hand.claim.accepted, seat) if event.accepted else hand.claim.accepted
            return hand._replace(claim=Claim(hand.claim.seat, accepted))
        case ClaimSettled():
            if not event.accepted:
                return hand._replace(claim=None)
            won = _with(hand.tricks_won, seat, hand.tricks_won[seat] + event.tricks)
            nothing = (0,) * len(won)
            return hand._replace(claim=None, tricks_won=won, holdings=nothing, counts=nothing)


def _card_played(rules: Rules, hand: Hand, event: CardPlayed) -> Hand:
    seat = event.seat
    trick = (*hand.trick, (seat, event.card))
    return hand._replace(
        counts=_with(hand.counts, seat, hand.counts[seat] - 1),
        holdings=_with(hand.holdings, seat, hand.holdings[seat] & ~(1 << event.card)),
        trick=trick,
        turn=(seat + 1) % rules.players if len(trick) < rules.players else None,
    )


def _trick_won(hand: Hand, event: TrickWon) -> Hand:
    seat = event.seat
    assert hand.leader is not None, "a trick has a leader"
    return hand._replace(
        tricks_won=_with(hand.tricks_won, seat, hand.tricks_won[seat] + 1),
        tricks=(*hand.tricks, Trick(hand.leader, hand.trick, seat)),
        trick=(),
        leader=seat,
        turn=seat if hand.counts[seat] else None,
    )


def next_dealer(rules: Rules, dealer: int) -> int:
    """Return who deals after *dealer*: the next seat clockwise, or always the last one where the rules say so."""
    return dealer if rules.first_dealer == "last_seat_always" else (dealer + 1) % rules.players


def _hand_ended(game: Game, event: HandEnded) -> Game:
    hand = _of(game)
    return game._replace(
        scores=tuple(result.after for result in event.results),
        hands_played=event.number,
        dealer=next_dealer(game.rules, hand.dealer),
        hand=hand._replace(phase=Phase.SCORED, turn=None, dealt=event.dealt),
        results=(*game.results, event.results),
    )
