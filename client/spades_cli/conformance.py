"""``spades conformance``: check the clients and servers of strangers against the protocol."""

import argparse
from collections.abc import Sequence

from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import Snapshot
from spades_cli.failure import Failure, complain
from spades_cli.options import Commands, add_server_options, address_of, described, seconds
from spades_client import AddressInvalid, ClientError, Gap, KnownServers, Trust, connect, fold, parse_address, view_hash
from spades_client.verify_deal import judge
from spades_client.verify_evidence import Evidence, learned, met
from spades_kit import (
    CannotRead,
    NoServer,
    Reading,
    Report,
    Times,
    check_client,
    check_server,
    command_guest,
    person_guest,
    written,
)

__all__ = ["READING", "add_conformance"]


def _folded(snapshot: Snapshot, batch: Batch) -> Snapshot:
    try:
        return fold(snapshot, batch)
    except Gap as gap:
        raise CannotRead(str(gap)) from gap


def _verified(start: Snapshot, batches: Sequence[Batch]) -> list[str]:
    """Return what verifying came to for each hand that ended in *batches*, which follow *start*."""
    known, evidence, findings = start, met(Evidence(), start), list[str]()
    for batch in batches:
        known = _folded(known, batch)
        for event in batch.events:
            evidence = learned(evidence, event, known.your_seat)
            if event.HasField("hand_ended"):
                findings.append(judge(evidence, known, event.hand_ended).finding.value)
    return findings


READING = Reading(fold=_folded, view_hash=view_hash, verify=_verified)
"""The client's own folding, hashing and verifying, which were written from the docs."""


def add_conformance(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "conformance",
        help="check a client or a server of your own against the protocol",
        description=described(__doc__),
        epilog="Exit status: 0 if no rule is broken, 1 if one is, 2 if nothing could be checked.",
    )
    kinds = parser.add_subparsers(title="what to check", metavar="client|server", required=True)
    _add_client(kinds)
    _add_server(kinds)


def _add_client(kinds: Commands) -> None:
    parser = kinds.add_parser(
        "client",
        help="a scripted server that your client plays at",
        description="Serve a table by script, and check the client that plays there. With COMMAND the client is "
        "started whenever it is needed; {address}, {host}, {port} and {table} are filled in. Without, start it "
        "yourself when told to. It plays by itself until it is ended.",
    )
    parser.add_argument("command", metavar="COMMAND", nargs="*", help="behind --: what starts the client")
    parser.add_argument(
        "--listen", metavar="ADDRESS", default="127.0.0.1", help="HOST or HOST:PORT (default: any port)"
    )
    parser.add_argument("--patience", type=seconds, default=20.0, help="seconds that the client has for each step")
    parser.add_argument("--patient", action="store_true", help="check silence and lost calls too, which takes a minute")
    _add_json(parser)
    parser.set_defaults(run=_run_client)


def _add_server(kinds: Commands) -> None:
    parser = kinds.add_parser(
        "server",
        help="a scripted client that visits your server",
        description="Visit a server, play a hand there from every seat, and check what it says. Two tables are opened.",
    )
    add_server_options(parser)
    parser.add_argument("--patient", action="store_true", help="check the heartbeat too, which takes a while")
    _add_json(parser)
    parser.set_defaults(run=_run_server)


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="report as one line of JSON")


async def _run_client(chosen: argparse.Namespace) -> int:
    try:
        listen = parse_address(chosen.listen)
    except AddressInvalid as error:
        raise Failure(str(error), 2) from error
    guest = command_guest(chosen.command) if chosen.command else person_guest(complain)
    try:
        report = await check_client(
            guest,
            READING,
            subject=written(chosen.command) if chosen.command else "a client started by hand",
            host=listen.host,
            port=listen.port if ":" in chosen.listen else 0,
            times=Times(patience=chosen.patience, arrival=max(60.0, chosen.patience)),
            patient=chosen.patient,
            tell=complain,
        )
    except RuntimeError as error:
        raise Failure(f"cannot listen on {chosen.listen}", 2) from error
    except OSError as error:
        raise Failure(f"{chosen.command[0]}: {error.strerror or error}", 2) from error
    return _tell(report, as_json=chosen.json)


async def _run_server(chosen: argparse.Namespace) -> int:
    address = address_of(chosen)
    trust = Trust(insecure=chosen.insecure, tell=complain, known=KnownServers(warn=complain))
    try:
        async with await connect(address, trust=trust, client_name="spades conformance") as connection:
            report = await check_server(
                connection.another_channel, READING, subject=address.place, patient=chosen.patient, tell=complain
            )
    except (ClientError, NoServer) as error:
        raise Failure(f"{address.place}: {error}", 2) from error
    return _tell(report, as_json=chosen.json)


def _tell(report: Report, *, as_json: bool) -> int:
    print(report.json() if as_json else report.text())
    return report.status
