"""gRPC channels as this client opens them."""

from __future__ import annotations

import grpc

from spades_client.address import Address
from spades_client.certificate import CERTIFIED_NAME, ShownCertificate

OPTIONS: tuple[tuple[str, int], ...] = (
    # A proxy set for the web would be asked for machines on the LAN, and know none of them.
    ("grpc.enable_http_proxy", 0),
    # With the time for an answer, a server that is gone is noticed within 15 s.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # A frozen server whose kernel still answers is noticed by this one only.
    ("grpc.http2.ping_timeout_ms", 5_000),
    # The waits between attempts are ours (calls.Backoff); gRPC's own would add up to two minutes to them.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 3_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.enable_retries", 0),
)


def open_channel(address: Address, certificate: ShownCertificate | None) -> grpc.aio.Channel:
    """Return a channel to *address* that accepts this one *certificate*, or a plain-text one for None.

    Call it inside the event loop that will use it.
    """
    if certificate is None:
        return grpc.aio.insecure_channel(address.target, options=OPTIONS)
    # The name is the same for every server: what proves this one is that no other certificate is a root.
    options = (*OPTIONS, ("grpc.ssl_target_name_override", CERTIFIED_NAME))
    credentials = grpc.ssl_channel_credentials(root_certificates=certificate.pem)
    return grpc.aio.secure_channel(address.target, credentials, options=options)
