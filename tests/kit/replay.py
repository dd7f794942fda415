"""A golden stream, played to a client: what seat 1 answered when it was recorded waits until the client answers."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from spades.v1.event_pb2 import Batch
from spades.v1.lobby_service_pb2 import JoinTableResponse, ListTablesResponse
from spades.v1.table_service_pb2 import AnswerRequest, AnswerResponse, WatchTableResponse
from spades_kit.script_server import Call, Script, ScriptStream

SECONDS = 20.0
"""For an answer."""


class Replay(Script):
    """The server of a recorded game. Mutable: it takes down what is answered."""

    def __init__(self, items: Sequence[WatchTableResponse]) -> None:
        super().__init__()
        self.items = items
        self.asked: dict[int, tuple[int, int]] = {}
        """The prompts of seat 1 that were sent, with the fewest and the most picks."""
        self.answered: dict[int, list[int]] = {}

    def reply(self, call: Call, method: MethodDescriptor) -> Message:
        """Let the client sit down, and take its answers."""
        if call.name == "JoinTable":
            return JoinTableResponse(seat=1, token="golden", sequence=1)
        assert isinstance(call.request, AnswerRequest), f"{call.name} is no call of a bot"
        self.answered[call.request.prompt_id] = list(call.request.choice_ids)
        return AnswerResponse(sequence=1)

    def welcome(self, stream: ScriptStream) -> None:
        """Send nothing yet: ``play`` does."""

    def listed(self) -> Message:
        """Return an empty list: a bot is told its table."""
        return ListTablesResponse()

    async def play(self) -> None:
        """Send everything to the client, item by item, as it answers; the stream stays open at the end."""
        await self.bell.until(lambda: self.streams, SECONDS)
        (stream,) = self.streams
        for item in self.items:
            await self._answers(item.batch)
            for prompt in (event.prompt_opened.prompt for event in item.batch.events):
                if prompt.choices:
                    self.asked[prompt.prompt_id] = (prompt.min_picks, prompt.max_picks)
            stream.send(item)

    async def _answers(self, batch: Batch) -> None:
        """Wait until the client has answered what *batch* closes."""
        for prompt_id in [event.prompt_closed.prompt_id for event in batch.events if event.HasField("prompt_closed")]:
            if prompt_id in self.asked:
                came = await self.bell.until(lambda closed=prompt_id: closed in self.answered, SECONDS)  # type: ignore[misc]  # a lambda with a default
                assert came, f"prompt {prompt_id} was not answered"
