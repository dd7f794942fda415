"""Who may do what the host may do, and which seats there are."""

from spades_server.table.refusal import Refused
from spades_server.table.state import Table

__all__ = ["check_host", "check_seat", "seat_invalid"]


def check_host(table: Table, seat: int) -> None:
    """Refuse a seat that has not the host's rights."""
    if table.host != seat:
        host = "nobody is" if table.host is None else f"that is seat {table.host + 1}"
        number = 0 if table.host is None else table.host + 1
        raise Refused("NOT_HOST", f"only the host may do this; {host}", host_seat=str(number))


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < len(table.seats):
        raise Refused("SEAT_NOT_FOUND", f"there is no seat {seat + 1}; 1 to {len(table.seats)} are allowed")


def seat_invalid(seat: int, allowed: str) -> Refused:
    """Return the refusal of a seat that exists and does not fit; *allowed* says what does."""
    return Refused("FIELD_INVALID", f"seat: {seat + 1}; {allowed}", field="seat", allowed=allowed)
