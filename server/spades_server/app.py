"""A server from start to stop: ports, services, health, and a graceful end."""

import asyncio
import contextlib
import gc
import logging
import secrets
import socket
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from spades_server.certificate import Certificate, certificate_in
from spades_server.clock import Clock, ResumedClock
from spades_server.condition import Condition
from spades_server.journal import Journal, MemoryJournal
from spades_server.limits import Limits
from spades_server.lobby import Lobby
from spades_server.rpc.access import Access
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.contract import Contract
from spades_server.rpc.guard import Guard
from spades_server.rpc.handlers import Context, Gate, Servicer, service_handler
from spades_server.rpc.history import History
from spades_server.rpc.history_service import HistoryService
from spades_server.rpc.host_service import HostService
from spades_server.rpc.lobby_feed import LobbyFeed
from spades_server.rpc.lobby_service import LobbyService
from spades_server.rpc.server_info import REQUEST_BYTES, Identity, ServerService
from spades_server.rpc.table_service import TableService
from spades_server.tally import Tally
from spades_server.thinking import Thinkers
from spades_server.vault import MemoryVault, Vault

__all__ = ["PortTaken", "RunningServer", "ServerConfig", "SystemClock", "serving"]

log = logging.getLogger(__name__)

STOP_SECONDS = 3.0
"""Time that calls under way have to end when the server stops."""
NEW_OBJECTS = 10_000
"""New objects after which Python looks for cycles among them. What a play leaves behind is kept and is no garbage: with
the usual 700, one in 40 plays waited for a search that found nothing."""

_OPTIONS = (
    # A second server on the port must fail, not share the players with the first.
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", REQUEST_BYTES),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # Without it a frozen peer, whose kernel still answers, is noticed only after a minute.
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
    # With the defaults, thousands of streams opened at once lose some to CANCELLED.
    ("grpc.server.max_pending_requests", 20_000),
    ("grpc.server.max_pending_requests_hard_limit", 20_000),
)


class PortTaken(Exception):
    """The port cannot be had."""

    def __init__(self, address: str) -> None:
        super().__init__(f"cannot listen on {address}: the port is in use, or the address is not this machine's")


# On Linux the usual clock stands still while the machine sleeps, and so does Python's on macOS.
_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


class SystemClock:
    """The machine's clocks."""

    def monotonic(self) -> float:
        """See ``Clock``; a machine's sleep counts, so that it shows."""
        return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)

    def time(self) -> float:
        """See ``Clock``."""
        return time.time()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How a server is started."""

    addresses: tuple[str, ...] = ("127.0.0.1:0",)
    """What to listen on in plain text, ``host:port``; port 0: any free one."""
    tls_addresses: tuple[str, ...] = ()
    """What to listen on with TLS, in the same form."""
    name: str = "spades"
    clock: Clock = field(default_factory=SystemClock)
    journal: Journal = field(default_factory=MemoryJournal)
    vault: Vault = field(default_factory=MemoryVault)
    limits: Limits = field(default_factory=Limits)
    condition: Condition = field(default_factory=Condition)
    """Where parts of the server, such as its journal, say that they cannot work: health tells it."""
    contract: Contract = field(default_factory=Contract)
    """Which versions of the contract are served."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that is serving."""

    ports: tuple[int, ...]
    """The port of each plain-text address, in order."""
    tls_ports: tuple[int, ...]
    """The port of each address with TLS, in order."""
    certificate: Certificate
    lobby: Lobby[Broadcast]
    tally: Tally
    guard: Guard
    feed: LobbyFeed
    condition: Condition
    contract: Contract
    thinkers: Thinkers
    """The processes in which computer players search."""
    hurry: asyncio.Event
    """Set it to have the server stop without waiting for calls under way, once it is stopping."""


