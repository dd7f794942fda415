"""What ends a command with one line on standard error."""

import sys

from spades_client.clean import printable

__all__ = ["Failure", "complain"]

LONGEST_HEAD, LONGEST_TAIL = 120, 260


class Failure(Exception):
    """A command that cannot be carried out; the text is for people."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def complain(sentence: str, program: str = "spades") -> None:
    """Print *sentence* as one line on standard error, fit for a terminal whatever was typed."""
    line = printable(f"{program}: {sentence}", sys.stderr.encoding or "ascii")
    if len(line) > LONGEST_HEAD + LONGEST_TAIL:
        # The middle goes: it is what was typed; what is wrong with it stands at the end.
        line = f"{line[:LONGEST_HEAD]} ... {line[-LONGEST_TAIL:]}"
    print(line, file=sys.stderr, flush=True)
