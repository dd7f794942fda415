"""A thousand tables in the middle of a hand with four streams each: memory, CPU while nobody plays, and one play."""

import asyncio
import secrets
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import grpc

from bench.server import child_server, cpu_seconds
from spades.v1 import (
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    prompt_pb2,
    snapshot_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
)

TABLES = 1000
CHANNELS = 50
AT_ONCE = 40
"""Tables that are opened at one time."""
IDLE_SECONDS = 15.0
PLAYS = 300

Metadata = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Seat:
    """One player of the crowd; mutable: it learns its prompt, and when a batch came."""

    stub: "table_service_pb2_grpc.TableServiceAsyncStub"
    table_id: str
    metadata: Metadata
    told: asyncio.Event
    prompt: prompt_pb2.Prompt | None = None

    async def watch(self, watching: asyncio.Event) -> None:
        """Read the stream until cancelled."""
        request = table_service_pb2.WatchTableRequest(table_id=self.table_id)
        async for item in self.stub.WatchTable(request, metadata=self.metadata):
            for prompt in item.snapshot.prompts:
                self._note(prompt)
            for event in item.batch.events:
                self._note(event.prompt_opened.prompt)
            if item.HasField("caught_up"):
                watching.set()
            if item.HasField("batch"):
                self.told.set()

    def _note(self, prompt: prompt_pb2.Prompt) -> None:
        if prompt.choices:
            self.prompt = prompt

    async def answer(self) -> None:
        """Answer the open prompt with its default."""
        assert self.prompt is not None
        request = table_service_pb2.AnswerRequest(
            table_id=self.table_id,
            request_id=secrets.token_hex(8),
            prompt_id=self.prompt.prompt_id,
            choice_ids=self.prompt.default_choice_ids,
        )
        self.prompt = None
        await self.stub.Answer(request, metadata=self.metadata)


async def crowd_row() -> str:
    """Return the row of the crowd."""
    async with child_server("spades") as (port, child), asyncio.TaskGroup() as group:
        channels = [channel_to(port) for _ in range(CHANNELS)]
        room = asyncio.Semaphore(AT_ONCE)
        began = time.perf_counter()
        tables = await asyncio.gather(
            *(open_table(channels[number % CHANNELS], room, group) for number in range(TABLES))
        )
        opened = time.perf_counter() - began
        seats = [seat for table, _ in tables for seat in table]
        await asyncio.sleep(1)
        before = await cpu_seconds(child)
        await asyncio.sleep(IDLE_SECONDS)
        idle = (await cpu_seconds(child) - before) / IDLE_SECONDS
        plays = [await play_once(table) for table, _ in tables[:PLAYS]]
        memory = _resident_megabytes(child.pid)
        for _, tasks in tables:
            for task in tasks:
                task.cancel()
        for channel in channels:
            await channel.close()
    p99 = statistics.quantiles(plays, n=100)[98] * 1000
    return (
        f"crowd: {TABLES:,} tables in a hand with {len(seats):,} streams: {memory}; "
        f"{idle:.1%} of a core while nobody plays; a play is with all four within {p99:.0f} ms (p99 of {PLAYS}); "
        f"opened in {opened:.0f} s"
    )


def channel_to(port: int) -> grpc.aio.Channel:
    """Return a connection of its own to the server."""
    return grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=(("grpc.use_local_subchannel_pool", 1),))


async def open_table(
    channel: grpc.aio.Channel, room: asyncio.Semaphore, group: asyncio.TaskGroup
) -> tuple[list[Seat], list[asyncio.Task[None]]]:
    """Open a table, seat four and open their streams; a hand begins."""
    async with room:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        settings = snapshot_pb2.TableSettings(think_seconds=0)
        create = lobby_service_pb2.CreateTableRequest(request_id=secrets.token_urlsafe(16), settings=settings)
        table_id = (await lobby.CreateTable(create)).table_id
        seats, tasks, watching = [], [], []
        for number in range(4):
            join = lobby_service_pb2.JoinTableRequest(
                request_id=secrets.token_urlsafe(16), table_id=table_id, name=f"Bot {number}", is_bot=True
            )
            token = (await lobby.JoinTable(join)).token
            stub = table_service_pb2_grpc.TableServiceStub(channel)
            seat = Seat(stub, table_id, (("authorization", f"Bearer {token}"),), asyncio.Event())
            watching.append(asyncio.Event())
            tasks.append(group.create_task(seat.watch(watching[-1])))
            seats.append(seat)
        for event in watching:
            await event.wait()
        return seats, tasks


async def play_once(seats: list[Seat]) -> float:
    """Answer the open prompt of a table and return the seconds until all four were told."""
    actor = next(seat for seat in seats if seat.prompt)
    for seat in seats:
        seat.told.clear()
    began = time.perf_counter()
    await asyncio.gather(actor.answer(), *(seat.told.wait() for seat in seats))
    return time.perf_counter() - began


def _resident_megabytes(pid: int) -> str:
    """Return the memory of a process in words."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return "memory is not measured on this system"
    resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return f"{int(resident.split()[1]) / 1024:,.0f} MB resident"
