"""Finding the servers of this network by zeroconf. What they say of themselves is for reading: it proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING

from spades_client.address import FINGERPRINT_SIGNS, Address
from spades_client.clean import clean
from spades_client.contract import is_too_old_for
from spades_client.errors import ClientError
from spades_client.language import tr
from spades_client.reach import hang_up, knock

if TYPE_CHECKING:
    # Loaded where a search begins: the first paint of a screen must not wait for it.
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

SERVICE_TYPE = "_spades._tcp.local."

SEARCH_SECONDS = 2.0
"""How long servers may take to answer; a question that was lost is asked again after one second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundServer:
    """A server as it advertises itself."""

    name: str
    """Its name, clean enough to print."""
    addresses: tuple[str, ...]
    """Its addresses, IPv4 first; one of IPv6 that means something on one link only has that link's zone."""
    port: int
    server_id: str
    version: str
    encrypts: bool
    """It says that it speaks TLS; a client does not take its word for it."""
    fingerprint: str
    """To compare with the host's screen; empty in plain text."""
    tables: int
    contract: str = ""
    """The version of the contract that it says it serves; empty if it does not say."""
    needs_newer_client: bool = False
    """It says that it does not serve clients as old as this one."""

    @property
    def address(self) -> Address:
        """Where it is, by its first address, and without a fingerprint: who would forge the one forges the other."""
        return Address(host=self.addresses[0], port=self.port)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A server that has come, has changed, or has gone."""

    key: str
    """The same for every sighting of one server."""
    server: FoundServer | None
    """None: it has gone."""


async def sightings() -> AsyncGenerator[Sighting, None]:
    """Yield the servers of this network as they come and go, for as long as they are asked for.

    Raises:
        ClientError: this machine has no network to ask on.
    """
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser

    zeroconf = _open()
    news: asyncio.Queue[Sighting] = asyncio.Queue()
    asking: set[asyncio.Task[None]] = set()

    async def look(name: str) -> None:
        server = await _ask(zeroconf, name)
        if server is not None:
            news.put_nowait(Sighting(key=name, server=server))

    def note(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            news.put_nowait(Sighting(key=name, server=None))
            return
        task = asyncio.ensure_future(look(name))
        asking.add(task)
        task.add_done_callback(asking.discard)

    browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE_TYPE, handlers=[note])
    try:
        while True:
            yield await news.get()
    finally:
        await browser.async_cancel()
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await zeroconf.async_close()


async def find_servers(seconds: float = SEARCH_SECONDS) -> list[FoundServer]:
    """Return the servers that answer on this network within *seconds*, by name.

    Raises:
        ClientError: this machine has no network to ask on.
    """
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser

    zeroconf = _open()
    names: dict[str, bool] = {}

    def note(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        names[name] = state_change is not ServiceStateChange.Removed

    try:
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE_TYPE, handlers=[note])
        await asyncio.sleep(seconds)
        await browser.async_cancel()
        asked = (_ask(zeroconf, name) for name, is_there in list(names.items()) if is_there)
        found = await asyncio.gather(*asked)
    finally:
        await zeroconf.async_close()
    return sorted((server for server in found if server), key=lambda server: (server.name, server.port))


async def reachable(server: FoundServer) -> Address:
    """Return the first address of *server* that answers; the first of all if none does."""
    for host in server.addresses:
        address = Address(host=host, port=server.port)
        with suppress(ClientError):
            _, writer = await knock(address)
            await hang_up(writer)
            return address
    return server.address


def _open() -> AsyncZeroconf:
    import ifaddr
    from zeroconf.asyncio import AsyncZeroconf

    addresses = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for link in ifaddr.get_adapters() for ip in link.ips]
    on_networks = [address for address in addresses if not ip_address(address).is_loopback]
    # Where one family is refused, the other may still do.
    for some in (on_networks, [address for address in on_networks if ":" not in address]):
        with suppress(OSError, RuntimeError):
            if some:
                return AsyncZeroconf(interfaces=some)
    raise ClientError(tr("this machine is on no network where servers could be looked for"))


async def _ask(zeroconf: AsyncZeroconf, name: str) -> FoundServer | None:
    from zeroconf.asyncio import AsyncServiceInfo

    service = AsyncServiceInfo(SERVICE_TYPE, name)
    # What is known already came with the answer; 500 ms for an answer that was cut short.
    if not await service.async_request(zeroconf.zeroconf, 500):
        return None
    addresses = preferred(service.parsed_scoped_addresses())
    if not addresses or not service.port:
        return None
    said = {key.decode(errors="replace"): _text(value) for key, value in service.properties.items()}
    return FoundServer(
        name=said.get("name") or clean(name.removesuffix(f".{SERVICE_TYPE}")),
        addresses=tuple(addresses),
        port=service.port,
        server_id=said.get("id", ""),
        version=said.get("version", ""),
        encrypts=said.get("tls") != "0",
        fingerprint=said.get("fp", "")[:FINGERPRINT_SIGNS],
        tables=int(said["tables"]) if said.get("tables", "").isdecimal() else 0,
        contract=said.get("contract", ""),
        needs_newer_client=is_too_old_for(said.get("oldest", "")),
    )


def preferred(addresses: Iterable[str]) -> list[str]:
    """Return *addresses* as they are to be tried: IPv4 first, those of one link last, and if it is known which link."""
    return sorted(filter(_is_usable, addresses), key=lambda address: (_is_of_one_link(address), ":" in address))


def _is_usable(address: str) -> bool:
    # An answer by IPv4 tells no zone; a forged one may say that the server is here, where plain text is spoken.
    return not ip_address(address).is_loopback and ("%" in address or not _is_of_one_link(address))


def _is_of_one_link(address: str) -> bool:
    return ":" in address and ip_address(address.partition("%")[0]).is_link_local


def _text(value: bytes | None) -> str:
    return clean((value or b"").decode(errors="replace"))
