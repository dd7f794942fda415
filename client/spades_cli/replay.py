"""``spades replay``: verify the record of a game, card by card, and show it."""

import argparse
import os
import sys
from pathlib import Path

from spades.v1.record_pb2 import GameRecord
from spades_cli.failure import Failure, complain
from spades_cli.options import Commands, whole
from spades_cli.review import review
from spades_client.line_io import is_terminal
from spades_client.settings_file import SettingsFile
from spades_wire.record_faults import RecordError
from spades_wire.record_text import record_text
from spades_wire.record_verify import verify
from spades_wire.records import read_record, record_json

__all__ = ["add_replay"]

MOST_BYTES = 64 * 2**20
"""A hundred times a long game; more is no record."""


def add_replay(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="verify the record of a game and show it",
        description="Play the record of a game again, card by card, by its rules, and show it.",
        epilog="Exit status: 0 if the record is sound; 1 if it is not, with one line that says what is wrong.",
    )
    parser.add_argument("file", metavar="FILE", help="a record as JSON or JSON lines; - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--text", "--plain", action="store_true", help="show it as text (default where there is no terminal)"
    )
    form.add_argument("--json", action="store_true", help="show it as JSON, one line in canonical form")
    parser.add_argument(
        "--review", action="store_true", help="say what the search would have done, and what the difference was worth"
    )
    parser.add_argument("--seat", type=whole(1, 6), help="the seat to review, from 1 (default: the first person's)")
    parser.add_argument(
        "--worlds", type=whole(16, 100_000), default=256, help="deals that each decision is tried in (default: 256)"
    )
    parser.set_defaults(run=_run)


async def _run(chosen: argparse.Namespace) -> int:
    try:
        record = read_record(_text_of(chosen.file))
        if chosen.review:
            found = review(record, seat=chosen.seat or 0, worlds=chosen.worlds)
            _print(found.json() if chosen.json else found.text())
            return 0
        verify(record)
    except RecordError as error:
        raise Failure(f"{chosen.file}: {error}") from error
    if _wants_screen(chosen):
        return await _on_screen(record)
    _print(record_json(record) + "\n" if chosen.json else record_text(record))
    return 0


def _wants_screen(chosen: argparse.Namespace) -> bool:
    """Tell whether the record is shown card by card: at a terminal, unless text was asked for."""
    if chosen.text or chosen.json or chosen.file == "-" or os.environ.get("SPADES_PLAIN"):
        return False
    return is_terminal(sys.stdin, sys.stdout)


async def _on_screen(record: GameRecord) -> int:
    from spades_cli.hindsight import tips_of
    from spades_client.screen import needs_letters, players_keys, run_replay

    settings = SettingsFile(warn=complain).read()
    keys, faults = players_keys(settings.keys)
    letters = needs_letters(sys.stdout.encoding)
    return await run_replay(
        record,
        settings=settings,
        letters=letters,
        bindings=keys.table,
        tips=tips_of(record),
        note=faults[0] if faults else "",
    )


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has seen enough; what is left must not complain when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _text_of(name: str) -> str:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Failure(f"{name}: {error.strerror or error}") from error
    if len(raw) > MOST_BYTES:
        raise Failure(f"{name}: more than {MOST_BYTES // 2**20} MiB is no record of a game")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{name}: this is no text, byte {error.start + 1} is not UTF-8") from error
