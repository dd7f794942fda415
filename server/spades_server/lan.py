"""The addresses under which others on the same network reach this machine."""

import ipaddress
from collections.abc import Iterable, Iterator

import ifaddr

__all__ = ["friendly", "lan_addresses", "link_addresses"]

_NOT_FOR_FRIENDS = (
    *("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "flannel", "cali"),
    *("tun", "tap", "wg", "utun", "zt", "tailscale", "ppp", "ipsec", "awdl", "llw"),
    *("vethernet", "virtualbox", "vmware", "hyper-v", "wireguard", "tap-windows", "software loopback"),
)
"""How the names of loopback, container and tunnel interfaces begin, in small letters; the last ones on Windows."""


def lan_addresses() -> list[str]:
    """Return the addresses of this machine that friends on its network can type, IPv4 first."""
    return friendly(_found())


def link_addresses() -> list[str]:
    """Return also those that mean something on one link only; whoever is told them must know on which."""
    return sorted((address for name, address in _found() if _is_usable(name, address)), key=_is_v6)


def friendly(found: Iterable[tuple[str, str]]) -> list[str]:
    """Return of (interface, address) pairs the addresses to tell friends, IPv4 first.

    A link-local address of IPv4 is told only where there is no other, as on a cable between two laptops; one of IPv6
    never, for it is typed with the name that the reader's own machine has for the network.
    """
    usable = [address for name, address in found if _is_usable(name, address)]
    routed = [address for address in usable if not ipaddress.ip_address(address).is_link_local]
    return sorted(routed or (address for address in usable if not _is_v6(address)), key=_is_v6)


def _is_usable(name: str, address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_unspecified or name.lower().startswith(_NOT_FOR_FRIENDS))


def _is_v6(address: str) -> bool:
    return ":" in address


def _found() -> Iterator[tuple[str, str]]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            yield adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0]
