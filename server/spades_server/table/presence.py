"""Who is there: lost links and their grace, computer players that stand in, and owners who come back.

A seat is live (its owner's client is connected), held until a moment (its grace), kept for an owner who is away, or
free. An owner's return makes it live again at once, from wherever it was.
"""

from collections.abc import Iterable, Iterator

from spades_server.table.commands import Connect, Disconnect, GiveBack, Wake
from spades_server.table.events import (
    HostChanged,
    LeaveReason,
    PresenceChanged,
    PromptResumed,
    SeatReclaimed,
    SeatStoodIn,
    SeatVacated,
    TableClosed,
    TableClosing,
    TableEvent,
)
from spades_server.table.evolve import evolve
from spades_server.table.pause import paused_for_nobody, resumed
from spades_server.table.state import PauseReason, Presence, SeatKind, Stage, Table

__all__ = [
    "BACK_SECONDS",
    "CLOSE_SECONDS",
    "LOST_SECONDS",
    "after",
    "came_back",
    "connect",
    "disconnect",
    "give_back",
    "grace",
    "graces_ended",
    "host_of",
    "next_due",
    "settled",
    "waiting_longer",
    "wake",
    "wanted_deadline",
]

BACK_SECONDS = 10.0
"""Time that an owner who is back has at least before a default is made."""
LOST_SECONDS = 600.0
"""Time that a seat is kept for an owner who is away before the first game."""
CLOSE_SECONDS = 600.0
"""Time that a table at which no game ever started stays without a person."""
WARNING_SECONDS = 60.0
"""Time from the warning to the closing, at least."""


def after(table: Table, happened: Iterable[TableEvent]) -> Table:
    """Return the table after what happened."""
    for event in happened:
        table = evolve(table, event)
    return table


def next_due(table: Table) -> float | None:
    """Return when ``Expire`` next has something to do, on the clock of the batches; None: never."""
    if table.stage is Stage.CLOSED:
        return None
    due = table.closes_at
    for moment in (*(prompt.deadline for prompt in table.prompts), *(seat.until for seat in table.seats)):
        if moment is not None and (due is None or moment < due):
            due = moment
    return due


def connect(table: Table, command: Connect, now: float) -> list[TableEvent]:
    """Note that an owner is there."""
    seat = table.seats[command.seat]
    if not seat.is_owned or seat.presence is Presence.ONLINE:
        return []
    return [PresenceChanged(command.seat, Presence.ONLINE), *came_back(table, command.seat, now)]


def came_back(table: Table, seat: int, now: float) -> Iterator[TableEvent]:
    """Give a seat back to its owner: no computer player acts any more, and no default is made at once."""
    if table.seats[seat].stood_in:
        yield SeatReclaimed(seat)
    for prompt in table.prompts:
        soon = prompt.deadline is not None and prompt.deadline < now + BACK_SECONDS
        if prompt.seat == seat and soon:
            yield PromptResumed(prompt.prompt_id, now + BACK_SECONDS)


def disconnect(table: Table, command: Disconnect, now: float) -> list[TableEvent]:
    """Note that a link is lost; the grace begins, and what is asked of the seat waits for it."""
    seat = table.seats[command.seat]
    if not seat.is_here:
        return []
    lost = PresenceChanged(command.seat, Presence.UNRESPONSIVE, *grace(table, now))
    return [lost, *waiting_longer(table, command.seat, now)]


def grace(table: Table, now: float) -> tuple[float | None, float | None]:
    """Return the end of a grace that begins now and, while the clocks stand, what is left of it instead."""
    seconds = float(table.settings.grace_seconds)
    return (now + seconds, None) if table.pause is None else (None, seconds)


def waiting_longer(table: Table, seat: int, now: float) -> Iterator[TableEvent]:
    """Let what is asked of a seat wait for the whole of a grace that begins now."""
    for prompt in table.prompts:
        if prompt.seat == seat and prompt.deadline is not None and not prompt.suspended:
            if not prompt.kind.is_of_the_game:
                continue  # The score sheet waits for nobody's link.
            deadline = wanted_deadline(prompt.deadline, now + table.settings.grace_seconds)
            if deadline != prompt.deadline:
                yield PromptResumed(prompt.prompt_id, deadline)


def wanted_deadline(deadline: float, until: float | None) -> float:
    """Return when the default of a decision is made whose seat's grace ends at *until*; None: it has none."""
    return deadline if until is None else max(deadline, until)


def graces_ended(table: Table, now: float) -> list[TableEvent]:
    """Return what becomes of seats whose time is over, and of a table that waits for its first game in vain."""
    happened: list[TableEvent] = []
    for number, seat in enumerate(table.seats):
        if seat.until is None or seat.until > now:
            continue
        if seat.presence is Presence.AWAY:
            happened.append(SeatVacated(number, LeaveReason.LOST))
        else:
            until = now + LOST_SECONDS if table.stage is Stage.GATHERING else None
            happened.append(PresenceChanged(number, Presence.AWAY, until))
    if table.closes_at is not None and table.closes_at <= now:
        happened.append(TableClosed(None) if table.closing_told else TableClosing(now + WARNING_SECONDS))
    return happened


