"""Options that several commands share."""

import argparse
import ipaddress
import tempfile
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from spades_cli.failure import Failure
from spades_client import DEFAULT_PORT, LOOPBACK_PORT, Address, AddressInvalid, config_folder, parse_address
from spades_engine import PRESETS, Rules, RulesError, rules_of
from spades_engine.options import Value
from spades_engine.rules import option_named

__all__ = [
    "Commands",
    "add_rules_options",
    "add_server_options",
    "address_of",
    "check_home",
    "described",
    "rules_options",
    "seconds_to_think",
    "whole",
]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

SEED_CHARACTERS = 64


def described(docstring: str | None) -> str:
    """Return the docstring of a command as its ``--help`` shows it."""
    return (docstring or "").replace("``", "")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number from *least* to *most*."""

    def parse(text: str) -> int:
        # Nine digits at most: a longer text would be refused by Python, in its own words.
        if text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text}: {least} to {most} is allowed")

    return parse


def seconds_to_think(text: str) -> int:
    """Return the time for a decision."""
    if text == "0":
        return 0
    try:
        return whole(5, 600)(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or 0") from None


def _seed(text: str) -> str:
    if len(text) > SEED_CHARACTERS:
        raise argparse.ArgumentTypeError(f"{len(text)} characters long; {SEED_CHARACTERS} at most are allowed")
    return text


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played."""
    parser.add_argument("--players", type=int, choices=(2, 3, 4, 6), help="people at the table (default: the preset's)")
    parser.add_argument("--rules", metavar="PRESET", default="standard", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="change one option, for example target_score=300",
    )
    parser.add_argument(
        "--seed", type=_seed, default="", help="make the deals follow from this text: the same seed, the same game"
    )


def rules_options(chosen: argparse.Namespace) -> tuple[Rules, str, dict[str, Value]]:
    """Return the rules asked for, the name of their preset, and the options that were changed."""
    try:
        changes = dict(_change(text) for text in chosen.set)
        return rules_of(chosen.rules, players=chosen.players, changes=changes), chosen.rules, changes
    except RulesError as error:
        raise Failure(str(error), 2) from error


def _change(text: str) -> tuple[str, Value]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(f"--set {text}: write OPTION=VALUE", 2)
    try:
        return name, option_named(name).parse(value)
    except RulesError:
        raise
    except ValueError as error:
        raise Failure(f"--set {error}", 2) from error


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which server is meant."""
    parser.add_argument("address", metavar="ADDRESS", help="HOST, HOST:PORT or [IPv6]:PORT, with /TABLE or without")
    parser.add_argument(
        "--insecure",
        action="store_true",
        help="talk to another machine in plain text, which others on the LAN can read",
    )


def address_of(chosen: argparse.Namespace) -> Address:
    """Return the server that is meant; plain text goes to this machine only, unless that was asked for."""
    try:
        address = parse_address(chosen.address)
        address.host.encode("idna")  # What looks the name up would stumble over an empty or too long part of it.
    except AddressInvalid as error:
        raise Failure(str(error), 2) from error
    except UnicodeError as error:
        raise Failure(f"{chosen.address!r} is not an address: no machine can be called so", 2) from error
    if not _is_loopback(address.host):
        if not chosen.insecure:
            raise Failure(
                f"{address.place} is another machine, and this version talks to it in plain text only: "
                "add --insecure if you trust everybody on the network"
            )
        return address
    named = chosen.address.rstrip("0123456789").endswith(":") or address.port != DEFAULT_PORT
    return address if named else replace(address, port=LOOPBACK_PORT)


def _is_loopback(host: str) -> bool:
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def check_home() -> None:
    """Refuse a folder that cannot keep a seat, before a seat is taken that nobody could come back to."""
    folder = config_folder() / "seats"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise Failure(f"{folder} cannot keep your seat: {error.strerror}; SPADES_HOME names another folder") from error
