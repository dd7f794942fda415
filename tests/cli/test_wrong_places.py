"""Places where no seat can be had: one line on standard error, exit status 1, and nobody sits anywhere."""

import asyncio
import contextlib
import os
import signal
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health, health_pb2_grpc

from cli.processes import Spades, end_of, line_of, one_line, seated, until
from spades_client import connect, parse_address

CLIENTS = ("join", "bot")


@contextlib.asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[int]:
    """Listen on the port that is yielded, and answer *answer* to whatever comes; empty: keep silent."""

    talks = dict[asyncio.Task[None], StreamWriter]()

    async def talk(reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(OSError):  # the other end may have gone at any moment
            await reader.read(1024)
            if answer:
                writer.write(answer)
                writer.write_eof()
            while await reader.read(1024):
                continue
            writer.close()
            await writer.wait_closed()

    def begin(reader: StreamReader, writer: StreamWriter) -> None:
        talks[asyncio.create_task(talk(reader, writer))] = writer

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for writer in talks.values():
            writer.transport.abort()
        await asyncio.gather(*talks)


async def told(tmp_path: Path, *arguments: str, status: int = 1) -> str:
    """Return the one line that a command which fails prints."""
    found, output, errors = await Spades(tmp_path).run(*arguments)
    assert (found, output) == (status, "")
    return one_line(errors)


@pytest.mark.parametrize("client", CLIENTS)
async def test_where_nobody_answers_that_is_told(tmp_path: Path, client: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: refused, and nobody else gets the port meanwhile
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        assert await told(tmp_path, client, place) == f"spades: nobody answers at {place}"


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_web_server_is_no_spades_server(tmp_path: Path, client: str) -> None:
    page = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    async with answering(page) as port:
        assert "is not a Spades server" in await told(tmp_path, client, f"localhost:{port}")


async def test_a_port_that_listens_and_keeps_silent_is_no_spades_server(tmp_path: Path) -> None:
    async with answering(b"") as port:
        assert "is not a Spades server" in await told(tmp_path, "join", f"127.0.0.1:{port}")


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_grpc_server_of_another_kind_is_no_spades_server(tmp_path: Path, client: str) -> None:
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(health.aio.HealthServicer(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        assert "is not a Spades server" in await told(tmp_path, client, f"localhost:{port}")
    finally:
        await server.stop(None)


async def test_a_table_that_does_not_let_one_in_says_why_and_stays_empty(tmp_path: Path) -> None:
    async with Spades(tmp_path).server() as server, await connect(parse_address(server.address)) as connection:
        locked = await connection.create_table(passcode="sesame")
        here, there = server.address, f"localhost:{server.port}/{locked}"
        for client in CLIENTS:
            assert "ZZZZZ" in await told(tmp_path, client, f"localhost:{server.port}/ZZZZZ")
            assert "passcode" in await told(tmp_path, client, there, "--passcode", "simsalabim")
            assert "name" in await told(tmp_path, client, here, "--name", "x" * 10_000)
            assert "U+001B" in await told(tmp_path, client, here, "--name", "Ann\x1b[2J\x07\rBob")
        assert "seat 6" in await told(tmp_path, "join", here, "--seat", "6")
        tables = await connection.tables()
        assert [seat.name for table in tables for seat in table.seats] == [""] * 8


async def test_a_home_that_cannot_be_written_is_told_before_a_seat_is_taken(tmp_path: Path) -> None:
    home = tmp_path / "a file"
    home.touch()
    async with Spades(tmp_path).server() as server, await connect(parse_address(server.address)) as connection:
        assert str(home) in await told(home, "join", server.address)
        assert [seat.name for table in await connection.tables() for seat in table.seats] == [""] * 4


async def test_a_damaged_saved_seat_is_set_aside_with_one_line(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server:
        async with spades.start("join", server.address, "--name", "Ana") as client:
            await seated(client)
            os.kill(client.pid, signal.SIGKILL)
            await client.wait()
        (saved,) = (tmp_path / "seats").glob("*.json")
        saved.write_bytes(b"\xff{")
        status, output, errors = await spades.run("join", server.address, "--name", "Ben")
        assert status == 0
        assert output.splitlines()[0].endswith("You are Ben on seat 2.")
        assert "set aside" in one_line(errors)
        assert saved.with_suffix(".damaged").exists()


@contextlib.asynccontextmanager
async def hosting(spades: Spades, *arguments: str) -> AsyncIterator[str]:
    """Run ``spades host`` on a free port and yield its place on this machine."""
    async with spades.start("host", "--port", "0", "--local-port", "0", *arguments) as process:
        yield (await until(process, lambda line: "join localhost" in line))[-1].split()[-1]


async def test_a_second_server_on_a_port_fails_and_names_it_while_the_first_serves_on(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with hosting(spades) as place:
        port = place.rpartition(":")[2]
        for options in (("--port", "0", "--local-port", port), ("--local-port", "0", "--port", port)):
            line = await told(tmp_path, "host", "--ephemeral", *options)
            assert f":{port}: the port is in use; --port and --local-port name others" in line
        status, output, _ = await spades.run("join", place, "--name", "Ana")
        assert status == 0
        assert "You are Ana" in output


async def test_a_server_on_the_port_of_another_program_fails_and_names_it(tmp_path: Path) -> None:
    async with answering(b"") as port:
        assert str(port) in await told(tmp_path, "host", "--port", "0", "--local-port", str(port))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
async def test_the_port_of_a_killed_server_can_be_had_again_at_once(tmp_path: Path) -> None:
    """Its tables are there again, and its clients are back at them."""
    spades = Spades(tmp_path)
    async with spades.start("host", "--port", "0", "--local-port", "0") as first:
        place = (await until(first, lambda line: "join localhost" in line))[-1].split()[-1]
        async with spades.start("join", place, "--name", "Ana") as client:
            await until(client, lambda line: line.startswith("No game has started"))
            first.kill()
            await first.wait()
            await until(client, lambda line: line == "connection lost, retrying")
            async with spades.start("host", "--port", "0", "--local-port", place.rpartition(":")[2]) as second:
                async with asyncio.timeout(5):
                    ready = await line_of(second)
                assert "The server is ready" in ready
                assert "goes on" in ready
                await until(client, lambda line: line == "back at the table")
                status, output, _ = await end_of(client, "quit\n")
                assert status == 0
                assert "You have left the table." in output


async def test_a_second_server_on_the_same_file_is_refused_and_the_file_named(tmp_path: Path) -> None:
    async with hosting(Spades(tmp_path)):
        line = await told(tmp_path, "host", "--port", "0", "--local-port", "0")
        assert str(tmp_path / "server.db") in line
        assert "another server works on this file" in line
        async with hosting(Spades(tmp_path), "--data", str(tmp_path / "other.db")):
            pass


async def test_a_damaged_file_is_told_in_one_line_and_kept(tmp_path: Path) -> None:
    (tmp_path / "server.db").write_bytes(b"no journal" * 100)
    (tmp_path / "play.db").write_bytes(b"no journal" * 100)
    for command in ("host", "play"):
        line = await told(tmp_path, command)
        assert "this is no journal of a Spades server; it is left as it is" in line
        assert "--data" in line
    for name in ("server.db", "play.db"):
        assert (tmp_path / name).read_bytes() == b"no journal" * 100
