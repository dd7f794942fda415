"""What became of requests, so that a repeated one is answered like the first."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from spades_server.journal import Outcome
from spades_server.table import Refused

__all__ = ["Outcomes", "Request", "outcome_of"]

REMEMBERED_REQUESTS = 4096
"""Outcomes kept for repetition at one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What makes a command safe to repeat."""

    asker: str
    request_id: str
    fingerprint: bytes
    token_hash: bytes = b""
    """Of the seat that sends it; empty for who has no seat yet."""


class Outcomes:
    """The last outcomes of a table; mutable: they come and the oldest go."""

    def __init__(self, earlier: Iterable[Outcome] = ()) -> None:
        self._known: OrderedDict[tuple[str, str], Outcome] = OrderedDict()
        for outcome in earlier:
            self.remember(outcome)

    def remember(self, outcome: Outcome) -> None:
        """Keep *outcome* for as long as there is room."""
        self._known[outcome.asker, outcome.request_id] = outcome
        if len(self._known) > REMEMBERED_REQUESTS:
            self._known.popitem(last=False)

    def again(self, request: Request) -> int | None:
        """Return the sequence of a request that was carried out before; None if it was not.

        Raises:
            Refused: as it was refused then; or the id was used for another request.
        """
        known = self._known.get((request.asker, request.request_id))
        if known is None:
            return None
        if known.fingerprint != request.fingerprint:
            raise Refused("REQUEST_ID_REUSED", f"request_id {request.request_id} was used for another request")
        if known.refusal is not None:
            raise known.refusal.again()
        return known.sequence

    def endings(self) -> list[Outcome]:
        """Return only those that ended a seat or the table."""
        return [outcome for outcome in self._known.values() if outcome.ends]


def outcome_of(request: Request, sequence: int, refusal: Refused | None, *, ends: bool = False) -> Outcome:
    """Return what became of *request*: the last event it caused, or why it was refused; *ends* as in ``Outcome``."""
    return Outcome(
        asker=request.asker,
        request_id=request.request_id,
        fingerprint=request.fingerprint,
        sequence=sequence,
        refusal=refusal,
        ends=ends,
    )
