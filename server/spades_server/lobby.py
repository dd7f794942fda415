"""The tables of a server: opening, finding and joining them, and the tokens of their seats."""

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from spades_server.clock import Clock
from spades_server.house import Ask
from spades_server.joining import JoinAsked, Pass, join
from spades_server.journal import Batch, Journal, Outcome, RecoveredTable
from spades_server.limits import Limits, limit_reached
from spades_server.new_table import NewTable, table_of
from spades_server.outcomes import Outcomes, Request
from spades_server.runner import SLEPT_SECONDS, Publisher, TableRunner
from spades_server.table import Refused, Stage, Table
from spades_server.thinking import at_once
from spades_server.tokens import ALPHABET, Tokens

__all__ = ["Listener", "Lobby"]

log = logging.getLogger(__name__)

_REMEMBERED_REQUESTS = 4096
_REMEMBERED_TABLES = 256
"""Closed tables whose answers are remembered."""
_LOOK_SECONDS = 1.0
"""Time between two looks at whether the machine was asleep."""


P = TypeVar("P", bound=Publisher)
"""What tells viewers: the lobby keeps it for whoever made it."""


@dataclass(frozen=True, slots=True)
class _Open(Generic[P]):
    """A table at work."""

    runner: TableRunner
    publisher: P
    task: asyncio.Task[None]
    number: int
    """Which table of the lobby it is, from 1 upwards; never given again."""
    owner: str
    """The address that opened it; empty for the server itself, and after a restart."""


