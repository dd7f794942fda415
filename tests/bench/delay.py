"""How long one table waits: from a command to the last of four seats that is told of it, against the bare server."""

import statistics
import tempfile
from pathlib import Path

from bench.load import delays_of_hands, record_one_hand
from bench.server import child_server

ROUNDS = 5
HANDS = 10


async def delay_row() -> str:
    """Return the row of a table that is alone on its server, without a journal on disk and with one."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.bin"
        async with child_server("spades") as (port, _):
            record.write_bytes(await record_one_hand(port))
        bare, ours, kept = [], [], []
        for turn in range(ROUNDS):
            bare.append(await _delays("bare", str(record)))
            ours.append(await _delays("spades"))
            kept.append(await _delays("spades", str(Path(folder) / f"journal-{turn}.db")))
    return (
        f"server, one table: from a command to the last of four seats told, {_row(ours, bare)}; "
        f"with its journal on disk {_row(kept, bare)}"
    )


async def _delays(kind: str, *arguments: str) -> tuple[float, float]:
    """Return the median and the 99th of 100, in milliseconds."""
    async with child_server(kind, *arguments) as (port, _):
        delays = await delays_of_hands(port, HANDS, new_tables=kind == "spades")
    return statistics.median(delays) * 1000, statistics.quantiles(delays, n=100)[98] * 1000


def _row(ours: list[tuple[float, float]], bare: list[tuple[float, float]]) -> str:
    halves, most = zip(*ours, strict=True)
    pairs = list(zip(ours, bare, strict=True))
    half_ratio, most_ratio = (statistics.median(mine[i] / other[i] for mine, other in pairs) for i in (0, 1))
    return (
        f"{statistics.median(halves):.2f} ms (half of {HANDS * 56}; {half_ratio:.2f} x bare), "
        f"{statistics.median(most):.2f} ms (p99; {most_ratio:.2f} x bare)"
    )
