"""The host's rights."""

from collections.abc import Iterable

from spades.v1 import host_service_pb2
from spades_server.lobby import Lobby
from spades_server.rpc.access import Access
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import field_invalid, level, rules_asked
from spades_server.table import Refused
from spades_server.table.commands import (
    Close,
    EmptySeat,
    Fill,
    Kick,
    Reissue,
    SeatHouse,
    SetRules,
    SetSeat,
    Start,
    TableCommand,
    TransferHost,
    WithdrawRules,
)
from spades_server.tokens import digest

__all__ = ["HostService"]


class HostService:
    """Serves ``spades.v1.HostService``."""

    service = host_service_pb2.DESCRIPTOR.services_by_name["HostService"]

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
        command = self._access.command(
            visitor, lambda: Fill(visitor.seated(), _seats(request.seats), level(request.level))
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.FillWithBotsResponse(sequence=sequence)

    async def set_seat(
        self, request: host_service_pb2.SetSeatRequest, context: Context
    ) -> host_service_pb2.SetSeatResponse:
        """Say who sits on a seat."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(visitor, lambda: _change_of(request, visitor.seated()))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.SetSeatResponse(sequence=sequence)

    async def kick_seat(
        self, request: host_service_pb2.KickSeatRequest, context: Context
    ) -> host_service_pb2.KickSeatResponse:
        """Remove a player; the token dies, and its streams end with the reason."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(visitor, lambda: Kick(visitor.seated(), _seat(request.seat)))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.KickSeatResponse(sequence=sequence)

    async def reissue_seat(
        self, request: host_service_pb2.ReissueSeatRequest, context: Context
    ) -> host_service_pb2.ReissueSeatResponse:
        """Make a one-time code for the owner of a seat."""
        visitor = self._access.visitor(request.table_id, context)
        # The number that was asked for: a wrong one is refused, and nobody hears its code.
        asker = visitor.token_hash.hex()
        code = self._lobby.tokens.code(request.table_id, request.seat - 1, asker, request.request_id)
        command = self._access.command(
            visitor, lambda: Reissue(visitor.seated(), _seat(request.seat), digest(code.encode()))
        )
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.ReissueSeatResponse(sequence=sequence, code=code)

    async def transfer_host(
        self, request: host_service_pb2.TransferHostRequest, context: Context
    ) -> host_service_pb2.TransferHostResponse:
        """Hand the host's rights on."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(visitor, lambda: TransferHost(visitor.seated(), _seat(request.seat)))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.TransferHostResponse(sequence=sequence)

    async def set_rules(
        self, request: host_service_pb2.SetRulesRequest, context: Context
    ) -> host_service_pb2.SetRulesResponse:
        """Change the rules of the next game, or take back those that wait for it."""
        visitor = self._access.visitor(request.table_id, context)
        command = self._access.command(visitor, lambda: _new_rules(request, visitor.seated()))
        sequence = await self._access.carry_out(visitor, request, request.request_id, command)
        return host_service_pb2.SetRulesResponse(sequence=sequence)

    async def close_table(
        self, request: host_service_pb2.CloseTableRequest, context: Context
    ) -> host_service_pb2.CloseTableResponse:
        """Close the table; every stream ends with the reason."""
        sequence = await self._access.carry_out_last(request, context, lambda visitor: Close(visitor.seated()))
        return host_service_pb2.CloseTableResponse(sequence=sequence)


def _new_rules(request: host_service_pb2.SetRulesRequest, by: int) -> TableCommand:
    """Return what becomes of the rules of the next game."""
    if request.withdraw and request.HasField("rules"):
        raise field_invalid("rules", "to be unset where withdraw is set")
    if request.withdraw:
        return WithdrawRules(by)
    if not request.HasField("rules"):
        raise field_invalid("rules", "missing; a preset, and the options that differ from it, are needed")
    return SetRules(by, *rules_asked(request.rules))


def _change_of(request: host_service_pb2.SetSeatRequest, by: int) -> TableCommand:
    """Return what becomes of a seat."""
    seat = _seat(request.seat)
    match request.WhichOneof("change"):
        case "to_seat":
            return SetSeat(by, seat, _seat(request.to_seat, "to_seat"))
        case "house_level":
            return SeatHouse(by, seat, level(request.house_level, "house_level"))
        case "empty":
            return EmptySeat(by, seat)
        case _:
            raise field_invalid("change", "missing; to_seat, house_level or empty is needed")


def _seats(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(_seat(number, "seats") for number in numbers)


def _seat(number: int, field: str = "seat") -> int:
    """Return the seat counted from 0."""
    if number == 0:
        sentence = "there is no seat 0; seats count from 1"
        raise Refused("SEAT_NOT_FOUND", f"{field}: {sentence}", field=field, allowed=sentence)
    return number - 1
