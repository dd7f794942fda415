"""Whether to talk to what answers at an address: trust on first use, and never again to somebody else unasked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from spades_client import texts
from spades_client.address import Address
from spades_client.certificate import ShownCertificate, read_certificate
from spades_client.errors import AddressInvalid, OtherServer
from spades_client.known_servers import KnownServers
from spades_client.language import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What a person allows, and what this machine remembers."""

    insecure: bool = False
    """Talk in plain text to other machines; this machine is always talked to so where it is."""

    known: KnownServers = field(default_factory=KnownServers)

    tell: Callable[[str], None] = lambda line: None
    """Shows the person a line."""

    ask: Callable[[str], Awaitable[bool]] | None = None
    """Asks the person and returns whether the answer was yes; None: nobody is there to be asked."""

    ask_first: Callable[[Address, ShownCertificate], Awaitable[bool]] | None = None
    """Asks about a server that nobody has named and that was never met before; None: the person is only told."""

    async def certificate_at(self, address: Address) -> ShownCertificate | None:
        """Return the only certificate to accept at *address*; None: talk in plain text there.

        Raises:
            AddressInvalid: plain text was asked for, and a fingerprint, which it cannot prove.
            OtherServer: who answers is not the server that it should be.
            ServerUnreachable, NotSecure, NotASpadesServer: see ``read_certificate``.
        """
        if self.insecure and address.fingerprint:
            raise AddressInvalid(
                tr("{address}: plain text proves no fingerprint; leave it or --insecure out").format(address=address)
            )
        if self.insecure or (address.is_loopback and not address.fingerprint):
            return None
        return await self.checked_certificate(address)

    async def checked_certificate(self, address: Address) -> ShownCertificate:
        """Return the certificate that is shown at *address*, once it is clear that it may be trusted.

        Raises:
            OtherServer, ServerUnreachable, NotSecure, NotASpadesServer: as for ``certificate_at``.
        """
        shown = await read_certificate(address)
        sign, last = shown.short_fingerprint, self.known.last_at(address.place)
        if address.fingerprint:
            # What a person types is the strongest word: it overrules what this machine remembers.
            if address.fingerprint != sign:
                raise OtherServer(
                    texts.FINGERPRINT_DIFFERS.format(place=address.place, told=address.fingerprint, shown=sign)
                )
        elif last is not None and last != shown.fingerprint:
            await self._ask_about_change(address, shown, last)
        elif last is None and self.ask_first is not None and not await self.ask_first(address, shown):
            raise OtherServer(texts.NOT_TRUSTED.format(place=address.place))
        return shown

    async def _ask_about_change(self, address: Address, shown: ShownCertificate, last: str) -> None:
        was = last[: len(shown.short_fingerprint)]
        sentence = texts.SERVER_CHANGED.format(place=address.place, last=was, shown=shown.short_fingerprint)
        if self.ask is None:
            raise OtherServer(sentence + texts.NAME_THE_SERVER.format(shown=shown.short_fingerprint))
        if not await self.ask(f"{sentence} {texts.TRUST_IT}"):
            raise OtherServer(sentence)

    def remember(self, address: Address, certificate: ShownCertificate) -> None:
        """Note who answered at *address*, and tell whom nobody has named yet."""
        if not (address.fingerprint or self.ask_first) and self.known.last_at(address.place) is None:
            self.tell(texts.FIRST_MEETING.format(place=address.place, shown=certificate.short_fingerprint))
        self.known.remember(address.place, certificate.fingerprint)
