"""What happened, as the bytes that viewers are sent: the same for all who may know the same.

A batch is put together from the parts of its events. What every play repeats is a part that was made before, or one
that two viewers share; everything else is the message of ``event_for``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spades.v1 import event_pb2, table_service_pb2
from spades_engine.events import CardPlayed
from spades_server.journal import Batch
from spades_server.rpc.moments import Moment, Viewer, timestamp_of
from spades_server.rpc.prompts import own_choices, prompt_closed, prompt_message
from spades_server.rpc.table_events import event_for, knows_more
from spades_server.table import Table, TableEvent
from spades_server.table.events import PromptClosed, PromptOpened
from spades_wire import card_played, part

__all__ = ["Told", "telling"]


@dataclass(frozen=True, slots=True)
class Told:
    """One batch as it was sent."""

    first_sequence: int
    common: bytes
    special: dict[int, bytes]
    """What the seats that were not told the same were sent instead."""

    def to(self, viewer: Viewer) -> bytes:
        """Return what *viewer* was sent."""
        return self.common if viewer is None else self.special.get(viewer, self.common)


def telling(batch: Batch, states: Sequence[Table], epoch: bytes) -> Told:
    """Return *batch* as it is told; *states* are the table after each event, *epoch* the part of the response."""
    moment = Moment(batch.now, batch.time)
    common: list[bytes] = []
    special: dict[int, list[bytes]] = {}
    for event, table in zip(batch.events, states, strict=True):
        told, more = _event(table, event, moment)
        for seat in more:
            special.setdefault(seat, common.copy())
        for seat, parts in special.items():
            parts.append(more.get(seat, told))
        common.append(told)
    head = event_pb2.Batch(first_sequence=batch.first_sequence, time=timestamp_of(round(batch.time * 1000)))
    begun = head.SerializeToString()
    return Told(
        batch.first_sequence,
        _response(epoch, begun, common),
        {seat: _response(epoch, begun, parts) for seat, parts in special.items()},
    )


def _response(epoch: bytes, head: bytes, events: Iterable[bytes]) -> bytes:
    return epoch + part(table_service_pb2.WatchTableResponse.BATCH_FIELD_NUMBER, head + b"".join(events))


def _event(table: Table, event: TableEvent, moment: Moment) -> tuple[bytes, dict[int, bytes]]:
    """Return *event* as a part of its batch, and what the seats that are told more are told instead."""
    match event:
        case PromptOpened():
            return _prompt_opened(table, event, moment)
        case CardPlayed() | PromptClosed():
            return _public(event), {}
        case _:
            more = {seat: _part_of(event_for(table, event, seat, moment)) for seat in knows_more(table.rules, event)}
            return _part_of(event_for(table, event, None, moment)), more


def _part_of(message: event_pb2.Event) -> bytes:
    return part(event_pb2.Batch.EVENTS_FIELD_NUMBER, message.SerializeToString())


@lru_cache(maxsize=4096)
def _public(event: CardPlayed | PromptClosed) -> bytes:
    """Return what says the same at every table, to everybody; all tables play the same cards."""
    return _part_of(card_played(event) if isinstance(event, CardPlayed) else prompt_closed(event))


def _prompt_opened(table: Table, event: PromptOpened, moment: Moment) -> tuple[bytes, dict[int, bytes]]:
    asked = prompt_message(event.prompt, moment).SerializeToString()
    choices = own_choices(table, event.prompt)
    return _opened(asked), {event.prompt.seat: _opened(asked + choices)}


def _opened(prompt: bytes) -> bytes:
    opened = part(event_pb2.PromptOpened.PROMPT_FIELD_NUMBER, prompt)
    event = part(event_pb2.Event.PROMPT_OPENED_FIELD_NUMBER, opened)
    return part(event_pb2.Batch.EVENTS_FIELD_NUMBER, event)
