"""The addresses under which friends on the same network reach this machine."""

import ipaddress
from collections.abc import Iterable, Iterator

import ifaddr

__all__ = ["friendly", "lan_addresses"]

_NOT_FOR_FRIENDS = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg", "utun", "zt", "tailscale")
"""How the names of loopback, container and tunnel interfaces begin."""


def lan_addresses() -> list[str]:
    """Return the addresses of this machine that another on its network can use, IPv4 first."""
    return friendly((adapter.nice_name, str(_text(ip.ip))) for adapter in ifaddr.get_adapters() for ip in adapter.ips)


def friendly(found: Iterable[tuple[str, str]]) -> list[str]:
    """Return of (interface, address) pairs the addresses to tell friends, IPv4 first."""
    return sorted(_friendly(found), key=lambda address: ":" in address)


def _friendly(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, address in found:
        ip = ipaddress.ip_address(address)
        usable = not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
        if usable and not name.startswith(_NOT_FOR_FRIENDS):
            yield address


def _text(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0]
