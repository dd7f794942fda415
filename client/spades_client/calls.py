"""One unary call with its deadline, tried again where that is safe, and the pace of trying again."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import grpc

from spades_client.errors import ClientError, LinkLost, Refused
from spades_client.refusal import TRANSIENT, error_of

Request = TypeVar("Request")
Reply = TypeVar("Reply")
Metadata = tuple[tuple[str, str], ...]

PATIENCE_SECONDS = 2.0
"""How long to wait, at most, for a server that was called too fast."""

CALL_SECONDS = 5.0
"""How long one attempt of a call may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How time passes for a client; tests pass their own."""

    now: Callable[[], float] = time.monotonic
    """Seconds on a clock that never goes back."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    random: Callable[[], float] = random.random
    """A number from 0 up to 1, for jitter."""

    call_seconds: float = CALL_SECONDS

    silence_seconds: float = 25.0
    """A stream without any item for so long is dead; the server sends a heartbeat every 10 s."""

    attempts: int = 4
    """How often a call is tried before it counts as lost."""


@dataclass(slots=True)
class Backoff:
    """The waits between attempts: 0.25 s, doubled up to 5 s, each 20 % more or less. Mutable: it counts."""

    random: Callable[[], float]
    first: float = 0.25
    longest: float = 5.0
    failures: int = 0

    def next_wait(self) -> float:
        """Return the seconds to wait before the next attempt."""
        wait = min(self.first * float(2**self.failures), self.longest)
        # The exponent stops growing, for a laptop may fail all night.
        self.failures = min(self.failures + 1, 16)
        return wait * (0.8 + 0.4 * self.random())

    def reset(self) -> None:
        """Begin again with the shortest wait: an attempt succeeded."""
        self.failures = 0


def fresh_request_id() -> str:
    """Return 192 random bits as text, fit for any request id."""
    return secrets.token_urlsafe(24)


async def call(
    method: grpc.aio.UnaryUnaryMultiCallable[Request, Reply],
    request: Request,
    *,
    pace: Pace,
    metadata: Metadata = (),
    look: Callable[[], Awaitable[None]] | None = None,
    doubtful: bool = False,
) -> Reply:
    """Return the reply to *request*, which is sent again unchanged while the link fails, or if it was too fast.

    That is safe because a request id names one command: the server answers the second attempt like the first. *look*
    sees that the server is still the one that is meant, and raises ``LinkLost`` if nobody says so; it is awaited before
    *request* is sent where the link has failed, *doubtful*: also before the first time.

    Raises:
        Refused: the server said no.
        LinkLost: no attempt came through.
    """
    backoff = Backoff(random=pace.random)
    lost: ClientError = LinkLost("the server was not asked")
    wait = 0.0
    for attempt in range(pace.attempts):
        if attempt:
            await pace.sleep(wait)
        if look is not None and doubtful:
            try:
                await look()
            except LinkLost as nobody:
                lost, wait = nobody, backoff.next_wait()
                continue
        try:
            reply = await method(request, timeout=pace.call_seconds, metadata=metadata)
            return readable(reply, LinkLost("what the server answers cannot be read"))
        except grpc.aio.AioRpcError as failure:
            lost = error_of(failure)
            doubtful = failure.code() in TRANSIENT
            again = backoff.next_wait() if doubtful else _asked_to_wait(lost)
            if again is None:
                raise lost from failure
            wait = again
    raise lost


def readable(reply: Reply | None, otherwise: ClientError) -> Reply:
    """Return *reply*; raises *otherwise* for None, which gRPC gives in the place of bytes that are no such message."""
    if reply is None:
        raise otherwise
    return reply


def _asked_to_wait(refusal: ClientError) -> float | None:
    """Return the seconds after which the same call is let in; None if a person had better be told."""
    if not isinstance(refusal, Refused) or refusal.retry_after is None or refusal.retry_after > PATIENCE_SECONDS:
        return None
    return refusal.retry_after
