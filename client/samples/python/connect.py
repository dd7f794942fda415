"""Connecting to a server by its join string: HOST:PORT/TABLE in plain text, HOST:PORT/TABLE+FINGERPRINT with TLS."""

import base64
import hashlib
import re
import socket
import ssl

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

OPTIONS = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.keepalive_time_ms", 10000),
    ("grpc.keepalive_timeout_ms", 5000),
    ("grpc.http2.ping_timeout_ms", 5000),
]


class NotThere(grpc.RpcError):
    """Nobody answers now: as a call that failed, which may succeed later."""

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE


class Server:
    """A server and a table of it, as a join string names them."""

    def __init__(self, join_string: str) -> None:
        parts = re.fullmatch(r"(\[.+\]|[^:]+):(\d+)/(\w+)(?:\+(\w+))?", join_string)
        if not parts:
            raise SystemExit(f"{join_string}: HOST:PORT/TABLE or HOST:PORT/TABLE+FINGERPRINT is wanted")
        self.host, self.port, self.table_id = parts[1], int(parts[2]), parts[3].upper()
        self.fingerprint = (parts[4] or "").upper()

    def channel(self) -> grpc.Channel:
        """Return a new channel, with TLS only to the server that has the fingerprint."""
        place = f"{self.host}:{self.port}"
        if not self.fingerprint:
            return grpc.insecure_channel(place, OPTIONS)
        # Its own certificate, which has just been compared, is the only one that the channel takes.
        trusted = grpc.ssl_channel_credentials(self._certificate())
        return grpc.secure_channel(place, trusted, [*OPTIONS, ("grpc.ssl_target_name_override", "spades")])

    def _certificate(self) -> bytes:
        """Return the certificate of whoever answers, if it has the fingerprint; nothing else is said there."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        try:
            plain = socket.create_connection((self.host.strip("[]"), self.port), timeout=5)
            with plain, context.wrap_socket(plain, server_hostname="spades") as shown:
                certificate = shown.getpeercert(binary_form=True) or b""
        except OSError:
            raise NotThere from None
        key = x509.load_der_x509_certificate(certificate).public_key()
        digest = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
        found = base64.b32encode(digest).decode()
        if not found.startswith(self.fingerprint):
            raise SystemExit(f"refused: another server answers: {found[:16]}")
        return ssl.DER_cert_to_PEM_cert(certificate).encode()
