"""A user's strategy in a process of its own: a limit for each decision, and a default where it is at fault."""

import contextlib
import multiprocessing
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType

from spades_ai import Seed
from spades_bot.strategy import Strategy, StrategyInvalid
from spades_bot.strategy_child import Answered, Ask, Forget, Request, serve
from spades_engine import Decision, View

__all__ = ["SECONDS_TO_DECIDE", "SECONDS_TO_LOAD", "StrategyHost"]

SECONDS_TO_DECIDE = 5.0
SECONDS_TO_LOAD = 30.0
_OVERRUNS = 3
"""Decisions that may take too long at one table before the strategy is asked no more there."""


class StrategyHost:
    """Asks a strategy; mutable: it owns a process, and counts the faults.

    *tell* is given a sentence at the first fault of each kind.

    Raises:
        StrategyInvalid: on entering, the strategy cannot be loaded.
    """

    def __init__(
        self, strategy: Strategy, *, limit: float = SECONDS_TO_DECIDE, tell: Callable[[str], None] | None = None
    ) -> None:
        self.strategy = strategy
        self.faults: Counter[str] = Counter()
        """How often it was at fault, by kind: raises, illegal, too_slow, ended, prints, not_asked."""
        self._limit = limit
        self._tell = tell
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._overruns = 0

    def __enter__(self) -> "StrategyHost":
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def new_table(self) -> None:
        """Let players begin anew: the next table has nothing to do with the last one."""
        self._overruns = 0
        if self._connection is not None:
            with contextlib.suppress(OSError):  # A process that is gone is noticed when it is asked.
                self._send(Forget())

    def picks(self, key: str, view: View, due: Decision, seed: Seed) -> tuple[int, ...]:
        """Return what the player *key* picks for *due*; the default where it is at fault."""
        answer = self._ask(Ask(key, view, seed))
        if answer.printed:
            self._count("prints", f"prints {answer.printed!r}; what it answers is played")
        if answer.fault:
            self._count(answer.fault, f"{answer.sentence}; the default is played")
            return due.default
        return answer.picks

    def _ask(self, ask: Ask) -> Answered:
        if self._overruns >= _OVERRUNS:
            return Answered(fault="not_asked", sentence=f"took too long {_OVERRUNS} times at this table")
        try:
            if self._connection is None:
                self._start()
            self._send(ask)
            return self._receive(self._limit)
        except StrategyInvalid as error:
            return Answered(fault="load", sentence=str(error))
        except TimeoutError:
            self._stop()
            self._overruns += 1
            return Answered(fault="too_slow", sentence=f"takes more than {self._limit:g} s")
        except OSError:
            self._stop()
            return Answered(fault="ended", sentence="ended its process")

    def _start(self) -> None:
        if multiprocessing.current_process().daemon:
            raise StrategyInvalid(
                f"{self.strategy.name}: this process may start no other; start Dask workers with --no-nanny"
            )
        spawn = multiprocessing.get_context("spawn")
        here, there = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(there, self.strategy), daemon=True)
        self._connection = here
        self._process.start()
        there.close()
        name = self.strategy.name
        try:
            answered = self._receive(SECONDS_TO_LOAD)
        except TimeoutError:
            answered = Answered(fault="load", sentence=f"{name}: loading takes more than {SECONDS_TO_LOAD:g} s")
        except OSError:
            answered = Answered(fault="load", sentence=f"{name}: loading ends its process")
        if answered.fault:
            self._stop()
            raise StrategyInvalid(answered.sentence)
        if answered.printed:
            self._count("prints", f"prints {answered.printed!r} when it is loaded")

    def _send(self, request: Request) -> None:
        assert self._connection is not None
        self._connection.send(request)

    def _receive(self, seconds: float) -> Answered:
        """Return the next answer; TimeoutError if none comes in time, another OSError if the process is gone."""
        assert self._connection is not None
        try:
            if self._connection.poll(seconds):
                answered: Answered = self._connection.recv()
                return answered
        except EOFError as error:
            raise ConnectionResetError from error
        raise TimeoutError

    def _stop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._connection = None

    def _count(self, fault: str, sentence: str) -> None:
        self.faults[fault] += 1
        if self.faults[fault] == 1 and self._tell is not None:
            self._tell(f"{self.strategy.name} {sentence}" if not sentence.startswith(self.strategy.name) else sentence)
