"""What a server tells the network about itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_server.advertising import SERVICE_TYPE, Advert, instance_label
from spades_server.lan import friendly

CONTRACT = {"contract": "1.0.0", "oldest_client": "1.0.0"}


@given(st.text(max_size=80), st.integers(min_value=0, max_value=1000))
def test_a_server_of_any_name_can_be_advertised(name: str, tables: int) -> None:
    advert = Advert(server_id="A" * 52, name=name, version="1.0", port=17733, fingerprint="A" * 16, **CONTRACT)
    label = instance_label(name)
    assert 0 < len(label.encode()) <= 58
    assert "." not in label
    service = advert.service(["192.0.2.1", "fd00::1"], tables, label)
    assert service.name == f"{label}.{SERVICE_TYPE}"
    assert all(len(key) + 1 + len(value or b"") <= 255 for key, value in service.properties.items())


def test_an_advertisement_says_whether_it_is_plain_text() -> None:
    secret = Advert(server_id="A" * 52, name="Den", version="1.0", port=1, fingerprint="F" * 16, **CONTRACT)
    plain = Advert(server_id="A" * 52, name="Den", version="1.0", port=1, fingerprint="", **CONTRACT)
    said = [advert.service(["192.0.2.1"], 2, "Den").properties for advert in (secret, plain)]
    assert [(each[b"tls"], each[b"fp"], each[b"tables"]) for each in said] == [
        (b"1", b"F" * 16, b"2"),
        (b"0", b"", b"2"),
    ]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([("lo", "127.0.0.1"), ("lo", "::1"), ("eth0", "192.168.1.20")], ["192.168.1.20"]),
        ([("eth0", "fd00::2"), ("eth0", "192.168.1.20")], ["192.168.1.20", "fd00::2"]),
        ([("docker0", "172.17.0.1"), ("br-1a2b", "172.18.0.1"), ("wlan0", "10.0.0.4")], ["10.0.0.4"]),
        ([("tun0", "10.8.0.2"), ("wg0", "10.9.0.2"), ("tailscale0", "100.64.0.9")], []),
        ([("vEthernet (WSL)", "172.20.0.1"), ("Intel(R) Wi-Fi 6", "192.168.1.7")], ["192.168.1.7"]),
        ([("eth0", "169.254.3.4"), ("eth0", "fe80::1")], ["169.254.3.4"]),
        ([("eth0", "169.254.3.4"), ("wlan0", "192.168.1.7")], ["192.168.1.7"]),
        ([("eth0", "fe80::1")], []),
    ],
)
def test_friends_are_told_the_addresses_that_they_can_use(found: list[tuple[str, str]], told: list[str]) -> None:
    assert friendly(found) == told
