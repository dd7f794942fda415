"""Addresses as people type them: ``HOST[:PORT][/TABLE]``, ``[v6]:port`` and a bare ``::1``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address

from spades_client.errors import AddressInvalid

DEFAULT_PORT = 17733
"""Where a server listens for the LAN."""

LOOPBACK_PORT = 17734
"""Where a server listens in plain text, for programs on its own machine."""

_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?\Z")
_TABLE = re.compile(r"[A-Z0-9]{4,6}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A server, and a table on it if one was named."""

    host: str
    """A name or an IP address; an IPv6 address without brackets, with its zone if it has one."""

    port: int = DEFAULT_PORT

    table: str | None = None
    """The table's id in capital letters; None: not named."""

    @property
    def target(self) -> str:
        """The server as gRPC wants it written."""
        if ":" in self.host:
            # A zone is written with %25 there, for the target is a URI.
            return f"ipv6:[{self.host.replace('%', '%25')}]:{self.port}"
        return f"dns:///{self.host}:{self.port}"

    @property
    def place(self) -> str:
        """The server as people write it, always with the port."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Return the address written in *text*.

    Raises:
        AddressInvalid: *text* names no host, or its port or table cannot be one.
    """
    server, slash, table = text.strip().partition("/")
    host, port = _split_port(server)
    if ":" in host:
        _check_v6(host)
    elif not _HOST.match(host):
        raise AddressInvalid(f"{text!r} is not an address; write HOST, HOST:PORT or [IPv6]:PORT")
    return Address(host=host, port=_parse_port(port), table=_parse_table(table) if slash else None)


def _split_port(server: str) -> tuple[str, str | None]:
    if server.startswith("["):
        host, bracket, rest = server[1:].partition("]")
        if not bracket or ":" not in host or (rest and not rest.startswith(":")):
            raise AddressInvalid(f"{server!r} is not an address; write [IPv6]:PORT")
        return host, rest[1:] if rest else None
    if server.count(":") == 1:
        host, _, port = server.partition(":")
        return host, port
    return server, None  # a name without a port, or a bare IPv6 address


def _check_v6(host: str) -> None:
    try:
        IPv6Address(host)
    except ValueError:
        raise AddressInvalid(f"{host!r} is not an IPv6 address") from None


def _parse_port(text: str | None) -> int:
    if text is None:
        return DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise AddressInvalid(f"{text!r} is not a port; write a number from 1 to 65535")
    return int(text)


def _parse_table(text: str) -> str:
    table = text.upper()
    if not _TABLE.match(table):
        raise AddressInvalid(f"{text!r} is not a table; it has 4 to 6 letters and digits")
    return table
