"""From a call to its table and its seat: the token, the request id, and what a refusal tells."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from google.protobuf import message as protobuf

from spades.v1 import host_service_pb2, table_service_pb2
from spades_server.clock import Clock
from spades_server.lobby import Lobby
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.errors import status_of
from spades_server.rpc.guard import Guard
from spades_server.rpc.handlers import Context, RefusedCall
from spades_server.rpc.moments import Moment
from spades_server.rpc.prompts import prompts_of
from spades_server.rpc.requests import request_of
from spades_server.runner import TableRunner
from spades_server.table import Refused
from spades_server.table.commands import TableCommand
from spades_server.table.newcomers import waiting_seat
from spades_server.tokens import digest, spectator_name

__all__ = ["Access", "Visitor"]

_BEARER = "bearer "

Ending: TypeAlias = table_service_pb2.LeaveTableRequest | host_service_pb2.CloseTableRequest


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who calls, and at which table."""

    runner: TableRunner
    seat: int | None
    """None for a spectator."""
    token_hash: bytes
    name: str = ""
    """Of who watches without a seat."""
    waits: bool = False
    """A seat is promised to who calls; ``seat`` is None until then."""

    @property
    def has_place(self) -> bool:
        """Whether who calls sits at the table, or will."""
        return self.seat is not None or self.waits

    def seated(self) -> int:
        """Return the seat; refuses a spectator."""
        if self.seat is None:
            raise Refused("NOT_YOUR_SEAT", "spectators may only watch")
        return self.seat


class Access:
    """Lets calls in, in the order that the contract promises: token, request id, phase, prompt, legality."""

    def __init__(self, lobby: Lobby[Broadcast], clock: Clock, guard: Guard) -> None:
        self._lobby = lobby
        self._clock = clock
        self.guard = guard

    def moment(self) -> Moment:
        """Return now."""
        return Moment(self._clock.monotonic(), self._clock.time())

    def visitor(self, table_id: str, context: Context) -> Visitor:
        """Return who calls; refuses an unknown table, and a token that is missing or proves nothing."""
        try:
            visitor = self._known(table_id, context)
        except Refused:
            self.guard.note_guess(context)
            raise
        return self._admitted(visitor, context)

    def _known(self, table_id: str, context: Context) -> Visitor:
        runner = self._lobby.runner(table_id)
        token = _token(context)
        token_hash = digest(token.encode())
        seat = self._lobby.tokens.viewer(runner.table, token, token_hash)
        return _visitor(runner, seat, token, token_hash)

    def _admitted(self, visitor: Visitor, context: Context) -> Visitor:
        self.guard.admit_token(visitor.token_hash, context)
        if visitor.has_place:
            visitor.runner.called(visitor.seat, visitor.token_hash)
        return visitor

    def command(self, visitor: Visitor, make: Callable[[], TableCommand]) -> TableCommand:
        """Return what *make* makes of a request; a wrong field, too, is refused with what is asked of the seat."""
        try:
            return make()
        except Refused as refusal:
            if visitor.seat is None:
                raise
            raise self.refused(visitor, refusal) from refusal

    async def carry_out(
        self, visitor: Visitor, message: protobuf.Message, request_id: str, command: TableCommand
    ) -> int:
        """Carry out a visitor's command and return the last sequence; a refusal tells a seat its open prompts."""
        seat = visitor.seat
        try:
            request = request_of(message, request_id, visitor.token_hash)
            if seat is None:
                request = replace(request, token_hash=b"")  # It proves no seat that might have been left.
            return await visitor.runner.submit(command, request)
        except Refused as refusal:
            if seat is None or visitor.runner.table.seats[seat].token_hash != visitor.token_hash:
                raise  # A spectator has no prompts; those of a seat that has been left are another's.
            raise self.refused(visitor, refusal) from refusal

    async def carry_out_last(
        self,
        message: Ending,
        context: Context,
        command: Callable[[Visitor], TableCommand],
    ) -> int:
        """Carry out what ends the caller's seat or the table; who repeats it hears the first outcome."""
        try:
            visitor = self._known(message.table_id, context)
        except Refused:
            # Whoever may ask again has no seat any more, or no table: that is no guess.
            known = self._again(message, context)
            if known is None:
                self.guard.note_guess(context)
                raise
            return known
        self._admitted(visitor, context)
        return await self.carry_out(visitor, message, message.request_id, command(visitor))

    def _again(self, message: Ending, context: Context) -> int | None:
        """Return what a request came to that ended the caller's seat, or the table; None if there was none."""
        try:
            token_hash = digest(_token(context).encode())
            request = request_of(message, message.request_id, token_hash)
        except Refused:
            return None
        known = self._lobby.again(message.table_id, request)
        if known is not None:
            self.guard.admit_token(token_hash, context)
        return known

    def refused(self, visitor: Visitor, refusal: Refused) -> RefusedCall:
        """Return *refusal* as it tells the visitor's seat its open prompts."""
        table = visitor.runner.table
        prompts = prompts_of(table, visitor.seated(), self.moment())
        return RefusedCall(status_of(refusal, prompts, table.sequence), refusal.reason)


def _visitor(runner: TableRunner, seat: int | None, token: str, token_hash: bytes) -> Visitor:
    if seat is not None:
        return Visitor(runner, seat, token_hash)
    promised = waiting_seat(runner.table, token_hash)
    newcomer = None if promised is None else runner.table.seats[promised].newcomer
    if newcomer is None:
        return Visitor(runner, None, token_hash, spectator_name(token))
    return Visitor(runner, None, token_hash, newcomer.name, waits=True)


def _token(context: Context) -> str:
    for name, value in context.invocation_metadata() or ():
        if name == "authorization":
            text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
            if not text.lower().startswith(_BEARER):
                raise Refused("SEAT_TOKEN_INVALID", "metadata authorization is to be: Bearer TOKEN")
            return text[len(_BEARER) :].strip()
    raise Refused("SEAT_TOKEN_MISSING", "metadata authorization is missing; it is to be: Bearer TOKEN")
