"""``make chaos``: a thousand kills, or as many as go into the time; the seed makes another run the same.

Every hundred kills a new evening begins, with an empty file: each kill comes while a table is opened, and hundreds of
them would be all that a start has to do.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
sys.path.insert(0, str(Path(__file__).parents[1]))

from chaos.kills import Tally, kill_again_and_again

EVENING_KILLS = 100


def main() -> None:
    """Kill, check, and print what was seen."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--seconds", type=float, default=3600.0, help="end after this time, whatever the count")
    chosen = parser.parse_args()
    print(f"chaos: seed {chosen.seed}, up to {chosen.kills} kills in {chosen.seconds:,.0f} s", flush=True)
    tally, until = Tally(), time.monotonic() + chosen.seconds
    for evening in count():
        kills, seconds = min(chosen.kills - tally.kills, EVENING_KILLS), until - time.monotonic()
        if kills <= 0 or seconds <= 0:
            break
        with tempfile.TemporaryDirectory(prefix="spades-chaos-") as folder:
            limits = {"kills": kills, "seconds": seconds}
            tally += asyncio.run(kill_again_and_again(Path(folder), seed=chosen.seed + evening, **limits))
        print(f"chaos: {tally}", flush=True)


if __name__ == "__main__":
    main()
