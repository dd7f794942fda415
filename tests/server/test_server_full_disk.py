"""What becomes of clocks while a table cannot keep what happens."""

import asyncio
import random
from collections.abc import Sequence

import pytest

from server.common import ManualClock, eventually
from server.desk import Desk, answer_at_random, asked, owned_prompts, sit_down
from server.tables import FixedChance, gathering
from spades_engine import Rules
from spades_server import MemoryJournal
from spades_server import runner as runner_module
from spades_server.journal import Batch, Outcome
from spades_server.table import Refused, Settings, Table
from spades_server.table.commands import Connect, Disconnect
from spades_server.table.events import PresenceChanged, PromptClosed, SeatStoodIn
from spades_server.table.state import Presence


class FullDisk(MemoryJournal):
    """Keeps nothing while the test says that it is full; mutable."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False

    def append(self, batch: Batch, outcome: Outcome | None, states: Sequence[Table]) -> asyncio.Future[None] | None:
        """See ``Journal``."""
        if not self.is_full:
            return super().append(batch, outcome, states)
        refused = asyncio.get_running_loop().create_future()
        refused.set_exception(Refused("JOURNAL_UNAVAILABLE", "the disk is full"))
        return refused


async def test_while_nothing_can_be_kept_nobody_loses_a_turn_or_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers in time and is refused, and who comes back meanwhile, must not find the default made for them."""
    monkeypatch.setattr(runner_module, "JOURNAL_RETRY_SECONDS", 0.01)
    clock, disk = ManualClock(), FullDisk()
    table = gathering(Rules(), settings=Settings(house_pace_ms=0, think_seconds=60, grace_seconds=60))
    await disk.open_table(table)
    desk = Desk(table, clock=clock, chance=FixedChance(), journal=disk)
    at_work = asyncio.create_task(desk.runner.run())
    await sit_down(desk)
    await asked(desk)
    seat, prompt_id = next(owned_prompts(desk.table))
    absent = (seat + 1) % 4
    await desk.do(Disconnect(absent))
    clock.now += 57
    disk.is_full = True
    with pytest.raises(Refused, match="the disk is full"):
        await answer_at_random(desk, random.Random(1))
    clock.now += 300
    desk.runner.post(Connect(absent))
    desk.runner.look_at_clock()
    await eventually(lambda: len(desk.runner._postponed) >= 2, what="all that is due waits for the disk")
    before = desk.table.sequence
    disk.is_full = False
    await eventually(lambda: desk.table.seats[absent].presence is Presence.ONLINE, what="the disk works again")
    (prompt,) = [each for each in desk.table.prompts if each.prompt_id == prompt_id]
    assert prompt.deadline == clock.now + 10
    await answer_at_random(desk, random.Random(1))
    events = [
        event for batch in disk.batches[table.table_id] if batch.first_sequence > before for event in batch.events
    ]
    assert not [event for event in events if isinstance(event, SeatStoodIn)]
    assert [event.outcome.name for event in events if isinstance(event, PromptClosed)] == ["ANSWERED"]
    assert Presence.AWAY not in {event.presence for event in events if isinstance(event, PresenceChanged)}
    assert not desk.runner._postponed
    at_work.cancel()
    await asyncio.gather(at_work, return_exceptions=True)
