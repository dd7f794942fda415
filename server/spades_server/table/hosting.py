"""What the host of a table may do: hand the rights on, move and remove players, change the rules."""

from collections.abc import Iterator
from dataclasses import replace

from spades_engine import Rules
from spades_server.table.commands import Reissue, SetRules, SetSeat, TransferHost
from spades_server.table.events import (
    HostChanged,
    PromptClosed,
    PromptOutcome,
    RulesChanged,
    SeatReissued,
    SeatsSwapped,
    TableEvent,
)
from spades_server.table.presence import grace, waiting_longer
from spades_server.table.refusal import Refused
from spades_server.table.state import Presence, Seat, SeatKind, Stage, Table

__all__ = ["check_host", "check_kick", "check_seat", "reissue", "set_rules", "set_seat", "transfer_host"]


def check_host(table: Table, seat: int) -> None:
    """Refuse a seat that has not the host's rights."""
    if table.host != seat:
        host = "nobody is" if table.host is None else f"that is seat {table.host + 1}"
        raise Refused("NOT_HOST", f"only the host may do this; {host}")


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < len(table.seats):
        raise Refused("SEAT_NOT_FOUND", f"there is no seat {seat + 1}; 1 to {len(table.seats)} are allowed")


def check_kick(table: Table, by: int, seat: int) -> None:
    """Refuse a removal that makes no sense."""
    check_host(table, by)
    check_seat(table, seat)
    kind = table.seats[seat].kind
    if by == seat:
        raise _seat_invalid(seat, "that is your own; leave the table instead")
    if kind is SeatKind.EMPTY:
        raise _seat_invalid(seat, "nobody sits there")
    if kind is SeatKind.HOUSE and table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; a computer player makes room for whoever sits down")


def transfer_host(table: Table, command: TransferHost) -> list[TableEvent]:
    """Hand the host's rights on to a person who is not away."""
    check_host(table, command.by)
    check_seat(table, command.seat)
    heir = table.seats[command.seat]
    if heir.kind is not SeatKind.PERSON or heir.presence is Presence.AWAY:
        raise _seat_invalid(command.seat, "the seat of a person who is not away is allowed")
    return [] if command.seat == table.host else [HostChanged(command.seat)]


def set_seat(table: Table, command: SetSeat) -> list[TableEvent]:
    """Move a player between games; if the other seat is taken the two change places."""
    check_host(table, command.by)
    _check_between_games(table)
    for seat in (command.seat, command.to):
        check_seat(table, seat)
    if table.seats[command.seat].kind is SeatKind.EMPTY:
        raise _seat_invalid(command.seat, "nobody sits there")
    if command.seat == command.to:
        return []
    return [*_withdrawn(table), SeatsSwapped(command.seat, command.to)]


def set_rules(table: Table, command: SetRules) -> list[TableEvent]:
    """Change the rules between games; nobody is ready any more for what was agreed before."""
    check_host(table, command.by)
    _check_between_games(table)
    seats = _resized(table, command.rules)
    ready = tuple(replace(seat, ready=seat.kind is SeatKind.BOT) for seat in seats)
    return [*_withdrawn(table), RulesChanged(command.rules, command.preset, ready)]


def _resized(table: Table, rules: Rules) -> tuple[Seat, ...]:
    """Return the seats of a table under *rules*; refuses to take a client's seat away."""
    kept, gone = table.seats[: rules.players], table.seats[rules.players :]
    for number, seat in enumerate(gone, rules.players):
        if seat.is_owned:
            raise Refused("SEAT_TAKEN", f"{seat.name} sits on seat {number + 1}, which those rules do not have")
    return (*kept, *(Seat() for _ in range(rules.players - len(kept))))


def reissue(table: Table, command: Reissue, now: float) -> list[TableEvent]:
    """Make the token of a seat worthless and let its owner come with a code."""
    check_host(table, command.by)
    check_seat(table, command.seat)
    if not table.seats[command.seat].is_owned:
        raise _seat_invalid(command.seat, "the seat of a client is allowed")
    if table.seats[command.seat].presence is Presence.AWAY:
        return [SeatReissued(command.seat, command.code_hash, Presence.AWAY, table.seats[command.seat].until, None)]
    reissued = SeatReissued(command.seat, command.code_hash, Presence.UNRESPONSIVE, *grace(table, now))
    return [reissued, *waiting_longer(table, command.seat, now)]


def _check_between_games(table: Table) -> None:
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; seats and rules change between games")


def _withdrawn(table: Table) -> Iterator[TableEvent]:
    """What was asked about another game with the same seats and rules is asked no longer."""
    for prompt in table.prompts:
        yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)


def _seat_invalid(seat: int, allowed: str) -> Refused:
    return Refused("FIELD_INVALID", f"seat: {seat + 1}; {allowed}", field="seat", allowed=allowed)
