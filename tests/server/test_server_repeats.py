"""What is kept for repetition does not grow by being repeated."""

import traceback

import pytest

from server.desk import at_work, sit_down
from spades_engine import Rules
from spades_server.outcomes import Request
from spades_server.table import Refused
from spades_server.table.commands import Start


async def test_a_refusal_that_is_repeated_is_the_same_each_time_and_drags_nothing_along() -> None:
    async with at_work(Rules(players=2)) as desk:
        await sit_down(desk)
        request = Request(asker="a", request_id="x", fingerprint=b"f")
        told = []
        for _ in range(20):
            with pytest.raises(Refused) as refusal:
                await desk.runner.submit(Start(0), request)
            frames = len(list(traceback.walk_tb(refusal.value.__traceback__)))
            told.append((refusal.value.reason, str(refusal.value), refusal.value.details, frames))
        assert told[0][0] == "ALREADY_STARTED"
        assert all(each == told[1] for each in told[1:])
        assert told[0][:3] == told[1][:3]
