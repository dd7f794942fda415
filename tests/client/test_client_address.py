"""Addresses as people type them (cases.md A32)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_client import Address, AddressInvalid, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", Address(host="192.168.1.20")),
        ("kitchen", Address(host="kitchen")),
        ("kitchen.local:99", Address(host="kitchen.local", port=99)),
        ("localhost:17734/abcd", Address(host="localhost", port=17734, table="ABCD")),
        ("::1", Address(host="::1")),
        ("[::1]", Address(host="::1")),
        ("[::1]:5000", Address(host="::1", port=5000)),
        ("[fe80::1%eth0]:5000/K7Q2X", Address(host="fe80::1%eth0", port=5000, table="K7Q2X")),
        ("::1/ABC123", Address(host="::1", table="ABC123")),
        ("  10.0.0.1  ", Address(host="10.0.0.1")),
    ],
)
def test_a_server_and_a_table_are_read_in_every_usual_form(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["", "/ABCD", ":80", "a b", "host:", "host:0", "host:65536", "host:x", "[::1", "[host]:1", "1:2:3", "::1%", "h/AB"],
)
def test_what_is_no_address_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(AddressInvalid) as refusal:
        parse_address(text)
    assert "\n" not in str(refusal.value)


def test_ipv6_is_written_in_brackets_and_its_zone_escaped_for_grpc() -> None:
    address = parse_address("[fe80::1%eth0]:99")
    assert address.place == "[fe80::1%eth0]:99"
    assert address.target == "ipv6:[fe80::1%25eth0]:99"
    assert parse_address("kitchen").target == "dns:///kitchen:17733"


@given(st.text(max_size=30))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressInvalid:
        return
    assert parse_address(address.place).host == address.host
