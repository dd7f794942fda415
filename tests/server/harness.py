"""A real server on a free port, and its clients."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from server.common import AHEAD, new_id
from spades.v1 import (
    cards_pb2,
    error_pb2,
    event_pb2,
    history_service_pb2_grpc,
    host_service_pb2,
    host_service_pb2_grpc,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    prompt_pb2,
    rejection_pb2,
    server_service_pb2_grpc,
    snapshot_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
)
from spades_server import Limits, RunningServer, ServerConfig, SystemClock, serving
from spades_server.rpc.access import Access
from spades_server.rpc.guard import Guard
from spades_server.rpc.handlers import Context
from spades_server.rpc.table_service import TableService
from spades_server.thinking import at_once

_ids = itertools.count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A refused call as a stranger sees it."""

    code: grpc.StatusCode
    message: str
    reason: str
    """From ``ErrorInfo``; empty if the status has none."""
    domain: str
    metadata: dict[str, str]
    fields: tuple[str, ...]
    """Of ``BadRequest``."""
    rejection: rejection_pb2.Rejection | None
    retry_seconds: float
    """From ``RetryInfo``; 0 if the status has none."""


def failure_of(error: grpc.RpcError) -> Failure:
    """Return what the status of *error* says."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]  # an AioRpcError has what it needs
    status = status_pb2.Status() if status is None else status
    info, bad, rejection = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest(), rejection_pb2.Rejection()
    found = {type(kind).__name__: any(detail.Unpack(kind) for detail in status.details) for kind in (info, bad)}
    retry = error_details_pb2.RetryInfo()
    told_to_wait = any(detail.Unpack(retry) for detail in status.details)
    rejected = any(detail.Unpack(rejection) for detail in status.details)
    assert isinstance(error, grpc.aio.AioRpcError)
    assert found["ErrorInfo"] or not info.reason
    return Failure(
        code=error.code(),
        message=error.details() or "",
        reason=info.reason,
        domain=info.domain,
        metadata=dict(info.metadata),
        fields=tuple(violation.field for violation in bad.field_violations),
        rejection=rejection if rejected else None,
        retry_seconds=retry.retry_delay.ToMilliseconds() / 1000 if told_to_wait else 0.0,
    )


async def failing(call: Awaitable[object]) -> Failure:
    """Return how *call* was refused; fails if it succeeded."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return failure_of(caught.value)


def parsed(raw: bytes) -> table_service_pb2.WatchTableResponse:
    """Return one item of a stream."""
    return table_service_pb2.WatchTableResponse.FromString(raw)


class Stream:
    """One WatchTable call; mutable: it keeps what came."""

    def __init__(
        self,
        call: "grpc.aio.UnaryStreamCall[table_service_pb2.WatchTableRequest, table_service_pb2.WatchTableResponse]",
    ) -> None:
        self.call = call
        self._items = aiter(call)
        self.items: list[table_service_pb2.WatchTableResponse] = []

    async def next(self) -> table_service_pb2.WatchTableResponse:
        """Return the next item; fails if none comes."""
        async with asyncio.timeout(AHEAD):
            item = await anext(self._items)
        self.items.append(item)
        return item

    async def until(
        self, wanted: Callable[[table_service_pb2.WatchTableResponse], bool]
    ) -> list[table_service_pb2.WatchTableResponse]:
        """Return the items up to the first that is *wanted*."""
        start = len(self.items)
        while not wanted(await self.next()):
            pass
        return self.items[start:]

    async def caught_up(self) -> list[table_service_pb2.WatchTableResponse]:
        """Return the items up to ``caught_up``."""
        return await self.until(lambda item: item.HasField("caught_up"))

    async def until_event(self, kind: str) -> event_pb2.Event:
        """Read until an event of *kind* has come, and return it."""
        await self.until(lambda item: any(event.WhichOneof("kind") == kind for event in item.batch.events))
        return next(event for event in self.items[-1].batch.events if event.WhichOneof("kind") == kind)

    async def until_sequence(self, sequence: int) -> None:
        """Read until the batch that holds *sequence* has come."""
        if self.sequence < sequence:
            await self.until(lambda _: self.sequence >= sequence)

    async def rest(self) -> list[table_service_pb2.WatchTableResponse]:
        """Return what comes until the stream ends."""
        start = len(self.items)
        with contextlib.suppress(StopAsyncIteration, grpc.aio.AioRpcError):
            while True:
                await self.next()
        return self.items[start:]

    async def code(self) -> grpc.StatusCode:
        """Return the status with which the stream ended."""
        async with asyncio.timeout(AHEAD):
            return await self.call.code()

    @property
    def sequence(self) -> int:
        """The last sequence that came; -1 before the first."""
        for item in reversed(self.items):
            if item.HasField("batch"):
                return item.batch.first_sequence + len(item.batch.events) - 1
            if item.HasField("snapshot"):
                return item.snapshot.sequence
            if item.HasField("caught_up"):
                return item.caught_up.sequence
        return -1

    @property
    def batches(self) -> list[event_pb2.Batch]:
        """The batches that came."""
        return [item.batch for item in self.items if item.HasField("batch")]

    @property
    def events(self) -> list[event_pb2.Event]:
        """The events that came."""
        return [event for batch in self.batches for event in batch.events]


