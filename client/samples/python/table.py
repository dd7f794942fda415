"""What the stream has told of a table, as far as a bot needs it, and when to try again."""

import random
import time

import grpc
from google.rpc.error_details_pb2 import RetryInfo
from grpc_status import rpc_status

from spades.v1.event_pb2 import Event
from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import WatchTableResponse

PASSING = ("UNAVAILABLE", "CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED")  # the same may succeed later
LATE = ("ABORTED", "FAILED_PRECONDITION")  # somebody, or the clock, was faster
TOO_FAST = 2.0  # seconds to wait after RESOURCE_EXHAUSTED where the server does not say how long


class Table:
    def __init__(self) -> None:
        self.epoch, self.sequence = "", 0  # of the last event that was applied; 0: begin with a snapshot
        self.seat = 0  # ours
        self.prompts: dict[int, Prompt] = {}
        self.answered: set[int] = set()  # ids of prompts
        self.paused = self.over = False
        self.live = False  # nothing is missing: what is asked, is asked now
        self.refusals = 0  # of answers, since one was taken
        self.tries = 0  # to reach the server, since it was reached
        self.wait = 0.0  # what the server asked for

    def asked(self) -> list[Prompt]:
        """Return the prompts that wait for us at this moment."""
        if not self.live or self.paused:
            return []
        mine = (prompt for prompt in self.prompts.values() if prompt.seat == self.seat and not prompt.suspended)
        return [prompt for prompt in mine if prompt.prompt_id not in self.answered]

    def take(self, item: WatchTableResponse) -> bool:
        """Apply an item, as far as it is known; return whether the stream is still of use."""
        if item.HasField("snapshot"):
            self.epoch = item.epoch
            self.replace(item.snapshot)
        has_gap = item.HasField("batch") and item.batch.first_sequence != self.sequence + 1
        if item.HasField("resync") or item.heartbeat.sequence > self.sequence or has_gap:
            self.sequence = 0  # what is known cannot be continued: watch anew
            return False
        for event in item.batch.events:
            self.apply(event)
        if item.HasField("caught_up"):
            self.live, self.tries = True, 0
        if item.HasField("goodbye"):
            if not item.goodbye.HasField("retry_after"):
                raise SystemExit(f"the server ends it: {str(item.goodbye).strip()}")
            self.wait = item.goodbye.retry_after.ToMilliseconds() / 1000
        return True

    def replace(self, snapshot: Snapshot) -> None:
        self.sequence, self.seat = snapshot.sequence, snapshot.your_seat
        self.paused, self.over = snapshot.HasField("pause"), snapshot.HasField("game_result")
        self.prompts = {prompt.prompt_id: prompt for prompt in snapshot.prompts}

    def apply(self, event: Event) -> None:
        self.sequence += 1  # of every event, also of one that is newer than this program
        match event.WhichOneof("kind"):
            case "prompt_opened":
                self.prompts[event.prompt_opened.prompt.prompt_id] = event.prompt_opened.prompt
            case "prompt_closed":
                self.prompts.pop(event.prompt_closed.prompt_id, None)
            case "prompt_suspended":
                self.prompts[event.prompt_suspended.prompt_id].suspended = True
            case "prompt_resumed":
                self.prompts[event.prompt_resumed.prompt.prompt_id].suspended = False
            case "table_paused":
                self.paused = True
            case "table_resumed":
                self.paused = False
            case "game_ended":
                self.over = True

    def survives(self, error: grpc.RpcError) -> bool:
        """Return whether it makes sense to go on after a call that ended with *error*."""
        code = error.code().name
        if code in LATE:
            self.refusals, self.sequence = self.refusals + 1, 0
            return self.refusals < 3
        if code == "RESOURCE_EXHAUSTED":
            self.wait = asked_wait(error)
        return code in PASSING

    def rest(self) -> None:
        """Wait before the next attempt: 0.25 s, doubled up to 5 s, 20 % more or less; longer if the server said so."""
        if not self.over:
            usual = min(0.25 * 2.0**self.tries, 5.0) * random.uniform(0.8, 1.2)
            time.sleep(max(usual, self.wait))
        self.tries, self.wait = min(self.tries + 1, 5), 0.0


def asked_wait(error: grpc.RpcError) -> float:
    """Return the seconds that the server asks to wait: we were too fast."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]  # the error of a call is that call, too
    retry = RetryInfo()
    for detail in status.details if status else ():
        if detail.Unpack(retry):
            return float(retry.retry_delay.ToTimedelta().total_seconds())
    return TOO_FAST
