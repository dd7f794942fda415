"""What events of prompts and of the pause do to a snapshot, in place."""

from __future__ import annotations

from spades.v1.event_pb2 import (
    PromptClosed,
    PromptOpened,
    PromptResumed,
    PromptSuspended,
    TablePaused,
    TableResumed,
)
from spades.v1.prompt_pb2 import (
    PROMPT_KIND_BID,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_DRAW,
    PROMPT_KIND_EXCHANGE,
    PROMPT_KIND_PLAY,
    PROMPT_KIND_TALK,
    Prompt,
)
from spades.v1.snapshot_pb2 import Snapshot
from spades_client.errors import Gap

TURN_KINDS = frozenset(
    {
        PROMPT_KIND_DRAW,
        PROMPT_KIND_TALK,
        PROMPT_KIND_BLIND,
        PROMPT_KIND_BID,
        PROMPT_KIND_EXCHANGE,
        PROMPT_KIND_PLAY,
    }
)
"""The prompts that say whose turn it is; the others may be open for everybody at once."""


def prompt_in(snapshot: Snapshot, prompt_id: int) -> Prompt:
    """Return the open prompt with that id.

    Raises:
        Gap: no such prompt is open.
    """
    for prompt in snapshot.prompts:
        if prompt.prompt_id == prompt_id:
            return prompt
    raise Gap(f"an event names prompt {prompt_id}, which is not open")


def prompt_opened(snapshot: Snapshot, event: PromptOpened) -> None:
    """The prompt is appended, and says whose turn it is."""
    snapshot.prompts.append(event.prompt)
    if event.prompt.kind in TURN_KINDS:
        _find_turn(snapshot)


def prompt_closed(snapshot: Snapshot, event: PromptClosed) -> None:
    """The prompt goes, and the turn with it."""
    prompt = prompt_in(snapshot, event.prompt_id)
    kind = prompt.kind
    snapshot.prompts.remove(prompt)
    if kind in TURN_KINDS:
        _find_turn(snapshot)


def _find_turn(snapshot: Snapshot) -> None:
    seats = {prompt.seat for prompt in snapshot.prompts if prompt.kind in TURN_KINDS}
    snapshot.hand.turn = seats.pop() if len(seats) == 1 else 0


def prompt_suspended(snapshot: Snapshot, event: PromptSuspended) -> None:
    """The prompt waits without a clock."""
    prompt = prompt_in(snapshot, event.prompt_id)
    prompt.suspended = True
    _stop_clock(prompt)


def prompt_resumed(snapshot: Snapshot, event: PromptResumed) -> None:
    """The prompt goes on with the clock given."""
    prompt = prompt_in(snapshot, event.prompt.prompt_id)
    prompt.suspended = False
    _set_clock(prompt, event.prompt)


def table_paused(snapshot: Snapshot, event: TablePaused) -> None:
    """The table stands still, and every clock with it."""
    snapshot.pause.CopyFrom(event.pause)
    for prompt in snapshot.prompts:
        _stop_clock(prompt)


def table_resumed(snapshot: Snapshot, event: TableResumed) -> None:
    """The table goes on with the clocks given."""
    snapshot.ClearField("pause")
    for prompt in event.prompts:
        _set_clock(prompt_in(snapshot, prompt.prompt_id), prompt)


def _stop_clock(prompt: Prompt) -> None:
    prompt.ClearField("deadline")
    prompt.ClearField("time_left")


def _set_clock(prompt: Prompt, given: Prompt) -> None:
    _stop_clock(prompt)
    if given.HasField("deadline"):
        prompt.deadline.CopyFrom(given.deadline)
    if given.HasField("time_left"):
        prompt.time_left.CopyFrom(given.time_left)
