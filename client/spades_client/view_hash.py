"""The view hash: 16 hex digits that prove that two programs know the same of a table."""

from __future__ import annotations

from hashlib import sha256

from spades.v1.cards_pb2 import Bid
from spades.v1.snapshot_pb2 import Hand, SeatHand, Side, Snapshot
from spades_client.notation import format_card


def view_hash(snapshot: Snapshot) -> str:
    """Return the first 16 hex digits of SHA-256 over ``view_text``."""
    return sha256(view_text(snapshot).encode()).hexdigest()[:16]


def view_text(snapshot: Snapshot) -> str:
    """Return what the hash is taken of: lines of ``word=value``, joined by LF, none at the end."""
    return "\n".join([*_hand_lines(snapshot), *_seat_lines(snapshot), *map(_side_line, snapshot.sides)])


def _hand_lines(snapshot: Snapshot) -> list[str]:
    # Without a hand every line reads 0 or is empty, as an empty Hand gives.
    hand = snapshot.hand
    holding = sorted(format_card(card) for card in _part(hand, snapshot.your_seat).cards)
    trick = [f"{play.seat}:{format_card(play.card)}" for play in hand.trick.plays]
    return [
        f"hand={hand.number}",
        f"phase={hand.phase}",
        f"dealer={hand.dealer}",
        f"turn={hand.turn}",
        f"broken={int(hand.broken)}",
        f"holding={' '.join(holding)}",
        f"trick={' '.join(trick)}",
        f"taken={len(hand.tricks)}",
    ]


def _seat_lines(snapshot: Snapshot) -> list[str]:
    lines = []
    for seat in snapshot.seats:
        part = _part(snapshot.hand, seat.seat)
        bid = _bid(part.bid) if part.HasField("bid") else "-"
        lines.append(f"seat={seat.seat} kind={seat.kind} cards={part.card_count} bid={bid} tricks={part.tricks}")
    return lines


def _part(hand: Hand, seat: int) -> SeatHand:
    return next((part for part in hand.seats if part.seat == seat), SeatHand())


def _bid(bid: Bid) -> str:
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
    return "-"


def _side_line(side: Side) -> str:
    return f"side={side.side} score={side.score} bags={side.bags} contract={side.contract}"
