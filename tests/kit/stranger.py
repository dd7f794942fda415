"""A client that keeps every rule of the kit, in this process; tests break it in one place each."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator

import grpc
from google.rpc.error_details_pb2 import RetryInfo
from grpc_status import rpc_status

from spades.v1.event_pb2 import Batch, Event
from spades.v1.lobby_service_pb2 import JoinTableRequest
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.prompt_pb2 import Prompt
from spades.v1.server_service_pb2 import GetServerInfoRequest
from spades.v1.server_service_pb2_grpc import ServerServiceStub
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import AnswerRequest, Goodbye, WatchTableRequest, WatchTableResponse
from spades.v1.table_service_pb2_grpc import TableServiceStub
from spades_kit import Place

PASSING = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    }
)
LATE = frozenset({grpc.StatusCode.ABORTED, grpc.StatusCode.FAILED_PRECONDITION})
OPTIONS = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.max_reconnect_backoff_ms", 200),
]


class Anew(Exception):
    """What is known cannot be continued."""


class Over(Exception):
    """There is nothing left to do at this table."""


class Stranger:
    """One client at one table. Mutable: it learns."""

    wait = 0.08
    """Seconds between two attempts."""
    call_seconds = 20.0
    silence_seconds = 60.0

    def __init__(self, place: Place) -> None:
        self.place = place
        self.channel = grpc.aio.insecure_channel(f"{place.host}:{place.port}", OPTIONS)
        self.table = TableServiceStub(self.channel)
        self.arrived = False
        self.token = ""
        self.join_id = secrets.token_hex(16)
        self.epoch = ""
        self.sequence = 0
        self.seat = 0
        self.prompts: dict[int, Prompt] = {}
        self.suspended: set[int] = set()
        self.answered: set[int] = set()
        self.request_ids: dict[int, str] = {}
        """The request id of the answer to each prompt, until it is refused."""
        self.paused = False
        self.live = False
        self.asked_wait = 0.0
        """Seconds that the server wants us to stay away."""

    # From beginning to end.

    async def run(self) -> None:
        """Play until there is nothing left to do."""
        try:
            while True:
                try:
                    if not self.arrived:
                        await self.arrive()
                        self.arrived = True
                    await self.join()
                    await self.watch()
                except Anew:
                    self.sequence = 0
                except grpc.aio.AioRpcError as error:
                    self.survive(error)
                await asyncio.sleep(max(self.wait, self.asked_wait))
                self.asked_wait = 0.0
        except Over:
            return
        finally:
            await self.channel.close()

    async def arrive(self) -> None:
        """Ask what the server is."""
        await ServerServiceStub(self.channel).GetServerInfo(GetServerInfoRequest(), timeout=self.call_seconds)

    async def join(self) -> None:
        """Sit down, unless a seat is had."""
        if not self.token:
            request = JoinTableRequest(request_id=self.join_id, table_id=self.place.table, name="Stranger", is_bot=True)
            self.token = (await LobbyServiceStub(self.channel).JoinTable(request, timeout=self.call_seconds)).token

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What proves the seat."""
        return (("authorization", f"Bearer {self.token}"),)

    def survive(self, error: grpc.aio.AioRpcError) -> None:
        """Go on after *error* if that makes sense."""
        self.asked_wait = max(self.asked_wait, self.retry_seconds(error))
        if error.code() in LATE:
            self.look_again()
        elif error.code() not in PASSING:
            raise Over

    def retry_seconds(self, error: grpc.aio.AioRpcError) -> float:
        """Return how long the server wants to be left alone."""
        status, retry = rpc_status.from_call(error), RetryInfo()  # type: ignore[arg-type]  # it has what is needed
        told = status is not None and any(detail.Unpack(retry) for detail in status.details)
        return retry.retry_delay.ToMilliseconds() / 1000 if told else 0.0

    def look_again(self) -> None:
        """Begin with a snapshot, and answer under new request ids."""
        self.sequence = 0
        self.request_ids.clear()

    # The stream.

    async def watch(self) -> None:
        """Read one stream to its end."""
        self.live = False
        request = WatchTableRequest(table_id=self.place.table, after_sequence=self.sequence, epoch=self.epoch)
        stream = self.table.WatchTable(request, metadata=self.metadata)
        try:
            async for item in self.items(stream):
                self.take(item)
                await self.answer_all()
        finally:
            stream.cancel()

    async def items(
        self, stream: grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]
    ) -> AsyncIterator[WatchTableResponse]:
        """Yield what comes until the stream ends or is silent for too long."""
        while True:
            try:
                async with asyncio.timeout(self.silence_seconds):
                    item = await stream.read()
            except TimeoutError:
                return
            if not isinstance(item, WatchTableResponse):
                return
            yield item

    def take(self, item: WatchTableResponse) -> None:
        """Learn from one item."""
        match item.WhichOneof("item"):
            case "snapshot":
                self.epoch = item.epoch
                self.replace(item.snapshot)
            case "batch":
                self.take_batch(item.batch)
            case "caught_up":
                self.live = True
            case "heartbeat":
                self.compare(item.heartbeat.sequence)
            case "resync":
                raise Anew
            case "goodbye":
                self.part(item.goodbye)
            case None:
                self.wonder()

    def replace(self, snapshot: Snapshot) -> None:
        """Throw away what is known."""
        self.sequence, self.seat = snapshot.sequence, snapshot.your_seat
        self.paused = snapshot.HasField("pause")
        self.prompts = {prompt.prompt_id: prompt for prompt in snapshot.prompts}
        self.suspended = {prompt.prompt_id for prompt in snapshot.prompts if prompt.suspended}

    def take_batch(self, batch: Batch) -> None:
        """Learn from all events of a batch."""
        if batch.first_sequence != self.sequence + 1:
            raise Anew
        for event in batch.events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Learn from one event."""
        self.sequence += 1
        match event.WhichOneof("kind"):
            case "prompt_opened":
                self.prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt
            case "prompt_closed":
                self.prompts.pop(event.prompt_closed.prompt_id, None)
            case "prompt_suspended":
                self.suspended.add(event.prompt_suspended.prompt_id)
            case "prompt_resumed":
                self.suspended.discard(event.prompt_resumed.prompt.prompt_id)
            case "table_paused":
                self.paused = True
            case "table_resumed":
                self.paused = False
            case None:
                self.wonder()

    def wonder(self) -> None:
        """Pass by what is newer than this client."""

    def compare(self, sequence: int) -> None:
        """Look whether something is missing."""
        if sequence > self.sequence:
            raise Anew

    def part(self, goodbye: Goodbye) -> None:
        """Come back later, or never."""
        if not goodbye.HasField("retry_after"):
            raise Over
        self.asked_wait = goodbye.retry_after.ToMilliseconds() / 1000

    # Answering.

    async def answer_all(self) -> None:
        """Answer what waits for us now."""
        for prompt in [prompt for prompt in self.prompts.values() if self.is_due(prompt)]:
            await self.answer(prompt)
            self.answered.add(prompt.prompt_id)

    def is_due(self, prompt: Prompt) -> bool:
        """Tell whether *prompt* waits for us."""
        waits = self.live and not self.paused and prompt.prompt_id not in self.suspended
        return waits and prompt.seat == self.seat and prompt.prompt_id not in self.answered

    def choose(self, prompt: Prompt) -> list[int]:
        """Return the ids to send."""
        return list(prompt.default_choice_ids)

    async def answer(self, prompt: Prompt) -> None:
        """Send the answer to *prompt*."""
        id_ = self.request_ids.setdefault(prompt.prompt_id, secrets.token_hex(8))
        request = AnswerRequest(
            table_id=self.place.table, request_id=id_, prompt_id=prompt.prompt_id, choice_ids=self.choose(prompt)
        )
        await self.table.Answer(request, metadata=self.metadata, timeout=self.call_seconds)


class Hasty(Stranger):
    """Keeps every rule, and gives up calls and streams so soon that a test can wait for it."""

    call_seconds = 1.0
    silence_seconds = 3.0
