"""An event, an item and a prompt that a newer server may send and nobody knows yet."""

from __future__ import annotations

from spades.v1.event_pb2 import Event
from spades.v1.prompt_pb2 import Choice, Prompt
from spades.v1.table_service_pb2 import WatchTableResponse
from spades_kit.newer import UNKNOWN_NUMBER, with_unknown_fields


def newer_event() -> Event:
    """Return an event of a kind that nobody knows."""
    return with_unknown_fields(Event())


def newer_item() -> WatchTableResponse:
    """Return an item of the stream that nobody knows."""
    return with_unknown_fields(WatchTableResponse(epoch="e1"))


def newer_prompt(prompt_id: int, *, picks: int = 1) -> Prompt:
    """Return a prompt of a kind that nobody knows, for seat 1: three choices that say no more than a label."""
    prompt = Prompt(prompt_id=prompt_id, seat=1, min_picks=picks, max_picks=picks)
    prompt.kind = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    prompt.choices.extend(with_unknown_fields(Choice(choice_id=n, label=f"newer {n}")) for n in (1, 2, 3))
    return prompt
