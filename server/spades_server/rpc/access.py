"""From a call to its table and its seat: the token, the request id, and what a refusal tells."""

import hashlib
from dataclasses import dataclass

from google.protobuf import message as protobuf

from spades_server.lobby import Lobby
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.convert import Moment, prompts_of
from spades_server.rpc.errors import status_of
from spades_server.rpc.handlers import Context, RefusedCall
from spades_server.rpc.requests import request_of
from spades_server.runner import Clock, TableRunner
from spades_server.table import Refused
from spades_server.table.commands import TableCommand

__all__ = ["Access", "Visitor"]

_BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who calls, and at which table."""

    runner: TableRunner
    seat: int | None
    """None for a spectator."""
    token_hash: bytes

    def seated(self) -> int:
        """Return the seat; refuses a spectator."""
        if self.seat is None:
            raise Refused("NOT_YOUR_SEAT", "spectators may only watch")
        return self.seat


class Access:
    """Lets calls in, in the order that the contract promises: token, request id, phase, prompt, legality."""

    def __init__(self, lobby: Lobby[Broadcast], clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    def moment(self) -> Moment:
        """Return now."""
        return Moment(self._clock.monotonic(), self._clock.time())

    def visitor(self, table_id: str, context: Context) -> Visitor:
        """Return who calls; refuses an unknown table, and a token that is missing or proves nothing."""
        runner = self._lobby.runner(table_id)
        token = _token(context)
        seat = self._lobby.viewer(runner.table, token)
        return Visitor(runner, seat, hashlib.sha256(token.encode()).digest())

    async def carry_out(
        self, visitor: Visitor, message: protobuf.Message, request_id: str, command: TableCommand
    ) -> int:
        """Carry out a seat's command and return the last sequence; a refusal tells the seat its open prompts."""
        seat = visitor.seated()
        request = request_of(message, request_id, visitor.token_hash)
        try:
            return await visitor.runner.submit(command, request)
        except Refused as refusal:
            if visitor.runner.table.seats[seat].token_hash != visitor.token_hash:
                raise  # The seat has been left, and its prompts are another's.
            raise self.refused(visitor, refusal) from refusal

    def refused(self, visitor: Visitor, refusal: Refused) -> RefusedCall:
        """Return *refusal* as it tells the visitor's seat its open prompts."""
        table = visitor.runner.table
        prompts = prompts_of(table, visitor.seated(), self.moment())
        return RefusedCall(status_of(refusal, prompts, table.sequence))


def _token(context: Context) -> str:
    for name, value in context.invocation_metadata() or ():
        text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
        if name == "authorization":
            if not text.lower().startswith(_BEARER):
                raise Refused("SEAT_TOKEN_INVALID", "metadata authorization is to be: Bearer TOKEN")
            return text[len(_BEARER) :].strip()
    raise Refused("SEAT_TOKEN_MISSING", "metadata authorization is missing; it is to be: Bearer TOKEN")
