"""What the events of a hand do to a snapshot, in place."""

from __future__ import annotations

from collections.abc import Iterable

from spades.v1.cards_pb2 import Card
from spades.v1.event_pb2 import (
    BidMade,
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    ClaimProposed,
    ClaimSettled,
    HandEnded,
    HandStarted,
    Talked,
    TrickWon,
)
from spades.v1.snapshot_pb2 import PHASE_DRAW, PHASE_PLAY, PHASE_SCORED, Draw, Hand, PlayedCard, SeatHand, Snapshot
from spades_client.errors import Gap
from spades_client.fold_table import side_given


def seat_hand_in(snapshot: Snapshot, number: int) -> SeatHand:
    """Return that seat's part in the hand.

    Raises:
        Gap: the hand has no such seat, or there is no hand.
    """
    for part in snapshot.hand.seats:
        if part.seat == number:
            return part
    raise Gap(f"an event names seat {number}, which has no part in the hand")


def hand_started(snapshot: Snapshot, event: HandStarted) -> None:
    """A new hand takes the place of the last; what the sides did in that one is forgotten."""
    hand = Hand(
        number=event.hand_number,
        deal=event.deal,
        dealer=event.dealer,
        phase=event.phase,
        commitment=event.commitment,
        undealt=event.undealt,
        hand_size=event.hand_size,
        shown=event.shown,
        seats=[SeatHand(seat=seat.seat, seen=event.phase == PHASE_DRAW) for seat in snapshot.seats],
    )
    if event.stock:
        hand.draw.CopyFrom(Draw(stock=event.stock, turns=[0] * len(snapshot.seats)))
    snapshot.hand.CopyFrom(hand)
    for side in snapshot.sides:
        side.contract = side.tricks = side.need = 0
        side.bid_complete = False


def cards_dealt(snapshot: Snapshot, event: CardsDealt) -> None:
    """The seat has cards, seen or face down."""
    part = seat_hand_in(snapshot, event.seat)
    part.card_count = event.count
    part.seen = event.seen
    _hold(part, event.cards)


def cards_seen(snapshot: Snapshot, event: CardsSeen) -> None:
    """The seat has seen its cards."""
    part = seat_hand_in(snapshot, event.seat)
    if part.seen:
        had = set(map(_name, part.cards))
        taken = [card for card in event.cards if _name(card) not in had]
        for exchange in snapshot.hand.exchanges:
            if exchange.unseen and exchange.to_seat == event.seat and not exchange.cards:
                exchange.cards.extend(taken)
    part.seen = True
    _hold(part, event.cards)


def _hold(part: SeatHand, cards: Iterable[Card]) -> None:
    del part.cards[:]
    part.cards.extend(cards)


def card_offered(snapshot: Snapshot, event: CardOffered) -> None:
    """A card comes off the stock and lies before the seat."""
    draw = snapshot.hand.draw
    draw.stock = _one_less(draw.stock)
    draw.ClearField("offered")
    if event.HasField("card"):
        draw.offered.CopyFrom(event.card)


def card_drawn(snapshot: Snapshot, event: CardDrawn) -> None:
    """Of the offered card and the next one joins the holding, the other is thrown."""
    part = seat_hand_in(snapshot, event.seat)
    part.card_count += 1
    if event.HasField("kept"):
        part.cards.append(event.kept)
    draw = snapshot.hand.draw
    draw.stock = _one_less(draw.stock)
    place = [seat.seat for seat in snapshot.hand.seats].index(event.seat)
    if place >= len(draw.turns):
        raise Gap(f"seat {event.seat} has no turns in the draw")
    draw.turns[place] += 1
    draw.ClearField("offered")
    snapshot.hand.phase = event.phase
    if event.HasField("thrown"):
        draw.thrown.append(event.thrown)


def _one_less(count: int) -> int:
    if count == 0:
        raise Gap("an event takes a card where none is left")
    return count - 1


