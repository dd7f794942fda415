"""``spades host``: a server in the foreground, with one table, that prints what friends must type."""

import argparse
import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator

from spades_cli.failure import Failure
from spades_cli.options import Commands, add_rules_options, described, rules_options, seconds_to_think, whole
from spades_cli.ready import READY
from spades_client import DEFAULT_PORT, LOOPBACK_PORT
from spades_server import (
    LIMIT_MEANINGS,
    LOG_FORMATS,
    Limits,
    LimitsError,
    NewTable,
    PortTaken,
    RunningServer,
    ServerConfig,
    Settings,
    lan_addresses,
    log_to,
    serving,
)

__all__ = ["add_host"]


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
    parser.add_argument("--insecure", action="store_true", help="serve the LAN, in plain text that others can read")
    parser.add_argument(
        "--think", type=seconds_to_think, default=60, metavar="SECONDS", help="time for a decision; 0: no limit"
    )
    parser.add_argument(
        "--pace", type=whole(0, 5000), default=700, metavar="MS", help="pause before a computer player acts"
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=NUMBER",
        action="append",
        default=[],
        help=f"what others may use up, 0: no limit; one of {', '.join(LIMIT_MEANINGS)}",
    )
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="what is worth a line"
    )
    parser.add_argument(
        "--log-format", choices=LOG_FORMATS, default="text", help="key=value, or a JSON object, on standard error"
    )
    parser.add_argument(
        "--metrics",
        metavar="[HOST:]PORT",
        type=_metrics_place,
        help="serve numbers for Prometheus, to this machine",
    )
    parser.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    new = _new_table(chosen)
    log_to(sys.stderr, level=chosen.log_level, form=chosen.log_format)
    stop = asyncio.Event()
    config = ServerConfig(addresses=_addresses(chosen), name=chosen.name[:64], limits=_limits(chosen))
    try:
        async with serving(config) as server, _measured(chosen, server):
            table_id = await _open_table(server, new)
            with _stopping(stop, server.hurry, private=chosen.private):
                _announce(chosen, server, table_id, new)
                await stop.wait()
    except PortTaken as taken:
        raise Failure(str(taken)) from taken
    return 0


def _new_table(chosen: argparse.Namespace) -> NewTable:
    rules, preset, _ = rules_options(chosen)
    settings = Settings(think_seconds=chosen.think, house_pace_ms=chosen.pace)
    return NewTable(rules=rules, preset=preset, settings=settings, seed=chosen.seed, stays=True)


def _metrics_place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", whole(0, 65535)(port)


@contextlib.asynccontextmanager
async def _measured(chosen: argparse.Namespace, server: RunningServer) -> AsyncIterator[None]:
    """Serve the metrics if they were asked for."""
    if chosen.metrics is None:
        yield
        return
    # Only here: it takes a while to import, and few ask for it.
    from spades_server.metrics import MetricsTaken, metrics_at

    host, wanted = chosen.metrics
    async with contextlib.AsyncExitStack() as stack:
        try:
            port = await stack.enter_async_context(metrics_at(host, wanted, server))
        except MetricsTaken as taken:
            raise Failure(str(taken)) from taken
        logging.getLogger(__name__).info("metrics served", extra={"port": port})
        yield


def _limits(chosen: argparse.Namespace) -> Limits:
    changes = {}
    for text in chosen.limit:
        name, equals, number = text.partition("=")
        if not (equals and number.isascii() and number.isdigit() and len(number) <= 10):
            raise Failure(f"--limit {text}: write NAME=NUMBER", 2)
        changes[name] = int(number)
    try:
        return Limits().changed(changes)
    except LimitsError as error:
        raise Failure(f"--limit {error}", 2) from error


def _addresses(chosen: argparse.Namespace) -> tuple[str, ...]:
    if chosen.private:
        return ("127.0.0.1:0",)
    local = f"127.0.0.1:{chosen.local_port}"
    # [::] takes IPv4 too, and is understood as 0.0.0.0 where the machine has no IPv6.
    return (local, f"[::]:{chosen.port}") if chosen.insecure else (local,)


async def _open_table(server: RunningServer, new: NewTable) -> str:
    request_id = secrets.token_urlsafe(16)
    return await server.lobby.create(request_id, hashlib.sha256(request_id.encode()).digest(), new)


@contextlib.contextmanager
def _stopping(stop: asyncio.Event, hurry: asyncio.Event, *, private: bool) -> Iterator[None]:
    """Set *stop* on Ctrl-C or SIGTERM, and *hurry* when that comes again.

    A private server stops when its parent's end of standard input closes.
    """
    loop = asyncio.get_running_loop()

    def on_signal(*_: object) -> None:
        loop.call_soon_threadsafe(hurry.set if stop.is_set() else stop.set)

    def on_end_of_input() -> None:
        loop.call_soon_threadsafe(stop.set)

    # Ctrl-C reaches every program of the terminal; a private server ends with its client, not before it.
    signal.signal(signal.SIGINT, signal.SIG_IGN if private else on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    if private:
        # A daemon, and not the loop's own thread pool: that would be waited for, though SIGTERM came.
        threading.Thread(target=_when_input_ends, args=(on_end_of_input,), daemon=True).start()
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
    if chosen.insecure:
        port = server.ports[1]
        lines.append("Friends on this network type one of:")
        lines += (f"  spades join {_place(address, port)} --insecure" for address in lan_addresses())
    else:
        lines.append("Only this machine is served. For friends on this network start again with --insecure.")
    lines += ["On this machine:", f"  spades join {here}"]
    print("\n".join(lines), flush=True)


def _place(address: str, port: int) -> str:
    host = f"[{address}]" if ":" in address else address
    return host if port == DEFAULT_PORT else f"{host}:{port}"
