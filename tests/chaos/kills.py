"""A server that is killed again and again while clients play, and what must hold after every start."""

import asyncio
import json
import os
import random
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from spades.v1.lobby_service_pb2 import CreateTableRequest, JoinTableRequest
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import Snapshot, TableSettings
from spades.v1.table_service_pb2 import AnswerRequest
from spades.v1.table_service_pb2_grpc import TableServiceStub
from spades_client import Pace, Refused, TableClient, Update, view_hash, watch
from spades_client.calls import call, fresh_request_id

__all__ = ["Tally", "kill_again_and_again"]

TABLES = 3
SEATS = 4
START_SECONDS = 60.0
LONGEST_START = 0.5
"""Seconds after the beginning of a start within which it is killed."""
PATIENT = Pace(attempts=100)
"""A client that does not give up while its server is away."""
REPEATED = 5
"""Commands that are sent once more after every start."""


@dataclass(slots=True)
class Tally:
    """What was seen; mutable: it counts."""

    kills: int = 0
    kills_at_start: int = 0
    acknowledged: int = 0
    repeated: int = 0
    views_compared: int = 0
    games: int = 0
    slowest_start: float = 0.0
    """Seconds from the start of the process to its ready line."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            kills=self.kills + other.kills,
            kills_at_start=self.kills_at_start + other.kills_at_start,
            acknowledged=self.acknowledged + other.acknowledged,
            repeated=self.repeated + other.repeated,
            views_compared=self.views_compared + other.views_compared,
            games=self.games + other.games,
            slowest_start=max(self.slowest_start, other.slowest_start),
        )

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.kills_at_start} of them during a start: "
            f"{self.acknowledged} commands acknowledged and none lost, {self.repeated} repeated with the same answer, "
            f"{self.views_compared} views equal before and after, {self.games} games begun, no table lost; "
            f"slowest start {self.slowest_start:.2f} s"
        )


@dataclass(slots=True)
class _Player:
    """One seat, which answers as it likes while it may; mutable: it remembers what it was promised."""

    channel: grpc.aio.Channel
    table: TableClient
    metadata: tuple[tuple[str, str], ...]
    may_act: asyncio.Event
    chance: random.Random
    tally: Tally
    seen: Snapshot = field(default_factory=Snapshot)
    """The table as it was last told of."""
    promised: list[tuple[AnswerRequest, int]] = field(default_factory=list)
    """Commands with the sequence that the server acknowledged."""
    answered: set[int] = field(default_factory=set)

    async def play(self) -> None:
        """Watch, and answer every prompt, for as long as the task runs; the link is found again by itself."""
        async with aclosing(watch(self.table)) as items:
            async for item in items:
                if not isinstance(item, Update):
                    continue
                self.seen = item.snapshot
                if item.batch is not None:
                    self.tally.games += self.seen.your_seat == 1 and any(
                        event.HasField("game_started") for event in item.batch.events
                    )
                for prompt in item.snapshot.prompts:
                    if prompt.choices and not prompt.suspended and prompt.prompt_id not in self.answered:
                        await self._answer(prompt)
        raise AssertionError("the server has ended the stream for good")

    async def _answer(self, prompt: Prompt) -> None:
        await self.may_act.wait()
        self.answered.add(prompt.prompt_id)
        ids = [choice.choice_id for choice in prompt.choices]
        request = AnswerRequest(
            table_id=self.table.table_id,
            request_id=fresh_request_id(),
            prompt_id=prompt.prompt_id,
            choice_ids=self.chance.sample(ids, prompt.min_picks),
        )
        try:
            sequence = await self.send(request)
        except Refused as refusal:
            if refusal.word != "STALE_PROMPT":  # Its time was up: a score sheet is not shown for ever.
                raise
            return
        self.promised.append((request, sequence))
        self.tally.acknowledged += 1

    async def send(self, request: AnswerRequest) -> int:
        """Send *request*, again and again while the server is away; return the sequence."""
        stub = TableServiceStub(self.channel)
        return (await call(stub.Answer, request, pace=PATIENT, metadata=self.metadata)).sequence

    async def check(self, before: Snapshot, promised: list[tuple[AnswerRequest, int]]) -> None:
        """Check that the server has everything that it said before it was killed."""
        now = (await self.table.snapshot()).snapshot
        assert now.your_seat == before.your_seat or not before.your_seat
        assert now.sequence >= before.sequence, "what was told is gone"
        # The same open prompts tell that nothing was decided since: a start itself wakes the table only.
        if _open_prompts(now) == _open_prompts(before):
            assert view_hash(now) == view_hash(before)
            self.tally.views_compared += 1
        for request, sequence in promised[-REPEATED:]:
            assert now.sequence >= sequence, "an acknowledged command is gone"
            assert request.prompt_id not in {prompt.prompt_id for prompt in now.prompts}
            assert await self.send(request) == sequence, "a repeated command has another answer"
            self.tally.repeated += 1


def _open_prompts(snapshot: Snapshot) -> list[int]:
    return [prompt.prompt_id for prompt in snapshot.prompts]


class _Server:
    """The server's process, a child of the nursery's; mutable: another one after every kill."""

    def __init__(self, nursery: Process, folder: Path, tally: Tally) -> None:
        self._nursery = nursery
        self._folder = folder
        self._tally = tally
        self.port = 0
        self._pid = 0

    async def begin(self) -> None:
        """Begin to start."""
        ports = ("--port", "0", "--local-port", str(self.port))
        self._tell("start", json.dumps(["host", *ports, "--data", str(self._folder / "server.db")]))
        self._pid = int((await self._line("pid")).split()[1])

    async def start(self) -> None:
        """Start, and return when it is ready."""
        began = time.monotonic()
        await self.begin()
        await self._line("The server is ready")
        self._tally.slowest_start = max(self._tally.slowest_start, time.monotonic() - began)
        self.port = int((await self._line("join localhost")).rpartition(":")[2])

    async def kill(self) -> None:
        """Kill it, wherever it is."""
        os.kill(self._pid, signal.SIGKILL)
        self._tell("wait")
        await self._line("dead")

    def _tell(self, *words: str) -> None:
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(" ".join(words).encode() + b"\n")

    async def _line(self, words: str) -> str:
        """Return the next line with these *words*."""
        assert self._nursery.stdout is not None
        line = ""
        async with asyncio.timeout(START_SECONDS):
            while words not in line:
                line = (await self._nursery.stdout.readline()).decode()
                assert line, "the nursery has ended"
        return line


@asynccontextmanager
async def _nursery(folder: Path) -> AsyncIterator[Process]:
    """Run what bears servers while the context is entered; it ends when its standard input does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(Path(__file__).with_name("nursery.py"))),
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, "SPADES_HOME": str(folder)},
    )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def kill_again_and_again(folder: Path, *, kills: int, seed: int, seconds: float = float("inf")) -> Tally:
    """Kill a server that often, or for that long, at moments drawn from *seed*; return what was seen.

    Raises:
        AssertionError: something that was promised was not kept.
    """
    chance, tally = random.Random(seed), Tally()
    may_act = asyncio.Event()
    until = time.monotonic() + seconds
    async with AsyncExitStack() as stack:
        server = _Server(await stack.enter_async_context(_nursery(folder)), folder, tally)
        await server.start()
        stack.push_async_callback(server.kill)
        # As every client does: names are looked up anew, and no proxy comes between.
        channel = grpc.aio.insecure_channel(
            f"127.0.0.1:{server.port}",
            options=[("grpc.enable_http_proxy", 0), ("grpc.max_reconnect_backoff_ms", 200)],
        )
        stack.push_async_callback(channel.close)
        players = [
            player
            for number in range(TABLES)
            for player in await _table(channel, number, may_act, random.Random(seed + number), tally)
        ]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in players]
            while tally.kills < kills and time.monotonic() < until:
                await _round(server, channel, players, may_act, chance, tally)
            for task in playing:
                task.cancel()
    return tally


