"""Group commit: all who wait for the disk at the same time share one transaction."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from spades_server.condition import Condition
from spades_server.journal.file import JournalFile
from spades_server.table import Refused

__all__ = ["GroupCommit"]

log = logging.getLogger(__name__)

State = TypeVar("State")

Work = Callable[[sqlite3.Connection, dict[str, State]], None]
"""Writes, in the thread of the file, and notes by name in the dictionary what it must remember."""


class GroupCommit(Generic[State]):
    """Writes what it is given in transactions; mutable: it holds what waits, and what the writers remember."""

    def __init__(self, file: JournalFile, condition: Condition) -> None:
        self.state: dict[str, State] = {}
        """What the works remember; for the thread of the file only. A failed transaction leaves it as it was."""
        self._file = file
        self._condition = condition
        self._waiting: list[tuple[Work[State], asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._is_failing = False

    def put(self, work: Work[State]) -> asyncio.Future[None]:
        """Have *work* done after all that was put before; the future is done when it is on the disk.

        The future's exception is ``Refused`` with JOURNAL_UNAVAILABLE where the disk did not take it, or the fault of
        *work* itself; nothing of it has been written then.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name="journal")
        return done

    async def settle(self) -> None:
        """Return when nothing waits."""
        if self._writer is not None:
            await self._writer

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                works = [work for work, _ in group]
                faults = await loop.run_in_executor(self._file.thread, self._commit, works)
                self._tell_condition()
                for (_, done), fault in zip(group, faults, strict=True):
                    _finish(done, fault)
        finally:
            self._writer = None

    def _tell_condition(self) -> None:
        if self._is_failing == self._condition.is_sound:
            (self._condition.fails if self._is_failing else self._condition.works)("journal")

    def _commit(self, works: Sequence[Work[State]]) -> list[Exception | None]:
        """Write *works* in one transaction, or each in its own if one of them fails; return the fault of each."""
        before = self.state.copy()
        connection = self._file.connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for work in works:
                work(connection, self.state)
            connection.execute("COMMIT")
        except Exception as fault:
            self.state = before
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(works) > 1:
                return [self._commit([work])[0] for work in works]
            return [self._refusal(fault) if isinstance(fault, sqlite3.Error) else fault]
        if self._is_failing:
            log.warning("%s: the journal can be written again", self._file.name)
            self._is_failing = False
        return [None] * len(works)

    def _refusal(self, fault: sqlite3.Error) -> Refused:
        if not self._is_failing:
            log.error("%s: the journal cannot be written: %s; commands are refused", self._file.name, fault)
            self._is_failing = True
        return Refused("JOURNAL_UNAVAILABLE", f"the server cannot write its journal ({fault}); nothing was done")


def _finish(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.done():
        return  # Who waited has been cancelled.
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
        done.exception()  # Seen: nobody waits for what is only noted.
