"""A computer player of a user's own: a class in a file, named ``my_bot.py:MyBot``. Source: docs/bots.md"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

__all__ = ["METHODS", "Strategy", "StrategyInvalid", "read_strategy"]

METHODS = ("draw", "talk", "blind", "bid", "exchange", "play", "claim")
"""What a strategy may decide: a method for each kind of decision, by the kind's name."""

MOST_BYTES = 2**20


class StrategyInvalid(Exception):
    """A strategy that cannot be played; the sentence names it and what is wrong."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A class and the text of its file, which travels with it to other processes and machines."""

    file: str
    class_name: str
    source: str

    @property
    def name(self) -> str:
        """Return what people call it: the file's own name and the class."""
        return f"{Path(self.file).name}:{self.class_name}"

    @property
    def digest(self) -> str:
        """Return what tells two texts of one name apart."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


def read_strategy(text: str) -> Strategy:
    """Return the strategy written as ``FILE:CLASS``; the file is read, not yet run.

    Raises:
        StrategyInvalid: *text* is not so written, or the file cannot be read as text.
    """
    file, colon, class_name = text.rpartition(":")
    if not colon or not file or not class_name.isidentifier():
        raise StrategyInvalid(f"{text}: write FILE:CLASS, for example my_bot.py:MyBot")
    try:
        with Path(file).open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise StrategyInvalid(f"{file}: more than {MOST_BYTES // 2**20} MiB is no strategy")
        return Strategy(str(Path(file).resolve()), class_name, raw.decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise StrategyInvalid(f"{file}: {getattr(error, 'strerror', None) or error}") from error
