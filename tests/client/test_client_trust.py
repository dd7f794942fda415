"""Trust on first use: a server is its fingerprint, and another one is not talked to unasked (design of the LAN)."""

from __future__ import annotations

import asyncio
import io
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from client.fakes import FakeServer, FakeTime, Stream, caught_up, found, serving
from client.lines import Keyboard, Screen
from client.messages import table
from spades.v1.server_service_pb2 import GetServerInfoRequest
from spades.v1.server_service_pb2_grpc import ServerServiceStub
from spades_client import (
    Address,
    AddressInvalid,
    Ended,
    KnownServers,
    LineOptions,
    LinkChanged,
    LinkLost,
    NotASpadesServer,
    NotSecure,
    OtherServer,
    SavedSeat,
    SavedSeats,
    Trust,
    connect,
    run_line,
    watch,
)
from spades_client.certificate import read_certificate
from spades_client.channel import open_channel
from spades_server.certificate import Certificate, certificate_in
from spades_server.vault import MemoryVault

ONE, OTHER = certificate_in(MemoryVault()), certificate_in(MemoryVault())


@asynccontextmanager
async def encrypted(
    certificate: Certificate = ONE, *, port: int = 0, told: str | None = None
) -> AsyncIterator[tuple[FakeServer, Address]]:
    """Serve a fake with TLS; yield it and its address, with the fingerprint *told*."""
    fake = FakeServer()
    async with serving(fake, port=port, certificate=certificate) as address:
        yield fake, replace(address, fingerprint=told)


def trusting(home: Path, *, lines: list[str] | None = None, insecure: bool = False) -> Trust:
    """Return the trust of a client whose files are in *home*, with nobody to ask; what it tells goes into *lines*."""
    return Trust(insecure=insecure, known=KnownServers(home), tell=(lines if lines is not None else []).append)


async def test_the_first_meeting_shows_the_fingerprint_and_the_next_one_needs_no_word(tmp_path: Path) -> None:
    lines: list[str] = []
    async with encrypted() as (_, address):
        for _ in range(2):
            async with await connect(address, trust=trusting(tmp_path, lines=lines)) as connection:
                assert connection.proven
                assert connection.server_id == ONE.fingerprint
    (line,) = lines
    assert ONE.short_fingerprint in line
    assert address.place in line


async def test_a_fingerprint_that_was_told_is_compared_and_needs_no_word(tmp_path: Path) -> None:
    lines: list[str] = []
    trust = trusting(tmp_path, lines=lines)
    async with encrypted(told=ONE.short_fingerprint) as (_, address), await connect(address, trust=trust):
        assert lines == []
    assert KnownServers(tmp_path).last_at(address.place) == ONE.fingerprint


async def test_a_join_string_with_another_fingerprint_is_refused_before_a_word_is_said(tmp_path: Path) -> None:
    async with encrypted(told=OTHER.short_fingerprint) as (fake, address):
        with pytest.raises(OtherServer, match=f"{ONE.short_fingerprint}, and {OTHER.short_fingerprint} was asked for"):
            await connect(address, trust=trusting(tmp_path))
        assert not fake.requests


async def test_a_bare_address_that_was_another_server_is_not_joined_where_nobody_can_be_asked(tmp_path: Path) -> None:
    KnownServers(tmp_path).remember("127.0.0.1:1", OTHER.fingerprint)
    async with encrypted() as (fake, address):
        KnownServers(tmp_path).remember(address.place, OTHER.fingerprint)
        with pytest.raises(OtherServer) as refusal:
            await connect(address, trust=trusting(tmp_path))
        assert f"join with +{ONE.short_fingerprint}" in str(refusal.value)
        assert "\n" not in str(refusal.value)
        # On this machine plain text is tried first; a server with TLS hears nothing of it.
        assert not fake.requests
        # What a person types overrules what was remembered, and is what counts from then on.
        async with await connect(replace(address, fingerprint=ONE.short_fingerprint), trust=trusting(tmp_path)):
            pass
        async with await connect(address, trust=trusting(tmp_path)):
            pass


def line_client(address: Address, home: Path, keyboard: Keyboard, screen: Screen, errors: io.StringIO) -> LineOptions:
    """Return a line-mode client with its files in *home*."""
    return LineOptions(
        address=address,
        name="Zoe",
        home=home,
        source=keyboard,
        output=screen,
        errors=errors,
        pace=FakeTime().pace(),
    )


@pytest.mark.parametrize(("answer", "joins"), [("yes", True), ("Y", True), ("no", False), ("", False), ("ok", False)])
async def test_a_person_is_asked_whether_to_join_another_server(tmp_path: Path, answer: str, joins: bool) -> None:
    async with encrypted() as (fake, address):
        fake.streams.append(Stream([found(table()), caught_up(table().sequence)]))
        KnownServers(tmp_path).remember(address.place, OTHER.fingerprint)
        keyboard, errors = Keyboard(answer, "quit", interactive=True), io.StringIO()
        playing = run_line(line_client(address, tmp_path, keyboard, Screen(), errors))
        if joins:
            assert await playing == 0
        else:
            with pytest.raises(OtherServer):
                await playing
        asked = errors.getvalue()
        assert OTHER.short_fingerprint in asked
        assert ONE.short_fingerprint in asked
        assert bool(fake.requests["JoinTable"]) == joins
    last = ONE if joins else OTHER
    assert KnownServers(tmp_path).last_at(address.place) == last.fingerprint


