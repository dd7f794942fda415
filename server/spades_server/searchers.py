"""The processes in which computer players search: spawned, ended, and never left behind."""

import asyncio
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, parent_process
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any

__all__ = ["Searchers"]

_MOST = 4
"""Processes that think, at most; the loop keeps a core where there are several."""
_NICENESS = 10
"""How far thinking stands back behind the server's loop, where the machine knows such a thing."""
_END_SECONDS = 1.0


class _Spawning(SpawnContext):
    """Spawns, and remembers what it has spawned: the pool has no way to end a process that hangs."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []

    def Process(self, *args: Any, **named: Any) -> BaseProcess:  # type: ignore[override]  # Any: the pool's own
        process = super().Process(*args, **named)
        self.started.append(process)
        return process


class Searchers:
    """Every process that was started to think; mutable: more are started when a pool has died."""

    def __init__(self) -> None:
        self._context = _Spawning()

    def new_pool(self) -> ProcessPoolExecutor:
        """Return processes that wait for something to think about."""
        # Spawned, not forked: a copy of a process with threads may hang.
        number = max(1, min((os.cpu_count() or 1) - 1, _MOST))
        return ProcessPoolExecutor(max_workers=number, mp_context=self._context, initializer=_stand_back)

    @property
    def running(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        return tuple(process.pid for process in self._spawned() if process.pid and not _has_ended(process, 0))

    async def end(self) -> None:
        """End them all, also those that hang."""
        for process in self._spawned():
            process.terminate()
        await asyncio.to_thread(self._bury)

    def _spawned(self) -> list[BaseProcess]:
        return [process for process in self._context.started if process.pid]  # Others could not be started.

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
