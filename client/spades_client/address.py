"""Addresses as people type them, join strings: ``HOST[:PORT][/TABLE][+FP]``, with ``[v6]:port`` and a bare ``::1``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from spades_client.errors import AddressInvalid
from spades_client.language import tr

DEFAULT_PORT = 17733
"""Where a server listens for the LAN."""

LOOPBACK_PORT = 17734
"""Where a server listens in plain text, for programs on its own machine."""

FINGERPRINT_SIGNS = 16
"""How many signs of a server's fingerprint a join string carries: 80 bits, which nobody can forge."""

_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?\Z")
_TABLE = re.compile(r"[A-Z0-9]{4,6}\Z")
_FINGERPRINT = re.compile(rf"[A-Z2-7]{{{FINGERPRINT_SIGNS}}}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A server, a table on it if one was named, and the server's fingerprint if it was told."""

    host: str
    """A name or an IP address; an IPv6 address without brackets, with its zone if it has one."""

    port: int = DEFAULT_PORT

    table: str | None = None
    """The table's id in capital letters; None: not named."""

    fingerprint: str | None = None
    """The first ``FINGERPRINT_SIGNS`` signs of the server's fingerprint, capitals; None: not told."""

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
        return f"{self._written_host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """The server is on this machine, and nobody else can listen to what it is told."""
        return _is_loopback(self.host)

    def __str__(self) -> str:
        """The shortest join string for it."""
        port = "" if self.port == _default_port(self.host, self.fingerprint) else f":{self.port}"
        table = f"/{self.table}" if self.table else ""
        return f"{self._written_host}{port}{table}" + (f"+{self.fingerprint}" if self.fingerprint else "")

    @property
    def _written_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def parse_address(text: str) -> Address:
    """Return the address written in *text*.

    Without a port, it is that of the LAN; on this machine that for programs of the same machine, which has no
    fingerprint to tell.

    Raises:
        AddressInvalid: *text* names no host, or its port, table or fingerprint cannot be one.
    """
    rest, plus, sign = text.strip().partition("+")
    server, slash, table = rest.partition("/")
    host, port = _split_port(server)
    if ":" in host:
        _check_v6(host)
    elif not _HOST.match(host):
        raise AddressInvalid(
            tr("{text} is not an address; write HOST, HOST:PORT or [IPv6]:PORT").format(text=repr(text))
        )
    else:
        _check_name(host)
    fingerprint = _parse_fingerprint(sign) if plus else None
    return Address(
        host=host,
        port=_default_port(host, fingerprint) if port is None else _parse_port(port),
        table=_parse_table(table) if slash else None,
        fingerprint=fingerprint,
    )


def _default_port(host: str, fingerprint: str | None) -> int:
    return LOOPBACK_PORT if _is_loopback(host) and fingerprint is None else DEFAULT_PORT


def _is_loopback(host: str) -> bool:
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _split_port(server: str) -> tuple[str, str | None]:
    if server.startswith("["):
        host, bracket, rest = server[1:].partition("]")
        if not bracket or ":" not in host or (rest and not rest.startswith(":")):
            raise AddressInvalid(tr("{server} is not an address; write [IPv6]:PORT").format(server=repr(server)))
        return host, rest[1:] if rest else None
    if server.count(":") == 1:
        host, _, port = server.partition(":")
        return host, port
    return server, None  # a name without a port, or a bare IPv6 address


def _check_v6(host: str) -> None:
    try:
        IPv6Address(host)
    except ValueError:
        raise AddressInvalid(tr("{host} is not an IPv6 address").format(host=repr(host))) from None


def _check_name(host: str) -> None:
    try:
        host.encode("idna")  # What looks the name up would stumble over an empty or too long part of it.
    except UnicodeError:
        raise AddressInvalid(
            tr("{host} is not an address: no machine can be called so").format(host=repr(host))
        ) from None


def _parse_port(text: str) -> int:
    # Five digits at most: a longer text would be refused by Python, in its own words.
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise AddressInvalid(tr("{text} is not a port; write a number from 1 to 65535").format(text=repr(text)))
    return int(text)


def _parse_table(text: str) -> str:
    table = text.upper()
    if not _TABLE.match(table):
        raise AddressInvalid(tr("{text} is not a table; it has 4 to 6 letters and digits").format(text=repr(text)))
    return table


def _parse_fingerprint(text: str) -> str:
    sign = text.upper()
    if not _FINGERPRINT.match(sign):
        raise AddressInvalid(
            tr("{text} is not a fingerprint; it has {signs} letters and digits from 2 to 7").format(
                text=repr(text), signs=FINGERPRINT_SIGNS
            )
        )
    return sign
