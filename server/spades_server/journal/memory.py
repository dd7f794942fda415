"""A journal for as long as the process lives."""

from asyncio import Future
from collections.abc import Sequence

from spades_server.journal.games import summaries_after
from spades_server.journal.kept import Batch, GameStory, GameSummary, Outcome, RecoveredTable
from spades_server.table import Table, evolve

__all__ = ["MemoryJournal"]


class MemoryJournal:
    """Keeps everything about the tables that are open, as it came; mutable: it grows with them."""

    def __init__(self) -> None:
        self.last_now: float | None = None
        self.opened: dict[str, Table] = {}
        """Each table as it was opened."""
        self.batches: dict[str, list[Batch]] = {}
        """What happened at each table since, in order."""
        self._games: dict[str, GameSummary] = {}

    async def open_table(self, table: Table, outcome: Outcome | None = None) -> None:
        """See ``Journal``."""
        self.opened[table.table_id] = table
        self.batches[table.table_id] = []

    def append(self, batch: Batch, outcome: Outcome | None, states: Sequence[Table]) -> Future[None] | None:
        """See ``Journal``; it is kept at once."""
        self.batches[batch.table_id].append(batch)
        for summary in summaries_after(self._games.get(states[0].game_id), batch, states):
            self._games[summary.game_id] = summary
        return None

    def note(self, table_id: str, outcome: Outcome) -> None:
        """See ``Journal``: the table itself remembers for as long."""

    async def close_table(self, table_id: str, time: float) -> None:
        """See ``Journal``; the games of the table are forgotten with it."""
        self.opened.pop(table_id, None)
        self.batches.pop(table_id, None)
        self._games = {key: game for key, game in self._games.items() if game.table_id != table_id}

    async def settle(self) -> None:
        """See ``Journal``."""

    def recovered(self, time: float) -> list[RecoveredTable]:
        """See ``Journal``."""
        return []

    def created(self) -> list[tuple[Outcome, str]]:
        """See ``Journal``."""
        return []

    def ended(self) -> list[tuple[Outcome, str]]:
        """See ``Journal``."""
        return []

    async def games(self, *, table_id: str = "", before: str = "", limit: int) -> list[GameSummary] | None:
        """See ``Journal``."""
        newest = list(reversed(self._games.values()))
        if before:
            ids = [game.game_id for game in newest]
            if before not in ids:
                return None
            newest = newest[ids.index(before) + 1 :]
        return [game for game in newest if (game.table_id == table_id if table_id else game.listed)][:limit]

    async def game(self, game_id: str) -> GameStory | None:
        """See ``Journal``."""
        game = self._games.get(game_id)
        if game is None:
            return None
        batches = self.batches[game.table_id]
        opened = self.opened[game.table_id]
        earlier = [batch for batch in batches if batch.first_sequence < game.first_sequence]
        for batch in earlier:
            for event in batch.events:
                opened = evolve(opened, event)
        return GameStory(opened=opened, batches=tuple(batches[len(earlier) :]))
