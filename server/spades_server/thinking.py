"""Where computer players think that take long: in processes of their own, so that no table waits for a search."""

import asyncio
import logging
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import connection, parent_process
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from spades_ai import SEARCHING, Choice, Seed, choose
from spades_engine import DecisionKind, Game, View, owed

__all__ = ["Thinkers", "at_once", "is_searched"]

log = logging.getLogger(__name__)

_MOST = 4
"""Processes that think, at most; the loop keeps a core where there are several."""
_NICENESS = 10
"""How far thinking stands back behind the server's loop, where the machine knows such a thing."""
_INSTEAD = "rules"
"""The level that plays where nobody can search."""
_END_SECONDS = 1.0
_Question: TypeAlias = tuple[str, View, Seed]
"""A level, what it sees, and the seed of its chance."""
_SEARCHED = (DecisionKind.DRAW, DecisionKind.BID, DecisionKind.PLAY)


def is_searched(level: str, game: Game, seat: int | None) -> bool:
    """Return whether *level* takes long over the decision that *seat* owes in *game*, or in its view of it."""
    return level in SEARCHING and any(due.kind in _SEARCHED for due in owed(game) if due.seat == seat)


async def at_once(level: str, view: View, seed: Seed) -> Choice:
    """Return what *level* picks, thought out here and now: for a table that nobody else waits for."""
    return choose(level, view, seed)


class _Spawning(SpawnContext):
    """Spawns, and remembers what it has spawned: the pool has no way to end a process that hangs."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []

    def Process(self, *args: Any, **named: Any) -> BaseProcess:  # type: ignore[override]  # Any: the pool's own
        process = super().Process(*args, **named)
        self.started.append(process)
        return process


class Thinkers:
    """The processes that think; mutable: they are started when first needed, and again when they have died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._context = _Spawning()
        self._is_closed = False
        self._thoughts: dict[_Question, asyncio.Future[Choice]] = {}
        """What is being thought about."""

    async def choose(self, level: str, view: View, seed: Seed) -> Choice:
        """Return what *level* picks; what ``rules`` picks if nobody can search now."""
        if not is_searched(level, view.game, view.seat):
            return choose(level, view, seed)
        if not self._is_closed:
            pool = self._pool = self._pool or self._started()
            try:
                # Shielded: a pool that breaks stumbles over questions that were taken back, and others may wait for it.
                return await asyncio.shield(self._thought(pool, (level, view, seed)))
            except (BrokenExecutor, OSError) as fault:
                if not self._is_closed:
                    log.error("the search has died", extra={"fault": type(fault).__name__, "instead": _INSTEAD})
                if pool is self._pool:
                    self._pool = None  # Others who waited for the same processes may have started new ones.
                    pool.shutdown(wait=False)
        return choose(_INSTEAD, view, seed)

    def _thought(self, pool: ProcessPoolExecutor, question: _Question) -> "asyncio.Future[Choice]":
        """Have *question* thought about, once for all who ask it meanwhile: nobody can fill the queue of the rest."""
        thought = self._thoughts.get(question)
        if thought is None or thought.done():
            self._thoughts[question] = thought = asyncio.get_running_loop().run_in_executor(pool, choose, *question)
            thought.add_done_callback(lambda done: self._ended(question, done))
        return thought

    def _ended(self, question: _Question, thought: "asyncio.Future[Choice]") -> None:
        """Note how a thought ended, also where nobody waits for it any more."""
        if self._thoughts.get(question) is thought:
            del self._thoughts[question]
        if not thought.cancelled():
            thought.exception()

    async def close(self) -> None:
        """End the processes, and whoever still waits for one gets what ``rules`` picks."""
        self._is_closed = True
        if self._pool is None:
            return
        self._pool.shutdown(wait=False)
        for process in self._spawned():
            process.terminate()
        await asyncio.to_thread(self._bury)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        return tuple(process.pid for process in self._spawned() if process.pid and not _has_ended(process, 0))

    def _spawned(self) -> list[BaseProcess]:
        return [process for process in self._context.started if process.pid]  # Others could not be started.

    def _started(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a copy of a process with threads may hang.
        number = max(1, min((os.cpu_count() or 1) - 1, _MOST))
        return ProcessPoolExecutor(max_workers=number, mp_context=self._context, initializer=_stand_back)

    def _bury(self) -> None:
        for process in self._spawned():
            if not _has_ended(process, _END_SECONDS):
                process.kill()
                _has_ended(process, _END_SECONDS)
            process.join(0)


def _has_ended(process: BaseProcess, seconds: float) -> bool:
    """Wait at most *seconds* for *process*, and return whether it has ended.

    Its ``is_alive`` would stumble over the pool, which waits for the same process in a thread.
    """
    return bool(connection.wait([process.sentinel], seconds))


def _stand_back() -> None:
    """Let the server go first, and leave it to the server to end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """End this process when the server has gone: one that was killed can end nobody, and its pipes would stay open."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)