@contextlib.asynccontextmanager
async def serving(config: ServerConfig) -> AsyncIterator[RunningServer]:
    """Serve while the context is entered; leaving it says goodbye to everybody and stops within ``STOP_SECONDS``.

    Raises:
        PortTaken: an address cannot be listened on.
        JournalError: the journal cannot be read, or the vault not be written.
    """
    certificate = certificate_in(config.vault)
    identity = Identity(
        server_id=certificate.fingerprint,
        name=config.name,
        version=version("spades-lan"),
        epoch=secrets.token_hex(6),
        contract=config.contract,
    )
    key = config.vault.secret("token key", lambda: secrets.token_bytes(32))
    tally = Tally()
    recovered = config.journal.recovered(config.clock.time())
    clock = ResumedClock(config.clock, config.journal.last_now)
    guard = Guard(config.limits, clock)
    feed = LobbyFeed()
    thinkers = Thinkers()
    lobby = Lobby(
        config.journal,
        clock,
        lambda: Broadcast(identity.epoch, config.limits, tally),
        key,
        listener=feed,
        limits=config.limits,
        ask=thinkers.choose,
    )
    access = Access(lobby, clock, guard)
    server = grpc.aio.server(options=_OPTIONS)
    servicers: tuple[Servicer, ...] = (
        ServerService(identity, clock, guard),
        LobbyService(lobby, guard, feed),
        TableService(lobby, access, identity.epoch, thinkers.choose, config.contract),
        HostService(lobby, access),
        HistoryService(History(config.journal, identity.server_id)),
    )
    for servicer in servicers:
        gate = guard.admit if isinstance(servicer, ServerService) else _gate(guard, config.contract)
        # Whose callers show a token are counted by it.
        with_token = isinstance(servicer, TableService | HostService)
        handler = service_handler(servicer.service, servicer, tally, gate, guard.hold, with_token=with_token)
        server.add_generic_rpc_handlers((handler,))
    names = [servicer.service.full_name for servicer in servicers]
    healthy = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    reflection.enable_server_reflection([*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
    ports = tuple(_listen(server, address) for address in config.addresses)
    tls_ports = tuple(_listen(server, address, certificate) for address in config.tls_addresses)
    lobby.recover(recovered)
    await server.start()
    await _tell_health(healthy, names, config.condition)
    beside = (
        asyncio.create_task(_keep_health_true(healthy, names, config.condition), name="health"),
        asyncio.create_task(lobby.watch_sleep(), name="sleep"),
    )
    hurry = asyncio.Event()
    log.info("serving", extra={"server": identity.server_id, "ports": ",".join(map(str, ports))})
    try:
        with _seldom_searched_for_garbage():
            yield RunningServer(
                ports,
                tls_ports,
                certificate,
                lobby,
                tally,
                guard,
                feed,
                config.condition,
                config.contract,
                thinkers,
                hurry,
            )
    finally:
        log.info("stopping")
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await healthy.enter_graceful_shutdown()
        feed.stop()
        for table in lobby.tables():
            lobby.publisher(table.table_id).stop()
        await _stop(server, hurry)
        await lobby.close()
        await thinkers.close()
        await config.journal.settle()
        log.info("stopped")


def _gate(guard: Guard, contract: Contract) -> Gate:
    """Return what lets in calls without a token: not too many, and from clients that are not too old."""

    def gate(context: Context) -> None:
        guard.admit(context)
        contract.admit(context)

    return gate


@contextlib.contextmanager
def _seldom_searched_for_garbage() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(usual[0] and max(NEW_OBJECTS, usual[0]), *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


async def _tell_health(healthy: health.aio.HealthServicer, names: Iterable[str], condition: Condition) -> None:
    answer = health_pb2.HealthCheckResponse
    for name in ("", *names):
        await healthy.set(name, answer.SERVING if condition.is_sound else answer.NOT_SERVING)


async def _keep_health_true(healthy: health.aio.HealthServicer, names: Sequence[str], condition: Condition) -> None:
    while True:
        await condition.changed()
        await _tell_health(healthy, names, condition)
        failing = ",".join(condition.failing)
        log.warning("health changed", extra={"sound": condition.is_sound, "failing": failing})


async def _stop(server: grpc.aio.Server, hurry: asyncio.Event) -> None:
    """Stop when every call has ended, after ``STOP_SECONDS``, or when somebody is in a hurry."""
    stopping = asyncio.create_task(server.stop(STOP_SECONDS))
    hurrying = asyncio.create_task(hurry.wait())
    await asyncio.wait({stopping, hurrying}, return_when=asyncio.FIRST_COMPLETED)
    hurrying.cancel()
    if not stopping.done():
        await server.stop(None)
    await stopping


def _listen(server: grpc.aio.Server, address: str, certificate: Certificate | None = None) -> int:
    """Listen on *address*, with TLS if there is a *certificate*, and return the port."""
    _check_both_families(address)
    try:
        if certificate is None:
            port = server.add_insecure_port(address)
        else:
            pair = (certificate.key_pem, certificate.certificate_pem)
            port = server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
    except RuntimeError as error:
        raise PortTaken(address) from error
    if port == 0:
        raise PortTaken(address)
    return port


def _check_both_families(address: str) -> None:
    """Refuse a port that another program has for IPv6 only; gRPC would be content with IPv4 without a word."""
    host, _, port = address.rpartition(":")
    if host != "[::]" or port == "0" or not socket.has_dualstack_ipv6():
        return
    try:
        socket.create_server(("", int(port)), family=socket.AF_INET6, dualstack_ipv6=True).close()
    except OSError as error:
        raise PortTaken(address) from error
