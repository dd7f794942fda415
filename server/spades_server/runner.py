"""One table at work: one task and one queue, decide -> journal -> evolve -> publish."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Protocol

from spades_server import house
from spades_server.journal import Batch, Journal, Outcome
from spades_server.table import Chance, Refused, Stage, Table, TableEvent, chance_of, decide, evolve, may_advance
from spades_server.table.commands import Advance, AnswerForHouse, Expire, TableCommand

__all__ = ["Clock", "Publisher", "Request", "TableRunner"]

log = logging.getLogger(__name__)

REMEMBERED_REQUESTS = 4096
"""Outcomes kept for repetition at one table."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What makes a command safe to repeat."""

    asker: str
    request_id: str
    fingerprint: bytes
    token_hash: bytes = b""
    """Of the seat that sends it; empty for who has no seat yet."""


@dataclass(slots=True)
class _Task:
    """A command on its way; mutable only in the future it carries."""

    command: TableCommand
    request: Request | None
    is_own: bool = False
    """The server itself does it, and does it later if it cannot be kept now."""
    done: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class TableRunner:
    """Owns one table; mutable, because it is where the table changes.

    Whoever starts ``run`` as a task awaits it; it ends when the table is closed or the task is cancelled.
    """

    def __init__(
        self, table: Table, journal: Journal, clock: Clock, publisher: Publisher, outcomes: Iterable[Outcome] = ()
    ) -> None:
        self.table = table
        self._journal = journal
        self._clock = clock
        self._publisher = publisher
        self._chance: Chance = chance_of(table.seed)
        self._queue: asyncio.Queue[_Task] = asyncio.Queue()
        self._outcomes: OrderedDict[tuple[str, str], Outcome] = OrderedDict()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._house_prompt = 0
        self._postponed: list[_Task] = []
        """What waits until the journal can be written, in order."""
        for outcome in outcomes:
            self._remember(outcome)

    async def submit(self, command: TableCommand, request: Request | None = None) -> int:
        """Carry out *command* and return the last sequence it caused.

        Raises:
            Refused: the table does not allow it.
        """
        if self.table.stage is Stage.CLOSED:
            raise Refused("TABLE_CLOSED", "the table is closed")
        task = _Task(command, request)
        self._queue.put_nowait(task)
        return await task.done

    def post(self, command: TableCommand) -> None:
        """Have *command* carried out without waiting for it: what the server itself does, which nobody is told of."""
        if self.table.stage is not Stage.CLOSED:
            self._queue.put_nowait(_Task(command, None, is_own=True))

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
            while not self._queue.empty():
                done = self._queue.get_nowait().done
                if not done.done():
                    done.set_exception(Refused("TABLE_CLOSED", "the table is closed"))
                    done.exception()  # Seen: nobody awaits what the server itself has posted.

    async def _carry_out(self, task: _Task) -> None:
        """Answer *task*; the one place where an unexpected fault of a command is caught, logged and passed on."""
        if task.is_own and self._postponed:
            self._postponed.append(task)
            return
        try:
            sequence = await self._outcome(task)
        except Exception as fault:
            if not isinstance(fault, Refused):
                log.exception("fault at table %s after event %d", self.table.table_id, self.table.sequence)
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
        known = None if request is None else self._outcomes.get((request.asker, request.request_id))
        if known is not None and request is not None:
            return _again(known, request)
        if request is not None and not _is_seated(self.table, request):
            raise Refused("SEAT_TOKEN_INVALID", "the seat of this token has been left")
        now = self._clock.monotonic()
        try:
            events = decide(self.table, task.command, now, self._chance)
        except Refused as refusal:
            if request is not None:
                refused = _outcome(request, self.table.sequence, refusal)
                self._remember(refused)
                self._journal.note(self.table.table_id, refused)
            raise
        sequence = self.table.sequence + len(events)
        outcome = None if request is None else _outcome(request, sequence, None)
        if events:
            await self._happen(tuple(events), now, outcome)
        if outcome is not None:
            self._remember(outcome)
        return sequence

    async def _happen(self, events: tuple[TableEvent, ...], now: float, outcome: Outcome | None) -> None:
        time = self._clock.time()
        before = self.table
        batch = Batch(table_id=before.table_id, first_sequence=before.sequence + 1, now=now, time=time, events=events)
        states = list(accumulate(events, evolve, initial=before))
        # Journal before publish: a crash in between loses a message, never a fact.
        await self._journal.append(batch, outcome, states)
        self.table = states[-1]._replace(time=time)
        self._publisher.publish(batch, states[1:])

    def _remember(self, outcome: Outcome) -> None:
        self._outcomes[outcome.asker, outcome.request_id] = outcome
        if len(self._outcomes) > REMEMBERED_REQUESTS:
            self._outcomes.popitem(last=False)

    def _set_timers(self) -> None:
        deadlines = [prompt.deadline for prompt in self.table.prompts if prompt.deadline is not None]
        if deadlines:
            self._call_after("deadline", min(deadlines) - self._clock.monotonic(), lambda: self.post(Expire()))
        elif timer := self._timers.pop("deadline", None):
            timer.cancel()
        waiting = house.waiting_prompt(self.table)
        if waiting is None or waiting.prompt_id == self._house_prompt:
            return
        self._house_prompt = waiting.prompt_id
        pace = self.table.settings.house_pace_ms / 1000 if self.table.has_people() else 0.0
        self._call_after("house", pace, self._house_move)

    def _call_after(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(max(seconds, 0), call)

    def _house_move(self) -> None:
        waiting = house.waiting_prompt(self.table)
        if waiting is None:
            return
        try:
            picks = house.answer(self.table, waiting)
        except Exception:
            # A computer player at fault must not stop the table: its seat gets the default, and the log the fault.
            log.exception("a computer player failed at table %s, prompt %d", self.table.table_id, waiting.prompt_id)
            picks = house.default_answer(self.table, waiting)
        self.post(AnswerForHouse(waiting.prompt_id, picks))


def _is_seated(table: Table, request: Request) -> bool:
    """Return whether the sender still has its seat: it may have left it by the command before."""
    return not request.token_hash or any(seat.token_hash == request.token_hash for seat in table.seats)


def _outcome(request: Request, sequence: int, refusal: Refused | None) -> Outcome:
    return Outcome(
        asker=request.asker,
        request_id=request.request_id,
        fingerprint=request.fingerprint,
        sequence=sequence,
        refusal=refusal,
    )


def _again(known: Outcome, request: Request) -> int:
    """Return the first outcome of a repeated request."""
    if known.fingerprint != request.fingerprint:
        raise Refused("REQUEST_ID_REUSED", f"request_id {request.request_id} was used for another request")
    if known.refusal is not None:
        raise known.refusal
    return known.sequence
