"""``spades host``: a server in the foreground, with one table, that prints what friends must type."""

import argparse
import asyncio
import contextlib
import hashlib
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.metadata import version

from spades_cli.failure import Failure, complain
from spades_cli.options import (
    Commands,
    add_rules_options,
    check_home,
    described,
    rules_options,
    seconds_to_think,
    whole,
)
from spades_client import DEFAULT_PORT, LOOPBACK_PORT, Address, ClientError, LineOptions, run_line
from spades_server import (
    Advert,
    NewTable,
    PortTaken,
    RunningServer,
    ServerConfig,
    Settings,
    advertising,
    lan_addresses,
    serving,
)

__all__ = ["READY", "add_host"]

INTERRUPTED = 130
"""The exit status of a client that somebody interrupted."""
READY = "ready"
"""First word of the one line that a private server prints: ready PORT TABLE."""


def add_host(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("host", help="open a table for others", description=described(__doc__))
    add_rules_options(parser)
    parser.add_argument("--name", default=socket.gethostname(), help="the server's name (default: this machine's)")
    port = whole(0, 65535)
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help="port for the LAN (default: %(default)s)")
    parser.add_argument(
        "--local-port", type=port, default=LOOPBACK_PORT, help="port for this machine only (default: %(default)s)"
    )
    parser.add_argument("--insecure", action="store_true", help="serve the LAN in plain text, which others can read")
    parser.add_argument(
        "--play",
        nargs="?",
        const="",
        metavar="NAME",
        help="sit down at the table as well, called NAME (default: your account's name)",
    )
    parser.add_argument(
        "--think", type=seconds_to_think, default=60, metavar="SECONDS", help="time for a decision; 0: no limit"
    )
    parser.add_argument(
        "--pace", type=whole(0, 5000), default=700, metavar="MS", help="pause before a computer player acts"
    )
    parser.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    new = _new_table(chosen)
    if chosen.play is not None:
        check_home()
    stop = asyncio.Event()
    try:
        async with serving(_config(chosen)) as server:
            table_id = await _open_table(server, new)
            with _stopping(stop, private=chosen.private):
                async with _advertised(chosen, server):
                    _announce(chosen, server, table_id, new)
                    if chosen.play is not None:
                        await _play_until(
                            stop, chosen.play, Address(host="127.0.0.1", port=server.ports[0], table=table_id)
                        )
                    await stop.wait()
    except PortTaken as taken:
        raise Failure(str(taken)) from taken
    return 0


def _config(chosen: argparse.Namespace) -> ServerConfig:
    name = chosen.name[:64]
    if chosen.private:
        return ServerConfig(addresses=("127.0.0.1:0",), name=name)
    local = _local_addresses(chosen.local_port)
    # [::] takes IPv4 too, and is understood as 0.0.0.0 where the machine has no IPv6.
    lan = (f"[::]:{chosen.port}",)
    if chosen.insecure:
        return ServerConfig(addresses=(*local, *lan), name=name)
    return ServerConfig(addresses=local, tls_addresses=lan, name=name)


def _local_addresses(port: int) -> tuple[str, ...]:
    """Return this machine's own addresses; with IPv6 only where it has it, and the port is the same for both."""
    if port == 0 or not _has_loopback_v6():
        return (f"127.0.0.1:{port}",)
    return (f"127.0.0.1:{port}", f"[::1]:{port}")


def _has_loopback_v6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def _lan_port(chosen: argparse.Namespace, server: RunningServer) -> int:
    return server.ports[-1] if chosen.insecure else server.tls_ports[0]


@contextlib.asynccontextmanager
async def _advertised(chosen: argparse.Namespace, server: RunningServer) -> AsyncIterator[None]:
    """Tell the network of the server while the context is entered; of a private one nobody is told."""
    if chosen.private:
        yield
        return
    advert = Advert(
        server_id=server.certificate.fingerprint,
        name=chosen.name[:64],
        version=version("spades-lan"),
        port=_lan_port(chosen, server),
        fingerprint="" if chosen.insecure else server.certificate.short_fingerprint,
    )
    async with advertising(advert, lambda: len(server.lobby.tables())):
        yield


async def _play_until(stop: asyncio.Event, name: str, address: Address) -> None:
    """Sit down at the table of *address* until *stop* is set; who interrupts the client stops the server, too."""
    playing = asyncio.ensure_future(run_line(LineOptions(address=address, name=name)))
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            return
        if playing.result() == INTERRUPTED:
            stop.set()
        else:
            print("You have left the table. The server goes on; Ctrl-C stops it.", flush=True)
    except ClientError as error:
        complain(str(error))
    finally:
        playing.cancel()
        stopping.cancel()
        await asyncio.gather(playing, stopping, return_exceptions=True)


def _new_table(chosen: argparse.Namespace) -> NewTable:
    rules, preset, _ = rules_options(chosen)
    settings = Settings(think_seconds=chosen.think, house_pace_ms=chosen.pace)
    return NewTable(rules=rules, preset=preset, settings=settings, seed=chosen.seed)


async def _open_table(server: RunningServer, new: NewTable) -> str:
    request_id = secrets.token_urlsafe(16)
    return await server.lobby.create(request_id, hashlib.sha256(request_id.encode()).digest(), new)


@contextlib.contextmanager
def _stopping(stop: asyncio.Event, *, private: bool) -> Iterator[None]:
    """Set *stop* on Ctrl-C or SIGTERM; a private server stops when its parent's end of standard input closes."""
    loop = asyncio.get_running_loop()

    def on_signal(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    # Ctrl-C reaches every program of the terminal; a private server ends with its client, not before it.
    signal.signal(signal.SIGINT, signal.SIG_IGN if private else on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    if private:
        # A daemon, and not the loop's own thread pool: that would be waited for, though SIGTERM came.
        threading.Thread(target=_when_input_ends, args=(on_signal,), daemon=True).start()
    yield


def _when_input_ends(call: Callable[[], None]) -> None:
    # Read below Python's buffers: a thread that holds their lock at the end of the program would abort it.
    while os.read(sys.stdin.fileno(), 4096):
        continue
    with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped already
        call()


def _announce(chosen: argparse.Namespace, server: RunningServer, table_id: str, new: NewTable) -> None:
    if chosen.private:
        print(READY, server.ports[0], table_id, flush=True)
        return
    local = server.ports[0]
    here = "localhost" if local == LOOPBACK_PORT else f"localhost:{local}"
    lines = [f"Table {table_id}: {new.preset}, {new.rules.players} players. The server is ready; Ctrl-C stops it."]
    if new.seed:
        lines.append("The deals follow from a seed that somebody chose: nobody can verify them.")
    lines += _for_friends(chosen, server, table_id)
    lines += ["On this machine:", f"  spades join {here}"]
    print("\n".join(lines), flush=True)


def _for_friends(chosen: argparse.Namespace, server: RunningServer, table_id: str) -> list[str]:
    port, sign = _lan_port(chosen, server), None if chosen.insecure else server.certificate.short_fingerprint
    places = [Address(host=host, port=port, table=table_id, fingerprint=sign) for host in lan_addresses()]
    if not places:
        return ["This machine has no address that friends could use: it is on no network."]
    how = " --insecure" if chosen.insecure else ""
    return ["Friends on this network type one of:", *(f"  spades join {place}{how}" for place in places)]
