"""Writes what is generated of docs/protocol.md: ``python -m spades_cli.protocol_document docs/protocol.md``."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from spades_kit import CLIENT_RULES, document

__all__ = ["renewed", "written"]


def written() -> Mapping[str, str]:
    """Return what stands in each place of the guide, by the name of the place."""
    return {"client rules": document(CLIENT_RULES)}


def renewed(guide: str, parts: Mapping[str, str]) -> str:
    """Return *guide* with *parts* in their places.

    Raises:
        ValueError: a place for a part is missing.
    """
    for name, part in parts.items():
        opening, closing = f"<!-- {name}: written by `make docs` -->", f"<!-- end of {name} -->"
        before, found, rest = guide.partition(opening)
        _, ended, after = rest.partition(closing)
        if not found or not ended:
            raise ValueError(f"there is no place for the {name}")
        guide = f"{before}{opening}\n\n{part}\n\n{closing}{after}"
    return guide


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the generated parts of the file named on the command line again."""
    (name,) = sys.argv[1:] if arguments is None else arguments
    file = Path(name)
    file.write_text(renewed(file.read_text(encoding="utf-8"), written()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
