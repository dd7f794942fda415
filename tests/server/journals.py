"""A table whose journal is a file, and whose server can end at any moment and start again."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

from server.common import ManualClock
from server.desk import Desk, answer_at_random, asked
from server.tables import FixedChance, gathering
from spades_engine import Rules
from spades_server import SqliteJournal, open_journal
from spades_server.clock import ResumedClock
from spades_server.journal import Journal, Outcome, RecoveredTable
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.moments import Moment
from spades_server.runner import TableRunner
from spades_server.table import Chance, Settings, Stage, Table
from spades_server.table.commands import Expire

__all__ = ["Evening", "play_on"]

QUICK = Settings(house_pace_ms=0, think_seconds=60)


class _Clock(ResumedClock):
    def moment(self) -> Moment:
        return Moment(self.monotonic(), self.time())


class _Desk(Desk):
    def __init__(
        self, table: Table, clock: _Clock, chance: Chance, journal: Journal, outcomes: tuple[Outcome, ...]
    ) -> None:
        self.clock = clock  # type: ignore[assignment]  # Tells the time like a desk's own.
        self.journal = journal  # type: ignore[assignment]  # Keeps like a desk's own.
        self.broadcast = Broadcast("epoch")
        self.states = {}
        with patch("spades_server.runner.chance_of", return_value=chance):
            self.runner = TableRunner(table, journal, clock, self, outcomes)


class Evening:
    """One table over several runs of its server; mutable: it is somewhere between its beginning and its end."""

    def __init__(self, path: Path, rules: Rules, *, chance: Chance | None = None, seed: str = "") -> None:
        self.path = path
        self.clock = ManualClock()
        self.chance: Chance = chance or FixedChance()
        self.opened = gathering(rules, settings=QUICK, seed=seed)
        self.games_kept = 100
        self.last: Table | None = None
        """How the table stood when the server ended."""
        self.found: RecoveredTable | None = None
        """What the next start found."""

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[Desk]:
        """Run the server; it ends, without a word, when the context is left."""
        with open_journal(self.path) as file:
            journal = SqliteJournal(file, games_kept=self.games_kept)
            tables = journal.recovered(self.clock.time())
            self.found = tables[0] if tables else None
            table = self.found.table if self.found else self.opened
            if not self.found:
                await journal.open_table(table)
            outcomes = self.found.outcomes if self.found else ()
            clock = _Clock(self.clock, journal.last_now)
            desk = _Desk(table, clock, self.chance, journal, outcomes)
            task = asyncio.create_task(desk.runner.run())
            try:
                yield desk
                for _ in range(
                    0 if desk.table.stage is Stage.CLOSED else 2
                ):  # After the first, the table may go on by itself; the second comes after that.
                    await desk.do(Expire())
            finally:
                self.last = desk.table
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await journal.settle()
            # The next run's clock begins anywhere.
            self.clock.now = random.Random(self.last.sequence).uniform(0, 5000)


async def play_on(desk: Desk, chance: random.Random, answers: int) -> bool:
    """Answer that many prompts at random; return whether the game goes on."""
    for _ in range(answers):
        await asked(desk)
        if desk.table.stage is not Stage.PLAYING:
            return False
        await answer_at_random(desk, chance)
    return True
