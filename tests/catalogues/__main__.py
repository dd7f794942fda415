"""``make texts``: bring the catalogues up to date with the texts; ``--check`` only tells whether they are."""

import os
import sys
from pathlib import Path

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
sys.path.insert(0, str(Path(__file__).parents[1]))

from catalogues.faults import faults
from catalogues.keep import CODES, stale, write


def main() -> int:
    """Write or check, say what a translator has to do, and return the exit status."""
    check = "--check" in sys.argv[1:]
    if not check:
        write()
    wrong = [f"{path.name} of {path.parts[-3]} is not current: run 'make texts'" for path in stale()]
    wrong += [f"{code}: {fault}" for code in CODES for fault in faults(code)]
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print("catalogues are current and complete")
    return 1 if wrong and check else 0


if __name__ == "__main__":
    sys.exit(main())
