"""What the holder of one token may do at one table, as typed calls.

Every command carries a fresh request id that stays the same while the call is tried again, so a command is carried
out once however often it is sent. Each returns the sequence of the last event it caused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import grpc

from spades.v1.cards_pb2 import Bid, Card
from spades.v1.host_service_pb2 import (
    CloseTableRequest,
    FillWithBotsRequest,
    KickSeatRequest,
    ReissueSeatRequest,
    SetRulesRequest,
    SetSeatRequest,
    StartGameRequest,
    TransferHostRequest,
)
from spades.v1.host_service_pb2_grpc import HostServiceStub
from spades.v1.rules_pb2 import Rules
from spades.v1.snapshot_pb2 import CHAT_SCOPE_TABLE, ChatScope
from spades.v1.table_service_pb2 import (
    AnswerRequest,
    BidRequest,
    GetSnapshotRequest,
    GetSnapshotResponse,
    GetTipRequest,
    GetTipResponse,
    LeaveTableRequest,
    LookRequest,
    PauseRequest,
    PlayRequest,
    ProposeClaimRequest,
    ResumeRequest,
    SayRequest,
    SetReadyRequest,
    WatchTableRequest,
    WatchTableResponse,
)
from spades.v1.table_service_pb2_grpc import TableServiceStub
from spades_client.calls import Metadata, Pace, Reply, Request, call, fresh_request_id
from spades_client.contract import CONTRACT_METADATA
from spades_client.errors import LinkLost, OtherServer


async def _nobody_else() -> None:
    """Find nothing: who made the channel knows who is there."""


class TableClient:
    """A seat, or a spectator's place, at one table. Every call may raise ``Refused`` or ``LinkLost``."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        table_id: str,
        token: str,
        *,
        pace: Pace,
        check_server: Callable[[], Awaitable[None]] = _nobody_else,
    ) -> None:
        self.table_id = table_id
        self.pace = pace
        self.check_server = check_server
        """Raises ``OtherServer`` if another server answers by now in the place of the one that gave the token, and
        ``LinkLost`` if none does."""
        self.is_lost = False
        """The link is lost, as who watches has found: whoever answers by now has to say first which server it is."""
        self._metadata: Metadata = (("authorization", f"Bearer {token}"),)
        self._table = TableServiceStub(channel)
        self._host = HostServiceStub(channel)

    async def play(self, prompt_id: int, card: Card) -> int:
        """Play *card* in answer to an open PLAY prompt."""
        request = PlayRequest(table_id=self.table_id, request_id=fresh_request_id(), prompt_id=prompt_id, card=card)
        return (await self._call(self._table.Play, request)).sequence

    async def bid(self, prompt_id: int, bid: Bid) -> int:
        """Bid in answer to an open BID or BLIND prompt."""
        request = BidRequest(table_id=self.table_id, request_id=fresh_request_id(), prompt_id=prompt_id, bid=bid)
        return (await self._call(self._table.Bid, request)).sequence

    async def answer(self, prompt_id: int, choice_ids: Iterable[int]) -> int:
        """Answer any open prompt by the ids of its choices."""
        request = AnswerRequest(
            table_id=self.table_id, request_id=fresh_request_id(), prompt_id=prompt_id, choice_ids=choice_ids
        )
        return (await self._call(self._table.Answer, request)).sequence

    async def propose_claim(self, prompt_id: int) -> int:
        """Claim all the remaining tricks, in the place of answering an open PLAY prompt."""
        request = ProposeClaimRequest(table_id=self.table_id, request_id=fresh_request_id(), prompt_id=prompt_id)
        return (await self._call(self._table.ProposeClaim, request)).sequence

    async def look(self) -> int:
        """Look at cards that lie face down, which ends the right to bid blind."""
        request = LookRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._table.Look, request)).sequence

    async def say(self, text: str = "", *, phrase_id: int = 0, scope: ChatScope.ValueType = CHAT_SCOPE_TABLE) -> int:
        """Say *text*, or the set phrase with that id."""
        request = SayRequest(
            table_id=self.table_id, request_id=fresh_request_id(), scope=scope, text=text, phrase_id=phrase_id
        )
        return (await self._call(self._table.Say, request)).sequence

    async def set_ready(self, ready: bool = True, *, nonce: bytes = b"") -> int:
        """Say that the seat is ready for a game, or no longer; *nonce* (public) goes into the shuffles."""
        request = SetReadyRequest(table_id=self.table_id, request_id=fresh_request_id(), ready=ready, nonce=nonce)
        return (await self._call(self._table.SetReady, request)).sequence

    async def pause(self) -> int:
        """Stop the clocks."""
        request = PauseRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._table.Pause, request)).sequence

    async def resume(self) -> int:
        """Let the clocks run again."""
        request = ResumeRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._table.Resume, request)).sequence

    async def leave(self) -> int:
        """Leave the table for good; the token dies."""
        request = LeaveTableRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._table.LeaveTable, request)).sequence

    async def start(self) -> int:
        """Start a game, as the host."""
        request = StartGameRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._host.StartGame, request)).sequence

    async def fill(self, seats: Iterable[int] = (), *, level: str = "") -> int:
        """Put computer players on *seats* (none named: every empty one), as the host."""
        request = FillWithBotsRequest(table_id=self.table_id, request_id=fresh_request_id(), seats=seats, level=level)
        return (await self._call(self._host.FillWithBots, request)).sequence

    async def close(self) -> int:
        """Close the table, as the host."""
        request = CloseTableRequest(table_id=self.table_id, request_id=fresh_request_id())
        return (await self._call(self._host.CloseTable, request)).sequence

    async def set_seat(self, seat: int, to_seat: int) -> int:
        """Move a player to another seat, or let two change places, as the host."""
        request = SetSeatRequest(table_id=self.table_id, request_id=fresh_request_id(), seat=seat, to_seat=to_seat)
        return (await self._call(self._host.SetSeat, request)).sequence

    async def seat_house(self, seat: int, level: str | None) -> int:
        """Put a computer player of *level* on *seat*, as the host; None: have it leave."""
        request = SetSeatRequest(table_id=self.table_id, request_id=fresh_request_id(), seat=seat)
        if level is None:
            request.empty.SetInParent()
        else:
            request.house_level = level
        return (await self._call(self._host.SetSeat, request)).sequence

    async def kick(self, seat: int) -> int:
        """Remove a player, as the host."""
        request = KickSeatRequest(table_id=self.table_id, request_id=fresh_request_id(), seat=seat)
        return (await self._call(self._host.KickSeat, request)).sequence

    async def reissue(self, seat: int) -> str:
        """Make a code with which the owner of *seat* joins from another machine, as the host."""
        request = ReissueSeatRequest(table_id=self.table_id, request_id=fresh_request_id(), seat=seat)
        return (await self._call(self._host.ReissueSeat, request)).code

    async def transfer_host(self, seat: int) -> int:
        """Hand the host's rights to the person on *seat*."""
        request = TransferHostRequest(table_id=self.table_id, request_id=fresh_request_id(), seat=seat)
        return (await self._call(self._host.TransferHost, request)).sequence

    async def set_rules(self, rules: Rules | None) -> int:
        """Play the next game by *rules*, as the host; None: take back those that wait for it."""
        request = SetRulesRequest(
            table_id=self.table_id, request_id=fresh_request_id(), rules=rules, withdraw=rules is None
        )
        return (await self._call(self._host.SetRules, request)).sequence

    async def tip(self, prompt_id: int) -> GetTipResponse:
        """Return what a good player would answer to one of the caller's open prompts, and why."""
        request = GetTipRequest(table_id=self.table_id, prompt_id=prompt_id)
        return await self._call(self._table.GetTip, request)

    async def snapshot(self) -> GetSnapshotResponse:
        """Return the table as it is now."""
        request = GetSnapshotRequest(table_id=self.table_id)
        return await self._call(self._table.GetSnapshot, request, CONTRACT_METADATA)

    def open_stream(
        self, *, after_sequence: int, epoch: str
    ) -> grpc.aio.UnaryStreamCall[WatchTableRequest, WatchTableResponse]:
        """Return one raw stream of the table, which ends when the link does; ``watch`` is the one that lasts."""
        request = WatchTableRequest(table_id=self.table_id, after_sequence=after_sequence, epoch=epoch)
        return self._table.WatchTable(request, metadata=self._metadata + CONTRACT_METADATA)

    async def _call(
        self, method: grpc.aio.UnaryUnaryMultiCallable[Request, Reply], request: Request, more: Metadata = ()
    ) -> Reply:
        """Send *request* with the token, to the server that gave it and to no other that has taken its place."""
        return await call(
            method,
            request,
            pace=self.pace,
            metadata=self._metadata + more,
            look=self._look_who_answers,
            doubtful=self.is_lost,
        )

    async def _look_who_answers(self) -> None:
        try:
            await self.check_server()
        except OtherServer as other:
            raise LinkLost(str(other)) from other
