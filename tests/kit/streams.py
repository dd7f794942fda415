"""Golden streams: what seat 1 of a short game is sent, for every preset and number of players.

``python tests/kit/streams.py`` records them again into ``proto/streams``, the same each time. A game is one hand, dealt
fairly from secrets that are always the same, and played at random. At the end the stream breaks and is opened again, so
that the last item is a ``caught_up`` with the hash of the final view.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import random
import sys
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from google.protobuf import json_format
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from server.desk import Desk, answer_at_random, asked, at_work, sit_down
from server.variants import presets
from spades.v1.table_service_pb2 import WatchTableResponse
from spades_engine import Rules
from spades_server.table import Stage
from spades_server.table.chance import FairChance

FOLDER = Path(__file__).parents[2] / "proto" / "streams"
OWN_SEAT = 0
NAMES = tuple(presets())
"""The streams there are, such as ``standard-4``."""


@dataclass(frozen=True, slots=True)
class FixedSecrets:
    """In the place of the module ``secrets``: the same in every run."""

    chance: random.Random = field(default_factory=random.Random)

    def token_bytes(self, count: int) -> bytes:
        """Return that many bytes."""
        return self.chance.randbytes(count)

    def token_hex(self, count: int) -> str:
        """Return that many bytes in hex digits."""
        return self.chance.randbytes(count).hex()


async def recorded(name: str) -> list[WatchTableResponse]:
    """Return what seat 1 of the game called *name* is sent."""
    rules = presets()[name].adjusted({"max_hands": 1})
    with patch("spades_server.table.chance.secrets", FixedSecrets(random.Random(name))):
        async with at_work(rules, chance=FairChance(), name="GOLD") as desk:
            return await _played(desk, rules, random.Random(f"{name} play"))


async def _played(desk: Desk, rules: Rules, chance: random.Random) -> list[WatchTableResponse]:
    watching = desk.watching(OWN_SEAT)
    await sit_down(desk)
    while desk.table.stage is Stage.PLAYING:
        await asked(desk)
        await answer_at_random(desk, chance)
        desk.clock.now += 1.0
    items = await watching.catch_up()
    token = hashlib.sha256(b"again").digest()
    sequence, moment = desk.table.sequence, desk.clock.moment()
    again = desk.broadcast.watch(desk.table, OWN_SEAT, token, moment, after=sequence, epoch="epoch")
    async with aclosing(again.items(lambda: b"")) as rest:  # type: ignore[type-var]  # it is a generator
        items.append(WatchTableResponse.FromString(await anext(rest)))
    return items


def read_binary(name: str) -> list[WatchTableResponse]:
    """Return the items of a stream from its binary form: each behind its length as a varint."""
    return list(_delimited(gzip.decompress((FOLDER / f"{name}.binpb.gz").read_bytes())))


def _delimited(raw: bytes) -> Iterator[WatchTableResponse]:
    rest = io.BytesIO(raw)
    while (item := parse_length_prefixed(WatchTableResponse, rest)) is not None:
        yield item


def read_text(name: str) -> list[WatchTableResponse]:
    """Return the items of a stream from its text form: one to a line, as JSON."""
    lines = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode().splitlines()
    return [json_format.Parse(line, WatchTableResponse()) for line in lines]


def write(name: str, items: list[WatchTableResponse]) -> None:
    """Write both forms of a stream, compressed without a time."""
    binary = io.BytesIO()
    for item in items:
        serialize_length_prefixed(item, binary)
    lines = (json_format.MessageToJson(item, indent=None) + "\n" for item in items)
    for ending, raw in (("binpb", binary.getvalue()), ("jsonl", "".join(lines).encode())):
        (FOLDER / f"{name}.{ending}.gz").write_bytes(gzip.compress(raw, mtime=0))


def main() -> None:
    """Record every stream again."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        write(name, asyncio.run(recorded(name)))


if __name__ == "__main__":
    main()