class Client:
    """One program at one table, by its stubs; mutable: it learns its seat and token."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.enable_http_proxy", 0)])
        self.server = server_service_pb2_grpc.ServerServiceStub(self.channel)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(self.channel)
        self.tables = table_service_pb2_grpc.TableServiceStub(self.channel)
        self.host = host_service_pb2_grpc.HostServiceStub(self.channel)
        self.history = history_service_pb2_grpc.HistoryServiceStub(self.channel)
        self.table_id = ""
        self.seat = 0
        """From 1; 0 for a spectator."""
        self.token = ""
        self.streams: list[Stream] = []

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What proves the seat."""
        return (("authorization", f"Bearer {self.token}"),)

    async def close(self) -> None:
        """Let go of the connection."""
        for stream in self.streams:
            stream.call.cancel()
        await self.channel.close()

    async def create(self, **fields: object) -> str:
        """Open a table and return its id."""
        request = lobby_service_pb2.CreateTableRequest(request_id=new_id(), **fields)  # type: ignore[arg-type]
        self.table_id = (await self.lobby.CreateTable(request)).table_id
        return self.table_id

    async def join(self, table_id: str = "", *, name: str = "", **fields: object) -> "Client":
        """Take a place at a table."""
        self.table_id = table_id or self.table_id
        request = lobby_service_pb2.JoinTableRequest(
            request_id=new_id(),
            table_id=self.table_id,
            name=name or f"p{next(_ids)}",
            **fields,  # type: ignore[arg-type]
        )
        answer = await self.lobby.JoinTable(request)
        self.seat, self.token = answer.seat, answer.token
        return self

    async def watch(self, *, after: int = 0, epoch: str = "") -> Stream:
        """Open a stream and read it until ``caught_up``."""
        stream = self.open_stream(after=after, epoch=epoch)
        await stream.caught_up()
        return stream

    def open_stream(self, *, after: int = 0, epoch: str = "") -> Stream:
        """Open a stream."""
        request = table_service_pb2.WatchTableRequest(table_id=self.table_id, after_sequence=after, epoch=epoch)
        stream = Stream(self.tables.WatchTable(request, metadata=self.metadata))
        self.streams.append(stream)
        return stream

    async def snapshot(self) -> snapshot_pb2.Snapshot:
        """Return the table as this client may see it."""
        request = table_service_pb2.GetSnapshotRequest(table_id=self.table_id)
        return (await self.tables.GetSnapshot(request, metadata=self.metadata)).snapshot

    async def prompt(self) -> prompt_pb2.Prompt | None:
        """Return the first open prompt of this seat."""
        prompts = (await self.snapshot()).prompts
        return next((prompt for prompt in prompts if prompt.seat == self.seat and self.seat), None)

    async def play(self, prompt_id: int, card: cards_pb2.Card | None, *, request_id: str = "") -> int:
        """Play a card."""
        request = table_service_pb2.PlayRequest(
            table_id=self.table_id, request_id=request_id or new_id(), prompt_id=prompt_id, card=card
        )
        return (await self.tables.Play(request, metadata=self.metadata)).sequence

    async def bid(self, prompt_id: int, bid: cards_pb2.Bid | None, *, request_id: str = "") -> int:
        """Bid."""
        request = table_service_pb2.BidRequest(
            table_id=self.table_id, request_id=request_id or new_id(), prompt_id=prompt_id, bid=bid
        )
        return (await self.tables.Bid(request, metadata=self.metadata)).sequence

    async def answer(self, prompt_id: int, choice_ids: Sequence[int], *, request_id: str = "") -> int:
        """Answer a prompt and return the sequence."""
        request = table_service_pb2.AnswerRequest(
            table_id=self.table_id, request_id=request_id or new_id(), prompt_id=prompt_id, choice_ids=choice_ids
        )
        return (await self.tables.Answer(request, metadata=self.metadata)).sequence

    async def say(self, text: str) -> int:
        """Say something to the table."""
        request = table_service_pb2.SayRequest(
            table_id=self.table_id, request_id=new_id(), scope=snapshot_pb2.CHAT_SCOPE_TABLE, text=text
        )
        return (await self.tables.Say(request, metadata=self.metadata)).sequence

    async def ready(self, *, nonce: bytes = b"") -> int:
        """Be ready."""
        request = table_service_pb2.SetReadyRequest(
            table_id=self.table_id, request_id=new_id(), ready=True, nonce=nonce
        )
        return (await self.tables.SetReady(request, metadata=self.metadata)).sequence

    async def fill(self, *, level: str = "random", seats: Sequence[int] = ()) -> int:
        """Put computer players on seats."""
        request = host_service_pb2.FillWithBotsRequest(
            table_id=self.table_id, request_id=new_id(), level=level, seats=seats
        )
        return (await self.host.FillWithBots(request, metadata=self.metadata)).sequence

    async def start(self) -> int:
        """Start a game."""
        request = host_service_pb2.StartGameRequest(table_id=self.table_id, request_id=new_id())
        return (await self.host.StartGame(request, metadata=self.metadata)).sequence

    async def leave(self) -> int:
        """Leave the table."""
        request = table_service_pb2.LeaveTableRequest(table_id=self.table_id, request_id=new_id())
        return (await self.tables.LeaveTable(request, metadata=self.metadata)).sequence

    async def close_table(self) -> int:
        """Close the table."""
        request = host_service_pb2.CloseTableRequest(table_id=self.table_id, request_id=new_id())
        return (await self.host.CloseTable(request, metadata=self.metadata)).sequence


