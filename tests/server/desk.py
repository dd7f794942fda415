"""A table at work in this process, without a network."""

import asyncio
import contextlib
import hashlib
import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from unittest.mock import patch

from server.common import ManualClock, Viewer, eventually
from server.tables import FixedChance, gathering, joining
from spades.v1 import (
    prompt_pb2,
    snapshot_pb2,
    table_service_pb2,
)
from spades_engine import Rules
from spades_server import Batch, MemoryJournal
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.prompts import prompts_of
from spades_server.rpc.snapshots import snapshot_of
from spades_server.runner import TableRunner
from spades_server.table import (
    Chance,
    SeatKind,
    Settings,
    Stage,
    Table,
)
from spades_server.table.commands import Answer, Fill, TableCommand


@dataclass(slots=True)
class Watching:
    """What one viewer is sent; mutable."""

    desk: "Desk"
    viewer: Viewer
    stream: AsyncIterator[bytes]
    received: list[bytes] = field(default_factory=list)
    sequence: int = -1
    ended: bool = False
    """The server has said goodbye."""

    async def catch_up(self) -> list[table_service_pb2.WatchTableResponse]:
        """Return the items that came since the last time, the goodbye of a seat that was left included."""
        items: list[table_service_pb2.WatchTableResponse] = []
        while self.sequence < self.desk.table.sequence and not self.ended:
            items.append(await self.next())
        return items

    async def next(self) -> table_service_pb2.WatchTableResponse:
        """Return the next item; something must have been sent."""
        raw = await anext(self.stream)
        item = table_service_pb2.WatchTableResponse.FromString(raw)
        self.received.append(raw)
        if item.HasField("snapshot"):
            self.sequence = item.snapshot.sequence
        elif item.HasField("batch"):
            self.sequence = item.batch.first_sequence + len(item.batch.events) - 1
        self.ended = item.HasField("goodbye")
        return item


class Desk:
    """A table at work with its viewers, without a network; mutable. It keeps every state that viewers were told of."""

    def __init__(self, table: Table, *, clock: ManualClock, chance: Chance, journal: MemoryJournal) -> None:
        self.clock = clock
        self.journal = journal
        self.broadcast = Broadcast("epoch")
        self.states: dict[int, Table] = {}
        """The table after each batch, by sequence."""
        with patch("spades_server.runner.chance_of", return_value=chance):
            self.runner = TableRunner(table, journal, clock, self)

    @property
    def table(self) -> Table:
        """The table now."""
        return self.runner.table

    def publish(self, batch: Batch, states: Sequence[Table]) -> None:
        """See ``Publisher``."""
        self.states[states[-1].sequence] = states[-1]._replace(time=batch.time)
        self.broadcast.publish(batch, states)

    async def do(self, command: TableCommand) -> int:
        """Carry out *command*."""
        return await self.runner.submit(command)

    def watching(self, viewer: Viewer) -> Watching:
        """Open a stream for *viewer*; its first item is a snapshot."""
        token = hashlib.sha256(f"watcher {viewer}".encode()).digest()
        watcher = self.broadcast.watch(self.table, viewer, token, self.clock.moment(), after=0, epoch="")
        return Watching(self, viewer, watcher.items(lambda: b""))

    def snapshot(self, viewer: Viewer, table: Table | None = None) -> snapshot_pb2.Snapshot:
        """Return what *viewer* sees of the table now, or as *table* was."""
        return snapshot_of(table or self.table, viewer, self.clock.moment())

    def prompts(self, seat: int) -> list[prompt_pb2.Prompt]:
        """Return the open prompts of *seat* with their choices."""
        return prompts_of(self.table, seat, self.clock.moment())

    @property
    def viewers(self) -> list[Viewer]:
        """Every seat, and a spectator."""
        return [*range(self.table.rules.players), None]


@contextlib.asynccontextmanager
async def at_work(
    rules: Rules,
    *,
    chance: Chance | None = None,
    settings: Settings | None = None,
    name: str = "",
    seed: str = "",
) -> AsyncIterator[Desk]:
    """Yield a table at which nobody sits yet; computer players do not pause, and nobody has to hurry."""
    clock, journal = ManualClock(), MemoryJournal()
    table = gathering(rules, settings=settings or Settings(house_pace_ms=0, think_seconds=0), seed=seed)
    table = table._replace(table_id=name or table.table_id)
    await journal.open_table(table)
    desk = Desk(table, clock=clock, chance=chance or FixedChance(), journal=journal)
    task = asyncio.create_task(desk.runner.run())
    try:
        yield desk
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def sit_down(desk: Desk, clients: Iterable[int] = (), *, level: str = "random") -> None:
    """Seat *clients* (none: everybody) as bots that the test moves, and computer players elsewhere; a game begins."""
    own = list(clients) or list(range(desk.table.rules.players))
    for seat in own:
        await desk.do(joining(seat, kind=SeatKind.BOT))
    if len(own) < desk.table.rules.players:
        await desk.do(Fill(own[0], (), level))


async def asked(desk: Desk) -> None:
    """Wait until a client owes an answer, or the game is over."""
    await eventually(
        lambda: desk.table.stage is not Stage.PLAYING or any(owned_prompts(desk.table)), what="a client is asked"
    )


def owned_prompts(table: Table) -> Iterator[tuple[int, int]]:
    """Yield (seat, prompt id) of every open prompt of a client's seat."""
    return ((prompt.seat, prompt.prompt_id) for prompt in table.prompts if table.seats[prompt.seat].is_owned)


async def answer_at_random(desk: Desk, chance: random.Random) -> bool:
    """Answer one open prompt of a client by any legal choice; return whether there was one."""
    first = next(owned_prompts(desk.table), None)
    if first is None:
        return False
    seat, prompt_id = first
    mine = next(each for each in desk.prompts(seat) if each.prompt_id == prompt_id)
    await desk.do(Answer(seat, prompt_id, picks_for(mine, chance)))
    return True


def picks_for(prompt: prompt_pb2.Prompt, chance: random.Random) -> tuple[int, ...]:
    """Return a random legal answer to *prompt*; a score sheet is seldom held."""
    ids = [choice.choice_id for choice in prompt.choices]
    if prompt.kind == prompt_pb2.PROMPT_KIND_CONTINUE:
        return (2,) if len(ids) > 1 and chance.random() < 0.1 else (1,)
    return tuple(chance.sample(ids, chance.choice((prompt.min_picks, prompt.max_picks))))
