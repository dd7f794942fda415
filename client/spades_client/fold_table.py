"""What events of seats, rules, chat and games do to a snapshot, in place."""

from __future__ import annotations

from spades.v1.event_pb2 import (
    ChatOpened,
    GameStarted,
    NewcomerChanged,
    PresenceChanged,
    RulesChanged,
    Said,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
)
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, TABLE_STAGE_PLAYING, Seat, Side, Snapshot
from spades_client.errors import Gap

CHAT_LINES = 50
"""Chat lines that a snapshot keeps."""


def seat_in(snapshot: Snapshot, number: int) -> Seat:
    """Return the seat with that number.

    Raises:
        Gap: the table has no such seat.
    """
    for seat in snapshot.seats:
        if seat.seat == number:
            return seat
    raise Gap(f"an event names seat {number}, which the table does not have")


def side_given(snapshot: Snapshot, side: Side) -> None:
    """Put *side* in the place of the one with its number."""
    for mine in snapshot.sides:
        if mine.side == side.side:
            mine.CopyFrom(side)
            return
    raise Gap(f"an event names side {side.side}, which the table does not have")


def seat_taken(snapshot: Snapshot, event: SeatTaken) -> None:
    """The seat becomes the one given."""
    seat_in(snapshot, event.seat.seat).CopyFrom(event.seat)


def seat_vacated(snapshot: Snapshot, event: SeatVacated) -> None:
    """The seat becomes empty and keeps its number and side."""
    seat = seat_in(snapshot, event.seat)
    seat.CopyFrom(Seat(seat=seat.seat, side=seat.side, kind=SEAT_KIND_EMPTY))


def presence_changed(snapshot: Snapshot, event: PresenceChanged) -> None:
    """The seat's presence, and when a computer player stands in."""
    seat = seat_in(snapshot, event.seat)
    seat.presence = event.presence
    seat.ClearField("grace_deadline")
    if event.HasField("grace_deadline"):
        seat.grace_deadline.CopyFrom(event.grace_deadline)


def seats_swapped(snapshot: Snapshot, event: SeatsSwapped) -> None:
    """Who sits on the two seats changes places; the host's rights and the viewer's own place follow."""
    one, other = seat_in(snapshot, event.seat), seat_in(snapshot, event.other_seat)
    held = Seat()
    held.CopyFrom(one)
    _sit(one, other)
    _sit(other, held)
    places = {event.seat: event.other_seat, event.other_seat: event.seat}
    snapshot.host_seat = places.get(snapshot.host_seat, snapshot.host_seat)
    snapshot.your_seat = places.get(snapshot.your_seat, snapshot.your_seat)


def _sit(place: Seat, occupant: Seat) -> None:
    number, side = place.seat, place.side
    place.CopyFrom(occupant)
    place.seat, place.side = number, side


def newcomer_changed(snapshot: Snapshot, event: NewcomerChanged) -> None:
    """Who has the seat from the next hand on."""
    seat = seat_in(snapshot, event.seat)
    seat.ClearField("newcomer")
    if event.HasField("newcomer"):
        seat.newcomer.CopyFrom(event.newcomer)


def rules_changed(snapshot: Snapshot, event: RulesChanged) -> None:
    """The rules of the table, or those waiting for the next game."""
    snapshot.ClearField("next_rules")
    if event.from_next_game:
        if event.HasField("rules"):
            snapshot.next_rules.CopyFrom(event.rules)
        return
    for gone in ("hand", "results", "game_result", "nonces"):
        snapshot.ClearField(gone)
    snapshot.rules.CopyFrom(event.rules)
    snapshot.pack.CopyFrom(event.pack)
    del snapshot.seats[:]
    snapshot.seats.extend(event.seats)
    del snapshot.sides[:]
    snapshot.sides.extend(event.sides)


def said(snapshot: Snapshot, event: Said) -> None:
    """The line is appended to the chat if the viewer may read it."""
    if event.line.text or event.line.phrase_id:
        snapshot.chat.append(event.line)
        del snapshot.chat[:-CHAT_LINES]


def chat_opened(snapshot: Snapshot, event: ChatOpened) -> None:
    """Each line goes into the chat by its sequence."""
    if not event.lines:
        return
    lines = sorted([*snapshot.chat, *event.lines], key=lambda line: line.sequence)
    del snapshot.chat[:]
    snapshot.chat.extend(lines[-CHAT_LINES:])


def game_started(snapshot: Snapshot, event: GameStarted) -> None:
    """A game takes the place of whatever was on the table."""
    snapshot.stage = TABLE_STAGE_PLAYING
    snapshot.game_number = event.game_number
    snapshot.game_id = event.game_id
    snapshot.seeded = event.seeded
    snapshot.rules.CopyFrom(event.rules)
    snapshot.pack.CopyFrom(event.pack)
    del snapshot.sides[:]
    snapshot.sides.extend(event.sides)
    del snapshot.nonces[:]
    snapshot.nonces.extend(event.nonces)
    for gone in ("results", "game_result", "hand"):
        snapshot.ClearField(gone)
    for seat in snapshot.seats:
        seat.ready = False
