"""Where computer players think that take long: in processes of their own, so that no table waits for a search."""

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, TypeAlias

from spades_ai import SEARCHING, Choice, Seed, choose
from spades_engine import DecisionKind, Game, View, owed

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from spades_server.searchers import Searchers

__all__ = ["Thinkers", "at_once", "is_searched"]

log = logging.getLogger(__name__)

_INSTEAD = "rules"
"""The level that plays where nobody can search."""
_Question: TypeAlias = tuple[str, View, Seed]
"""A level, what it sees, and the seed of its chance."""
_SEARCHED = (DecisionKind.DRAW, DecisionKind.BID, DecisionKind.PLAY)


def is_searched(level: str, game: Game, seat: int | None) -> bool:
    """Return whether *level* takes long over the decision that *seat* owes in *game*, or in its view of it."""
    return level in SEARCHING and any(due.kind in _SEARCHED for due in owed(game) if due.seat == seat)


async def at_once(level: str, view: View, seed: Seed) -> Choice:
    """Return what *level* picks, thought out here and now: for a table that nobody else waits for."""
    return choose(level, view, seed)


class Thinkers:
    """The processes that think; mutable: they are started when first needed, and again when they have died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._searchers: Searchers | None = None
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

    def _thought(self, pool: "ProcessPoolExecutor", question: _Question) -> "asyncio.Future[Choice]":
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
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        if self._searchers is not None:
            await self._searchers.end()

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        return () if self._searchers is None else self._searchers.running

    def _started(self) -> "ProcessPoolExecutor":
        # Only here: it takes a while to load, and many servers never search.
        from spades_server.searchers import Searchers

        self._searchers = self._searchers or Searchers()
        return self._searchers.new_pool()
