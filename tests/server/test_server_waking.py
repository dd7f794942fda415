"""Who comes while the news of a sleep, or of a restart, still waits its turn at the table."""

import pytest

from server.common import eventually
from server.desk import at_work, sit_down
from spades_engine import Rules
from spades_server.table.state import Presence


@pytest.mark.parametrize("by_stream", [True, False])
async def test_who_comes_before_the_table_has_taken_note_of_a_sleep_is_there_all_the_same(*, by_stream: bool) -> None:
    async with at_work(Rules(players=2)) as desk:
        await sit_down(desk)
        token_hash = desk.table.seats[0].token_hash
        desk.runner.wake(desk.clock.now)
        if by_stream:
            desk.runner.stream_opened(token_hash)
        else:
            desk.runner.called(0, token_hash)
        await eventually(
            lambda: desk.table.seats[1].presence is Presence.UNRESPONSIVE, what="the table has taken note of the sleep"
        )
        await eventually(lambda: desk.table.seats[0].is_here, what="who came is there")
