"""gRPC channels as this client opens them."""

from __future__ import annotations

import grpc

from spades_client.address import Address

OPTIONS: tuple[tuple[str, int], ...] = (
    # A proxy set for the web would be asked for machines on the LAN, and know none of them.
    ("grpc.enable_http_proxy", 0),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # A frozen server whose kernel still answers is noticed by this one only.
    ("grpc.http2.ping_timeout_ms", 5_000),
    # The waits between attempts are ours (calls.Backoff); gRPC's own would add up to two minutes to them.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 3_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.enable_retries", 0),
)


def open_channel(address: Address) -> grpc.aio.Channel:
    """Return a plain-text channel to *address*; call it inside the event loop that will use it."""
    return grpc.aio.insecure_channel(address.target, options=OPTIONS)
