"""A connection to one server: what it is, its tables, and a way to sit down."""

from __future__ import annotations

from dataclasses import replace
from types import TracebackType

import grpc

from spades.v1 import CONTRACT_VERSION
from spades.v1.history_service_pb2 import ExportGameRequest, ListGamesRequest, ListGamesResponse
from spades.v1.history_service_pb2_grpc import HistoryServiceStub
from spades.v1.lobby_service_pb2 import (
    CreateTableRequest,
    JoinTableRequest,
    JoinTableResponse,
    ListTablesRequest,
    TableSummary,
    WatchLobbyRequest,
    WatchLobbyResponse,
)
from spades.v1.lobby_service_pb2_grpc import LobbyServiceStub
from spades.v1.record_pb2 import GameRecord
from spades.v1.rules_pb2 import Rules
from spades.v1.server_service_pb2 import GetServerInfoRequest, GetServerInfoResponse
from spades.v1.server_service_pb2_grpc import ServerServiceStub
from spades.v1.snapshot_pb2 import TableSettings
from spades_client import texts
from spades_client.address import FINGERPRINT_SIGNS, Address
from spades_client.calls import Pace, call, fresh_request_id, readable
from spades_client.certificate import ShownCertificate, read_certificate
from spades_client.channel import open_channel
from spades_client.clean import clean
from spades_client.contract import CONTRACT_METADATA, is_too_old_for
from spades_client.errors import (
    ClientError,
    ClientTooOld,
    LinkLost,
    NotASpadesServer,
    NotSecure,
    OtherServer,
    ServerUnreachable,
)
from spades_client.language import tr
from spades_client.reach import check_zone, hang_up, knock
from spades_client.refusal import TRANSIENT, error_of
from spades_client.table_client import TableClient
from spades_client.trust import Trust

CONNECT_SECONDS = 3.0
"""How long a server may take to say what it is."""

# What a gRPC server of another kind, or a web server, answers to our first call.
_STRANGER = frozenset({grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL})


class Connection:
    """A server that answered. Mutable: it owns a channel, which must be closed; also an async context manager."""

    def __init__(
        self,
        address: Address,
        channel: grpc.aio.Channel,
        info: GetServerInfoResponse,
        *,
        certificate: ShownCertificate | None,
        hello: GetServerInfoRequest,
        pace: Pace,
    ) -> None:
        self.address = address
        self.info = info
        """What the server said about itself when the connection was made."""
        self.proven = certificate is not None
        """The server has proven to be ``server_id``; False: plain text, where it only says so."""
        self.server_id = certificate.fingerprint if certificate else info.server_id
        """Which server it is, its fingerprint."""
        self.pace = pace
        self.clock_offset = info.time.seconds + info.time.nanos / 1e9 - pace.now()
        """Seconds to add to the client's clock to have the server's, as unix time."""
        self._hello = hello
        self._certificate = certificate
        self._channel = channel
        self._server = ServerServiceStub(channel)
        self._lobby = LobbyServiceStub(channel)
        self._history = HistoryServiceStub(channel)

    async def tables(self) -> list[TableSummary]:
        """Return all tables that may be seen, newest first."""
        tables: list[TableSummary] = []
        page = ListTablesRequest()
        while True:
            reply = await call(self._lobby.ListTables, page, pace=self.pace, metadata=CONTRACT_METADATA)
            tables.extend(reply.tables)
            if not reply.next_page_token:
                return tables
            page = ListTablesRequest(page_token=reply.next_page_token)

    def open_lobby(self) -> grpc.aio.UnaryStreamCall[WatchLobbyRequest, WatchLobbyResponse]:
        """Return one raw stream of the lobby, which ends when the link does; ``watch_lobby`` is the one that lasts."""
        return self._lobby.WatchLobby(WatchLobbyRequest(), metadata=CONTRACT_METADATA)

    async def create_table(
        self,
        *,
        name: str = "",
        rules: Rules | None = None,
        settings: TableSettings | None = None,
        passcode: str = "",
        seed: str = "",
    ) -> str:
        """Open a table and return its id; None means the rules "standard" and the server's own settings."""
        request = CreateTableRequest(
            request_id=fresh_request_id(), name=name, rules=rules, settings=settings, passcode=passcode, seed=seed
        )
        return (await call(self._lobby.CreateTable, request, pace=self.pace, metadata=CONTRACT_METADATA)).table_id

    async def join_table(
        self,
        table_id: str,
        *,
        name: str,
        seat: int = 0,
        as_spectator: bool = False,
        is_bot: bool = False,
        passcode: str = "",
    ) -> JoinTableResponse:
        """Take *seat* (0: any free one), or a place as a spectator, and return it with its secret token."""
        request = JoinTableRequest(
            request_id=fresh_request_id(),
            table_id=table_id,
            name=name,
            seat=seat,
            as_spectator=as_spectator,
            is_bot=is_bot,
            passcode=passcode,
        )
        return await call(self._lobby.JoinTable, request, pace=self.pace, metadata=CONTRACT_METADATA)

    async def games(self, page_token: str = "") -> ListGamesResponse:
        """Return a page of the games that the server keeps, newest first."""
        return await call(self._history.ListGames, ListGamesRequest(page_token=page_token), pace=self.pace)

    async def record(self, game_id: str) -> GameRecord:
        """Return the record of a game, with its finished hands."""
        return (await call(self._history.ExportGame, ExportGameRequest(game_id=game_id), pace=self.pace)).record

    def table(self, table_id: str, token: str) -> TableClient:
        """Return the table as the holder of *token* may use it; nothing is sent yet."""
        return TableClient(self._channel, table_id, token, pace=self.pace, check_server=self.check_server)

    async def check_server(self) -> None:
        """Look whether the server that this connection was made to answers at the address now.

        Raises:
            OtherServer: another one does.
            LinkLost: nobody does, or no Spades server.
        """
        try:
            found = (await read_certificate(self.address)).fingerprint if self.proven else await self._said_id()
        except (ServerUnreachable, NotSecure, NotASpadesServer, grpc.aio.AioRpcError) as failure:
            raise LinkLost("nobody says which server it is") from failure
        if found != self.server_id:
            sentence = texts.SERVER_REPLACED.format(
                place=self.address.place, shown=found[:FINGERPRINT_SIGNS], seat=self.server_id[:FINGERPRINT_SIGNS]
            )
            raise OtherServer(sentence)

    async def _said_id(self) -> str:
        info = await self._server.GetServerInfo(self._hello, timeout=CONNECT_SECONDS)
        return readable(info, NotASpadesServer("what answers is no Spades server")).server_id

    def invites(self, table_id: str) -> tuple[str, ...]:
        """Return the join strings by which others come to a table; none if this client alone reaches the server so."""
        if self.address.is_loopback:
            return ()
        sign = self.server_id[:FINGERPRINT_SIGNS] if self.proven else None
        return (str(replace(self.address, table=table_id, fingerprint=sign)),)

    def serves(self, capability: str) -> bool:
        """Tell whether the server serves the optional calls named *capability*."""
        return capability in self.info.capabilities

    def another_channel(self) -> grpc.aio.Channel:
        """Return a channel of its own to the same server, for a second program there; who asks for it closes it."""
        return open_channel(self.address, self._certificate)

    async def close(self) -> None:
        """End every call and give the channel back."""
        await self._channel.close(None)

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def connect(
    address: Address,
    *,
    trust: Trust | None = None,
    client_name: str = "spades",
    client_version: str = "",
    pace: Pace | None = None,
) -> Connection:
    """Return a connection to the server at *address*, which has said what it is; *trust* None: nobody is asked.

    Raises:
        ServerUnreachable: nobody answers there.
        NotASpadesServer, NotSecure: something else answers there.
        OtherServer: another server answers there than the one that is meant.
        ClientTooOld: the server needs a newer client.
        Refused: the server said no.
    """
    check_zone(address)
    trust = trust or Trust()
    certificate = await trust.certificate_at(address)
    request = GetServerInfoRequest(client_name=client_name, client_version=client_version)
    try:
        channel, info = await _meet(address, certificate, request)
    except NotASpadesServer as stranger:
        if certificate is not None:
            raise
        certificate = await _certificate_after_all(address, trust, stranger)
        channel, info = await _meet(address, certificate, request)
    if certificate is not None:
        trust.remember(address, certificate)
    return Connection(address, channel, info, certificate=certificate, hello=request, pace=pace or Pace())


