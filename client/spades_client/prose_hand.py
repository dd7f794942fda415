"""A hand as sentences: deal, draw, talk, bids, exchange, plays, tricks, claims. Pure."""

from __future__ import annotations

from spades.v1.event_pb2 import (
    BidMade,
    CardDrawn,
    CardOffered,
    CardPlayed,
    CardsDealt,
    CardsSeen,
    ClaimProposed,
    ClaimSettled,
    Talked,
    TrickWon,
)
from spades.v1.snapshot_pb2 import PHASE_BID, Exchange, Side, Snapshot
from spades_client import texts
from spades_client.prose_style import Style
from spades_client.words import (
    bid_words,
    count_words,
    names_words,
    own_side,
    place_words,
    seat_words,
    side_words,
    talk_words,
    told,
)


def hand_started(after: Snapshot) -> str:
    """Tell the hand, its dealer and the reader's place."""
    started = told(texts.HAND_STARTED, after, after.hand.dealer, number=after.hand.number)
    side, own = own_side(after), place_words(after, after.your_seat)
    if side is None:
        return started
    partners = [seat_words(after, seat) for seat in side.seats if seat != after.your_seat]
    if len(partners) > 1:
        place = texts.YOUR_PLACE_OF_MORE.format(seat=own, partners=names_words(partners))
    elif partners:
        place = texts.YOUR_PLACE.format(seat=own, partner=partners[0])
    else:
        place = texts.YOUR_PLACE_ALONE.format(seat=own)
    return f"{started} {place}"


def cards_dealt(after: Snapshot, event: CardsDealt, style: Style) -> list[str]:
    """Tell the reader's own cards; that others have theirs goes without saying."""
    if event.seat != after.your_seat or event.count == 0:
        return []
    return [style.own_cards(after)]


def cards_seen(after: Snapshot, event: CardsSeen, style: Style) -> list[str]:
    """Tell the reader's own cards, or that another has looked."""
    if event.seat == after.your_seat:
        return [style.own_cards(after)]
    return [texts.LOOKS.format(name=seat_words(after, event.seat))]


def card_offered(after: Snapshot, event: CardOffered, style: Style) -> list[str]:
    """Tell the card that another is offered, where it may be seen; the reader's own stands in the question."""
    if not event.HasField("card") or event.seat == after.your_seat:
        return []
    return [texts.OFFERED.format(name=seat_words(after, event.seat), card=style.card(event.card))]


def card_drawn(after: Snapshot, event: CardDrawn, style: Style) -> str:
    """Tell what became of the two cards of a draw."""
    kept, thrown = style.card(event.kept), style.card(event.thrown)
    if event.seat == after.your_seat:
        form = texts.KEEPS_AND_THROWS if event.HasField("thrown") else texts.KEEPS.you
        return form.format(card=kept, thrown=thrown)
    if event.kept_offered:
        form = texts.KEEPS_AND_THROWS_CARD if event.HasField("thrown") else texts.KEEPS.other
    else:
        form = texts.THROWS_CARD if event.HasField("thrown") else texts.THROWS
    return form.format(name=seat_words(after, event.seat), card=thrown)


def talked(after: Snapshot, event: Talked) -> str:
    """Tell what a seat told its partner, or that it did."""
    if not event.HasField("talk"):
        return texts.TALKED_UNHEARD.format(name=seat_words(after, event.seat))
    return told(texts.TALKED, after, event.seat, talk=talk_words(event.talk))


def bid_made(after: Snapshot, event: BidMade) -> list[str]:
    """Tell a bid, and after the last one what each side must take."""
    lines = [told(texts.BIDS, after, event.seat, bid=bid_words(event.bid))]
    if event.phase == PHASE_BID:
        return lines
    contracts = (
        texts.CONTRACT.format(side=side_words(after, side.side), contract=side.contract) for side in after.sides
    )
    return [*lines, *contracts]


def cards_exchanged(after: Snapshot, exchange: Exchange, style: Style) -> str:
    """Tell which cards went to a partner where the reader is one of the two, else how many."""
    giver, taker = exchange.from_seat, exchange.to_seat
    cards = style.cards(exchange.cards) or count_words(texts.CARDS, exchange.count)
    if taker == after.your_seat:
        return texts.GETS.format(name=seat_words(after, giver), cards=cards)
    return told(texts.GIVES, after, giver, cards=cards, to=seat_words(after, taker))


def card_played(after: Snapshot, event: CardPlayed, style: Style) -> str:
    """Tell a card, led or played to a trick."""
    voice = texts.LEADS if len(after.hand.trick.plays) == 1 else texts.PLAYS
    return told(voice, after, event.seat, card=style.card(event.card))


def trick_won(after: Snapshot, event: TrickWon, style: Style) -> str:
    """Tell who won a trick and what the reader's side (a spectator: the winner's) still needs."""
    plays = after.hand.tricks[-1].plays
    card = next((style.card(play.card) for play in plays if play.seat == event.seat), texts.CARD_UNKNOWN)
    won = told(texts.WINS, after, event.seat, number=event.number, card=card)
    return f"{won} {need(after, own_side(after) or event.side)}"


def need(after: Snapshot, side: Side) -> str:
    """Tell what *side* still needs, as the server counts it."""
    form = texts.NEEDS if side.need else texts.HAS
    return form.format(
        side=side_words(after, side.side),
        need=side.need,
        tricks=count_words(texts.TRICKS, side.tricks),
        contract=side.contract,
    )


def claim_proposed(after: Snapshot, event: ClaimProposed, style: Style) -> str:
    """Tell who claims, and the cards shown for it."""
    return told(texts.CLAIMS, after, event.claim.seat, cards=style.cards(event.claim.cards))


def claim_settled(after: Snapshot, event: ClaimSettled) -> str:
    """Tell what became of a claim."""
    if not event.accepted:
        return texts.CLAIM_LOST
    return texts.CLAIM_WON.format(tricks=count_words(texts.TRICKS, event.tricks), name=seat_words(after, event.seat))