async def test_a_script_that_says_yes_to_everything_is_not_asked(tmp_path: Path) -> None:
    async with encrypted() as (fake, address):
        KnownServers(tmp_path).remember(address.place, OTHER.fingerprint)
        with pytest.raises(OtherServer):
            await run_line(line_client(address, tmp_path, Keyboard("yes", "yes"), Screen(), io.StringIO()))
        assert not fake.requests


async def test_ctrl_c_at_the_question_is_no(tmp_path: Path) -> None:
    async with encrypted() as (_, address):
        KnownServers(tmp_path).remember(address.place, OTHER.fingerprint)
        keyboard = Keyboard(interactive=True)
        keyboard.interrupt()
        with pytest.raises(OtherServer):
            await run_line(line_client(address, tmp_path, keyboard, Screen(), io.StringIO()))


async def test_a_token_never_goes_to_a_server_that_only_says_it_is_the_one_that_gave_it(tmp_path: Path) -> None:
    with SavedSeats(tmp_path) as saved:
        saved.save(
            SavedSeat(server_id=ONE.fingerprint, table_id="ABCD", seat=1, name="Zoe", token="precious", proven=True)
        )
    for liar in (None, OTHER):
        fake = FakeServer()
        fake.replies["GetServerInfo"].server_id = ONE.fingerprint  # type: ignore[attr-defined]  # of every such reply
        fake.streams.append(Stream([found(table()), caught_up(table().sequence)]))
        async with serving(fake, certificate=liar) as address:
            await run_line(line_client(address, tmp_path, Keyboard("quit"), Screen(), io.StringIO()))
        assert fake.requests["JoinTable"]
        assert not any("precious" in token for token in fake.tokens)
    async with encrypted() as (fake, address):
        fake.streams.append(Stream([found(table()), caught_up(table().sequence)]))
        await run_line(line_client(address, tmp_path, Keyboard("quit"), Screen(), io.StringIO()))
        assert "Bearer precious" in fake.tokens


@pytest.mark.parametrize("certificates", [(ONE, OTHER), (None, None)], ids=["TLS", "plain text"])
async def test_a_server_that_is_another_one_after_a_restart_is_told_and_shown_no_token(
    tmp_path: Path, certificates: tuple[Certificate | None, Certificate | None]
) -> None:
    """As a server does that keeps nothing: its new key makes it another server, at the same address."""
    before, after = certificates
    old, new, screen = FakeServer(), FakeServer(), Screen()
    new.replies["GetServerInfo"].server_id = "S2"  # type: ignore[attr-defined]  # of every such reply
    old.streams.append(Stream([found(table()), caught_up(table().sequence)]))
    async with serving(old, certificate=before) as address:
        told = replace(address, fingerprint=before.short_fingerprint if before else None)
        client = asyncio.ensure_future(run_line(line_client(told, tmp_path, Keyboard(), screen, io.StringIO())))
        await old.asked("WatchTable")
        await screen.shows("Nobody has to act now.")
    async with serving(new, port=address.port, certificate=after):
        async with asyncio.timeout(20):
            assert await client == 4
    assert set(new.tokens) <= {""}
    assert not new.requests["WatchTable"]
    last = screen.lines[-1]
    for sign in (before.short_fingerprint, after.short_fingerprint) if before and after else ("S1", "S2"):
        assert sign in last
    assert address.place in last
    with SavedSeats(tmp_path) as saved:
        seats = saved.of_server(before.fingerprint if before else "S1", proven=before is not None)
        assert [seat.token for seat in seats] == ["secret"]


async def test_whoever_comes_to_the_address_just_after_nobody_was_there_is_shown_no_token() -> None:
    """In plain text: between the look who answers and the stream, another server may have been started."""
    old, new, came = FakeServer(), FakeServer(), asyncio.Event()
    new.replies["GetServerInfo"].server_id = "S2"  # type: ignore[attr-defined]  # of every such reply
    old.streams.append(Stream([found(table()), caught_up(table().sequence)]))
    async with AsyncExitStack() as stack:
        async with serving(old) as address:
            connection = await stack.enter_async_context(await connect(address, pace=FakeTime().pace()))
            seat = connection.table("ABCD", "secret")
            items = await stack.enter_async_context(aclosing(watch(seat)))
            while not isinstance(await anext(items), LinkChanged):
                pass
        look = seat.check_server

        async def look_too_early() -> None:
            try:
                await look()
            finally:
                if not came.is_set():
                    await stack.enter_async_context(serving(new, port=address.port))
                    while not came.is_set():  # The channel looks again in its own time.
                        with suppress(LinkLost):
                            await connection.tables()
                            came.set()

        seat.check_server = look_too_early
        async with asyncio.timeout(20):
            rest = [item async for item in items]
    assert came.is_set()
    assert isinstance(rest[-1], Ended)
    assert rest[-1].other is not None
    assert set(new.tokens) <= {""}


