"""Options that several commands share."""

import argparse
import ipaddress
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from spades_cli.failure import Failure
from spades_client import DEFAULT_PORT, LOOPBACK_PORT, Address, AddressInvalid, parse_address
from spades_engine import PRESETS, Rules, RulesError, rules_of
from spades_engine.options import Value
from spades_engine.rules import option_named

__all__ = ["Commands", "add_rules_options", "add_server_options", "address_of", "rules_options"]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Runner: TypeAlias = Callable[[argparse.Namespace], Any]  # Any: a coroutine that returns the exit status


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played."""
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="people at the table (default: the preset's)")
    parser.add_argument("--rules", metavar="PRESET", default="standard", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="change one option, for example target_score=300",
    )
    parser.add_argument("--seed", default="", help="make the deals follow from this text: the same seed, the same game")


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
    except AddressInvalid as error:
        raise Failure(str(error), 2) from error
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
