"""What the host of a table may do about its seats: hand the rights on, move and remove players."""

from spades_server.table.commands import Reissue, SetSeat, TransferHost
from spades_server.table.events import HostChanged, SeatReissued, SeatsSwapped, TableEvent
from spades_server.table.next_rules import check_stays, withdrawn
from spades_server.table.presence import grace, waiting_longer
from spades_server.table.refusal import Refused
from spades_server.table.rights import check_host, check_seat, seat_invalid
from spades_server.table.state import Presence, SeatKind, Stage, Table

__all__ = ["check_kick", "reissue", "set_seat", "transfer_host"]


def check_kick(table: Table, by: int, seat: int) -> None:
    """Refuse a removal that makes no sense."""
    check_host(table, by)
    check_seat(table, seat)
    kind, newcomer = table.seats[seat].kind, table.seats[seat].newcomer
    if by == seat:
        raise seat_invalid(seat, "that is your own; leave the table instead")
    if kind is SeatKind.EMPTY:
        raise seat_invalid(seat, "nobody sits there")
    if kind is SeatKind.HOUSE and newcomer is None and table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; a computer player makes room for whoever sits down")


def transfer_host(table: Table, command: TransferHost) -> list[TableEvent]:
    """Hand the host's rights on to a person who is not away."""
    check_host(table, command.by)
    check_seat(table, command.seat)
    heir = table.seats[command.seat]
    if heir.kind is not SeatKind.PERSON or heir.presence is Presence.AWAY:
        raise seat_invalid(command.seat, "the seat of a person who is not away is allowed")
    return [] if command.seat == table.host else [HostChanged(command.seat)]


def set_seat(table: Table, command: SetSeat) -> list[TableEvent]:
    """Move a player between games; if the other seat is taken the two change places."""
    check_host(table, command.by)
    _check_between_games(table)
    for seat in (command.seat, command.to):
        check_seat(table, seat)
        check_stays(table, seat)
    if table.seats[command.seat].kind is SeatKind.EMPTY:
        raise seat_invalid(command.seat, "nobody sits there")
    if command.seat == command.to:
        return []
    return [*withdrawn(table), SeatsSwapped(command.seat, command.to)]


def reissue(table: Table, command: Reissue, now: float) -> list[TableEvent]:
    """Make the token of a seat worthless and let its owner come with a code."""
    check_host(table, command.by)
    check_seat(table, command.seat)
    if not table.seats[command.seat].is_owned:
        raise seat_invalid(command.seat, "the seat of a client is allowed")
    if table.seats[command.seat].presence is Presence.AWAY:
        return [SeatReissued(command.seat, command.code_hash, Presence.AWAY, table.seats[command.seat].until, None)]
    reissued = SeatReissued(command.seat, command.code_hash, Presence.UNRESPONSIVE, *grace(table, now))
    return [reissued, *waiting_longer(table, command.seat, now)]


def _check_between_games(table: Table) -> None:
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; seats change between games")
