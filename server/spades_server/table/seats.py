"""Sitting down, getting up, and being ready."""

from collections.abc import Iterator
from dataclasses import replace

from spades_server.table import newcomers
from spades_server.table.commands import EmptySeat, Fill, GiveUp, Join, Leave, Redeem, SeatHouse, SetReady
from spades_server.table.events import (
    GameAbandoned,
    LeaveReason,
    NewcomerGone,
    NewcomerWaits,
    PromptClosed,
    PromptOpened,
    PromptOutcome,
    ReadyChanged,
    SeatTaken,
    SeatVacated,
    TableEvent,
)
from spades_server.table.look_alikes import look_alike
from spades_server.table.names import checked_name
from spades_server.table.next_rules import check_stays, room_for_more, withdrawn
from spades_server.table.presence import after, came_back
from spades_server.table.refusal import Refused
from spades_server.table.rights import check_host, check_seat, seat_invalid
from spades_server.table.state import Newcomer, OpenPrompt, Presence, PromptKind, Seat, SeatKind, Stage, Table

__all__ = [
    "all_ready",
    "emptied",
    "fill",
    "give_up",
    "join",
    "leave",
    "redeem",
    "removed",
    "seat_house",
    "set_ready",
]

_HOUSE_NAMES = (
    *("Ada", "Blaise", "Carl", "Emmy", "Grace", "Kurt", "Leonhard", "Sofia"),
    *("Alan", "Barbara", "Edsger", "Maryam"),
)
"""One more than clients and computer players can have at a table of six where newcomers wait for five of the seats."""
_NONCE_BYTES = 32


def all_ready(table: Table) -> bool:
    """Return whether every seat is taken and every person is ready; bots always are."""
    return all(
        seat.kind is not SeatKind.EMPTY and (seat.ready or seat.kind is not SeatKind.PERSON) for seat in table.seats
    )


def join(table: Table, command: Join, now: float) -> list[TableEvent]:
    """Take a seat: the one asked for, else an empty one, else that of a computer player, from the next hand on."""
    if command.token_hash in table.kicked:
        raise Refused("KICKED", "the host has removed you from the table; this joining is worth nothing any more")
    happened = room_for_more(table)
    table = after(table, happened)
    seat = _free_seat(table, command.seat)
    name = checked_name(command.name)
    _check_name(table, name, but=seat)
    newcomer = Newcomer(command.kind, name, command.token_hash)
    if newcomers.must_wait(table):
        return [NewcomerWaits(seat, newcomer)]
    if table.seats[seat].kind is SeatKind.HOUSE:
        happened.append(SeatVacated(seat, LeaveReason.REPLACED))
    return [*happened, SeatTaken(seat, newcomers.seat_of(newcomer)), *_score_sheet(table, seat, now)]


def _check_name(table: Table, name: str, *, but: int) -> None:
    others = [seat.name for number, seat in enumerate(table.seats) if number != but and seat.kind.is_taken]
    others += [seat.newcomer.name for seat in table.seats if seat.newcomer is not None]
    if any(look_alike(other, name) for other in others):
        raise Refused("NAME_TAKEN", f"somebody at the table is called {name}")


def _free_seat(table: Table, wanted: int | None) -> int:
    """Return the seat to sit down on."""
    free = [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.EMPTY]
    free += [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.HOUSE and taken.newcomer is None]
    if wanted is None:
        free = [seat for seat in free if table.next_rules is None or seat < table.next_rules.rules.players]
        if not free:
            raise Refused("TABLE_FULL", "every seat is taken")
        return free[0]
    check_seat(table, wanted)
    check_stays(table, wanted)
    if wanted not in free:
        others = ", ".join(str(seat + 1) for seat in sorted(free)) or "none"
        raise Refused("SEAT_TAKEN", f"seat {wanted + 1} is taken; free: {others}")
    return wanted


def _score_sheet(table: Table, seat: int, now: float) -> Iterator[TableEvent]:
    """Let who sits down between two hands look at the score before the next one is dealt."""
    if table.stage is not Stage.PLAYING:
        return
    seconds = float(table.settings.continue_seconds)
    running = table.pause is None
    yield PromptOpened(
        OpenPrompt(
            table.last_prompt_id + 1,
            PromptKind.CONTINUE,
            seat,
            1,
            1,
            now + seconds if running else None,
            may_hold=True,
            left=None if running else seconds,
        )
    )


def redeem(table: Table, command: Redeem, now: float) -> list[TableEvent]:
    """Take one's seat again with the one-time code that the host made."""
    found = [number for number, seat in enumerate(table.seats) if seat.is_owned and seat.code_hash == command.code_hash]
    if not found or not command.code_hash:
        raise Refused("WRONG_PASSCODE", "this code has been used, or has been replaced by another")
    (number,) = found
    name = checked_name(command.name)
    _check_name(table, name, but=number)
    taken = replace(
        table.seats[number],
        name=name,
        token_hash=command.token_hash,
        code_hash=b"",
        presence=Presence.ONLINE,
        until=None,
        left=None,
    )
    return [SeatTaken(number, taken), *came_back(table, number, now)]


