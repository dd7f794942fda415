"""The load client: four streams a table; every prompt is answered with its default, for one hand."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import grpc

from bench.record import Record
from spades.v1 import lobby_service_pb2, lobby_service_pb2_grpc, prompt_pb2, table_service_pb2, table_service_pb2_grpc

TABLES = 100
HAND_COMMANDS = 56
"""Four bids and 52 cards."""

Prompt = prompt_pb2.Prompt
Metadata = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Table:
    """One table of the load; mutable: it counts."""

    channel: grpc.aio.Channel
    table_id: str
    tokens: list[str]
    sent: list[float] = field(default_factory=list)
    """When each command was sent."""
    told: list[list[float]] = field(default_factory=lambda: [[] for _ in range(4)])
    """When each seat had the batch of each command."""
    first: list[list[bytes]] = field(default_factory=list)
    items: list[list[bytes]] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)


async def play_one_hand(port: int, *, new_tables: bool) -> Callable[[], Awaitable[int]]:
    """Open every table's streams; return what plays one hand at each and gives the number of plays."""
    tables = [await _table(port, index, new_tables=new_tables) for index in range(TABLES)]
    seats = [await _watch(table, seat) for table in tables for seat in range(4)]

    async def play() -> int:
        await asyncio.gather(*(seat() for seat in seats))
        for table in tables:
            await table.channel.close()
        return TABLES * HAND_COMMANDS

    return play


async def delays_of_hands(port: int, hands: int, *, new_tables: bool) -> list[float]:
    """Play so many hands, one after another; return the seconds from each command to the last of four seats told."""
    delays: list[float] = []
    for index in range(hands):
        table = await _table(port, index, new_tables=new_tables)
        await asyncio.gather(*[seat() for seat in [await _watch(table, seat) for seat in range(4)]])
        await table.channel.close()
        delays += [max(told) - sent for sent, *told in zip(table.sent, *table.told, strict=True)]
    return delays


async def record_one_hand(port: int) -> bytes:
    """Play one hand at one table of the real server and return it as it was sent."""
    table = await _table(port, 0, new_tables=True)
    table.first = [[] for _ in range(4)]
    table.items = [[] for _ in range(4)]
    await asyncio.gather(*[seat() for seat in [await _watch(table, seat) for seat in range(4)]])
    await table.channel.close()
    return Record(
        first=tuple(map(tuple, table.first)),
        batches=tuple(zip(*table.items, strict=True)),
        answers=tuple(table.answers),
    ).write()


async def _table(port: int, index: int, *, new_tables: bool) -> _Table:
    # A channel of its own for each table: what is measured is the server, not one connection.
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=(("grpc.use_local_subchannel_pool", 1),))
    if not new_tables:
        return _Table(channel, "bare", [f"{index}/{seat}" for seat in range(4)])
    lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
    create = lobby_service_pb2.CreateTableRequest(request_id=secrets.token_urlsafe(16), seed=f"bench {index}")
    create.rules.options.add(name="blind_nil").value.flag = False
    table_id = (await lobby.CreateTable(create)).table_id
    tokens = []
    for seat in range(4):
        join = lobby_service_pb2.JoinTableRequest(
            request_id=secrets.token_urlsafe(16), table_id=table_id, name=f"Bot {seat}", is_bot=True
        )
        tokens.append((await lobby.JoinTable(join)).token)
    return _Table(channel, table_id, tokens)


async def _watch(table: _Table, seat: int) -> Callable[[], Awaitable[None]]:
    """Open a seat's stream up to where it is current; return what answers its prompts for the rest of the hand."""
    stub = table_service_pb2_grpc.TableServiceStub(table.channel)
    metadata: Metadata = (("authorization", f"Bearer {table.tokens[seat]}"),)
    stream = stub.WatchTable(table_service_pb2.WatchTableRequest(table_id=table.table_id), metadata=metadata)
    prompts: list[Prompt] = []
    while True:
        item = await stream.read()
        assert isinstance(item, table_service_pb2.WatchTableResponse)
        if table.first:
            table.first[seat].append(item.SerializeToString())
        prompts += [prompt for prompt in item.snapshot.prompts if prompt.choices]
        if item.HasField("caught_up"):
            break

    async def answer(prompt: Prompt) -> None:
        request = table_service_pb2.AnswerRequest(
            table_id=table.table_id,
            request_id=secrets.token_hex(8),
            prompt_id=prompt.prompt_id,
            choice_ids=prompt.default_choice_ids,
        )
        table.sent.append(time.perf_counter())
        response = await stub.Answer(request, metadata=metadata)
        table.answers.append(response.SerializeToString())

    async def play() -> None:
        seen = 0
        while True:
            for prompt in prompts:
                await answer(prompt)
            prompts.clear()
            if seen == HAND_COMMANDS:
                stream.cancel()
                return
            item = await stream.read()
            assert isinstance(item, table_service_pb2.WatchTableResponse)
            if not item.HasField("batch"):
                continue
            seen += 1
            table.told[seat].append(time.perf_counter())
            if table.items:
                table.items[seat].append(item.SerializeToString())
            for event in item.batch.events:
                prompt = event.prompt_opened.prompt
                if prompt.choices and prompt.kind != prompt_pb2.PROMPT_KIND_CONTINUE:
                    prompts.append(prompt)

    return play
