"""Playing and watching."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from spades.v1 import table_service_pb2
from spades_server.house import Ask, tip
from spades_server.lobby import Lobby
from spades_server.rpc.access import Access, Visitor
from spades_server.rpc.broadcast import Broadcast, Watcher
from spades_server.rpc.contract import Contract
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import field_invalid
from spades_server.rpc.snapshots import snapshot_of
from spades_server.rpc.tips import tip_message
from spades_server.table import ChatScope, Refused
from spades_server.table.commands import (
    Answer,
    BidNow,
    ClaimNow,
    GiveUp,
    Leave,
    LookNow,
    PauseNow,
    PlayNow,
    ResumeNow,
    Say,
    SetReady,
    TableCommand,
)
from spades_server.table.prompts import open_prompt
from spades_wire import FieldInvalid, bid_from_message, card_from_message

__all__ = ["TableService"]

log = logging.getLogger(__name__)

Value = TypeVar("Value")


class TableService:
    """Serves ``spades.v1.TableService``."""

    service = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]

    def __init__(self, lobby: Lobby[Broadcast], access: Access, epoch: str, ask: Ask, contract: Contract) -> None:
        self._lobby = lobby
        self._access = access
        self._epoch = epoch
        self._ask = ask
        self._contract = contract

    async def watch_table(self, request: table_service_pb2.WatchTableRequest, context: Context) -> None:
        """Send what happens at the table, as the caller may see it."""
        self._contract.admit(context)  # Here and not at each command: who is too old gets no prompt to answer.
        visitor = self._access.visitor(request.table_id, context)
        with self._access.guard.stream(context, visitor.token_hash), self._watching(request, visitor, context) as items:
            where = {"table": request.table_id, "seat": 0 if visitor.seat is None else visitor.seat + 1}
            log.debug("stream opened", extra=where)
            # Written here: each generator on the way of an item would cost more than its bytes.
            async for item in items:
                await context.write(item)

    @contextlib.contextmanager
    def _watching(
        self, request: table_service_pb2.WatchTableRequest, visitor: Visitor, context: Context
    ) -> Iterator[AsyncIterator[bytes]]:
        broadcast = self._broadcast(request.table_id)
        if not visitor.has_place and not any(each.token_hash == visitor.token_hash for each in broadcast.watchers):
            self._access.guard.check_spectators(context, broadcast.spectators)
        watcher = broadcast.watch(
            visitor.runner.table,
            visitor.seat,
            visitor.token_hash,
            self._access.moment(),
            after=request.after_sequence,
            epoch=request.epoch,
        )
        watcher.is_served_by(asyncio.current_task())
        try:
            if visitor.has_place:
                visitor.runner.stream_opened(visitor.token_hash)
            yield watcher.items(lambda: broadcast.heartbeat(visitor.runner.table, self._access.moment()))
            _raise_status(watcher)
        finally:
            broadcast.unwatch(watcher)
            if visitor.has_place:
                visitor.runner.stream_closed(visitor.token_hash)

    async def get_snapshot(
        self, request: table_service_pb2.GetSnapshotRequest, context: Context
    ) -> table_service_pb2.GetSnapshotResponse:
        """Tell how the table stands now."""
        self._contract.admit(context)
        visitor = self._access.visitor(request.table_id, context)
        snapshot = snapshot_of(visitor.runner.table, visitor.seat, self._access.moment())
        return table_service_pb2.GetSnapshotResponse(epoch=self._epoch, snapshot=snapshot)

    async def bid(self, request: table_service_pb2.BidRequest, context: Context) -> table_service_pb2.BidResponse:
        """Bid."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(
            visitor,
            lambda: BidNow(
                visitor.seated(), _prompt_id(request.prompt_id), _checked(lambda: bid_from_message(request.bid))
            ),
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.BidResponse(sequence=sequence)

    async def play(self, request: table_service_pb2.PlayRequest, context: Context) -> table_service_pb2.PlayResponse:
        """Play a card."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(
            visitor,
            lambda: PlayNow(
                visitor.seated(), _prompt_id(request.prompt_id), _checked(lambda: card_from_message(request.card))
            ),
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.PlayResponse(sequence=sequence)

    async def answer(
        self, request: table_service_pb2.AnswerRequest, context: Context
    ) -> table_service_pb2.AnswerResponse:
        """Answer a prompt by choice ids."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(
            visitor, lambda: Answer(visitor.seated(), _prompt_id(request.prompt_id), tuple(request.choice_ids))
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.AnswerResponse(sequence=sequence)

    async def propose_claim(
        self, request: table_service_pb2.ProposeClaimRequest, context: Context
    ) -> table_service_pb2.ProposeClaimResponse:
        """Claim all the remaining tricks."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(visitor, lambda: ClaimNow(visitor.seated(), _prompt_id(request.prompt_id)))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.ProposeClaimResponse(sequence=sequence)

    async def look(self, request: table_service_pb2.LookRequest, context: Context) -> table_service_pb2.LookResponse:
        """Look at one's cards."""
        visitor = self._access.visitor(request.table_id, context)
        command = LookNow(visitor.seated())
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.LookResponse(sequence=sequence)

    async def say(self, request: table_service_pb2.SayRequest, context: Context) -> table_service_pb2.SayResponse:
        """Say something to the table, or among spectators."""
        visitor = self._access.visitor(request.table_id, context)
        self._access.guard.admit_chat(visitor.token_hash, context)
        command = self._access.command(
            visitor, lambda: Say(visitor.seat, request.text, request.phrase_id, _scope(request.scope), visitor.name)
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.SayResponse(sequence=sequence)

    async def get_tip(
        self, request: table_service_pb2.GetTipRequest, context: Context
    ) -> table_service_pb2.GetTipResponse:
        """Advise a seat on one of its open prompts."""
        visitor = self._access.visitor(request.table_id, context)
        seat, table = visitor.seated(), visitor.runner.table
        prompt_id = _prompt_id(request.prompt_id)
        try:
            if table.settings.no_tips:
                raise Refused("TIPS_NOT_ALLOWED", "this table plays without tips")
            return tip_message(await tip(table, open_prompt(table, seat, prompt_id), self._ask))
        except Refused as refusal:
            raise self._access.refused(visitor, refusal) from refusal

    async def set_ready(
        self, request: table_service_pb2.SetReadyRequest, context: Context
    ) -> table_service_pb2.SetReadyResponse:
        """Be ready for a game, or no longer."""
        visitor = self._access.visitor(request.table_id, context)
        command = SetReady(visitor.seated(), request.ready, request.nonce)
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.SetReadyResponse(sequence=sequence)

    async def pause(self, request: table_service_pb2.PauseRequest, context: Context) -> table_service_pb2.PauseResponse:
        """Stop the clocks."""
        visitor = self._access.visitor(request.table_id, context)
        command = PauseNow(visitor.seated())
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.PauseResponse(sequence=sequence)

    async def resume(
        self, request: table_service_pb2.ResumeRequest, context: Context
    ) -> table_service_pb2.ResumeResponse:
        """Let the clocks run again."""
        visitor = self._access.visitor(request.table_id, context)
        command = ResumeNow(visitor.seated())
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return table_service_pb2.ResumeResponse(sequence=sequence)

    async def leave_table(
        self, request: table_service_pb2.LeaveTableRequest, context: Context
    ) -> table_service_pb2.LeaveTableResponse:
        """Leave for good; the seat's stream ends with the reason."""
        sequence = await self._access.carry_out_last(request, context, _leaving)
        return table_service_pb2.LeaveTableResponse(sequence=sequence)

    def _broadcast(self, table_id: str) -> Broadcast:
        return self._lobby.publisher(table_id)


def _leaving(visitor: Visitor) -> TableCommand:
    return GiveUp(visitor.token_hash) if visitor.waits else Leave(visitor.seated())


def _checked(convert: Callable[[], Value]) -> Value:
    """Return what *convert* makes of a field; refuses a field that is missing or out of its range."""
    try:
        return convert()
    except FieldInvalid as error:
        raise field_invalid(error.field, error.sentence) from error


def _scope(scope: int) -> ChatScope:
    try:
        return ChatScope(scope)
    except ValueError:
        raise field_invalid("scope", "1 (the table), or for spectators 2, is allowed") from None


def _prompt_id(prompt_id: int) -> int:
    if not prompt_id:
        raise field_invalid("prompt_id", "missing; the id of an open prompt is needed")
    return prompt_id


def _raise_status(watcher: Watcher) -> None:
    """End a stream with the status that its goodbye promises."""
    if watcher.goodbye == table_service_pb2.GOODBYE_REASON_SUPERSEDED:
        raise Refused("SUPERSEDED", "another stream with this token took over")
    if watcher.goodbye == table_service_pb2.GOODBYE_REASON_SERVER_STOPPING:
        raise Refused("STOPPING", "the server is stopping")
