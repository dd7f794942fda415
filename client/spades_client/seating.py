"""Sitting down: taking a kept seat back first, else joining a table."""

from __future__ import annotations

import getpass
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from spades.v1.error_pb2 import (
    ERROR_REASON_ALREADY_STARTED,
    ERROR_REASON_NAME_TAKEN,
    ERROR_REASON_SEATS_EMPTY,
    ERROR_REASON_TABLE_FULL,
)
from spades.v1.lobby_service_pb2 import JoinTableResponse, TableSummary
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, SEAT_KIND_HOUSE, TABLE_STAGE_CLOSED, Seat
from spades_client import texts
from spades_client.clean import clean
from spades_client.connection import Connection
from spades_client.errors import ClientError, Refused
from spades_client.saved_seats import SavedSeat, SavedSeats
from spades_client.table_client import TableClient


class NoFreeSeat(ClientError):
    """No table of the server has room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Where somebody wants to sit."""

    table_id: str | None
    """None: the table with room; which of several is asked."""
    name: str
    """Empty: the name of the account."""
    token: str | None = None
    """Takes the seat with this token back, at ``table_id``."""
    seat: int = 0
    as_spectator: bool = False
    passcode: str = ""


Choose = Callable[[Sequence[TableSummary]], Awaitable[str]]
"""Asks which of several tables with room is meant, newest first, and returns its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A place at a table."""

    table: TableClient
    seat: SavedSeat
    from_next_hand: bool = False
    """A computer player finishes this hand on it; until then we watch."""


async def sit_down(
    connection: Connection, wish: Wish, saved: SavedSeats, tell: Callable[[str], None], choose: Choose
) -> Seated:
    """Return the place that *wish* asks for; a seat kept from an earlier run is taken back before any other.

    Raises:
        NoFreeSeat: no table was named and none has room.
        Refused: the server does not let us in.
        LinkLost: it does not answer.
    """
    if wish.token and wish.table_id:
        return await _with_token(connection, wish.table_id, wish.token, saved)
    return await kept_place(connection, wish, saved, tell) or await _join(connection, wish, saved, choose)


async def find_place(connection: Connection, wish: Wish, saved: SavedSeats) -> Seated | None:
    """Return the place that *wish* asks for, as ``sit_down`` does; None: no table was named and not just one has room.

    Raises:
        Refused: the server does not let us in.
        LinkLost: it does not answer.
    """
    if (kept := await kept_place(connection, wish, saved)) is not None:
        return kept
    if wish.table_id:
        return await _join_table(connection, wish.table_id, wish, saved)
    with_room = [summary for summary in await connection.tables() if _has_room(summary, wish)]
    return await _join_table(connection, with_room[0].table_id, wish, saved) if len(with_room) == 1 else None


async def kept_place(
    connection: Connection, wish: Wish, saved: SavedSeats, tell: Callable[[str], None] = lambda line: None
) -> Seated | None:
    """Return a seat that is kept from an earlier run, at the table of *wish* if it names one; None: none is."""
    return None if wish.as_spectator else await take_back(connection, wish.table_id, saved, tell=tell)


async def _with_token(connection: Connection, table_id: str, token: str, saved: SavedSeats) -> Seated:
    table = connection.table(table_id, token)
    found = (await table.snapshot()).snapshot
    name = next((seat.name for seat in found.seats if seat.seat == found.your_seat), "")
    return keep(connection, table, found.your_seat, name, token, saved)


async def take_back(
    connection: Connection,
    table_id: str | None,
    saved: SavedSeats,
    *,
    fits: Callable[[SavedSeat], bool] = lambda seat: True,
    tell: Callable[[str], None] = lambda line: None,
) -> Seated | None:
    """Take the kept seat of this server back that *fits* and was saved last, at *table_id* if it is not None.

    Seats on the way that are ours no more are forgotten. None: no seat is left.
    """
    for seat in saved.of_server(connection.server_id, proven=connection.proven):
        if table_id not in (None, seat.table_id) or not fits(seat) or not saved.hold(seat):
            continue
        table = connection.table(seat.table_id, seat.token)
        try:
            stage = (await table.snapshot()).snapshot.stage
        except Refused as refusal:
            if refusal.seat_is_gone:
                saved.forget(seat)
            saved.release(seat)
            continue
        if stage == TABLE_STAGE_CLOSED:
            saved.forget(seat)
            continue
        tell(texts.SEAT_FOUND.format(seat=seat.seat, table=seat.table_id))
        # Saved again: where the server is may have changed, and the seat was used now.
        here = replace(seat, place=connection.address.place, server=clean(connection.info.name).strip())
        saved.save(here)
        return Seated(table=table, seat=here)
    return None


