"""``make bench``: every row is a ratio of two things measured side by side in one run."""

import asyncio
import os
import sys
from pathlib import Path

os.environ.setdefault("GRPC_VERBOSITY", "NONE")

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.crowd import crowd_row
from bench.delay import delay_row
from bench.engine import engine_rows
from bench.flood import flood_row
from bench.screen import screen_rows
from bench.search import decision_row, neighbours_row
from bench.server import server_rows
from bench.start import start_row


def main() -> None:
    """Measure and print every row."""
    for row in engine_rows():
        print(row, flush=True)
    print(decision_row(), flush=True)
    print(asyncio.run(neighbours_row()), flush=True)
    print(asyncio.run(server_rows()), flush=True)
    print(asyncio.run(delay_row()), flush=True)
    print(asyncio.run(start_row()), flush=True)
    print(asyncio.run(crowd_row()), flush=True)
    print(asyncio.run(flood_row()), flush=True)
    for row in screen_rows():
        print(row, flush=True)


if __name__ == "__main__":
    main()
