"""What a line client knows from moment to moment: the table, its own open decisions, and the time left for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import Snapshot
from spades_client.calls import Pace
from spades_client.choices import own_prompts
from spades_client.fold_prompts import TURN_KINDS
from spades_client.watch import Link, Update

CALLS = (30, 10, 5)
"""The seconds before a deadline at which the time is said."""


class View:
    """The table as it is known now. Mutable: updates come in, and waiters are woken."""

    def __init__(self, *, pace: Pace, clock_offset: float) -> None:
        self.snapshot = Snapshot()
        self._is_lost = False
        self._pace = pace
        self._clock_offset = clock_offset
        self._answered: set[int] = set()
        self._ends: dict[int, tuple[int, float]] = {}
        self._changed = asyncio.Event()

    def update(self, update: Update) -> None:
        """Take in what the stream brought."""
        self.snapshot = update.snapshot
        known, self._ends = self._ends, {}
        for prompt in self.snapshot.prompts:
            if prompt.HasField("deadline"):
                stamp = prompt.deadline.ToNanoseconds()
                kept = known.get(prompt.prompt_id)
                end = kept[1] if kept and kept[0] == stamp else self._end_of(prompt, live=update.live)
                self._ends[prompt.prompt_id] = (stamp, end)
        self.wake()

    @property
    def is_lost(self) -> bool:
        """Whether the link is lost, so that everything known may be old."""
        return self._is_lost

    def take_link(self, link: Link) -> None:
        """Note that the link is lost, or there again."""
        self._is_lost = link is Link.LOST
        self.wake()

    def _end_of(self, prompt: Prompt, *, live: bool) -> float:
        # The time left counts from the moment the message was made: that is now only for what just happened.
        if live and prompt.HasField("time_left"):
            return self._pace.now() + prompt.time_left.ToNanoseconds() / 1e9
        return prompt.deadline.ToNanoseconds() / 1e9 - self._clock_offset

    def left(self) -> dict[int, float]:
        """Return the seconds left for each open prompt that has a deadline, by its id."""
        now = self._pace.now()
        return {prompt_id: end - now for prompt_id, (_, end) in self._ends.items()}

    def open_prompts(self) -> list[Prompt]:
        """Return the reader's prompts that still want an answer."""
        return [prompt for prompt in own_prompts(self.snapshot) if prompt.prompt_id not in self._answered]

    def set_answered(self, prompt_id: int) -> None:
        """Note that the server has taken an answer, or that the prompt is gone: the event may still be on its way."""
        self._answered.add(prompt_id)
        self.wake()

    def next_call(self) -> tuple[float, int] | None:
        """Return the seconds to wait until the time must be said, and the seconds to say; None: not for now.

        While the link is lost nobody could answer, and the server waits at least for its grace.
        """
        if self._is_lost:
            return None
        left = self.left()
        ends = [
            left[prompt.prompt_id]
            for prompt in self.open_prompts()
            if prompt.kind in TURN_KINDS and prompt.prompt_id in left
        ]
        # A twentieth of a second keeps a call from being made twice by a timer that woke early.
        calls = [(end - call, call) for end in ends for call in CALLS if end > call + 0.05]
        return min(calls, default=None)

    def wake(self) -> None:
        """Let everybody who waits look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until *happened* is true."""
        while not happened():
            await self.changed()
