"""Newcomers: who was promised a computer player's seat within a hand, and has it from the next hand on.

Until then a newcomer sees what spectators see, and the computer player finishes the hand.
"""

from collections.abc import Iterator

from spades_engine import Game, Phase
from spades_server.table.events import LeaveReason, SeatTaken, SeatVacated, TableEvent
from spades_server.table.state import Newcomer, Presence, Seat, SeatKind, Stage, Table

__all__ = ["must_wait", "seat_of", "seated", "waiting_seat"]


def must_wait(table: Table) -> bool:
    """Return whether who sits down now waits for the next hand: nobody gets cards that others have seen."""
    hand = table.game.hand
    return table.stage is Stage.PLAYING and (hand is None or hand.phase is not Phase.SCORED)


def seat_of(newcomer: Newcomer) -> Seat:
    """Return the seat of *newcomer*, who is taken to be there."""
    return Seat(
        kind=newcomer.kind,
        name=newcomer.name,
        token_hash=newcomer.token_hash,
        presence=Presence.ONLINE,
        ready=newcomer.kind is SeatKind.BOT,
    )


def seated(table: Table, game: Game) -> Iterator[TableEvent]:
    """Give the newcomers of *table* their seats, if *game*, as it is now, is between two hands or over."""
    if game.hand is None or game.hand.phase is not Phase.SCORED:
        return
    for number, seat in enumerate(table.seats):
        if seat.newcomer is not None:
            yield SeatVacated(number, LeaveReason.REPLACED)
            yield SeatTaken(number, seat_of(seat.newcomer))


def waiting_seat(table: Table, token_hash: bytes) -> int | None:
    """Return the seat that is promised to the owner of a token; None if none is."""
    for number, seat in enumerate(table.seats):
        if seat.newcomer is not None and seat.newcomer.token_hash == token_hash:
            return number
    return None