async def _meet(
    address: Address, certificate: ShownCertificate | None, request: GetServerInfoRequest
) -> tuple[grpc.aio.Channel, GetServerInfoResponse]:
    channel = open_channel(address, certificate)
    try:
        info = await ServerServiceStub(channel).GetServerInfo(request, timeout=CONNECT_SECONDS)
        info = readable(info, NotASpadesServer(f"{address.place} answers, but is not a Spades server"))
        if is_too_old_for(info.oldest_client_version):
            raise ClientTooOld(
                tr(
                    "{place} needs a newer client: it serves version {oldest} of the contract and later, and this "
                    "client speaks {own}"
                ).format(place=address.place, oldest=clean(info.oldest_client_version), own=CONTRACT_VERSION)
            )
        return channel, info
    except grpc.aio.AioRpcError as failure:
        await channel.close(None)
        raise await _diagnosis(address, failure) from failure
    except BaseException:
        await channel.close(None)
        raise


async def _certificate_after_all(address: Address, trust: Trust, stranger: NotASpadesServer) -> ShownCertificate:
    """Return the certificate of a server that does not understand plain text, because it speaks TLS."""
    try:
        shown = await trust.checked_certificate(address)
    except NotSecure:
        raise stranger from None
    if trust.insecure:
        # A person who asked for plain text is not told something else behind their back.
        raise NotSecure(tr("{place} encrypts what it is told: leave --insecure out").format(place=address.place))
    return shown


async def _diagnosis(address: Address, failure: grpc.aio.AioRpcError) -> ClientError:
    """Return the sentence that helps: gRPC says "unavailable" to a wrong name and to a web server alike."""
    stranger = NotASpadesServer(tr("{place} answers, but is not a Spades server").format(place=address.place))
    if failure.code() in _STRANGER:
        return stranger
    if failure.code() not in TRANSIENT:
        return error_of(failure)
    try:
        _, writer = await knock(address)
    except ClientError as nobody:
        return nobody
    await hang_up(writer)
    return stranger