async def _join(connection: Connection, wish: Wish, saved: SavedSeats, choose: Choose) -> Seated:
    if wish.table_id:
        return await _join_table(connection, wish.table_id, wish, saved)
    while with_room := [summary for summary in await connection.tables() if _has_room(summary, wish)]:
        table_id = with_room[0].table_id if len(with_room) == 1 else await choose(with_room)
        try:
            return await _join_table(connection, table_id, wish, saved)
        except Refused as refusal:
            if refusal.reason != ERROR_REASON_TABLE_FULL:
                raise  # a full table was taken by others since it was listed: another may do
    raise NoFreeSeat(texts.NO_FREE_SEAT.format(place=connection.address.place))


def _has_room(summary: TableSummary, wish: Wish) -> bool:
    if summary.stage == TABLE_STAGE_CLOSED or (summary.has_passcode and not wish.passcode):
        return False
    if wish.as_spectator:
        return not summary.no_spectators
    return any(_is_free(seat) for seat in summary.seats)


def _is_free(seat: Seat) -> bool:
    """Tell whether a newcomer may have the seat: those of computer players too, within a hand from the next one on."""
    return seat.kind == SEAT_KIND_EMPTY or (seat.kind == SEAT_KIND_HOUSE and not seat.HasField("newcomer"))


async def _join_table(connection: Connection, table_id: str, wish: Wish, saved: SavedSeats) -> Seated:
    name, place = await _join_by_name(connection, table_id, wish)
    table = connection.table(table_id, place.token)
    seated = keep(connection, table, place.seat, name, place.token, saved)
    return replace(seated, from_next_hand=place.from_next_hand)


async def _join_by_name(connection: Connection, table_id: str, wish: Wish) -> tuple[str, JoinTableResponse]:
    base = wish.name or account_name()
    # A name that was chosen is not changed; one that was only found may get a number.
    names = [base] if wish.name else [base, *(f"{base} {number}" for number in range(2, 10))]
    for name in names:
        try:
            return name, await connection.join_table(
                table_id, name=name, seat=wish.seat, as_spectator=wish.as_spectator, passcode=wish.passcode
            )
        except Refused as refusal:
            if refusal.reason != ERROR_REASON_NAME_TAKEN or name == names[-1]:
                raise
    raise AssertionError("the last name either joined or raised")


def account_name() -> str:
    """Return what somebody is called who has not said it."""
    try:
        return getpass.getuser()[:12]
    except (OSError, KeyError, ImportError):
        return "Player"  # an account without a name, as in some containers


def keep(connection: Connection, table: TableClient, seat: int, name: str, token: str, saved: SavedSeats) -> Seated:
    """Return the place that was taken; a seat (a spectator's place is 0) is kept in *saved* for a later run."""
    place = SavedSeat(
        server_id=connection.server_id,
        table_id=table.table_id,
        seat=seat,
        name=name,
        token=token,
        proven=connection.proven,
        place=connection.address.place,
        server=clean(connection.info.name).strip(),
    )
    if seat:  # a spectator has nothing to lose
        saved.save(place)
    return Seated(table=table, seat=place)


async def begin_game(table: TableClient, *, level: str = "") -> None:
    """Fill the empty seats with computer players of *level* (empty: as the server likes) and start, as the host.

    A game that goes on is left alone.
    """
    for step in (partial(table.fill, level=level), table.start):
        try:
            await step()
        except Refused as refusal:
            if refusal.reason not in (ERROR_REASON_ALREADY_STARTED, ERROR_REASON_SEATS_EMPTY):
                raise
