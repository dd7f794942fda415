"""Clients of every age: who is told what they need, and who is served."""

import grpc
import pytest

from server.common import new_id
from server.harness import Client, failing, failure_of, listening
from spades.v1 import CONTRACT_KEY, CONTRACT_VERSION, lobby_service_pb2, server_service_pb2, table_service_pb2
from spades_server import Contract, ServerConfig

LATER = ServerConfig(contract=Contract(version="3.1.4", oldest_client="2.5.0"))


def speaking(version: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata of a client of that version."""
    return ((CONTRACT_KEY, version),)


async def joined(client: Client, version: str | None) -> lobby_service_pb2.JoinTableResponse:
    """Sit down as a client of that version; None: of one that does not say."""
    request = lobby_service_pb2.JoinTableRequest(request_id=new_id(), table_id=client.table_id, name="Zoe")
    return await client.lobby.JoinTable(request, metadata=() if version is None else speaking(version))


async def test_a_server_tells_every_client_which_it_serves() -> None:
    async with listening(LATER) as server:
        stub = server.client().server
        info = await stub.GetServerInfo(server_service_pb2.GetServerInfoRequest(), metadata=speaking("0.1.0"))
        assert (info.contract_version, info.oldest_client_version) == ("3.1.4", "2.5.0")
    async with listening() as server:
        info = await server.client().server.GetServerInfo(server_service_pb2.GetServerInfoRequest())
        assert (info.contract_version, info.oldest_client_version) == (CONTRACT_VERSION, "1.0.0")


@pytest.mark.parametrize("version", [None, "2.5.0", "2.5.1", "2.10.0", "3.0.0", "3.99.0"])
async def test_a_client_that_is_new_enough_or_does_not_say_is_served(version: str | None) -> None:
    async with listening(LATER) as server:
        client = server.client()
        await client.create()
        assert (await joined(client, version)).seat == 1


@pytest.mark.parametrize(
    ("version", "reason"),
    [("1.0.0", "CLIENT_TOO_OLD"), ("2.4.9", "CLIENT_TOO_OLD"), ("4.0.0", "SERVER_TOO_OLD")],
)
async def test_a_client_that_is_too_old_or_too_new_is_refused_with_both_versions(version: str, reason: str) -> None:
    async with listening(LATER) as server:
        client = server.client()
        await client.create()
        failure = await failing(joined(client, version))
        assert (failure.reason, failure.code) == (reason, grpc.StatusCode.FAILED_PRECONDITION)
        assert failure.metadata == {"client": version, "server": "3.1.4", "oldest_client": "2.5.0"}
        assert version in failure.message
        assert "3.1.4" in failure.message


async def test_a_kept_token_does_not_let_a_client_in_that_is_too_old() -> None:
    async with listening(LATER) as server:
        client = server.client()
        await client.create()
        await client.join()
        metadata = client.metadata + speaking("1.0.0")
        watching = client.tables.WatchTable(
            table_service_pb2.WatchTableRequest(table_id=client.table_id), metadata=metadata
        )
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await anext(aiter(watching))
        assert failure_of(refused.value).reason == "CLIENT_TOO_OLD"
        request = table_service_pb2.GetSnapshotRequest(table_id=client.table_id)
        assert (await failing(client.tables.GetSnapshot(request, metadata=metadata))).reason == "CLIENT_TOO_OLD"


@pytest.mark.parametrize("version", ["", "1", "1.0", "v1.0.0", "1.0.0-rc1", "1.0.99999", "one"])
async def test_what_is_no_version_is_refused_by_the_name_of_the_field(version: str) -> None:
    async with listening() as server:
        client = server.client()
        await client.create()
        failure = await failing(joined(client, version))
        assert (failure.reason, failure.fields) == ("FIELD_INVALID", (CONTRACT_KEY,))
