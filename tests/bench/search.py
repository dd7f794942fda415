"""What a decision of ``search`` costs, and whether other tables feel it when computer players search."""

import asyncio
import random
import secrets
import statistics
import time

from bench.crowd import Seat, channel_to, open_table, play_once
from bench.server import child_server
from spades.v1 import (
    host_service_pb2,
    host_service_pb2_grpc,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    table_service_pb2_grpc,
)
from spades_ai import choose
from spades_ai.search import WORLDS, scene
from spades_engine import StartGame, StartHand, decide, decision, evolve, new_game, pack_of, rules_of, view
from spades_engine.cards import each
from spades_engine.commands import Command
from spades_engine.hand import Game

HANDS = 12
RULES = rules_of("standard")
SEARCHING_TABLES = 4
ROUNDS = 4
QUIET_TABLES = 4
PLAYS_EACH = 50
"""A hand has 56 bids and cards."""


def decision_row() -> str:
    """Return the row of what a decision costs."""
    searched, principled = _milliseconds("search"), _milliseconds("rules")
    form = "as it is written" if str(scene.__file__).endswith(".py") else "compiled"
    mean = statistics.mean(searched)
    return (
        f"search, {form}: {mean:.1f} ms of CPU a decision on average in up to {WORLDS} worlds, 99 % within "
        f"{statistics.quantiles(searched, n=100)[98]:.0f} ms; {mean / statistics.mean(principled):.0f} x rules"
    )


def _milliseconds(level: str) -> list[float]:
    """Return the CPU time of each decision of *level* on every seat."""
    spent = []
    for seed in range(HANDS):
        deck = list(each(pack_of(RULES).cards))
        random.Random(seed).shuffle(deck)
        game = _after(_after(new_game(RULES), StartGame()), StartHand(deck=tuple(deck)))
        while (due := decision(game)) is not None:
            seen = view(game, due.seat)
            began = time.process_time()
            choice = choose(level, seen, seed)
            spent.append((time.process_time() - began) * 1000)
            game = _after(game, due.command(choice.picks))
    return spent


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game


async def neighbours_row() -> str:
    """Return the row of what other tables feel: alone and beside searching tables, in turns on one server."""
    async with child_server("spades") as (port, _), asyncio.TaskGroup() as group:
        alone: list[float] = []
        beside: list[float] = []
        decisions = 0
        for turn in range(ROUNDS):
            searching = [_Searching(port, group) for _ in range(SEARCHING_TABLES if turn % 2 else 0)]
            for table in searching:
                await table.begun.wait()
            (beside if searching else alone).extend(await _plays(port, group))
            decisions += sum(table.answers for table in searching)
            for table in searching:
                await table.end()
    quiet, loud = (statistics.quantiles(plays, n=100)[98] * 1000 for plays in (alone, beside))
    return (
        f"neighbours: beside {SEARCHING_TABLES} tables of three that search, a play is with all four within "
        f"{loud:.1f} ms (p99 of {len(beside)}), without them {quiet:.1f} ms: {loud / quiet:.2f} x; "
        f"{decisions} rounds were searched meanwhile"
    )


async def _plays(port: int, group: asyncio.TaskGroup) -> list[float]:
    """Return the seconds that each play of quiet tables took to be with all four."""
    took = []
    for _ in range(QUIET_TABLES):
        channel = channel_to(port)
        seats, tasks = await open_table(channel, asyncio.Semaphore(1), group)
        took += [await play_once(seats) for _ in range(PLAYS_EACH)]
        for task in tasks:
            task.cancel()
        await channel.close()
    return took


class _Searching:
    """A table at which a bot answers at once and three computer players search; mutable: it counts."""

    def __init__(self, port: int, group: asyncio.TaskGroup) -> None:
        self.begun = asyncio.Event()
        self.answers = 0
        self._channel = channel_to(port)
        self._group = group
        self._task = group.create_task(self._play())

    async def _play(self) -> None:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(self._channel)
        create = lobby_service_pb2.CreateTableRequest(request_id=secrets.token_urlsafe(16))
        table_id = (await lobby.CreateTable(create)).table_id
        join = lobby_service_pb2.JoinTableRequest(
            request_id=secrets.token_urlsafe(16), table_id=table_id, name="Bot", is_bot=True
        )
        metadata = (("authorization", f"Bearer {(await lobby.JoinTable(join)).token}"),)
        seat = Seat(table_service_pb2_grpc.TableServiceStub(self._channel), table_id, metadata, asyncio.Event())
        there = asyncio.Event()
        watching = self._group.create_task(seat.watch(there))
        fill = host_service_pb2.FillWithBotsRequest(table_id=table_id, request_id=secrets.token_hex(8), level="search")
        await host_service_pb2_grpc.HostServiceStub(self._channel).FillWithBots(fill, metadata=metadata)
        answered = 0
        await there.wait()
        seat.told.set()  # The snapshot may have asked already.
        try:
            while True:
                await seat.told.wait()
                seat.told.clear()
                # A prompt may be told twice: by the snapshot and by the event that opened it.
                if seat.prompt is not None and seat.prompt.prompt_id > answered:
                    answered = seat.prompt.prompt_id
                    await seat.answer()
                    self.answers += 1
                    if self.answers == 2:
                        self.begun.set()
        finally:
            watching.cancel()

    async def end(self) -> None:
        """Leave the table."""
        self._task.cancel()
        await self._channel.close()