class Listener(Protocol):
    """Hears which tables there are."""

    def changed(self, table: Table) -> None:
        """Take note of a table that is new, or at which something happened. Never waits."""

    def removed(self, table_id: str) -> None:
        """Take note of a table that is gone."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """Tells the viewers of a table what happened, and then the listener of the lobby."""

    publisher: Publisher
    listener: Listener

    def publish(self, batch: Batch, states: Sequence[Table]) -> None:
        """See ``Publisher``."""
        self.publisher.publish(batch, states)
        self.listener.changed(states[-1])


class Lobby(Generic[P]):
    """Holds the tables; mutable: they come and go. Every table's task ends with ``close``."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        new_publisher: Callable[[], P],
        key: bytes,
        *,
        listener: Listener,
        limits: Limits,
        ask: Ask = at_once,
    ) -> None:
        self._journal = journal
        self._ask = ask
        self._clock = clock
        self._new_publisher = new_publisher
        self.tokens = Tokens(key)
        self._limits = limits
        self._listener = listener
        self._numbers = itertools.count(1)
        self._awake_at = clock.monotonic()
        self._open: dict[str, _Open[P]] = {}
        self._is_closing = False
        self._created: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self._closed: OrderedDict[str, Outcomes] = OrderedDict()
        """What ended each of the tables that are gone, and seats of them."""
        for outcome, table_id in journal.ended():
            self._ended(table_id).remember(outcome)
        for outcome, table_id in journal.created():
            self._created[outcome.request_id] = (outcome.fingerprint, table_id)
        self._opening: dict[str, asyncio.Future[None]] = {}
        """Requests whose table is not kept yet."""

    def tables(self) -> list[Table]:
        """Return the tables, newest first."""
        return [each.runner.table for each in reversed(self._open.values())]

    def page(self, before: int | None, size: int) -> tuple[list[Table], int | None]:
        """Return up to *size* listed tables older than number *before* (None: from the newest), newest first.

        The second value is the *before* of the next page; None if this is the last. Tables that come and go between
        two pages make no other table appear twice or never.
        """
        older = (
            each
            for each in reversed(self._open.values())
            if (before is None or each.number < before) and not each.runner.table.settings.unlisted
        )
        page = list(itertools.islice(older, size + 1))
        return [each.runner.table for each in page[:size]], page[size - 1].number if len(page) > size else None

    def runner(self, table_id: str) -> TableRunner:
        """Return the table of this id; refuses an unknown one."""
        return self._find(table_id).runner

    def publisher(self, table_id: str) -> P:
        """Return what tells the viewers of a table; refuses an unknown one."""
        return self._find(table_id).publisher

    def _find(self, table_id: str) -> _Open[P]:
        found = self._open.get(table_id)
        if found is None:
            raise Refused("TABLE_NOT_FOUND", f"there is no table {table_id[:12]!r}")
        return found

    def again(self, table_id: str, request: Request) -> int | None:
        """Return the sequence of a command that was carried out before, also at a table that it closed; else None."""
        found = self._open.get(table_id)
        outcomes = self._closed.get(table_id) if found is None else found.runner.outcomes
        return None if outcomes is None else outcomes.again(request)

    async def watch_sleep(self) -> None:
        """Tell every table when the machine was asleep, or the server at a standstill, until cancelled."""
        while True:
            self.wake_after_sleep()
            await asyncio.sleep(_LOOK_SECONDS)

    def wake_after_sleep(self) -> bool:
        """Tell every table if nothing was done here for so long that the server was away; return whether it was."""
        since = self._awake_at
        self.is_awake()
        if self._awake_at <= since + SLEPT_SECONDS:
            return False
        for each in self._open.values():
            each.runner.wake(since)
        return True

    def is_awake(self) -> None:
        """Note that the server is at work now."""
        self._awake_at = self._clock.monotonic()

    async def create(
        self, request_id: str, fingerprint: bytes, new: NewTable, *, owner: str = "", of_owner: int = 0
    ) -> str:
        """Open a table and return its id; the same request id gives the same table.

        *owner* is the address that asks, which may have *of_owner* tables (0: any number).
        """
        if known := self._created.get(request_id):
            if known[0] != fingerprint:
                raise Refused("REQUEST_ID_REUSED", f"request_id {request_id} was used for another table")
            if opening := self._opening.get(request_id):
                await asyncio.shield(opening)
            return known[1]
        if of_owner and sum(each.owner == owner for each in self._open.values()) >= of_owner:
            raise limit_reached("tables_per_address", of_owner)
        self._make_room()
        table = table_of(new, self._free_id(), self._clock)
        outcome = Outcome(asker="create", request_id=request_id, fingerprint=fingerprint, sequence=0, refusal=None)
        self._created[request_id] = (fingerprint, table.table_id)
        if len(self._created) > _REMEMBERED_REQUESTS:
            self._created.popitem(last=False)
        self._opening[request_id] = opening = asyncio.ensure_future(self._open_table(table, outcome, owner))
        opening.add_done_callback(_seen)
        # Shielded: a caller that goes away must not leave a table that is kept and that nobody runs.
        await asyncio.shield(opening)
        return table.table_id

    async def _open_table(self, table: Table, outcome: Outcome, owner: str) -> None:
        try:
            await self._journal.open_table(table, outcome)
            self._set_to_work(table, owner=owner)
            log.info("table opened", extra={"table": table.table_id, "preset": table.preset, "caller": owner})
        except Refused:
            self._created.pop(outcome.request_id, None)
            raise
        finally:
            del self._opening[outcome.request_id]

    def recover(self, tables: Iterable[RecoveredTable]) -> None:
        """Set the tables of an earlier run to work again."""
        for kept in tables:
            self._set_to_work(kept.table, kept.outcomes).wake(self._clock.monotonic())

    def _set_to_work(self, table: Table, outcomes: Iterable[Outcome] = (), owner: str = "") -> TableRunner:
        publisher = self._new_publisher()
        telling = _Telling(publisher, self._listener)
        runner = TableRunner(table, self._journal, self._clock, telling, outcomes, self.wake_after_sleep, self._ask)
        task = asyncio.create_task(self._run(runner), name=f"table {table.table_id}")
        self._open[table.table_id] = _Open(runner, publisher, task, next(self._numbers), owner)
        self._listener.changed(table)
        return runner

    def _make_room(self) -> None:
        if not self._limits.tables or len(self._open) + len(self._opening) < self._limits.tables:
            return
        for table_id, each in self._open.items():
            if not any(seat.is_owned or seat.newcomer for seat in each.runner.table.seats):
                each.task.cancel()
                del self._open[table_id]
                return
        raise limit_reached("tables", self._limits.tables)

    def _free_id(self) -> str:
        table_id = ""
        while not table_id or table_id in self._open:
            table_id = "".join(secrets.choice(ALPHABET) for _ in range(5))
        return table_id

    async def _run(self, runner: TableRunner) -> None:
        try:
            await runner.run()
        finally:
            table = runner.table
            made_room = self._open.pop(table.table_id, None) is None
            self._listener.removed(table.table_id)
            if table.stage is Stage.CLOSED:
                log.info("table closed", extra={"table": table.table_id})
            if made_room or table.stage is Stage.CLOSED:
                for outcome in runner.outcomes.endings():
                    self._ended(table.table_id).remember(outcome)
            # What goes on when the server stops, or when its task fails, goes on when it starts again.
            if not self._is_closing and (made_room or table.stage is Stage.CLOSED):
                with contextlib.suppress(Refused):  # The journal cannot be written, and has logged it; the next start
                    await self._journal.close_table(table.table_id, table.time)  # forgets a table that is closed.

    def _ended(self, table_id: str) -> Outcomes:
        """Return what is remembered of a table that is gone."""
        known = self._closed.setdefault(table_id, Outcomes())
        if len(self._closed) > _REMEMBERED_TABLES:
            self._closed.popitem(last=False)
        return known

    async def join(self, table_id: str, asked: JoinAsked) -> Pass:
        """Give a place at a table; refuses an unknown one. See ``joining.join``."""
        return await join(self.runner(table_id), self.tokens, asked)

    async def close(self) -> None:
        """End every table's task and wait for it."""
        self._is_closing = True
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        tasks = [each.task for each in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seen(opening: asyncio.Future[None]) -> None:
    """Take note of a failure that nobody may be there to hear of: who asked has perhaps gone away."""
    if not opening.cancelled():
        opening.exception()
