"""Writes the tables of docs/rules.md: ``python -m spades_cli.rules_document docs/rules.md``, or ``make docs``."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from spades_cli.rules import numbers_of_players, written
from spades_engine import OPTIONS, PRESETS
from spades_engine.options import Option

__all__ = ["renewed"]


def renewed(document: str) -> str:
    """Return *document* with its tables as the engine's options and presets have them now.

    Raises:
        ValueError: a place for a table is missing.
    """
    for name, table in (("options", _options()), ("presets", _presets())):
        opening, closing = f"<!-- {name}: written by `make docs` -->", f"<!-- end of {name} -->"
        before, found, rest = document.partition(opening)
        _, ended, after = rest.partition(closing)
        if not found or not ended:
            raise ValueError(f"there is no place for the {name}")
        document = f"{before}{opening}\n\n{table}\n\n{closing}{after}"
    return document


def _options() -> str:
    rows = ((f"`{each.name}`", _values(each), _code(each), each.explanation, each.source) for each in OPTIONS)
    return _table(("option", "values", "default", "what it means", "source"), rows)


def _values(option: Option) -> str:
    if option.words:
        return ", ".join(f"`{word}`" for word in option.words)
    return option.allowed()


def _code(option: Option) -> str:
    return f"`{written(option.default)}`"


def _presets() -> str:
    rows = (
        (
            f"`{each.name}`",
            numbers_of_players(each),
            each.explanation,
            each.source,
            ", ".join(f"`{name}={written(value)}`" for name, value in each.changes.items()) or "none",
        )
        for each in PRESETS.values()
    )
    return _table(("preset", "players", "what it is", "source", "options that differ from standard"), rows)


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    return "\n".join(_row(cells) for cells in (head, ["---"] * len(head), *rows))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main() -> int:
    """Renew the document that is named on the command line."""
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
