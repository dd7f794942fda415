"""Standing still: the clocks of prompts and graces stop with what is left of them, and run again from there."""

from collections.abc import Iterator
from dataclasses import replace

from spades_server.table.commands import PauseNow, ResumeNow
from spades_server.table.events import PresenceChanged, TableEvent, TablePaused, TableResumed
from spades_server.table.refusal import Refused
from spades_server.table.state import Pause, PauseReason, Stage, Table

__all__ = ["check_running", "pause", "paused_for_nobody", "resume", "resumed"]


def check_running(table: Table) -> None:
    """Refuse what cannot be done while the table stands still."""
    if table.pause is None:
        return
    if table.pause.seat is None:
        raise Refused("TABLE_PAUSED", "the table is paused until a person is back")
    name = table.seats[table.pause.seat].name or "somebody who has left"
    seat = str(table.pause.seat + 1)
    raise Refused("TABLE_PAUSED", f"seat {seat} ({name}) paused the table; resume it first", seat=seat)


def pause(table: Table, command: PauseNow, now: float) -> list[TableEvent]:
    """Stop the clocks because a seat asked for it."""
    if table.stage is not Stage.PLAYING:
        raise Refused("NOT_STARTED", "no game is going on that could be paused")
    check_running(table)
    return list(_paused(table, Pause(seat=command.seat, now=now, reason=PauseReason.ASKED)))


def paused_for_nobody(table: Table, now: float) -> Iterator[TableEvent]:
    """Stop the clocks because no person is there."""
    return _paused(table, Pause(seat=None, now=now, reason=PauseReason.NOBODY_HERE))


def _paused(table: Table, since: Pause) -> Iterator[TableEvent]:
    yield TablePaused(since)
    for number, seat in enumerate(table.seats):
        if seat.until is not None:
            yield PresenceChanged(number, seat.presence, None, max(seat.until - since.now, 0.0))


def resume(table: Table, command: ResumeNow, now: float) -> list[TableEvent]:
    """Let the clocks run again because a seat asked for it."""
    if table.pause is None:
        raise Refused("NOT_PAUSED", "the table is not paused")
    return list(resumed(table, command.seat, now, least=0.0))


def resumed(table: Table, by: int | None, now: float, *, least: float) -> Iterator[TableEvent]:
    """Let the clocks run again from where they stood, those of prompts for at least *least* seconds."""
    seats = [seat if seat.left is None else replace(seat, until=now + seat.left, left=None) for seat in table.seats]
    deadlines: list[tuple[int, float | None]] = []
    for prompt in table.prompts:
        if prompt.suspended or prompt.left is None:
            continue
        deadline = now + max(prompt.left, least)
        until = seats[prompt.seat].until if prompt.kind.is_of_the_game else None
        deadlines.append((prompt.prompt_id, deadline if until is None else max(deadline, until)))
    yield TableResumed(by, tuple(deadlines))
    for number, seat in enumerate(table.seats):
        if seat.left is not None:
            yield PresenceChanged(number, seat.presence, seats[number].until)
