"""The hash that proves two views equal; docs/protocol.md describes it for client authors."""

import hashlib

from spades.v1 import cards_pb2, snapshot_pb2
from spades_engine import format_card
from spades_wire.values import card_from_message

__all__ = ["view_hash"]


def view_hash(snapshot: snapshot_pb2.Snapshot) -> str:
    """Return 16 hex digits over what the viewer of *snapshot* sees of the hand, the seats and the sides."""
    return hashlib.sha256("\n".join(_lines(snapshot)).encode()).hexdigest()[:16]


def _lines(snapshot: snapshot_pb2.Snapshot) -> list[str]:
    hand = snapshot.hand
    own = next((held for held in hand.seats if held.seat == snapshot.your_seat), snapshot_pb2.SeatHand())
    by_seat = {held.seat: held for held in hand.seats}
    return [
        f"hand={hand.number}",
        f"phase={hand.phase}",
        f"dealer={hand.dealer}",
        f"turn={hand.turn}",
        f"broken={int(hand.broken)}",
        f"holding={' '.join(sorted(map(_card, own.cards)))}",
        f"trick={' '.join(f'{play.seat}:{_card(play.card)}' for play in hand.trick.plays)}",
        f"taken={len(hand.tricks)}",
        *(_seat(seat, by_seat.get(seat.seat, snapshot_pb2.SeatHand())) for seat in snapshot.seats),
        *(f"side={side.side} score={side.score} bags={side.bags} contract={side.contract}" for side in snapshot.sides),
    ]


def _seat(seat: snapshot_pb2.Seat, held: snapshot_pb2.SeatHand) -> str:
    return f"seat={seat.seat} kind={seat.kind} cards={held.card_count} bid={_bid(held.bid)} tricks={held.tricks}"


def _bid(bid: cards_pb2.Bid) -> str:
    match bid.WhichOneof("kind"):
        case "tricks":
            return str(bid.tricks)
        case "nil":
            return "N"
        case "blind_nil":
            return "B"
        case "blind_tricks":
            return f"B{bid.blind_tricks}"
        case "hint_tricks":
            return f"H{bid.hint_tricks}"
        case _:
            return "-"


def _card(message: cards_pb2.Card) -> str:
    return format_card(card_from_message(message))