def talked(snapshot: Snapshot, event: Talked) -> None:
    """The seat has told its partner a number, which the viewer may hear or not."""
    part = seat_hand_in(snapshot, event.seat)
    if event.HasField("talk"):
        part.talk.CopyFrom(event.talk)
    snapshot.hand.phase = event.phase


def bid_made(snapshot: Snapshot, event: BidMade) -> None:
    """The seat's bid stands."""
    seat_hand_in(snapshot, event.seat).bid.CopyFrom(event.bid)
    side_given(snapshot, event.side)
    snapshot.hand.phase = event.phase


def cards_exchanged(snapshot: Snapshot, event: CardsExchanged) -> None:
    """Cards went from partner to partner; which, only these two know."""
    exchange = event.exchange
    giver = seat_hand_in(snapshot, exchange.from_seat)
    taker = seat_hand_in(snapshot, exchange.to_seat)
    if exchange.count > giver.card_count:
        raise Gap(f"seat {giver.seat} gave more cards than it holds")
    giver.card_count -= exchange.count
    taker.card_count += exchange.count
    for card in exchange.cards:
        if giver.cards:
            _remove(giver, card)
        if taker.cards and not exchange.unseen:
            taker.cards.append(card)
    if exchange.count:
        snapshot.hand.exchanges.append(exchange)
    snapshot.hand.phase = event.phase


def leader_chosen(snapshot: Snapshot) -> None:
    """Trick play begins."""
    snapshot.hand.phase = PHASE_PLAY


def card_played(snapshot: Snapshot, event: CardPlayed) -> None:
    """The card goes from the holding to the trick."""
    part = seat_hand_in(snapshot, event.seat)
    part.card_count = _one_less(part.card_count)
    if part.cards:
        _remove(part, event.card)
    hand = snapshot.hand
    if not hand.HasField("trick"):
        hand.trick.number = len(hand.tricks) + 1
        hand.trick.leader = event.seat
    hand.trick.plays.append(PlayedCard(seat=event.seat, card=event.card))
    hand.trick.winner = event.winner


def _remove(part: SeatHand, card: Card) -> None:
    for index, held in enumerate(part.cards):
        if _name(held) == _name(card):
            del part.cards[index]
            return
    raise Gap(f"seat {part.seat} parted with a card it did not hold")


def _name(card: Card) -> tuple[int, int, int]:
    """Return what makes it this card; fields that a newer server adds to it do not make it another."""
    return card.suit, card.rank, card.copy


def trick_won(snapshot: Snapshot, event: TrickWon) -> None:
    """The trick on the table is finished and belongs to its winner."""
    snapshot.hand.tricks.append(snapshot.hand.trick)
    snapshot.hand.ClearField("trick")
    seat_hand_in(snapshot, event.seat).tricks += 1
    side_given(snapshot, event.side)


def claim_proposed(snapshot: Snapshot, event: ClaimProposed) -> None:
    """The claimer's cards lie open."""
    snapshot.claim.CopyFrom(event.claim)
    part = seat_hand_in(snapshot, event.claim.seat)
    part.exposed = True
    _hold(part, event.claim.cards)


def claim_settled(snapshot: Snapshot, event: ClaimSettled) -> None:
    """The claimer has the remaining tricks, or play goes on."""
    snapshot.ClearField("claim")
    if not event.accepted:
        return
    seat_hand_in(snapshot, event.seat).tricks += event.tricks
    side_given(snapshot, event.side)
    for part in snapshot.hand.seats:
        part.card_count = 0
        del part.cards[:]


def hand_ended(snapshot: Snapshot, event: HandEnded) -> None:
    """The hand is scored and all cards are open."""
    snapshot.hand.phase = PHASE_SCORED
    del snapshot.hand.dealt[:]
    snapshot.hand.dealt.extend(event.dealt)
    snapshot.results.append(event.result)
    del snapshot.sides[:]
    snapshot.sides.extend(event.sides)
