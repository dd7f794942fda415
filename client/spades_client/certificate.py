"""The certificate that a server shows, and the fingerprint that says which server it is."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ssl
from dataclasses import dataclass

from spades_client.address import FINGERPRINT_SIGNS, Address
from spades_client.errors import NotASpadesServer, NotSecure
from spades_client.language import tr
from spades_client.reach import hang_up, knock

CERTIFIED_NAME = "spades"
"""The name that every server's certificate is for."""

HANDSHAKE_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class ShownCertificate:
    """What a server showed; that it has the key too is proven by the connection that takes this as its only root."""

    pem: bytes
    fingerprint: str
    """The SHA-256 of its public key (SubjectPublicKeyInfo, DER): 52 signs of base32."""

    @property
    def short_fingerprint(self) -> str:
        """The part of it that join strings carry."""
        return self.fingerprint[:FINGERPRINT_SIGNS]


async def read_certificate(address: Address) -> ShownCertificate:
    """Return the certificate that is shown at *address*; nothing is said there but hello.

    Raises:
        ServerUnreachable: nobody answers there.
        NotSecure: who answers does not speak TLS.
        NotASpadesServer: who answers does not speak HTTP/2.
    """
    _, writer = await knock(address)
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            await writer.start_tls(_any_certificate(), server_hostname=CERTIFIED_NAME)
    except OSError:  # SSLError and TimeoutError are some
        writer.transport.abort()
        raise NotSecure(
            tr(
                "{place} answers, but does not encrypt: it is no Spades server, or one that was started "
                "with --insecure, to which you would have to talk with --insecure too"
            ).format(place=address.place)
        ) from None
    spoken: ssl.SSLObject = writer.get_extra_info("ssl_object")
    shown, protocol = spoken.getpeercert(binary_form=True), spoken.selected_alpn_protocol()
    await hang_up(writer)
    if shown is None or protocol != "h2":
        raise NotASpadesServer(tr("{place} answers, but is not a Spades server").format(place=address.place))
    return ShownCertificate(ssl.DER_cert_to_PEM_cert(shown).encode(), _fingerprint_of(shown))


def _any_certificate() -> ssl.SSLContext:
    """Return what accepts every certificate: this handshake is there to see it, and carries nothing else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    return context


def _fingerprint_of(certificate: bytes) -> str:
    # Only here: nobody else needs it, and it takes as long to load as gRPC.
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = x509.load_der_x509_certificate(certificate).public_key()
    digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return base64.b32encode(digest).decode().rstrip("=")
