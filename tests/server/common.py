"""What the tests of the server share: ids, waiting for something, and a clock."""

import asyncio
import hashlib
import itertools
from collections.abc import Callable

import pytest

from spades_server.rpc.moments import Moment

Viewer = int | None
"""A seat from 0, or None for a spectator."""

AHEAD = 20.0
"""Seconds after which waiting for a condition has failed."""

_ids = itertools.count(1)


def new_id() -> str:
    """Return a request id that was never used, long enough for any call."""
    return f"request-{next(_ids):012d}-of-the-tests"


def token_hash_of(seat: int) -> bytes:
    """Return the token hash of a seat at a table in this process."""
    return hashlib.sha256(b"token %d" % seat).digest()


async def eventually(condition: Callable[[], bool], *, what: str) -> None:
    """Wait until *condition* holds, letting everything else run; fails after ``AHEAD`` seconds."""
    try:
        async with asyncio.timeout(AHEAD):
            while not condition():  # noqa: ASYNC110  # No one event stands for every condition of a test.
                await asyncio.sleep(0)
    except TimeoutError:
        pytest.fail(f"this never came true: {what}")


class ManualClock:
    """A clock that the test advances; mutable."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """See ``Clock``."""
        return self.now

    def time(self) -> float:
        """See ``Clock``."""
        return 1_800_000_000.0 + self.now

    def moment(self) -> Moment:
        """Return now."""
        return Moment(self.now, self.time())