class _Caller:
    def __init__(self, token: str, write: Callable[[bytes], Awaitable[None]] | None) -> None:
        self._token = token
        if write is not None:
            self.write = write

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token}"),)

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"


def called_by(client: Client, write: Callable[[bytes], Awaitable[None]] | None = None) -> Context:
    """Return the context of a call of *client*, as the service sees it; *write* takes the items of a stream."""
    return _Caller(client.token, write)  # type: ignore[return-value]  # nothing else of it is read


@dataclass(slots=True)
class Listening:
    """A server of the tests and its clients; mutable: clients come."""

    server: RunningServer
    clients: list[Client] = field(default_factory=list)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.server.ports[0]

    @property
    def guard(self) -> Guard:
        """What counts its callers."""
        return self.server.guard

    def client(self) -> Client:
        """Return a new program."""
        client = Client(self.port)
        self.clients.append(client)
        return client

    def tables_service(self) -> TableService:
        """Return the service behind the network, for what the network makes hard to time."""
        return TableService(
            self.server.lobby,
            Access(self.server.lobby, SystemClock(), Guard(Limits(), SystemClock())),
            "epoch",
            at_once,
            self.server.contract,
        )

    async def table_of(self, players: int = 4, *, is_bot: bool = False, **fields: object) -> list[Client]:
        """Return the clients of a full table, in seat order; the first is the host. Bots begin at once."""
        first = self.client()
        await first.create(**fields)
        clients = [first, *(self.client() for _ in range(players - 1))]
        for client in clients:
            await client.join(first.table_id, is_bot=is_bot)
        return clients

    async def playing(self, players: int = 4, **fields: object) -> list[Client]:
        """Return the clients of a table at which a game has begun."""
        clients = await self.table_of(players, is_bot=False, **fields)
        await clients[0].start()
        return clients


@contextlib.asynccontextmanager
async def listening(config: ServerConfig | None = None) -> AsyncIterator[Listening]:
    """Yield a server on a free port; its clients' connections end before it does."""
    async with serving(config or ServerConfig()) as running:
        listening = Listening(running)
        try:
            yield listening
        finally:
            for client in listening.clients:
                await client.close()


async def to_act(clients: Sequence[Client], *kinds: int) -> tuple[Client, prompt_pb2.Prompt]:
    """Return the client that owes an answer, and its prompt; earlier prompts of other kinds get their default."""
    async with asyncio.timeout(AHEAD):
        while True:
            for client in clients:
                prompt = await client.prompt()
                if prompt is not None and (not kinds or prompt.kind in kinds):
                    return client, prompt
                if prompt is not None:
                    await client.answer(prompt.prompt_id, prompt.default_choice_ids)


def reasons() -> dict[str, int]:
    """Return every reason of the contract by name, without its prefix; the unset one left out."""
    return {name.removeprefix("ERROR_REASON_"): number for name, number in error_pb2.ErrorReason.items() if number != 0}
