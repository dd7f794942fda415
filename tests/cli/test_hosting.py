"""``spades host``, and those who join it by what it prints, on one machine."""

import asyncio
import contextlib
import json
import os
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from cli.processes import Spades, line_of, one_line, seated, type_line, until
from client.lines import Keyboard
from spades_cli import choose, main, servers
from spades_cli.failure import Failure
from spades_client import Address, FoundServer, parse_address
from spades_client.finding import preferred
from spades_server.lan import lan_addresses

OTHER_SIGN = "A" * 16
PROMPTLY = 5.0
"""Seconds within which a place that cannot be reached is told."""

on_a_network = pytest.mark.skipif(not lan_addresses(), reason="this machine has no address on a LAN")


@contextlib.asynccontextmanager
async def hosting(spades: Spades, *arguments: str) -> AsyncIterator[tuple[Process, list[str]]]:
    """Run ``spades host`` on free ports; yield it and what it announces."""
    async with spades.start("host", "--port", "0", "--local-port", "0", *arguments) as process:
        yield process, await until(process, lambda line: "join localhost" in line)


def for_friends(announced: list[str]) -> list[str]:
    """Return the join strings in what a host announces."""
    return [line.split()[2] for line in announced if "+" in line]


@on_a_network
async def test_the_line_for_friends_is_the_whole_way_to_the_table(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as (_, announced):
        table = announced[0].split()[1].rstrip(":")
        for typed in for_friends(announced):
            address = parse_address(typed)
            assert (address.table, len(address.fingerprint or "")) == (table, 16)
            status, output, errors = await spades.run("join", typed, "--name", "Ana", typed="w\nquit\n")
            assert (status, errors) == (0, "")
            assert f"Table {table} on" in output


@on_a_network
async def test_another_fingerprint_is_refused_in_one_line(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as (_, announced):
        right = for_friends(announced)[0]
        wrong = f"{right.partition('+')[0]}+{OTHER_SIGN}"
        for command in ("join", "watch", "bot"):
            status, output, errors = await spades.run(command, wrong)
            assert (status, output) == (1, "")
            line = one_line(errors)
            assert line.startswith("spades: ")
            assert OTHER_SIGN in line
            assert right.partition("+")[2] in line


@on_a_network
async def test_a_bare_address_shows_the_fingerprint_once(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as (_, announced):
        bare, _, sign = for_friends(announced)[0].partition("+")
        _, _, errors = await spades.run("join", bare, "--name", "Ana")
        assert sign in one_line(errors)
        assert (await spades.run("join", bare, "--name", "Ana"))[2] == ""


@on_a_network
async def test_what_was_last_another_server_is_not_joined_by_a_script(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as (_, announced):
        bare, _, sign = for_friends(announced)[0].partition("+")
        await spades.run("join", bare, "--name", "Ana")
        known = tmp_path / "servers.json"
        known.write_text(known.read_text().replace(sign, OTHER_SIGN))
        status, output, errors = await spades.run("join", bare, "--name", "Ana", typed="yes\nyes\nw\n")
        assert (status, output) == (1, "")
        line = one_line(errors)
        assert OTHER_SIGN in line
        assert f"+{sign}" in line


async def test_the_first_person_seated_is_the_host_of_the_table(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades, "--players", "2") as (_, announced):
        place = announced[-1].split()[-1]
        async with spades.start("bot", place) as bot:
            await line_of(bot)
            async with spades.start("join", place, "--name", "Ana") as client:
                await seated(client)
                await until(client, lambda line: line.startswith("No game has started"))
                type_line(client, "start")
                assert "Hand 1" in (await until(client, lambda line: line.startswith(("Hand 1", "refused"))))[-1]


async def test_a_table_is_watched_without_a_seat(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as (_, announced):
        status, output, errors = await spades.run("watch", announced[-1].split()[-1])
        assert (status, errors) == (0, "")
        assert "You watch." in output
        assert "0 of 4 seats are taken" in output


def table_of(announced: list[str]) -> str:
    """Return the table that a host announces."""
    return announced[0].split()[1].rstrip(":")


async def test_a_start_has_its_table_where_an_earlier_one_s_was_that_nobody_has_ever_sat_at(tmp_path: Path) -> None:
    """By whatever rules: friends may have been told its code already, and an empty table beside it misleads them."""
    spades = Spades(tmp_path)
    tables = []
    for options in ((), (), ("--think", "30"), ("--rules", "bicycle", "--players", "4")):
        async with hosting(spades, *options) as (_, announced):
            tables.append(table_of(announced))
            assert f": {'bicycle' if 'bicycle' in options else 'standard'}, 4 players." in announced[0]
            assert "You watch." in (await spades.run("watch", announced[-1].split()[-1]))[1], "there is one table"
    assert len(set(tables)) == 1


async def test_a_start_goes_on_with_the_table_where_people_sit_rather_than_with_an_empty_one(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades):
        pass
    async with hosting(spades, "--think", "30") as (_, announced):
        taken, place = table_of(announced), announced[-1].split()[-1]
        async with spades.start("join", f"{place}/{taken}", "--name", "Ana") as client:
            await seated(client)
    async with hosting(spades) as (_, announced):
        assert table_of(announced) == taken


async def test_rules_need_not_be_named_again_to_go_on_where_people_sit(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades, "--players", "2", "--think", "30") as (_, announced):
        taken = table_of(announced)
        async with spades.start("join", announced[-1].split()[-1], "--name", "Ana") as client:
            await seated(client)
    async with hosting(spades, "--rules", "bicycle", "--players", "4") as (_, announced):
        assert table_of(announced) != taken, "these rules were asked for"
    async with hosting(spades) as (_, announced):
        assert announced[0] == f"Table {taken} goes on: standard, 2 players. The server is ready; Ctrl-C stops it."
        assert not any("as they were" in line for line in announced)
    async with hosting(spades, "--think", "40") as (_, announced):
        assert table_of(announced) == taken
        assert announced[1] == "Its time to think, grace and pace stay as they were: people sit there."


async def test_a_host_who_plays_sits_at_the_table_and_serves_on_after_leaving_it(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades, "--play", "Ana") as (host, announced):
        place = announced[-1].split()[-1]
        await until(host, lambda line: line.endswith("You are Ana on seat 1."))
        assert "Ana" in (await spades.run("watch", place))[1]
        type_line(host, "quit")
        assert "Ctrl-C" in (await until(host, lambda line: line.startswith("You have left the table. The")))[-1]
        assert "You are Ben on seat 1" in (await spades.run("join", place, "--name", "Ben"))[1]
        if os.name != "nt":
            host.send_signal(signal.SIGINT)
            async with asyncio.timeout(PROMPTLY):
                assert await host.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
async def test_ctrl_c_stops_the_server_of_a_host_who_plays(tmp_path: Path) -> None:
    async with hosting(Spades(tmp_path), "--play", "Ana") as (host, _):
        await until(host, lambda line: line.startswith("No game has started"))
        host.send_signal(signal.SIGINT)
        assert host.stderr is not None
        async with asyncio.timeout(PROMPTLY):
            assert await host.wait() == 0
        assert await host.stderr.read() == b""


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
async def test_a_port_for_the_lan_that_is_taken_is_told_with_its_number(
    tmp_path: Path, family: socket.AddressFamily
) -> None:
    try:
        taken = socket.create_server(("", 0), family=family)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with taken:
        port = str(taken.getsockname()[1])
        status, output, errors = await Spades(tmp_path).run("host", "--port", port, "--local-port", "0")
        assert (status, output) == (1, "")
        assert port in one_line(errors)


async def test_a_server_is_reached_by_every_name_of_this_machine(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    async with spades.start("host", "--port", "0", "--local-port", str(port)) as host:
        lan = await until(host, lambda line: "join localhost" in line)
        places = [f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}"]
        if _has_v6():
            places.append(f"[::1]:{port}")
        # The port for the LAN answers on this machine, too; without a fingerprint it is shown.
        places += [f"127.0.0.1:{parse_address(typed).port}" for typed in for_friends(lan)[:1]]
        for place in places:
            status, output, _ = await spades.run("join", place, "--name", "Ana")
            assert status == 0, place
            assert "You are Ana" in output


@on_a_network
@pytest.mark.skipif(os.name == "nt", reason="the short form of an address is that of POSIX")
async def test_a_name_that_only_the_machine_itself_can_resolve_is_joined(tmp_path: Path) -> None:
    """No name server knows 127.1, as none knows kitchen.local."""
    async with hosting(Spades(tmp_path)) as (_, announced):
        port, _, rest = for_friends(announced)[0].partition(":")[2].partition("/")
        status, output, errors = await Spades(tmp_path).run("watch", f"127.1:{port}/{rest}")
        assert (status, errors) == (0, "")
        assert "You watch." in output


def _has_v6() -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        return True
    return False


@pytest.mark.parametrize("command", ["join", "bot", "watch"])
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("spades.invalid", "no machine is called spades.invalid"),
        ("spades.invalid+HDIP4MXAXHKT2HVF", "no machine is called spades.invalid"),
        ("fe80::1%nowhere9", "no network 'nowhere9'"),
        ("[fe80::1%nowhere9]:17733/ABCD", "no network 'nowhere9'"),
        ("127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
        ("127.0.0.1:1+HDIP4MXAXHKT2HVF", "nobody answers at 127.0.0.1:1"),
    ],
)
async def test_a_place_that_cannot_be_reached_is_one_clear_line(
    tmp_path: Path, command: str, typed: str, told: str
) -> None:
    async with asyncio.timeout(4 * PROMPTLY):  # what is bounded is the knocking, not the start of a busy machine
        status, output, errors = await Spades(tmp_path).run(command, typed)
    assert (status, output) == (1, "")
    line = one_line(errors)
    assert line.startswith("spades: ")
    assert told in line


DEN = FoundServer(
    name="Den",
    addresses=("192.0.2.77", "fd00::77"),
    port=17733,
    server_id="S" * 52,
    version="1.0",
    encrypts=True,
    fingerprint=OTHER_SIGN,
    tables=1,
)
ATTIC = FoundServer(
    name="Attic",
    addresses=("192.0.2.78",),
    port=99,
    server_id="T" * 52,
    version="1.0",
    encrypts=False,
    fingerprint="",
    tables=2,
)


def found(monkeypatch: pytest.MonkeyPatch, *answering: FoundServer) -> None:
    """Let a search find these servers."""

    async def search() -> list[FoundServer]:
        return list(answering)

    for module in (servers, choose):
        monkeypatch.setattr(module, "find_servers", search)


def test_servers_are_listed_with_what_to_type_and_without_their_own_word_for_the_fingerprint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found(monkeypatch, ATTIC, DEN)
    assert main(["servers"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1::2] == ["  spades join 192.0.2.78:99 --insecure", "  spades join 192.0.2.77"]
    assert OTHER_SIGN in lines[2]


def test_a_server_that_needs_a_newer_client_is_marked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found(monkeypatch, ATTIC, replace(DEN, contract="2.0.0", needs_newer_client=True))
    assert main(["servers"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith(", needs a newer client") for line in lines[::2]] == [False, True]
    assert main(["servers", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["servers"]
    assert [(server["contract"], server["needs_newer_client"]) for server in told] == [("", False), ("2.0.0", True)]


def test_where_no_server_is_found_it_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    found(monkeypatch)
    for command in ("servers", "join", "watch"):
        assert main([command]) == 1
        assert "spades join 192.168.1.20" in one_line(capsys.readouterr().err)
    assert main(["servers", "--json"]) == 0
    assert capsys.readouterr().out == '{\n  "servers": []\n}\n'


def test_several_servers_are_named_where_nobody_can_choose(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    found(monkeypatch, ATTIC, DEN)
    assert main(["join"]) == 1
    line = one_line(capsys.readouterr().err)
    assert "Den: spades join 192.0.2.77" in line
    assert "Attic: spades join 192.0.2.78:99 --insecure" in line


@pytest.mark.parametrize(
    ("typed", "place"), [(["2"], "192.0.2.77:17733"), (["", "x", "0", "3", "1"], "192.0.2.78:99"), ([], "")]
)
async def test_a_person_chooses_among_several_servers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: list[str], place: str
) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    keyboard = Keyboard(*typed, interactive=True)
    keyboard.interrupt()
    monkeypatch.setattr(choose, "is_terminal", lambda *_: True)
    monkeypatch.setattr(choose, "TerminalSource", lambda: keyboard)
    monkeypatch.setattr(choose, "reachable", first_address)
    found(monkeypatch, ATTIC, DEN)
    if place:
        assert (await choose.choose_server()).place == place
    else:
        with pytest.raises(Failure, match="no server was chosen"):
            await choose.choose_server()


async def first_address(server: FoundServer) -> Address:
    """Stand in for knocking."""
    return server.address


def test_addresses_of_one_link_are_tried_last_and_only_where_the_link_is_known() -> None:
    told = ["127.0.0.1", "::1", "fe80::1", "fe80::1%4", "fd00::2", "2001:db8::2", "192.0.2.77", "169.254.1.2"]
    assert preferred(told) == ["192.0.2.77", "169.254.1.2", "fd00::2", "2001:db8::2", "fe80::1%4"]


def test_what_an_advertisement_says_of_its_fingerprint_is_no_part_of_where_to_go() -> None:
    assert DEN.address == Address(host="192.0.2.77")
    assert ATTIC.address == Address(host="192.0.2.78", port=99)