async def _table(
    channel: grpc.aio.Channel, number: int, may_act: asyncio.Event, chance: random.Random, tally: Tally
) -> list[_Player]:
    lobby = LobbyServiceStub(channel)
    settings = TableSettings(think_seconds=0, continue_seconds=1)
    create = CreateTableRequest(request_id=fresh_request_id(), settings=settings)
    create.rules.preset = ("standard", "sheet-004", "sheet-000")[number % 3]
    create.rules.options.add(name="max_hands").value.number = 3
    table_id = (await lobby.CreateTable(create)).table_id
    players = []
    for seat in range(SEATS):
        join = JoinTableRequest(request_id=fresh_request_id(), table_id=table_id, name=f"p{seat}", is_bot=True)
        token = (await lobby.JoinTable(join)).token
        table = TableClient(channel, table_id, token, pace=PATIENT)
        players.append(_Player(channel, table, (("authorization", f"Bearer {token}"),), may_act, chance, tally))
    return players


async def _round(
    server: _Server,
    channel: grpc.aio.Channel,
    players: list[_Player],
    may_act: asyncio.Event,
    chance: random.Random,
    tally: Tally,
) -> None:
    """Let them play for a moment, kill the server, start it again, and check."""
    may_act.set()
    create = CreateTableRequest(request_id=fresh_request_id())
    creating = asyncio.create_task(call(LobbyServiceStub(channel).CreateTable, create, pace=PATIENT))
    wanted = tally.acknowledged + chance.randint(0, 30)
    async with asyncio.timeout(START_SECONDS):
        while tally.acknowledged < wanted:
            await _new_games(players)
            await asyncio.sleep(0.005)
    await asyncio.sleep(chance.uniform(0.0, 0.02))
    created = creating.result().table_id if creating.done() else ""
    await server.kill()
    tally.kills += 1
    may_act.clear()
    before = [(player.seen, list(player.promised)) for player in players]
    if chance.random() < 0.2:
        await server.begin()
        await asyncio.sleep(chance.uniform(0.0, LONGEST_START))
        await server.kill()
        tally.kills += 1
        tally.kills_at_start += 1
    await server.start()
    for player, (seen, promised) in zip(players, before, strict=True):
        await player.check(seen, promised)
    table_id = (await creating).table_id
    assert created in ("", table_id), "a table that was opened is gone"


async def _new_games(players: list[_Player]) -> None:
    """Have another game begin where one is over: bots are always ready."""
    for player in players:
        if player.seen.HasField("game_result") and player.seen.your_seat == 1:
            try:
                await player.table.set_ready()
            except Refused as refusal:
                if refusal.word != "ALREADY_STARTED":  # It has not been told yet of the game that began already.
                    raise
