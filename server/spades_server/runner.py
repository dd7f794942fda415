"""One table at work: one task and one queue, decide -> journal -> evolve -> publish."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Protocol

from spades_server import house
from spades_server.attendance import CALL_SECONDS, Attendance
from spades_server.journal import Batch, Journal, Outcome
from spades_server.outcomes import Outcomes, Request, outcome_of
from spades_server.table import (
    Chance,
    OpenPrompt,
    Refused,
    Stage,
    Table,
    TableEvent,
    chance_of,
    decide,
    evolve,
    may_advance,
    next_due,
)
from spades_server.table.commands import (
    Advance,
    AnswerForHouse,
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

__all__ = ["SLEPT_SECONDS", "Clock", "Publisher", "TableRunner"]

log = logging.getLogger(__name__)

SLEPT_SECONDS = 5.0
"""What is done this much later than planned shows that the machine, or the server, was away meanwhile."""
JOURNAL_RETRY_SECONDS = 1.0
"""Pause before what the server itself does is tried again, where the journal did not take it."""


class Clock(Protocol):
    """Time, so that tests can make their own."""

    def monotonic(self) -> float:
        """Return seconds of a clock that never jumps."""

    def time(self) -> float:
        """Return Unix time."""


class Publisher(Protocol):
    """Tells the viewers of a table what happened."""

    def publish(self, batch: Batch, states: Sequence[Table]) -> None:
        """Tell everybody; *states* are the table after each event of *batch*. Never waits."""


@dataclass(slots=True)
class _Task:
    """A command on its way; mutable only in the future it carries."""

    command: TableCommand
    request: Request | None
    token_hash: bytes = b""
    """Whose seat it is about; empty: as the command says."""
    is_own: bool = False
    """The server itself does it, and does it later if it cannot be kept now."""
    done: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class TableRunner:
    """Owns one table; mutable, because it is where the table changes.

    Whoever starts ``run`` as a task awaits it; it ends when the table is closed or the task is cancelled.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        publisher: Publisher,
        outcomes: Iterable[Outcome] = (),
        wake_after_sleep: Callable[[], bool] = lambda: False,
        ask: house.Ask = at_once,
    ) -> None:
        self.table = table
        self._journal = journal
        self._clock = clock
        self._publisher = publisher
        self._wake_after_sleep = wake_after_sleep
        self._ask = ask
        self._chance: Chance = chance_of(table.seed)
        self._queue: asyncio.Queue[_Task] = asyncio.Queue()
        self.outcomes = Outcomes(outcomes)
        self._attendance = Attendance()
        self._due: float | None = None
        """When the clock is to be looked at next."""
        self._planned: float | None = None
        """When it will be looked at: a timer that comes too early finds nothing to do; no play has to move it."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._house_prompt = 0
        self._thought: asyncio.Task[None] | None = None
        """What a computer player is thinking about."""
        self._postponed: list[_Task] = []
        """What waits until the journal can be written, in order."""

    async def submit(self, command: TableCommand, request: Request | None = None) -> int:
        """Carry out *command* and return the last sequence it caused.

        Raises:
            Refused: the table does not allow it.
        """
        if self.table.stage is Stage.CLOSED:
            return self._after_closing(request)
        task = _Task(command, request, b"" if request is None else request.token_hash)
        self._queue.put_nowait(task)
        return await task.done

    def _after_closing(self, request: Request | None) -> int:
        known = None if request is None else self.outcomes.again(request)
        if known is None:
            raise Refused("TABLE_CLOSED", "the table is closed")
        return known

    def post(self, command: TableCommand, token_hash: bytes = b"") -> None:
        """Have *command* carried out without waiting for it: what the server itself does, which nobody is told of.

        With *token_hash* it is about that token's seat, wherever it is when the command's turn comes.
        """
        if self.table.stage is not Stage.CLOSED:
            self._queue.put_nowait(_Task(command, None, token_hash, is_own=True))

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
        self._show(_seat_of(self.table, token_hash), token_hash)

    def stream_closed(self, token_hash: bytes) -> None:
        """Note that a stream of a seat's owner has ended."""
        seat = _seat_of(self.table, token_hash)
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
            self._show(_seat_of(self.table, token_hash), token_hash)
        for token_hash in self._attendance.silent(now):
            if (seat := _seat_of(self.table, token_hash)) is not None:
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
        """Carry out commands until the table is closed."""
        try:
            while self.table.stage is not Stage.CLOSED:
                task = await self._queue.get()
                await self._carry_out(task)
                while may_advance(self.table) and not self._postponed:
                    await self._carry_out(_Task(Advance(), None, is_own=True))
                if not self._postponed:
                    self._set_timers()
        finally:
            for timer in self._timers.values():
                timer.cancel()
            if self._thought is not None:
                self._thought.cancel()
                await asyncio.wait((self._thought,))
            while not self._queue.empty():
                task = self._queue.get_nowait()
                if task.done.done():
                    continue
                try:
                    task.done.set_result(self._after_closing(task.request))
                except Refused as closed:
                    task.done.set_exception(closed)
                    task.done.exception()  # Seen: nobody awaits what the server itself has posted.

    async def _carry_out(self, task: _Task) -> None:
        """Answer *task*; the one place where an unexpected fault of a command is caught, logged and passed on."""
        if task.is_own and self._postponed:
            self._postponed.append(task)
            return
        try:
            sequence = await self._outcome(task)
        except Exception as fault:
            if not isinstance(fault, Refused):
                where = {"table": self.table.table_id, "sequence": self.table.sequence}
                log.exception("a command failed", extra=where)
            elif task.is_own and fault.reason == "JOURNAL_UNAVAILABLE":
                self._postponed.append(task)
                self._call_after("journal", JOURNAL_RETRY_SECONDS, self._try_again)
                return
            if not task.done.cancelled():
                task.done.set_exception(fault)
                task.done.exception()  # Seen: what nobody awaits (a timer's) has been logged above.
            return
        if not task.done.cancelled():
            task.done.set_result(sequence)

    def _try_again(self) -> None:
        postponed, self._postponed = self._postponed, []
        for task in postponed:
            self._queue.put_nowait(task)

    async def _outcome(self, task: _Task) -> int:
        request = task.request
        if request is not None and (known := self.outcomes.again(request)) is not None:
            return known
        command = task.command
        if task.token_hash:
            seat = _seat_of(self.table, task.token_hash)
            if seat is None:
                return self._left(request)
            command = _at(seat, command)
        now = self._clock.monotonic()
        try:
            events = decide(self.table, command, now, self._chance)
        except Refused as refusal:
            if request is not None:
                refused = outcome_of(request, self.table.sequence, refusal.again())
                self.outcomes.remember(refused)
                self._journal.note(self.table.table_id, refused)
            raise
        sequence = self.table.sequence + len(events)
        ends = isinstance(command, Leave | GiveUp | Close)
        outcome = None if request is None else outcome_of(request, sequence, None, ends=ends)
        if events:
            await self._happen(tuple(events), now, outcome)
        if isinstance(command, Wake):
            # Who came while it waited its turn is there, before what they have asked for meanwhile is looked at.
            for token_hash in self._attendance.come():
                if (seat := _seat_of(self.table, token_hash)) is not None:
                    await self._carry_out(_Task(Connect(seat), None, token_hash, is_own=True))
        if outcome is not None:
            self.outcomes.remember(outcome)
        return sequence

    def _left(self, request: Request | None) -> int:
        """Answer who has left the seat by the command before; what the server itself does has nothing to do then."""
        if request is not None:
            raise Refused("SEAT_TOKEN_INVALID", "the seat of this token has been left")
        return self.table.sequence

    async def _happen(self, events: tuple[TableEvent, ...], now: float, outcome: Outcome | None) -> None:
        time = self._clock.time()
        before = self.table
        batch = Batch(table_id=before.table_id, first_sequence=before.sequence + 1, now=now, time=time, events=events)
        states = list(accumulate(events, evolve, initial=before))
        # Journal before publish: a crash in between loses a message, never a fact.
        await self._journal.append(batch, outcome, states)
        self.table = states[-1]._replace(time=time)
        self._publisher.publish(batch, states[1:])
        if self.table.seats is not before.seats:
            self._look_for_newcomers(before, now)

    def _look_for_newcomers(self, before: Table, now: float) -> None:
        """Note whose link was lost while they waited for the seat that they have now."""
        for number, seat in enumerate(before.seats):
            token_hash = seat.newcomer.token_hash if seat.newcomer is not None else b""
            if (
                token_hash
                and _seat_of(self.table, token_hash) == number
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
            self._call_after("clock", due - now, lambda: self._on_time(planned))
        waiting = house.waiting_prompt(self.table)
        if waiting is None:
            self._house_prompt = 0
            return
        if waiting.prompt_id == self._house_prompt:
            return
        self._house_prompt = waiting.prompt_id
        pace = self.table.settings.house_pace_ms / 1000 if self.table.has_people() else 0.0
        self._call_after("house", pace, self._house_move)

    def _call_after(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(max(seconds, 0), call)

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

    def _house_move(self) -> None:
        waiting = house.waiting_prompt(self.table)
        if waiting is None or waiting.prompt_id != self._house_prompt:
            return
        try:
            if house.takes_long(self.table, waiting):
                if self._thought is not None:
                    self._thought.cancel()
                self._thought = asyncio.create_task(self._think(waiting), name=f"house {self.table.table_id}")
                return
            picks = house.answer(self.table, waiting)
        except Exception:
            picks = self._default_instead(waiting)
        self.post(AnswerForHouse(waiting.prompt_id, picks))

    async def _think(self, waiting: OpenPrompt) -> None:
        """Answer for a computer player, when it has thought; the table goes on meanwhile."""
        try:
            picks = await house.thought_out(self.table, waiting, self._ask)
        except Exception:
            picks = self._default_instead(waiting)
        self.post(AnswerForHouse(waiting.prompt_id, picks))

    def _default_instead(self, waiting: OpenPrompt) -> tuple[int, ...]:
        """Return the default: a computer player at fault must not stop the table, and the log gets the fault."""
        log.exception("a computer player failed", extra={"table": self.table.table_id, "prompt": waiting.prompt_id})
        return house.default_answer(self.table, waiting)


def _seat_of(table: Table, token_hash: bytes) -> int | None:
    """Return the seat that the owner of the token sits on."""
    for number, seat in enumerate(table.seats):
        if seat.token_hash == token_hash:
            return number
    return None


def _at(seat: int, command: TableCommand) -> TableCommand:
    """Return *command* as the owner's of *seat*: seats may have been swapped while it waited."""
    name = "by" if hasattr(command, "by") else "seat"
    if getattr(command, name) == seat:
        return command
    changed: TableCommand = replace(command, **{name: seat})  # type: ignore[arg-type]  # every seat's command has it
    return changed
