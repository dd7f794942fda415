"""The certificate that a server makes for itself on its first start; its fingerprint is what the server is."""

import base64
import datetime
import hashlib
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from spades_server.vault import Vault

__all__ = ["CERTIFIED_NAME", "FINGERPRINT_SIGNS", "Certificate", "certificate_in"]

CERTIFIED_NAME = "spades"
"""The name that every server's certificate is for: friends reach it by addresses that change."""
FINGERPRINT_SIGNS = 16
"""How many signs of the fingerprint a join string carries."""

# A machine without a clock that keeps time must still connect.
_FIRST_DAY = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_LAST_DAY = datetime.datetime(2099, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What proves a server."""

    key_pem: bytes
    """Its private key: a secret."""
    certificate_pem: bytes

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the public key (SubjectPublicKeyInfo, DER), as 52 signs of base32 without padding."""
        public = x509.load_pem_x509_certificate(self.certificate_pem).public_key()
        digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
        return base64.b32encode(digest).decode().rstrip("=")

    @property
    def short_fingerprint(self) -> str:
        """Its first ``FINGERPRINT_SIGNS`` signs, as join strings carry them."""
        return self.fingerprint[:FINGERPRINT_SIGNS]


def certificate_in(vault: Vault) -> Certificate:
    """Return the certificate that *vault* keeps, made now if it keeps none."""
    both = vault.secret("certificate", _make)
    key, begin, certificate = both.partition(b"-----BEGIN CERTIFICATE-----")
    return Certificate(key, begin + certificate)


def _make() -> bytes:
    """Return a new key and a certificate that it signs for itself, one PEM after the other."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, CERTIFIED_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FIRST_DAY)
        .not_valid_after(_LAST_DAY)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(CERTIFIED_NAME)]), critical=False)
        # No authority: some TLS libraries refuse one that presents itself as a server.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)