def fill(table: Table, command: Fill) -> list[TableEvent]:
    """Put computer players on seats."""
    check_host(table, command.by)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    happened = room_for_more(table)
    table = after(table, happened)
    empty = [seat for seat, taken in enumerate(table.seats) if taken.kind is SeatKind.EMPTY]
    for seat in command.seats:
        check_seat(table, seat)
        if seat not in empty:
            raise Refused("SEAT_TAKEN", f"seat {seat + 1} is taken")
    wanted = sorted(set(command.seats)) or empty
    if not wanted:
        raise Refused("TABLE_FULL", "every seat is taken")
    names = _house_names(table)
    return [*happened, *(SeatTaken(seat, _house(next(names), command.level)) for seat in wanted)]


def seat_house(table: Table, command: SeatHouse) -> list[TableEvent]:
    """Put a computer player on an empty seat, or change the level of one, who keeps its name; not within a hand."""
    check_host(table, command.by)
    if newcomers.must_wait(table):
        raise Refused("ALREADY_STARTED", "a hand is being played; levels change between hands")
    happened = room_for_more(table)
    table = after(table, happened)
    check_seat(table, command.seat)
    sits = table.seats[command.seat]
    if sits.is_owned:
        raise Refused(
            "SEAT_TAKEN", f"seat {command.seat + 1} is taken; an empty one, or a computer player's, is allowed"
        )
    if (sits.kind, sits.level) == (SeatKind.HOUSE, command.level):
        return happened
    name = sits.name or next(_house_names(table))
    return [*happened, SeatTaken(command.seat, _house(name, command.level))]


def emptied(table: Table, command: EmptySeat) -> list[TableEvent]:
    """Have a computer player leave between games; nobody is asked any more about another one with the same seats."""
    check_host(table, command.by)
    check_seat(table, command.seat)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on; a computer player makes room for whoever sits down")
    sits = table.seats[command.seat]
    if sits.is_owned:
        raise seat_invalid(command.seat, "the seat of a computer player is allowed; KickSeat removes anybody else")
    if sits.kind is SeatKind.EMPTY:
        return []
    return [*withdrawn(table), SeatVacated(command.seat, LeaveReason.KICKED)]


def _house(name: str, level: str) -> Seat:
    return Seat(kind=SeatKind.HOUSE, name=name, level=level, presence=Presence.ONLINE)


def _house_names(table: Table) -> Iterator[str]:
    used = [seat.name for seat in table.seats]
    used += [seat.newcomer.name for seat in table.seats if seat.newcomer is not None]
    return (name for name in _HOUSE_NAMES if not any(look_alike(name, other) for other in used))


def set_ready(table: Table, command: SetReady) -> list[TableEvent]:
    """Be ready, or no longer; to be ready after a game answers the question for another."""
    if len(command.nonce) > _NONCE_BYTES:
        allowed = f"0 to {_NONCE_BYTES} bytes are allowed"
        raise Refused("FIELD_INVALID", f"nonce: {allowed}", field="nonce", allowed=allowed)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    answered: list[TableEvent] = [
        PromptClosed(prompt.prompt_id, PromptOutcome.ANSWERED)
        for prompt in table.prompts
        if prompt.seat == command.seat and command.ready
    ]
    return [*answered, ReadyChanged(command.seat, command.ready, command.nonce)]


def removed(table: Table, seat: int) -> list[TableEvent]:
    """Remove who sits on a seat or, where a computer player does, who waits for it."""
    newcomer = table.seats[seat].newcomer
    if newcomer is not None:
        return [NewcomerGone(seat, newcomer.token_hash, LeaveReason.KICKED)]
    return vacated(table, seat, LeaveReason.KICKED)


def leave(table: Table, command: Leave) -> list[TableEvent]:
    """Get up for good."""
    return vacated(table, command.seat, LeaveReason.LEFT)


def give_up(table: Table, command: GiveUp) -> list[TableEvent]:
    """Do without a promised seat; without the last client the game is abandoned."""
    number = newcomers.waiting_seat(table, command.token_hash)
    if number is None:
        # Between asking and now the hand has ended and the seat is had, or it was lost.
        for had, seat in enumerate(table.seats):
            if seat.token_hash == command.token_hash:
                return vacated(table, had, LeaveReason.LEFT)
        raise Refused("SEAT_TOKEN_INVALID", "the seat of this token has been left")
    happened: list[TableEvent] = [NewcomerGone(number, command.token_hash, LeaveReason.LEFT)]
    then = after(table, happened)
    if not any(seat.is_owned or seat.newcomer for seat in then.seats):
        happened += _abandoned(then)
    return happened


def vacated(table: Table, seat: int, reason: LeaveReason) -> list[TableEvent]:
    """Free a seat: a computer player takes over during a game; without the last client the game is abandoned."""
    happened: list[TableEvent] = [
        PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
        for prompt in table.prompts
        if prompt.seat == seat and not prompt.kind.is_of_the_game
    ]
    happened.insert(0, SeatVacated(seat, reason))
    others = any(taken.is_owned or taken.newcomer for other, taken in enumerate(table.seats) if other != seat)
    if table.stage is Stage.PLAYING and others:
        name = next(_house_names(after(table, happened)))
        happened.append(SeatTaken(seat, _house(name, "rules")))
    elif table.stage is Stage.PLAYING:
        happened += _abandoned(after(table, happened))
    return happened


def _abandoned(table: Table) -> Iterator[TableEvent]:
    for prompt in table.prompts:
        yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
    yield GameAbandoned()
    for seat, taken in enumerate(table.seats):
        if taken.kind is SeatKind.HOUSE:
            yield SeatVacated(seat, LeaveReason.LEFT)
