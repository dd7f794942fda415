"""Sitting down, getting up, being ready, coming and going, and the host's rights."""

from collections.abc import Iterable, Iterator

from spades_server.table.commands import Connect, Disconnect, Fill, Join, Leave, SetReady
from spades_server.table.events import (
    GameAbandoned,
    HostChanged,
    LeaveReason,
    PresenceChanged,
    PromptClosed,
    PromptOutcome,
    ReadyChanged,
    SeatTaken,
    SeatVacated,
    TableEvent,
)
from spades_server.table.evolve import evolve
from spades_server.table.names import checked_name, looks_like
from spades_server.table.refusal import Refused
from spades_server.table.state import Presence, PromptKind, Seat, SeatKind, Stage, Table

__all__ = ["after", "all_ready", "check_host", "fill", "join", "leave", "presence", "set_ready"]

_HOUSE_NAMES = ("Ada", "Blaise", "Carl", "Emmy", "Grace", "Kurt", "Leonhard", "Sofia")
_NONCE_BYTES = 32


def after(table: Table, happened: Iterable[TableEvent]) -> Table:
    """Return the table after what happened."""
    for event in happened:
        table = evolve(table, event)
    return table


def check_host(table: Table, seat: int) -> None:
    """Refuse a seat that has not the host's rights."""
    if table.host != seat:
        host = "nobody is" if table.host is None else f"that is seat {table.host + 1}"
        raise Refused("NOT_HOST", f"only the host may do this; {host}")


def all_ready(table: Table) -> bool:
    """Return whether every seat is taken and every person is ready; bots always are."""
    return all(
        seat.kind is not SeatKind.EMPTY and (seat.ready or seat.kind is not SeatKind.PERSON) for seat in table.seats
    )


def join(table: Table, command: Join) -> list[TableEvent]:
    """Take a seat: the one asked for, else an empty one, else that of a computer player before a game."""
    name = checked_name(command.name)
    if any(looks_like(seat.name) == looks_like(name) for seat in table.seats if seat.is_owned):
        raise Refused("NAME_TAKEN", f"somebody at the table is called {name}")
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; you may watch, and sit down when it is over")
    seat = _free_seat(table, command.seat)
    happened: list[TableEvent] = []
    if table.seats[seat].kind is SeatKind.HOUSE:
        happened.append(SeatVacated(seat, LeaveReason.REPLACED))
    taken = Seat(
        kind=command.kind,
        name=name,
        token_hash=command.token_hash,
        presence=Presence.ONLINE,
        ready=command.kind is SeatKind.BOT,
    )
    return [*happened, SeatTaken(seat, taken), *_host_after_joining(table, seat, command.kind)]


def _free_seat(table: Table, wanted: int | None) -> int:
    free = [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.EMPTY]
    free += [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.HOUSE]
    if wanted is None:
        if not free:
            raise Refused("TABLE_FULL", "every seat is taken")
        return free[0]
    _check_seat(table, wanted)
    if wanted not in free:
        others = ", ".join(str(seat + 1) for seat in sorted(free)) or "none"
        raise Refused("SEAT_TAKEN", f"seat {wanted + 1} is taken; free: {others}")
    return wanted


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused("SEAT_NOT_FOUND", f"there is no seat {seat + 1}; 1 to {len(table.seats)} are allowed")


def _host_after_joining(table: Table, seat: int, kind: SeatKind) -> Iterator[TableEvent]:
    """The first client is the host, and the first person in the place of a bot."""
    host = table.host
    if host is None or (kind is SeatKind.PERSON and table.seats[host].kind is SeatKind.BOT):
        yield HostChanged(seat)


def fill(table: Table, command: Fill) -> list[TableEvent]:
    """Put computer players on seats."""
    check_host(table, command.by)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    empty = [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.EMPTY]
    for seat in command.seats:
        _check_seat(table, seat)
        if seat not in empty:
            raise Refused("SEAT_TAKEN", f"seat {seat + 1} is taken")
    wanted = sorted(set(command.seats)) or empty
    if not wanted:
        raise Refused("TABLE_FULL", "every seat is taken")
    names = _house_names(table)
    return [SeatTaken(seat, _house(next(names), command.level)) for seat in wanted]


def _house(name: str, level: str) -> Seat:
    return Seat(kind=SeatKind.HOUSE, name=name, level=level, presence=Presence.ONLINE)


def _house_names(table: Table) -> Iterator[str]:
    used = {looks_like(seat.name) for seat in table.seats}
    return (name for name in _HOUSE_NAMES if looks_like(name) not in used)


def set_ready(table: Table, command: SetReady) -> list[TableEvent]:
    """Be ready, or no longer."""
    if len(command.nonce) > _NONCE_BYTES:
        allowed = f"0 to {_NONCE_BYTES} bytes are allowed"
        raise Refused("FIELD_INVALID", f"nonce: {allowed}", field="nonce", allowed=allowed)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    return [ReadyChanged(command.seat, command.ready, command.nonce)]


def presence(table: Table, command: Connect | Disconnect) -> list[TableEvent]:
    """Note that a connection came or went."""
    now = Presence.ONLINE if isinstance(command, Connect) else Presence.UNRESPONSIVE
    seat = table.seats[command.seat]
    return [] if not seat.is_owned or seat.presence is now else [PresenceChanged(command.seat, now)]


def leave(table: Table, command: Leave) -> list[TableEvent]:
    """Get up: a computer player takes over during a game; when the last client leaves, the game is abandoned."""
    seat = command.seat
    happened: list[TableEvent] = [SeatVacated(seat, LeaveReason.LEFT)]
    happened += (
        PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
        for prompt in table.prompts
        if prompt.seat == seat and prompt.kind is PromptKind.CONTINUE
    )
    others = [other for other, taken in enumerate(table.seats) if taken.is_owned and other != seat]
    if table.stage is Stage.PLAYING and others:
        name = next(_house_names(after(table, happened)))
        happened.append(SeatTaken(seat, _house(name, "rules")))
    elif table.stage is Stage.PLAYING:
        happened += _abandoned(after(table, happened))
    if table.host == seat:
        happened.append(HostChanged(_heir(table, others)))
    return happened


def _heir(table: Table, others: list[int]) -> int | None:
    people = [seat for seat in others if table.seats[seat].kind is SeatKind.PERSON]
    return next(iter(people or others), None)


def _abandoned(table: Table) -> Iterator[TableEvent]:
    for prompt in table.prompts:
        yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
    yield GameAbandoned()
    for seat, taken in enumerate(table.seats):
        if taken.kind is SeatKind.HOUSE:
            yield SeatVacated(seat, LeaveReason.LEFT)
