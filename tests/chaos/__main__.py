"""``make chaos``: a thousand kills, or as many as go into the time; the seed makes another run the same."""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
sys.path.insert(0, str(Path(__file__).parents[1]))

from chaos.kills import kill_again_and_again


def main() -> None:
    """Kill, check, and print what was seen."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--seconds", type=float, default=3600.0, help="end after this time, whatever the count")
    chosen = parser.parse_args()
    print(f"chaos: seed {chosen.seed}, up to {chosen.kills} kills in {chosen.seconds:,.0f} s", flush=True)
    with tempfile.TemporaryDirectory(prefix="spades-chaos-") as folder:
        limits = {"kills": chosen.kills, "seconds": chosen.seconds}
        tally = asyncio.run(kill_again_and_again(Path(folder), seed=chosen.seed, **limits))
    print(f"chaos: {tally}", flush=True)


if __name__ == "__main__":
    main()
