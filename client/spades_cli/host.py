"""``spades host``: a server in the foreground, with one table, that prints what friends must type."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from spades_cli import texts
from spades_cli.data import SERVER_FILE, Kept, add_data_options, data_folder, kept_in
from spades_cli.failure import Failure, complain
from spades_cli.options import (
    Commands,
    add_rules_options,
    check_home,
    described,
    seconds_to_think,
    whole,
)
from spades_cli.own_table import kept_table, new_table, open_table
from spades_cli.ready import READY
from spades_client import DEFAULT_PORT, LOOPBACK_PORT, Address, ClientError
from spades_client.language import tr
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
    log_to,
    new_loop,
    serving,
)

__all__ = ["add_host"]

INTERRUPTED = 130
"""The exit status of a client that somebody interrupted."""


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
        "--think",
        type=seconds_to_think,
        default=60,
        metavar="SECONDS",
        help="time for a decision (default: %(default)s); 0: no limit",
    )
    parser.add_argument(
        "--grace",
        type=whole(0, 600),
        default=60,
        metavar="SECONDS",
        help="time that a lost connection keeps its seat before a computer player acts for it (default: %(default)s)",
    )
    parser.add_argument(
        "--pace",
        type=whole(0, 5000),
        default=700,
        metavar="MS",
        help="pause before a computer player acts (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=NUMBER",
        action="append",
        default=[],
        help=f"what others may use up, 0: no limit; one of {', '.join(LIMIT_MEANINGS)}",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="what is worth a line (default: %(default)s)",
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
    add_data_options(parser, SERVER_FILE)
    parser.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--private-port", type=port, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--go-on-at", default="", help=argparse.SUPPRESS)
    parser.set_defaults(run=_run, new_loop=new_loop)


async def _run(chosen: argparse.Namespace) -> int:
    new = new_table(chosen)
    if chosen.port == chosen.local_port != 0:
        raise Failure(tr("--port and --local-port are both {port}; two are needed").format(port=chosen.port), 2)
    log_to(sys.stderr, level=chosen.log_level, form=chosen.log_format)
    if chosen.play is not None:
        check_home()
    stop = asyncio.Event()
    try:
        async with contextlib.AsyncExitStack() as stack:
            kept = stack.enter_context(kept_in(_data_file(chosen), games=chosen.keep_games))
            server = await stack.enter_async_context(serving(_config(chosen, kept)))
            await stack.enter_async_context(_measured(chosen, server))
            table_id = chosen.go_on_at or kept_table(server, chosen, new) or await open_table(server, new)
            with _stopping(stop, server.hurry, child=chosen.private or chosen.child):
                async with _advertised(chosen, server):
                    _announce(chosen, server, table_id, new)
                    if chosen.play is not None:
                        await _play_until(
                            stop, chosen.play, Address(host="127.0.0.1", port=server.ports[0], table=table_id)
                        )
                    await stop.wait()
    except PortTaken as taken:
        raise Failure(tr("{taken}; --port and --local-port name others").format(taken=taken)) from taken
    return 0


def _data_file(chosen: argparse.Namespace) -> Path | None:
    """Return the file that the server keeps its tables in; None: a private server forgets, unless one is named."""
    if chosen.ephemeral or (chosen.private and chosen.data is None):
        return None
    file: Path | None = chosen.data
    return file or data_folder() / SERVER_FILE


def _config(chosen: argparse.Namespace, kept: Kept) -> ServerConfig:
    config = ServerConfig(
        name=chosen.name[:64],
        journal=kept.journal,
        vault=kept.vault,
        condition=kept.condition,
        limits=_limits(chosen),
    )
    if chosen.private:
        return replace(config, addresses=(f"127.0.0.1:{chosen.private_port}",))
    local = _local_addresses(chosen.local_port)
    # [::] takes IPv4 too, and is understood as 0.0.0.0 where the machine has no IPv6.
    lan = (f"[::]:{chosen.port}",)
    if chosen.insecure:
        return replace(config, addresses=(*local, *lan))
    return replace(config, addresses=local, tls_addresses=lan)


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
    # Only here: it takes a while to load, and the server of somebody who plays alone never tells of itself.
    from spades_server.advertising import Advert, advertising

    advert = Advert(
        server_id=server.certificate.fingerprint,
        name=chosen.name[:64],
        version=version("spades-lan"),
        port=_lan_port(chosen, server),
        fingerprint="" if chosen.insecure else server.certificate.short_fingerprint,
        contract=server.contract.version,
        oldest_client=server.contract.oldest_client,
    )
    async with advertising(advert, lambda: len(server.lobby.tables())):
        yield


async def _play_until(stop: asyncio.Event, name: str, address: Address) -> None:
    """Sit down at the table of *address* until *stop* is set; who interrupts the client stops the server, too."""
    # Only here: most servers stand alone, or are the child of a client.
    from spades_client import LineOptions, run_line

    playing = asyncio.ensure_future(run_line(LineOptions(address=address, name=name)))
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            return
        if playing.result() == INTERRUPTED:
            stop.set()
        else:
            print(texts.LEFT, flush=True)
    except ClientError as error:
        complain(str(error))
    finally:
        playing.cancel()
        stopping.cancel()
        await asyncio.gather(playing, stopping, return_exceptions=True)


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
            raise Failure(tr("--limit {text}: write NAME=NUMBER").format(text=text), 2)
        changes[name] = int(number)
    try:
        return Limits().changed(changes)
    except LimitsError as error:
        raise Failure(tr("--limit {error}").format(error=error), 2) from error


@contextlib.contextmanager
def _stopping(stop: asyncio.Event, hurry: asyncio.Event, *, child: bool) -> Iterator[None]:
    """Set *stop* on Ctrl-C or SIGTERM, and *hurry* when that comes again.

    A child stops when its parent's end of standard input closes.
    """
    loop = asyncio.get_running_loop()

    def on_signal(*_: object) -> None:
        loop.call_soon_threadsafe(hurry.set if stop.is_set() else stop.set)

    def on_end_of_input() -> None:
        loop.call_soon_threadsafe(stop.set)

    # Ctrl-C reaches every program of the terminal; a child ends with its client, not before it.
    signal.signal(signal.SIGINT, signal.SIG_IGN if child else on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    if child:
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
    if chosen.private or chosen.child:
        invites = () if chosen.private else _invites(chosen, server, table_id)
        print(READY, server.ports[0], table_id, *invites, flush=True)
        return
    local = server.ports[0]
    here = "localhost" if local == LOOPBACK_PORT else f"localhost:{local}"
    table = server.lobby.runner(table_id).table
    form = texts.GOES_ON if table.sequence else texts.READY
    lines = [form.format(table=table_id, preset=table.preset, players=table.rules.players)]
    if new.settings not in (Settings(), table.settings):
        lines.append(texts.SETTINGS_STAY)
    if table.seed:
        lines.append(texts.SEEDED)
    lines += _for_friends(chosen, server, table_id)
    lines += [texts.HERE, f"  spades join {here}"]
    print("\n".join(lines), flush=True)


def _for_friends(chosen: argparse.Namespace, server: RunningServer, table_id: str) -> list[str]:
    places = _invites(chosen, server, table_id)
    if not places:
        return [texts.NO_NETWORK]
    how = " --insecure" if chosen.insecure else ""
    return [texts.FRIENDS, *(f"  spades join {place}{how}" for place in places)]


def _invites(chosen: argparse.Namespace, server: RunningServer, table_id: str) -> list[Address]:
    from spades_server.lan import lan_addresses  # only here, as what advertises

    port, sign = _lan_port(chosen, server), None if chosen.insecure else server.certificate.short_fingerprint
    return [Address(host=host, port=port, table=table_id, fingerprint=sign) for host in lan_addresses()]
