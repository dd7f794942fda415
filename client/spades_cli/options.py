"""Options that several commands share."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from spades_cli.failure import Failure
from spades_client import Address, AddressInvalid, config_folder, parse_address
from spades_client.language import tr

if TYPE_CHECKING:
    # Where the usual rules are played nothing of the rules need be known here: the first paint comes sooner without.
    from spades_engine import Rules
    from spades_engine.options import Value

__all__ = [
    "LEVEL_NAMES",
    "USUAL_RULES",
    "Commands",
    "add_preset_options",
    "add_rules_options",
    "add_server_options",
    "address_of",
    "check_home",
    "described",
    "rules_options",
    "seconds",
    "seconds_to_think",
    "whole",
]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

USUAL_RULES = "standard"

LEVEL_NAMES = ("random", "rules", "search")
"""The levels of ``spades_ai``, named here so that nothing of it is loaded before the first paint."""

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
        raise argparse.ArgumentTypeError(
            tr("{text}: {least} to {most} is allowed").format(text=text, least=least, most=most)
        )

    return parse


def seconds_to_think(text: str) -> int:
    """Return the time for a decision."""
    if text == "0":
        return 0
    try:
        return whole(5, 600)(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(tr("{error}, or 0").format(error=error)) from None


def _seed(text: str) -> str:
    if len(text) > SEED_CHARACTERS:
        raise argparse.ArgumentTypeError(
            tr("{length} characters long; {most} at most are allowed").format(length=len(text), most=SEED_CHARACTERS)
        )
    return text


def seconds(text: str) -> float:
    """Return a time in seconds, a fraction too."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if 0.01 <= time <= 3600:
        return time
    raise argparse.ArgumentTypeError(tr("{text}: 0.01 to 3600 is allowed").format(text=text))


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played, and from which seed."""
    add_preset_options(parser)
    parser.add_argument(
        "--seed", type=_seed, default="", help="make the deals follow from this text: the same seed, the same game"
    )


def add_preset_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played."""
    parser.add_argument("--players", type=int, choices=(2, 3, 4, 6), help="people at the table (default: the preset's)")
    parser.add_argument(
        "--rules", metavar="PRESET", default=USUAL_RULES, help="a set of rules; spades rules lists them all"
    )
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="change one option, for example target_score=300",
    )


def rules_options(chosen: argparse.Namespace) -> tuple[Rules, str, dict[str, Value]]:
    """Return the rules asked for, the name of their preset, and the options that were changed."""
    from spades_engine import RulesError, rules_of

    try:
        changes = dict(_change(text) for text in chosen.set)
        return rules_of(chosen.rules, players=chosen.players, changes=changes), chosen.rules, changes
    except RulesError as error:
        raise Failure(str(error), 2) from error


def _change(text: str) -> tuple[str, Value]:
    from spades_engine import RulesError
    from spades_engine.rules import option_named

    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(tr("--set {text}: write OPTION=VALUE").format(text=text), 2)
    try:
        return name, option_named(name).parse(value)
    except RulesError:
        raise
    except ValueError as error:
        raise Failure(tr("--set {error}").format(error=error), 2) from error


def add_server_options(parser: argparse.ArgumentParser, *, left_out: str = "") -> None:
    """Add the options that say which server is meant; *left_out*: what it means to name none, empty if one must be."""
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?" if left_out else None,
        help="HOST, HOST:PORT or [IPv6]:PORT, with /TABLE and +FINGERPRINT or without"
        + (left_out and f"; left out: {left_out}"),
    )
    parser.add_argument(
        "--insecure",
        action="store_true",
        help="talk to another machine in plain text, which others on the LAN can read",
    )


def address_of(chosen: argparse.Namespace) -> Address:
    """Return the server that is meant."""
    try:
        return parse_address(chosen.address)
    except AddressInvalid as error:
        raise Failure(str(error), 2) from error


def check_home() -> None:
    """Refuse a folder that cannot keep a seat, before a seat is taken that nobody could come back to."""
    folder = config_folder() / "seats"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise Failure(
            tr("{folder} cannot keep your seat: {why}; SPADES_HOME names another folder").format(
                folder=folder, why=error.strerror
            )
        ) from error
