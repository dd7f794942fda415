"""A server after many games is as it was before them: memory, tasks and file descriptors.

``SPADES_GAMES`` says how many there are; 20 if it is not set. ``make soak`` plays 200 and prints what was measured.
"""

import asyncio
import gc
import os
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from server.common import eventually
from server.harness import Client, Listening, listening
from spades.v1 import rules_pb2, snapshot_pb2
from spades_server import Limits, ServerConfig

GAMES = int(os.environ.get("SPADES_GAMES", "20"))
WARM = 5
"""Games before the first measure: caches fill, modules load."""
BYTES_A_GAME = 4096
"""What a game may leave behind: the answers to repeated request ids, of which so many are remembered and no more.

They take up 1,400 bytes; of twenty games the allocator's own chance is a few hundred more. A table takes up far more.
"""

NO_LIMITS = ServerConfig(limits=Limits(loopback_factor=1_000_000))
ONE_HAND = rules_pb2.Rules(
    preset="standard", options=[rules_pb2.RuleOption(name="max_hands", value=rules_pb2.OptionValue(number=1))]
)
FAST = snapshot_pb2.TableSettings(house_pace_ms=0, continue_seconds=120, think_seconds=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What may leak."""

    size: int
    """Bytes that Python has in use."""
    tasks: int
    descriptors: int


_CACHE = type(lru_cache(lambda: None))


async def measured() -> Measure:
    """Return what is in use, once what is to go has gone."""
    for each in gc.get_objects():
        if isinstance(each, _CACHE):  # They are bounded, and may or may not be full.
            each.cache_clear()
    for _ in range(5):
        gc.collect()
        await asyncio.sleep(0)  # Streams that were garbage are closed by the loop.
    tasks, size = len(asyncio.all_tasks()), tracemalloc.get_traced_memory()[0]
    return Measure(size=size, tasks=tasks, descriptors=open_descriptors())


def open_descriptors() -> int:
    """Return how many file descriptors are open; 0 where the system does not say."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


async def play_a_game(server: Listening, host: Client, guest: Client) -> None:
    """Play one hand with a dropped stream, refusals, chat and a spectator; then close the table."""
    await host.create(rules=ONE_HAND, settings=FAST)
    await host.join()
    await guest.join(host.table_id, as_spectator=True)
    streams = [await host.watch(), await guest.watch()]
    await host.fill()
    await host.start()
    await host.say("hello")
    while (await host.snapshot()).stage == snapshot_pb2.TABLE_STAGE_PLAYING:
        prompt = await host.prompt()
        if prompt is None:
            continue
        await host.answer(prompt.prompt_id, prompt.default_choice_ids)
        if len(host.streams) == 1:
            host.streams[0].call.cancel()
            streams.append(await host.watch())
    await host.close_table()
    for client in (host, guest):
        for stream in client.streams:
            stream.call.cancel()
        client.streams.clear()
    await eventually(lambda: not server.server.lobby.tables(), what="the table is gone")
    await eventually(lambda: not server.guard.open_streams, what="the streams are gone")


@pytest.fixture
def _all_is_looked_through() -> Iterator[None]:
    """Caches are found also where they were there before the tests began."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("_all_is_looked_through")
async def test_many_games_leave_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    async with listening(NO_LIMITS) as server:
        host, guest = server.client(), server.client()
        tracemalloc.start()
        try:
            for _ in range(WARM):
                await play_a_game(server, host, guest)
            before = await measured()
            for _ in range(GAMES):
                await play_a_game(server, host, guest)
            await eventually(lambda: len(asyncio.all_tasks()) <= before.tasks, what="the tasks are gone")
            after = await measured()
        finally:
            tracemalloc.stop()
        grown = (after.size - before.size) / GAMES
        with capsys.disabled():
            if "SPADES_GAMES" in os.environ:
                sys.stdout.write(f"\n{GAMES} games: {grown:.0f} bytes a game left; {before} before, {after} after\n")
        assert grown <= BYTES_A_GAME
        assert after.descriptors <= before.descriptors
        assert not server.server.feed.watchers
