"""Telling the network by zeroconf that there is a server, for as long as it serves."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from zeroconf import Error
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from spades_server.lan import link_addresses

__all__ = ["SERVICE_TYPE", "Advert", "advertising", "instance_label"]

log = logging.getLogger(__name__)

SERVICE_TYPE = "_spades._tcp.local."
LOOK_SECONDS = 5.0
"""How often it is looked whether what is told is still true."""
TAKE_BACK_SECONDS = 1.0
_LABEL_BYTES = 63 - len("-9999")
"""The first label of a service has 63 bytes; a second server of the same name gets a number after it."""
_TEXT_BYTES = 255 - len("name=")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advert:
    """What is told; nobody's word that it is true."""

    server_id: str
    name: str
    version: str
    port: int
    fingerprint: str
    """What join strings carry of it; empty: plain text."""
    contract: str
    """The version of the contract that is served."""
    oldest_client: str
    """The oldest version whose clients are served."""

    def service(self, addresses: list[str], tables: int, instance: str) -> AsyncServiceInfo:
        """Return it in the form that zeroconf takes."""
        return AsyncServiceInfo(
            SERVICE_TYPE,
            f"{instance}.{SERVICE_TYPE}",
            port=self.port,
            # A host name of our own: that of the machine belongs to its own responder.
            server=f"spades-{self.server_id[:12].lower()}-{self.port}.local.",
            parsed_addresses=addresses,
            properties={
                "id": self.server_id,
                "name": _cut(self.name, _TEXT_BYTES),
                "version": self.version,
                "tls": "1" if self.fingerprint else "0",
                "fp": self.fingerprint,
                "tables": str(tables),
                "contract": self.contract,
                "oldest": self.oldest_client,
            },
        )


@contextlib.asynccontextmanager
async def advertising(advert: Advert, tables: Callable[[], int]) -> AsyncIterator[None]:
    """Tell of the server while the context is entered; *tables* counts what it has.

    A network that carries no multicast, or a machine that allows none, is logged once: friends can still type the
    address.
    """
    telling = asyncio.create_task(_Teller(advert, tables).run(), name="advertising")
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


class _Teller:
    """Mutable: it holds what is told now, and the sockets to tell it by."""

    def __init__(self, advert: Advert, tables: Callable[[], int]) -> None:
        self._advert = advert
        self._tables = tables
        self._instance = instance_label(advert.name)
        self._told: tuple[list[str], int] = ([], 0)
        self._zeroconf: AsyncZeroconf | None = None
        self._complained = False

    async def run(self) -> None:
        """Tell what is true, look again, and take it back when cancelled."""
        try:
            while True:
                await self._tell(link_addresses(), self._tables())
                await asyncio.sleep(LOOK_SECONDS)
        except Exception:
            # Nobody plays worse for it: the server goes on without being found.
            log.exception("the server is advertised no longer")
        finally:
            await self._stop()

    async def _tell(self, addresses: list[str], tables: int) -> None:
        if self._told == (addresses, tables):
            return
        try:
            if self._told[0] != addresses:
                # Sockets belong to addresses: a laptop that changed networks needs new ones.
                await self._stop()
                await self._start(addresses, tables)
            elif self._zeroconf is not None:
                service = self._advert.service(addresses, tables, self._instance)
                await (await self._zeroconf.async_update_service(service))
        except (OSError, Error, RuntimeError) as error:
            if not self._complained:
                log.warning("friends cannot find this server by themselves, only by its address: %s", error)
            self._complained = True
            await self._stop()
        self._told = (addresses, tables)

    async def _start(self, addresses: list[str], tables: int) -> None:
        if not addresses:
            return
        self._zeroconf = AsyncZeroconf(interfaces=addresses)
        service = self._advert.service(addresses, tables, instance_label(self._advert.name))
        # Another server of this name on the network: ours gets a number after it.
        registered = await self._zeroconf.async_register_service(service, allow_name_change=True)
        self._instance = service.name.removesuffix(f".{SERVICE_TYPE}")
        await registered

    async def _stop(self) -> None:
        zeroconf, self._zeroconf, self._told = self._zeroconf, None, ([], 0)
        if zeroconf is not None:
            with contextlib.suppress(OSError, Error):
                async with asyncio.timeout(TAKE_BACK_SECONDS):
                    await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()


def instance_label(name: str) -> str:
    """Return *name* as the first label of a service, which has no dots and is not empty."""
    label = "".join(sign for sign in name.replace(".", " ") if sign.isprintable())
    return _cut(label, _LABEL_BYTES).strip() or "spades"


def _cut(text: str, most_bytes: int) -> str:
    return text.encode()[:most_bytes].decode(errors="ignore")
