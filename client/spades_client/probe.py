"""Asking a server what it is without going there: nothing is remembered, and nothing of the player is told."""

from __future__ import annotations

from dataclasses import dataclass

from spades.v1.snapshot_pb2 import SEAT_KIND_PERSON, TABLE_STAGE_CLOSED
from spades_client.address import Address
from spades_client.calls import Pace
from spades_client.clean import clean
from spades_client.connection import connect
from spades_client.errors import OtherServer, Refused
from spades_client.known_servers import KnownServers
from spades_client.saved_seats import SavedSeat
from spades_client.trust import Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """What a server answers to everybody."""

    name: str
    """Clean enough to print; empty if it has none."""
    version: str
    server_id: str
    tables: int
    players: int
    """People at all tables that may be seen."""
    ping_ms: int
    """The time of one call there and back."""


class _Unremembered(KnownServers):
    """Knows nobody and keeps nobody in mind."""

    def last_at(self, place: str) -> None:
        """Return None: nobody was met there."""

    def remember(self, place: str, fingerprint: str) -> None:
        """Forget it."""


async def probe(address: Address, *, insecure: bool = False, pace: Pace | None = None) -> Probed:
    """Return what the server at *address* says of itself; raises as ``connect`` does."""
    trust = Trust(insecure=insecure, known=_Unremembered())
    async with await connect(address, trust=trust, client_name="spades probe", pace=pace) as connection:
        began = connection.pace.now()
        tables = await connection.tables()
        taken = (seat.kind == SEAT_KIND_PERSON for table in tables for seat in table.seats)
        return Probed(
            name=clean(connection.info.name).strip(),
            version=clean(connection.info.version).strip(),
            server_id=connection.server_id,
            tables=len(tables),
            players=sum(taken),
            ping_ms=max(1, round((connection.pace.now() - began) * 1000)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """The table of a kept seat."""

    name: str
    """Clean enough to print; empty if it has none."""
    hand: int
    """The hand that is being played; 0: none."""


async def probe_seat(address: Address, seat: SavedSeat, *, pace: Pace | None = None) -> KeptTable | None:
    """Return the table of *seat*, as the server at *address* shows it to its owner; None: the seat is not kept there.

    Raises:
        ClientError: nobody could be asked, or who answers is another server, which is told nothing of the seat.
    """
    trust = Trust(insecure=not seat.proven, known=_Unremembered())
    async with await connect(address, trust=trust, client_name="spades probe", pace=pace) as connection:
        if (connection.server_id, connection.proven) != (seat.server_id, seat.proven):
            raise OtherServer(f"{address.place} is another server than the one that keeps the seat")
        try:
            found = (await connection.table(seat.table_id, seat.token).snapshot()).snapshot
        except Refused as refusal:
            if not refusal.seat_is_gone:
                raise
            return None
    if found.stage == TABLE_STAGE_CLOSED:
        return None
    return KeptTable(name=clean(found.table_name).strip(), hand=found.hand.number)
