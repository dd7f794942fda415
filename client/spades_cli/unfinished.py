"""The game against computer players that was not played to its end."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from spades_cli import texts
from spades_cli.data import opened
from spades_cli.failure import Failure
from spades_server import JournalError, SqliteJournal
from spades_server.table import Stage, Table

__all__ = ["Unfinished", "unfinished_game", "wants_to_go_on"]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that waits for its player."""

    table_id: str
    description: str


def unfinished_game(path: Path) -> Unfinished | None:
    """Return the newest unfinished game in the journal *path*; None if there is none.

    Raises:
        JournalLocked: another game is being played with it.
        Failure: it cannot be read.
    """
    if not path.exists():
        return None
    with opened(path) as file:
        try:
            tables = [kept.table for kept in SqliteJournal(file).recovered(time.time())]
        except JournalError as error:
            raise Failure(str(error)) from error
    for table in reversed(tables):
        if table.stage is Stage.PLAYING and table.has_people():
            return Unfinished(table.table_id, _described(table))
    return None


def _described(table: Table) -> str:
    hand = table.game.hand
    scores = " : ".join(str(score.points) for score in table.game.scores)
    return texts.UNFINISHED.format(
        preset=table.preset, players=table.rules.players, hand=hand.number if hand else 1, scores=scores
    )


def wants_to_go_on(game: Unfinished) -> bool:
    """Ask at the terminal; without one, nobody can be asked and a new game begins."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    question = texts.GO_ON.format(game=game.description)
    while True:
        try:
            answer = input(question).strip().lower()
        except EOFError:
            return True
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