def settled(before: Table, happened: list[TableEvent], now: float) -> list[TableEvent]:
    """Add what follows for the table as a whole from who is there now: stand-ins, host, pause, closing."""
    if not happened:
        return happened
    table = after(before, happened)
    if table.stage is Stage.CLOSED:
        return happened
    follows: list[TableEvent] = []
    for step in (_stand_ins, _host, _pause, _closing):
        events = list(step(before, table, now))
        follows += events
        table = after(table, events)
    return [*happened, *follows]


def _stand_ins(_: Table, table: Table, now: float) -> Iterator[TableEvent]:
    """A computer player acts for who is away in a game, at once, and has a whole turn for it."""
    if table.stage is not Stage.PLAYING:
        return
    for number, seat in enumerate(table.seats):
        if seat.is_owned and seat.presence is Presence.AWAY and not seat.stood_in:
            yield SeatStoodIn(number)
            for prompt in table.prompts:
                if prompt.seat == number and prompt.deadline is not None and prompt.kind.is_of_the_game:
                    yield PromptResumed(prompt.prompt_id, max(prompt.deadline, now + table.settings.think_seconds))


def host_of(table: Table) -> int | None:
    """Return the seat that is to have the host's rights: who has them keeps them until away.

    Then the person who sat down first of those who are not away; a bot only where no person is.
    """
    owned = sorted((number for number, seat in enumerate(table.seats) if seat.is_owned), key=lambda n: _order(table, n))
    people = [number for number in owned if table.seats[number].kind is SeatKind.PERSON]
    there = [number for number in people if table.seats[number].presence is not Presence.AWAY]
    for candidates in (there, people, owned):
        if candidates:
            return table.host if table.host in candidates else candidates[0]
    return None


def _order(table: Table, seat: int) -> tuple[bool, int]:
    """Those who are connected first, then by how long they have sat."""
    return (not table.seats[seat].is_here, table.seats[seat].since)


def _host(_: Table, table: Table, __: float) -> Iterator[TableEvent]:
    host = host_of(table)
    if host != table.host:
        yield HostChanged(host)


def _pause(before: Table, table: Table, now: float) -> Iterator[TableEvent]:
    """The table stands still while people sit at it and none of them is there, and no longer."""
    deserted = table.stage is Stage.PLAYING and table.has_people() and not table.is_attended()
    if table.pause is None:
        if deserted:
            yield from paused_for_nobody(table, now)
        return
    for_nobody = table.pause.reason is PauseReason.NOBODY_HERE
    # Where the last person has left for good, nobody would know how to end the pause that was asked for.
    all_left = before.has_people() and not table.has_people()
    if table.stage is not Stage.PLAYING or all_left or (for_nobody and not deserted):
        yield from resumed(table, None, now, least=BACK_SECONDS)


def _closing(before: Table, table: Table, now: float) -> Iterator[TableEvent]:
    """A table that never started and that the last person has left closes after a while."""
    waiting = table.stage is Stage.GATHERING and not table.stays and table.closes_at is None
    if waiting and before.is_attended() and not table.is_attended():
        yield TableClosing(now + CLOSE_SECONDS)


def wake(table: Table, command: Wake, now: float) -> list[TableEvent]:
    """Take no link for granted, give everybody the whole grace, and let no time count that nobody was served in."""
    away = now - command.since
    happened: list[TableEvent] = []
    for number, seat in enumerate(table.seats):
        if not seat.is_owned:
            continue
        if seat.presence is not Presence.AWAY:
            happened.append(PresenceChanged(number, Presence.UNRESPONSIVE, *grace(table, now)))
        elif seat.until is not None:
            happened.append(PresenceChanged(number, Presence.AWAY, seat.until + away))
    there = after(table, happened)
    for prompt in table.prompts:
        if prompt.deadline is not None:
            deadline = now + max(prompt.deadline - command.since, 0.0)
            if prompt.kind.is_of_the_game:
                deadline = wanted_deadline(deadline, there.seats[prompt.seat].until)
            happened.append(PromptResumed(prompt.prompt_id, deadline))
    if table.closes_at is not None:
        happened.append(TableClosing(max(table.closes_at + away, now + WARNING_SECONDS)))
    return happened


def give_back(table: Table, command: GiveBack, now: float) -> list[TableEvent]:
    """Let no time count in which nothing could be kept; who was asked has at least as long as who is back."""
    away = now - command.since
    happened: list[TableEvent] = []
    for number, seat in enumerate(table.seats):
        if seat.until is not None:
            happened.append(PresenceChanged(number, seat.presence, seat.until + away))
    for prompt in table.prompts:
        if prompt.deadline is not None:
            deadline = now + max(prompt.deadline - command.since, BACK_SECONDS)
            happened.append(PromptResumed(prompt.prompt_id, deadline))
    if table.closes_at is not None:
        happened.append(TableClosing(table.closes_at + away))
    return happened