@pytest.mark.parametrize("is_noticed", [True, False], ids=["the loss is noticed", "nothing is noticed yet"])
async def test_a_command_is_shown_to_no_server_that_has_taken_the_place_of_ours(is_noticed: bool) -> None:
    """In plain text: what is typed while the link is lost is sent again, and the token with it."""
    old, new, time = FakeServer(), FakeServer(), FakeTime()
    new.replies["GetServerInfo"].server_id = "S2"  # type: ignore[attr-defined]  # of every such reply
    async with AsyncExitStack() as stack:

        async def come(_: float) -> None:
            if not new.tokens:
                await stack.enter_async_context(serving(new, port=address.port))
            while not new.tokens:  # The channel looks again in its own time.
                with suppress(LinkLost):
                    await connection.tables()

        async with serving(old) as address:
            connection = await stack.enter_async_context(await connect(address, pace=time.pace()))
            seat = connection.table("ABCD", "secret")
        seat.pace, seat.is_lost = replace(seat.pace, sleep=come), is_noticed
        async with asyncio.timeout(20):
            with pytest.raises(LinkLost):
                await seat.set_ready()
    assert set(new.tokens) == {""}


async def test_who_shows_the_certificate_of_another_cannot_carry_on_the_talk() -> None:
    async with encrypted() as (_, address), encrypted(OTHER) as (_, elsewhere):
        shown = await read_certificate(address)
        channel = open_channel(elsewhere, shown)
        with pytest.raises(grpc.aio.AioRpcError) as failure:
            await ServerServiceStub(channel).GetServerInfo(GetServerInfoRequest(), timeout=3)
        await channel.close(None)
        assert failure.value.code() is grpc.StatusCode.UNAVAILABLE


async def test_plain_text_is_not_talked_to_a_server_whose_fingerprint_was_told(tmp_path: Path) -> None:
    async with serving(FakeServer()) as address:
        with pytest.raises(NotSecure, match="does not encrypt"):
            await connect(replace(address, fingerprint=ONE.short_fingerprint), trust=trusting(tmp_path))


async def test_another_machine_is_never_talked_to_in_plain_text_unasked(tmp_path: Path) -> None:
    async with serving(FakeServer()) as address:
        # What is asked of every machine but this one.
        with pytest.raises(NotSecure, match="--insecure"):
            await trusting(tmp_path).checked_certificate(address)
    assert not Address(host="192.168.1.20").is_loopback
    assert not Address(host="127.0.0.1.example.org").is_loopback
    assert await trusting(tmp_path, insecure=True).certificate_at(Address(host="192.168.1.20")) is None


async def test_plain_text_and_a_fingerprint_contradict_each_other(tmp_path: Path) -> None:
    with pytest.raises(AddressInvalid, match="--insecure"):
        await connect(
            Address(host="192.168.1.20", fingerprint=ONE.short_fingerprint), trust=trusting(tmp_path, insecure=True)
        )


async def test_plain_text_that_was_asked_for_is_not_turned_into_something_else(tmp_path: Path) -> None:
    async with encrypted() as (fake, address):
        with pytest.raises(NotSecure, match="leave --insecure out"):
            await connect(address, trust=trusting(tmp_path, insecure=True))
        assert not fake.requests


async def test_a_web_server_with_tls_is_no_spades_server(tmp_path: Path) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    pair = tmp_path / "pair.pem"
    pair.write_bytes(ONE.key_pem + ONE.certificate_pem)
    context.load_cert_chain(pair)
    visits: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: visits.append(writer), "127.0.0.1", 0, ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        address = Address(host="127.0.0.1", port=port, fingerprint=ONE.short_fingerprint)
        with pytest.raises(NotASpadesServer):
            await connect(address, trust=trusting(tmp_path))
        for visit in visits:
            visit.transport.abort()


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy"])
async def test_a_proxy_in_the_environment_is_not_asked_for_an_encrypted_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    async with encrypted() as (_, address), await connect(address, trust=trusting(tmp_path)) as connection:
        assert connection.info.name == "Den"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"h:1": 5}', "\x00"])
def test_a_damaged_list_of_known_servers_is_set_aside_with_a_warning(tmp_path: Path, content: str) -> None:
    path = tmp_path / "servers.json"
    path.write_text(content)
    warnings: list[str] = []
    known = KnownServers(tmp_path, warn=warnings.append)
    assert known.last_at("h:1") is None
    (warning,) = warnings
    assert "set aside" in warning
    assert path.with_suffix(".damaged").read_text() == content
    known.remember("h:1", "F")
    assert known.last_at("h:1") == "F"


def test_a_list_of_known_servers_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    warnings: list[str] = []
    KnownServers(tmp_path / "file", warn=warnings.append).remember("h:1", "F")
    assert warnings
    assert all("\n" not in warning for warning in warnings)
