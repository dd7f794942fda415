"""Addresses as people type them."""

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
        ("localhost", Address(host="localhost", port=17734)),
        ("localhost:17734/abcd", Address(host="localhost", port=17734, table="ABCD")),
        ("LOCALHOST:17733", Address(host="LOCALHOST", port=17733)),
        ("127.0.0.9", Address(host="127.0.0.9", port=17734)),
        ("localhost+HDIP4MXAXHKT2HVF", Address(host="localhost", fingerprint="HDIP4MXAXHKT2HVF")),
        ("::1", Address(host="::1", port=17734)),
        ("[::1]", Address(host="::1", port=17734)),
        ("[::1]:5000", Address(host="::1", port=5000)),
        ("[fe80::1%eth0]:5000/K7Q2X", Address(host="fe80::1%eth0", port=5000, table="K7Q2X")),
        ("::1/ABC123", Address(host="::1", port=17734, table="ABC123")),
        ("2001:db8::7/ABC123", Address(host="2001:db8::7", table="ABC123")),
        ("  10.0.0.1  ", Address(host="10.0.0.1")),
        (
            "192.168.1.20/k7q2x+hdip4mxaxhkt2hvf",
            Address(host="192.168.1.20", table="K7Q2X", fingerprint="HDIP4MXAXHKT2HVF"),
        ),
        ("kitchen:99+HDIP4MXAXHKT2HVF", Address(host="kitchen", port=99, fingerprint="HDIP4MXAXHKT2HVF")),
    ],
)
def test_a_server_and_a_table_are_read_in_every_usual_form(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "/ABCD",
            ":80",
            "a b",
            "host:",
            "host:0",
            "host:65536",
            "host:x",
            "[::1",
            "[host]:1",
            "1:2:3",
            "::1%",
            "h/AB",
        ),
        *("a..b", "x" * 64, "host:" + "9" * 5000, "+HDIP4MXAXHKT2HVF", "h+", "h+HDIP", "h+HDIP4MXAXHKT2HV1", "h+A+B"),
        *("h+HDIP4MXAXHKT2HVFHDIP", "h/ABCD+HDIP4MXAXHKT2HVF/ABCD", "h+HDIP4MXAXHKT2HVF:80"),
    ],
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


HOSTS = (
    st.from_regex(r"[A-Za-z0-9_]([A-Za-z0-9-]{0,20}[A-Za-z0-9])?(\.[a-z]{1,9})?", fullmatch=True)
    | st.ip_addresses().map(str)
    | st.ip_addresses(v=6).map(lambda ip: f"{ip}%eth0")
    | st.sampled_from(["localhost", "127.0.0.1", "::1"])
)
ADDRESSES = st.builds(
    Address,
    host=HOSTS,
    port=st.integers(min_value=1, max_value=65535) | st.sampled_from([17733, 17734]),
    table=st.none() | st.from_regex(r"[A-Z0-9]{4,6}", fullmatch=True),
    fingerprint=st.none() | st.from_regex(r"[A-Z2-7]{16}", fullmatch=True),
)


@given(ADDRESSES)
def test_a_join_string_says_all_of_an_address(address: Address) -> None:
    assert parse_address(str(address)) == address
    assert parse_address(str(address).lower()).fingerprint == address.fingerprint


def test_a_join_string_names_no_port_that_goes_without_saying() -> None:
    sign = "HDIP4MXAXHKT2HVF"
    assert str(Address(host="10.0.0.1", table="K7Q2X", fingerprint=sign)) == f"10.0.0.1/K7Q2X+{sign}"
    assert str(Address(host="fd00::2", port=99)) == "[fd00::2]:99"
    assert str(Address(host="localhost", port=17734)) == "localhost"
    assert str(Address(host="localhost", port=17733)) == "localhost:17733"
    assert str(Address(host="localhost", port=17733, fingerprint=sign)) == f"localhost+{sign}"


@given(st.text(max_size=30) | st.text(alphabet="aA1:/+[]%.-2", max_size=30))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressInvalid:
        return
    assert parse_address(address.place).host == address.host
