"""One table at work: one command at a time, decide -> journal -> evolve -> publish."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from spades_server.attendance import CALL_SECONDS, Attendance
from spades_server.clock import Clock
from spades_server.errand import Errand, at_seat, seat_of
from spades_server.house import Ask
from spades_server.house_moves import HouseMoves
from spades_server.journal import Batch, Journal, Outcome
from spades_server.outcomes import Outcomes, Request, outcome_of
from spades_server.table import (
    Chance,
    Refused,
    Stage,
    Table,
    chance_of,
    decide,
    evolve,
    may_advance,
    next_due,
)
from spades_server.table.commands import (
    Advance,
    Close,
    Connect,
    Disconnect,
    Expire,
    GiveUp,
    Leave,
    TableCommand,
    Wake,
)
from spades_server.thinking import at_once
from spades_server.timers import Timers

__all__ = ["SLEPT_SECONDS", "Publisher", "TableRunner"]

log = logging.getLogger(__name__)

SLEPT_SECONDS = 5.0
"""What is done this much later than planned shows that the machine, or the server, was away meanwhile."""
JOURNAL_RETRY_SECONDS = 1.0
"""Pause before what the server itself does is tried again, where the journal did not take it."""


class Publisher(Protocol):
    """Tells the viewers of a table what happened."""

    def publish(self, batch: Batch, states: Sequence[Table]) -> None:
        """Tell everybody; *states* are the table after each event of *batch*. Never waits."""


@dataclass(frozen=True, slots=True)
class _Happening:
    """What a command brings about, as soon as it is kept."""

    batch: Batch
    states: Sequence[Table]
    """The table before, and after each event."""
    outcome: Outcome | None


class TableRunner:
    """Owns one table; mutable, because it is where the table changes.

    A command is carried out by who submits it, at once, unless another one is under way and waits for the disk: then
    it waits its turn. Whoever starts ``run`` as a task awaits it; it ends when the table is closed or the task is
    cancelled, and with it all that still waits.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        publisher: Publisher,
        outcomes: Iterable[Outcome] = (),
        wake_after_sleep: Callable[[], bool] = lambda: False,
        ask: Ask = at_once,
    ) -> None:
        self.table = table
        self._journal = journal
        self._clock = clock
        self._publisher = publisher
        self._wake_after_sleep = wake_after_sleep
        self._chance: Chance = chance_of(table.seed)
        self._line: deque[Errand] = deque()
        """What waits its turn, in order."""
        self._is_busy = False
        """A command is being carried out, or is not kept yet."""
        self._is_over = False
        """The table is worked at no more."""
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.outcomes = Outcomes(outcomes)
        self._attendance = Attendance()
        self._due: float | None = None
        """When the clock is to be looked at next."""
        self._planned: float | None = None
        """When it will be looked at: a timer that comes too early finds nothing to do; no play has to move it."""
        self._timers = Timers()
        self._house = HouseMoves(self._timers, ask, lambda: self.table, self.post)
        self._postponed: list[Errand] = []
        """What waits until the journal can be written, in order."""

    async def submit(self, command: TableCommand, request: Request | None = None) -> int:
        """Carry out *command* and return the last sequence it caused.

        Raises:
            Refused: the table does not allow it.
        """
        if self.table.stage is Stage.CLOSED or self._is_over:
            return self._after_closing(request)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._line.append(Errand(command, request, b"" if request is None else request.token_hash, done))
        self._work()
        return await done

    def _after_closing(self, request: Request | None) -> int:
        known = None if request is None else self.outcomes.again(request)
        if known is None:
            raise Refused("TABLE_CLOSED", "the table is closed")
        return known

    def post(self, command: TableCommand, token_hash: bytes = b"") -> None:
        """Have *command* carried out without waiting for it: what the server itself does, which nobody is told of.

        With *token_hash* it is about that token's seat, wherever it is when the command's turn comes.
        """
        if self.table.stage is not Stage.CLOSED and not self._is_over:
            self._line.append(Errand(command, None, token_hash))
            # Not now: who posts is in the middle of something.
            asyncio.get_running_loop().call_soon(self._work)

    # Who is there

    def called(self, seat: int | None, token_hash: bytes) -> None:
        """Note that the owner of *seat* has called: who calls is there. None is who waits for a seat."""
        now = self._clock.monotonic()
        self._attendance.called(token_hash, now)
        self._show(seat, token_hash)
        if not self._attendance.has_stream(token_hash) and (self._due is None or self._due > now + CALL_SECONDS):
            self._set_timers()

    def stream_opened(self, token_hash: bytes) -> None:
        """Note that the owner of a seat has opened a stream."""
        self._attendance.opened(token_hash, self._clock.monotonic())
        self._show(seat_of(self.table, token_hash), token_hash)

    def stream_closed(self, token_hash: bytes) -> None:
        """Note that a stream of a seat's owner has ended."""
        seat = seat_of(self.table, token_hash)
        if self._attendance.closed(token_hash) and seat is not None:
            self.post(Disconnect(seat), token_hash)

    def _show(self, seat: int | None, token_hash: bytes) -> None:
        if seat is not None and not self.table.seats[seat].is_here:
            self.post(Connect(seat), token_hash)

    # Time

    def look_at_clock(self) -> None:
        """Have everything carried out that is due by now."""
        now = self._clock.monotonic()
        for token_hash in self._attendance.proven(now):
            self._show(seat_of(self.table, token_hash), token_hash)
        for token_hash in self._attendance.silent(now):
            if (seat := seat_of(self.table, token_hash)) is not None:
                self.post(Disconnect(seat), token_hash)
        due = next_due(self.table)
        if due is not None and due <= now:
            self.post(Expire())
        else:
            self._set_timers()

    def wake(self, since: float) -> None:
        """Note that the server was away from *since*, on the clock of the batches, until now."""
        self._attendance.slept(self._clock.monotonic())
        self.post(Wake(since))

    async def run(self) -> None:
        """Let the table go on until it is closed."""
        try:
            await self._end
        finally:
            self._is_over = True
            self._timers.cancel()
            await self._house.end()
            for task in self._line:
                try:
                    task.answer(self._after_closing(task.request))
                except Refused as closed:
                    task.refuse(closed)

    # Commands

    def _work(self, carried_out: Errand | None = None) -> None:
        """Go on from what was *carried_out*: do what waits, in order, up to a command that waits for the disk."""
        try:
            if carried_out is not None:
                self._go_on_from(carried_out)
            while self._line and not self._is_busy and not self._is_over:
                self._is_busy = True
                task = self._line.popleft()
                if self._carry_out(task):
                    self._go_on_from(task)
        except Exception as fault:  # of our own, outside of any command: who awaits the table hears of it
            if not self._end.done():
                self._end.set_exception(fault)

    def _go_on_from(self, task: Errand) -> None:
        """See to what follows from a command that was carried out: the end, the next hand, timers."""
        self._is_busy = False
        if self.table.stage is Stage.CLOSED:
            self._is_over = True
            if not self._end.done():
                self._end.set_result(None)
        if self._postponed or self._is_over:
            return
        if may_advance(self.table):
            self._line.appendleft(Errand(Advance(), None))
        else:
            self._set_timers()
        if isinstance(task.command, Wake):
            # Who came while it waited its turn is there, before what they have asked for meanwhile is looked at.
            for token_hash in self._attendance.come():
                if (seat := seat_of(self.table, token_hash)) is not None:
                    self._line.appendleft(Errand(Connect(seat), None, token_hash))

    def _carry_out(self, task: Errand) -> bool:
        """Carry *task* out and return True; False: its events are on their way to the disk, and it is not done yet.

        With ``_when_kept`` this is the place where an unexpected fault of a command is caught, logged and passed on.
        """
        if task.is_own and self._postponed:
            self._postponed.append(task)
            return True
        try:
            happening = self._decided(task)
            if happening is None:
                return True
            # Journal before publish: a crash in between loses a message, never a fact.
            kept = self._journal.append(happening.batch, happening.outcome, happening.states)
            if kept is None:
                self._happen(task, happening)
                return True
        except Exception as fault:
            self._fail(task, fault)
            return True
        kept.add_done_callback(lambda done: self._when_kept(task, happening, done))
        return False

    def _when_kept(self, task: Errand, happening: _Happening, kept: asyncio.Future[None]) -> None:
        try:
            kept.result()
            self._happen(task, happening)
        except Exception as fault:
            self._fail(task, fault)
        self._work(task)

    def _fail(self, task: Errand, fault: Exception) -> None:
        if not isinstance(fault, Refused):
            where = {"table": self.table.table_id, "sequence": self.table.sequence}
            log.error("a command failed", extra=where, exc_info=fault)
        elif task.is_own and fault.reason == "JOURNAL_UNAVAILABLE":
            self._postponed.append(task)
            self._timers.call_after("journal", JOURNAL_RETRY_SECONDS, self._try_again)
        task.refuse(fault)

    def _try_again(self) -> None:
        self._line.extend(self._postponed)
        self._postponed.clear()
        self._work()

    def _decided(self, task: Errand) -> _Happening | None:
        """Return what *task* brings about; None if that is nothing, and the task is answered."""
        request = task.request
        if request is not None and (known := self.outcomes.again(request)) is not None:
            task.answer(known)
            return None
        command = task.command
        if task.token_hash:
            seat = seat_of(self.table, task.token_hash)
            if seat is None:
                task.answer(self._left(request))
                return None
            command = at_seat(seat, command)
        now = self._clock.monotonic()
        try:
            events = tuple(decide(self.table, command, now, self._chance))
        except Refused as refusal:
            if request is not None:
                refused = outcome_of(request, self.table.sequence, refusal.again())
                self.outcomes.remember(refused)
                self._journal.note(self.table.table_id, refused)
            raise
        sequence = self.table.sequence + len(events)
        ends = isinstance(command, Leave | GiveUp | Close)
        outcome = None if request is None else outcome_of(request, sequence, None, ends=ends)
        if not events:
            self._answer(task, sequence, outcome)
            return None
        table, time = self.table, self._clock.time()
        batch = Batch(table_id=table.table_id, first_sequence=table.sequence + 1, now=now, time=time, events=events)
        return _Happening(batch, list(accumulate(events, evolve, initial=table)), outcome)

    def _left(self, request: Request | None) -> int:
        """Answer who has left the seat by the command before; what the server itself does has nothing to do then."""
        if request is not None:
            raise Refused("SEAT_TOKEN_INVALID", "the seat of this token has been left")
        return self.table.sequence

    def _happen(self, task: Errand, happening: _Happening) -> None:
        """Let what is kept be so: the table changes, everybody is told, the caller is answered."""
        before, batch, states = self.table, happening.batch, happening.states
        self.table = states[-1]._replace(time=batch.time)
        self._publisher.publish(batch, states[1:])
        if self.table.seats is not before.seats:
            self._look_for_newcomers(before, batch.now)
        self._answer(task, self.table.sequence, happening.outcome)

    def _answer(self, task: Errand, sequence: int, outcome: Outcome | None) -> None:
        if outcome is not None:
            self.outcomes.remember(outcome)
        task.answer(sequence)

    def _look_for_newcomers(self, before: Table, now: float) -> None:
        """Note whose link was lost while they waited for the seat that they have now."""
        for number, seat in enumerate(before.seats):
            token_hash = seat.newcomer.token_hash if seat.newcomer is not None else b""
            if (
                token_hash
                and seat_of(self.table, token_hash) == number
                and not self._attendance.is_there(token_hash, now)
            ):
                self.post(Disconnect(number), token_hash)

    def _set_timers(self) -> None:
        due, silent = next_due(self.table), self._attendance.next_due()
        if silent is not None and (due is None or silent < due):
            due = silent
        self._due = due
        if due is not None and (self._planned is None or due < self._planned):
            now = self._clock.monotonic()
            self._planned = planned = max(due, now)
            self._timers.call_after("clock", due - now, lambda: self._on_time(planned))
        self._house.look()

    def _on_time(self, planned: float) -> None:
        """Do what was planned for this moment; far later than that, nobody was served in between."""
        self._planned = None
        # A deadline that came while the server was away may have come a moment ago only.
        if self._wake_after_sleep():
            return
        if self._clock.monotonic() > planned + SLEPT_SECONDS:
            self.wake(planned)
        else:
            self.look_at_clock()
