"""The host's rights."""

from spades.v1 import host_service_pb2, table_service_pb2
from spades_server.lobby import Lobby
from spades_server.rpc.access import Access
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import level
from spades_server.table import Refused
from spades_server.table.commands import Close, Fill, Start

__all__ = ["HostService"]


class HostService:
    """Serves ``spades.v1.HostService``; seats and rules cannot be changed yet."""

    def __init__(self, lobby: Lobby[Broadcast], access: Access) -> None:
        self._lobby = lobby
        self._access = access

    async def start_game(
        self, request: host_service_pb2.StartGameRequest, context: Context
    ) -> host_service_pb2.StartGameResponse:
        """Start a game."""
        visitor = self._access.visitor(request.table_id, context)
        sequence = await self._access.carry_out(visitor, request, request.request_id, Start(visitor.seated()))
        return host_service_pb2.StartGameResponse(sequence=sequence)

    async def fill_with_bots(
        self, request: host_service_pb2.FillWithBotsRequest, context: Context
    ) -> host_service_pb2.FillWithBotsResponse:
        """Put computer players of the server on empty seats."""
        visitor = self._access.visitor(request.table_id, context)
        if 0 in request.seats:
            raise Refused("SEAT_NOT_FOUND", "there is no seat 0; seats count from 1")
        seats = tuple(seat - 1 for seat in request.seats)
        command = Fill(visitor.seated(), seats, level(request.level))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.FillWithBotsResponse(sequence=sequence)

    async def close_table(
        self, request: host_service_pb2.CloseTableRequest, context: Context
    ) -> host_service_pb2.CloseTableResponse:
        """Close the table; every stream ends with the reason."""
        visitor = self._access.visitor(request.table_id, context)
        broadcast = self._lobby.publisher(request.table_id)
        sequence = await self._access.carry_out(visitor, request, request.request_id, Close(visitor.seated()))
        for watcher in broadcast.watchers:
            broadcast.say_goodbye(watcher, table_service_pb2.GOODBYE_REASON_TABLE_CLOSED)
        return host_service_pb2.CloseTableResponse(sequence=sequence)
