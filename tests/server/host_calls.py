"""The calls of a table's host, and those that end a seat or a table, for the server's tests."""

from server.common import new_id
from server.harness import Client
from spades.v1 import host_service_pb2, rules_pb2, table_service_pb2

__all__ = ["changed", "closed", "kicked", "left", "moved", "reissued", "transferred", "with_rules"]


async def moved(host: Client, seat: int, to_seat: int) -> int:
    """Move a player; return the sequence."""
    request = host_service_pb2.SetSeatRequest(table_id=host.table_id, request_id=new_id(), seat=seat, to_seat=to_seat)
    return (await host.host.SetSeat(request, metadata=host.metadata)).sequence


async def changed(host: Client, seat: int, change: str = "", value: object = None) -> int:
    """Say what becomes of a seat by a field of ``SetSeatRequest.change``; return the sequence."""
    request = host_service_pb2.SetSeatRequest(table_id=host.table_id, request_id=new_id(), seat=seat)
    if change == "empty":
        request.empty.SetInParent()
    elif change:
        setattr(request, change, value)
    return (await host.host.SetSeat(request, metadata=host.metadata)).sequence


async def kicked(host: Client, seat: int) -> int:
    """Remove a player; return the sequence."""
    request = host_service_pb2.KickSeatRequest(table_id=host.table_id, request_id=new_id(), seat=seat)
    return (await host.host.KickSeat(request, metadata=host.metadata)).sequence


async def transferred(host: Client, seat: int) -> int:
    """Hand the host's rights on; return the sequence."""
    request = host_service_pb2.TransferHostRequest(table_id=host.table_id, request_id=new_id(), seat=seat)
    return (await host.host.TransferHost(request, metadata=host.metadata)).sequence


async def reissued(host: Client, seat: int, request_id: str) -> host_service_pb2.ReissueSeatResponse:
    """Make a code for the owner of a seat."""
    request = host_service_pb2.ReissueSeatRequest(table_id=host.table_id, request_id=request_id, seat=seat)
    return await host.host.ReissueSeat(request, metadata=host.metadata)


async def with_rules(host: Client, rules: rules_pb2.Rules | None) -> int:
    """Change the rules; return the sequence."""
    request = host_service_pb2.SetRulesRequest(table_id=host.table_id, request_id=new_id(), rules=rules)
    return (await host.host.SetRules(request, metadata=host.metadata)).sequence


async def left(client: Client, request_id: str) -> int:
    """Leave the table; return the sequence."""
    request = table_service_pb2.LeaveTableRequest(table_id=client.table_id, request_id=request_id)
    return (await client.tables.LeaveTable(request, metadata=client.metadata)).sequence


async def closed(host: Client, request_id: str) -> int:
    """Close the table; return the sequence."""
    request = host_service_pb2.CloseTableRequest(table_id=host.table_id, request_id=request_id)
    return (await host.host.CloseTable(request, metadata=host.metadata)).sequence
