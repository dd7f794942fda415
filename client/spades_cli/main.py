"""What can be typed after ``spades``."""

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NoReturn

from spades_cli.failure import Failure, complain
from spades_cli.options import Commands
from spades_client import ClientError, is_terminal
from spades_client.language import LANGUAGES, speak, tr, wanted
from spades_client.settings_file import saved_language

__all__ = ["main"]

FAILED = 1
MISTYPED = 2
FAULT = 70
INTERRUPTED = 130

COMMANDS = {
    "play": "play",
    "host": "host",
    "join": "join",
    "watch": "join",
    "servers": "servers",
    "bot": "bot",
    "arena": "arena",
    "export": "export",
    "backup": "backup",
    "replay": "replay",
    "score": "score",
    "rules": "rules",
    "conformance": "conformance",
}
"""Each with its module, in which ``add_`` and its name adds it."""


class _Help(argparse.HelpFormatter):
    """Gives every help text in the language in use."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return tr(action.help) if action.help else action.help


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong; how it is right stands in ``--help``, in the language in use."""

    def __init__(self, **options: Any) -> None:  # Any: argparse's own options
        super().__init__(formatter_class=_Help, **options)

    def format_help(self) -> str:
        """Return the help text."""
        self.description, self.epilog = (text and tr(text) for text in (self.description, self.epilog))
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End the program."""
        complain(message, self.prog)
        sys.exit(MISTYPED)


class _Version(argparse.Action):
    """Prints the version and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Do so."""
        # Only here: reading what is installed takes 18 ms of CPU, which the first paint must not wait for.
        from importlib.metadata import version

        print(f"spades {version('spades-lan')}")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return the exit status; a failure is one line on standard error."""
    # What is loaded is no garbage: with the usual 700 new objects a start looked through all of it again and again.
    gc.set_threshold(10_000)
    typed = _in_their_language(_as_text(sys.argv[1:] if arguments is None else arguments))
    if not typed and is_terminal(sys.stdin, sys.stdout):
        typed = ["join"]  # a person, who will be shown what there is
    chosen = command_parser(typed).parse_args(typed)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # It tells of every network that goes away, and at length; what matters of it is told by those who use it.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    # Its traceback of an answer that is no message; the same is told in a sentence.
    logging.getLogger("grpc._common").setLevel(logging.CRITICAL)
    try:
        return _carry_out(chosen)
    except Failure as failure:
        complain(str(failure))
        return failure.status
    except ClientError as error:
        complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # The one place where any fault ends: the terminal is free again, and nobody wants a traceback in the face.
        from spades_cli.fault import fault_line

        try:
            complain(fault_line(error))
        except OSError:
            raise error from None  # nowhere to keep it: shown after all
        return FAULT


def command_parser(typed: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return what reads *typed*: every command where none is named, else that one, since a server loads slowly."""
    parser: argparse.ArgumentParser = _Parser(
        prog="spades",
        description="Spades for people on one LAN.",
        epilog="Every command explains itself: spades COMMAND --help. At a terminal, spades alone is spades join.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(title=tr("commands"), metavar="COMMAND", required=True)
    for name in typed[:1] if typed and typed[0] in COMMANDS else COMMANDS:
        module = import_module(f"spades_cli.{COMMANDS[name]}")
        add: Callable[[Commands], None] = getattr(module, f"add_{name}")
        add(commands)
    for each in (parser, *commands.choices.values()):
        each.add_argument("--lang", choices=LANGUAGES, help="the language of all texts (default: the system's)")
    return parser


def _in_their_language(typed: Sequence[str]) -> Sequence[str]:
    """Take up the language that ``--lang`` names, wherever it stands, and return the rest of what was typed."""
    parser = _Parser(prog="spades", add_help=False, allow_abbrev=False)
    parser.add_argument("--lang", choices=LANGUAGES, default="")
    saved = saved_language()
    speak(wanted(saved=saved))  # what is wrong with --lang itself is said in the language that is usual
    chosen, rest = parser.parse_known_args(typed)
    speak(wanted(chosen.lang, saved))
    return rest


def _as_text(arguments: Sequence[str]) -> Sequence[str]:
    """Return *arguments*; ends the program if one holds bytes that are no characters, which no message could carry."""
    try:
        "".join(arguments).encode()
    except UnicodeEncodeError:
        complain(tr("what was typed holds bytes that are no text in this machine's encoding"))
        sys.exit(MISTYPED)
    return arguments


def _carry_out(chosen: argparse.Namespace) -> int:
    """Run the command; a file or pipe that fails it, like a reader of our output that has gone, is its ``Failure``."""
    failed: OSError | None = None
    try:
        with asyncio.Runner(loop_factory=getattr(chosen, "new_loop", None)) as runner:
            status: int = runner.run(chosen.run(chosen))
    except* OSError as group:
        failed = next(_leaves(group))
    if failed is None:
        return status
    if isinstance(failed, BrokenPipeError):
        # Python writes once more at its end, and would tell of the same pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    what = failed.strerror or str(failed)
    raise Failure(f"{failed.filename}: {what}" if failed.filename else what, FAILED)


def _leaves(group: BaseExceptionGroup[OSError]) -> Iterator[OSError]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
