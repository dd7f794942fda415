"""What a viewer collects to verify a hand by when it has ended: promises, own cards, cards of the stock. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from spades.v1.cards_pb2 import SUIT_JOKER, Card
from spades.v1.event_pb2 import CardDrawn, CardOffered, Event, HandStarted
from spades.v1.snapshot_pb2 import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSeen:
    """What a viewer saw of one deal. Cards are numbers, places in the deck count from 0."""

    deal: int
    """The deal of the hand, from 1."""

    commitment: bytes
    """What was promised."""

    own: frozenset[int] | None = None
    """The viewer's own cards as dealt; None if not seen, or if the cards are drawn."""

    given: bool = False
    """Cards have gone from partner to partner, so that a holding is no longer what was dealt."""

    drawn: int = 0
    """Cards taken from the stock."""

    stock: tuple[tuple[int, int], ...] = ()
    """(place, card) of the cards of the stock that the viewer saw."""

    choices: tuple[tuple[int, int], ...] = ()
    """(seat, place) of every card that was kept, seen or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a viewer knows of how the hand that is being played was dealt."""

    game_id: str = ""

    nonces: tuple[bytes, ...] | None = None
    """The seats' nonces; None if the server has not told them."""

    hand: int = 0
    """The number of the hand."""

    deals: tuple[DealSeen, ...] = ()
    """Its deals, as far as the viewer was there."""


def card_number(card: Card) -> int:
    """Return the number of a card: suit by suit C D H S, then the jokers, 54 to a copy of the pack."""
    within = 52 + card.rank - 15 if card.suit == SUIT_JOKER else 13 * (card.suit - 1) + card.rank - 2
    return 54 * (card.copy - 1) + within


def met(evidence: Evidence, snapshot: Snapshot) -> Evidence:
    """Return the evidence of a viewer who is shown the whole table: what it saw of the same deal still counts."""
    if evidence.game_id != snapshot.game_id:
        evidence = Evidence(game_id=snapshot.game_id, nonces=tuple(snapshot.nonces) or None)
    if not snapshot.HasField("hand"):
        return replace(evidence, hand=0, deals=())
    hand = snapshot.hand
    deals = evidence.deals if evidence.hand == hand.number else ()
    if not deals or deals[-1].deal != hand.deal:
        deals = (*deals, DealSeen(deal=hand.deal, commitment=hand.commitment))
    drawn = 2 * len(hand.seats) * hand.hand_size - hand.draw.stock  # Each choice takes two cards.
    last = replace(deals[-1], drawn=drawn, given=deals[-1].given or bool(hand.exchanges))
    return replace(evidence, hand=hand.number, deals=(*deals[:-1], last))


def learned(evidence: Evidence, event: Event, viewer: int) -> Evidence:
    """Return the evidence of the viewer on that seat (0: a spectator) after *event*."""
    match event.WhichOneof("kind"):
        case "game_started":
            started = event.game_started
            return Evidence(game_id=started.game_id, nonces=tuple(started.nonces))
        case "hand_started":
            return _hand_started(evidence, event.hand_started)
        case "cards_dealt" if event.cards_dealt.seat == viewer and event.cards_dealt.cards:
            return _own_cards(evidence, event.cards_dealt.cards)
        case "cards_seen" if event.cards_seen.seat == viewer:
            return _own_cards(evidence, event.cards_seen.cards)
        case "cards_exchanged":
            return _with_last(evidence, given=True)
        case "card_offered":
            return _offered(evidence, event.card_offered)
        case "card_drawn":
            return _drawn(evidence, event.card_drawn)
    return evidence


def _hand_started(evidence: Evidence, event: HandStarted) -> Evidence:
    deal = DealSeen(deal=event.deal, commitment=event.commitment)
    earlier = evidence.deals if evidence.hand == event.hand_number and event.deal > 1 else ()
    return replace(evidence, hand=event.hand_number, deals=(*earlier, deal))


def _with_last(evidence: Evidence, **changes: Any) -> Evidence:  # Any: the fields of DealSeen, checked by replace
    if not evidence.deals:
        return evidence
    return replace(evidence, deals=(*evidence.deals[:-1], replace(evidence.deals[-1], **changes)))


def _own_cards(evidence: Evidence, cards: Iterable[Card]) -> Evidence:
    if not evidence.deals or evidence.deals[-1].given:
        return evidence
    return _with_last(evidence, own=frozenset(map(card_number, cards)))


def _offered(evidence: Evidence, event: CardOffered) -> Evidence:
    if not evidence.deals:
        return evidence
    last = evidence.deals[-1]
    seen = ((last.drawn, card_number(event.card)),) if event.HasField("card") else ()
    return _with_last(evidence, drawn=last.drawn + 1, stock=last.stock + seen)


def _drawn(evidence: Evidence, event: CardDrawn) -> Evidence:
    """The card offered lay before the one behind it; one of the two was kept."""
    if not evidence.deals:
        return evidence
    last = evidence.deals[-1]
    offered, behind = last.drawn - 1, last.drawn
    kept, thrown = (offered, behind) if event.kept_offered else (behind, offered)
    seen = last.stock
    seen += ((kept, card_number(event.kept)),) if event.HasField("kept") else ()
    seen += ((thrown, card_number(event.thrown)),) if event.HasField("thrown") else ()
    return _with_last(evidence, drawn=last.drawn + 1, stock=seen, choices=(*last.choices, (event.seat, kept)))
