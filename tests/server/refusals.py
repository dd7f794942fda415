"""What tests say of refused commands: the words of the contract, and that nothing changed."""

from collections.abc import Sequence

import grpc

from server.harness import Client, Failure
from spades.v1 import (
    error_pb2,
    event_pb2,
    prompt_pb2,
)

FAILED = grpc.StatusCode.FAILED_PRECONDITION
INVALID = grpc.StatusCode.INVALID_ARGUMENT
BID, PLAY = prompt_pb2.PROMPT_KIND_BID, prompt_pb2.PROMPT_KIND_PLAY


def event_of(sequence: int, events: Sequence[event_pb2.Batch]) -> list[str]:
    """Return the kinds of the events of the batch that ends with *sequence*."""
    batch = next(each for each in events if each.first_sequence + len(each.events) - 1 == sequence)
    return [event.WhichOneof("kind") or "" for event in batch.events]


async def state_of(client: Client) -> tuple[int, str]:
    """Return what a refused command must not change."""
    snapshot = await client.snapshot()
    return snapshot.sequence, snapshot.view_hash


def says(failure: Failure, code: grpc.StatusCode, reason: str) -> bool:
    """Return whether *failure* says *reason* in every way that the contract promises."""
    assert failure.message.startswith(f"{reason}: ")
    assert failure.domain == "spades.v1"
    if failure.rejection is not None:
        assert failure.rejection.reason == error_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}")
    return (failure.code, failure.reason) == (code, reason)
