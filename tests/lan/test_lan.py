"""An evening on a LAN: machines find each other, trust each other, and play, on every kind of network."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.processes import one_line, seated
from lan.evening import ONE_HAND, found, hosting, play, until_found
from lan.network import Lan, lan_of_this_run
from spades_client.finding import SEARCH_SECONDS


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    """Give a LAN without machines."""
    with lan_of_this_run(tmp_path) as made:
        yield made


async def test_a_server_is_found_joined_over_tls_and_played_on_and_is_gone_when_it_stops(lan: Lan) -> None:
    assert SEARCH_SECONDS < 3
    there, here = lan.machine("10.77.0.1/24", "fd77::1/64"), lan.machine("10.77.0.2/24", "fd77::2/64")
    async with hosting(there, "--name", "Ana's den. No. 2", *ONE_HAND) as (host, typed):
        assert [line.partition("/")[0] for line in typed] == ["10.77.0.1", "[fd77::1]"]
        sign = typed[0].partition("+")[2]
        (server,) = await found(here)
        assert server["name"] == "Ana's den. No. 2"
        assert (server["join"], server["fingerprint"], server["tls"]) == ("10.77.0.1", sign, True)
        assert server["addresses"][:2] == ["10.77.0.1", "fd77::1"]
        await play(here.spades)
        found_one = one_line((await here.spades.run("watch"))[2])
        assert found_one.startswith("Found Ana's den. No. 2: 10.77.0.1:17733, 1 table,")
        for line in typed:
            assert "You watch." in (await here.spades.run("watch", line))[1]
        host.send_signal(signal.SIGTERM)
        assert await host.wait() == 0
    assert await found(here) == []


async def test_where_multicast_is_blocked_the_address_does(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    for machine in (there, here):
        machine.block_multicast()
    async with hosting(there):
        status, output, errors = await here.spades.run("join")
        assert (status, output) == (1, "")
        assert "spades join 192.168.1.20" in one_line(errors)
        status, output, _ = await here.spades.run("join", "10.77.0.1", "--name", "Ana")
        assert status == 0
        assert "You are Ana" in output


async def test_an_address_where_no_machine_is_gives_one_line(lan: Lan) -> None:
    here = lan.machine("10.77.0.2/24", "fd77::2/64")
    for place in ("10.77.0.9", "fd77::9"):
        status, output, errors = await here.spades.run("join", place)
        assert (status, output) == (1, "")
        assert one_line(errors).startswith("spades: nobody answers at")


async def test_two_servers_of_one_name_are_both_found_and_a_script_must_name_one(lan: Lan) -> None:
    one, two, here = (lan.machine(f"10.77.0.{number}/24") for number in (1, 2, 3))
    async with hosting(one, "--name", "Den"), hosting(two, "--name", "Den"):
        await until_found(here, "10.77.0.1", "10.77.0.2")
        status, output, errors = await here.spades.run("join")
        assert (status, output) == (1, "")
        line = one_line(errors)
        assert "spades join 10.77.0.1" in line
        assert "spades join 10.77.0.2" in line


def last_line(errors: str) -> str:
    """Return the refusal, which may follow a line about the server that was found."""
    return one_line(errors.splitlines(keepends=True)[-1])


async def test_another_server_at_the_same_address_is_not_joined_and_gets_no_token(lan: Lan) -> None:
    """What mDNS says does not decide: the second server advertises itself as well."""
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with hosting(there, "--ephemeral"), here.spades.start("join", "10.77.0.1", "--name", "Ana") as client:
        await seated(client)
    async with hosting(there, "--ephemeral") as (_, typed):
        for where in (["10.77.0.1"], []):
            status, output, errors = await here.spades.run("join", *where, "--name", "Ana", typed="yes\n")
            assert status == 1
            assert "You are" not in output
            assert typed[0].partition("+")[2] in last_line(errors)
        assert "You are Ana" in (await here.spades.run("join", typed[0], "--name", "Ana"))[1]


async def test_plain_text_needs_the_word_of_both_sides_whatever_the_network_says(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with hosting(there, "--insecure") as (_, typed):
        (server,) = await found(here)
        assert server["tls"] is False
        for where in (["10.77.0.1"], []):
            status, _, errors = await here.spades.run("join", *where, "--name", "Ana")
            assert status == 1
            assert "--insecure" in last_line(errors)
        assert "You are Ana" in (await here.spades.run("join", typed[0], "--insecure", "--name", "Ana"))[1]


async def test_a_link_without_ipv4_is_played_on(lan: Lan) -> None:
    there, here = lan.machine("fd77::1/64"), lan.machine("fd77::2/64")
    async with hosting(there, *ONE_HAND) as (_, typed):
        assert [line.partition("/")[0] for line in typed] == ["[fd77::1]"]
        await play(here.spades, typed[0])


async def test_a_link_with_nothing_but_link_local_addresses_is_found_and_joined(lan: Lan) -> None:
    there, here = lan.machine(), lan.machine()
    async with hosting(there) as (_, typed):
        assert typed == []  # nobody could type it: the zone is the reader's own
        (server,) = await found(here)
        assert server["addresses"][0].startswith("fe80::")
        assert "You are Ana" in (await here.spades.run("join", "--name", "Ana"))[1]


async def test_a_machine_without_ipv6_serves_and_joins(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    for machine in (there, here):
        machine.set("ipv6.conf.all.disable_ipv6", 1)
    async with hosting(there) as (_, typed):
        assert len(typed) == 1
        assert "You are Ana" in (await here.spades.run("join", "--name", "Ana"))[1]
        assert "You are Ben" in (await there.spades.run("join", "localhost", "--name", "Ben"))[1]


async def test_only_addresses_that_friends_can_use_are_told(lan: Lan) -> None:
    there = lan.machine("10.77.0.1/24")
    for name, address in (("docker0", "172.17.0.1/16"), ("wlan0", "10.88.0.1/24"), ("virbr0", "192.168.122.1/24")):
        there.ip("link", "add", name, "type", "bridge")
        there.ip("address", "add", address, "dev", name)
        there.ip("link", "set", name, "up")
    async with hosting(there) as (_, typed):
        assert {line.partition("/")[0] for line in typed} == {"10.77.0.1", "10.88.0.1"}


async def test_a_server_that_changes_networks_is_found_at_its_new_address(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24", "10.88.0.2/24")
    async with hosting(there):
        there.ip("address", "del", "10.77.0.1/24", "dev", "eth0")
        there.ip("address", "add", "10.88.0.1/24", "dev", "eth0")
        await until_found(here, "10.88.0.1")
