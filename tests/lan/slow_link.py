"""A link that is slow and loses packets: carries Ethernet frames between two TAP devices, later or not at all.

``python slow_link.py ONE OTHER --delay MS --jitter MS --loss PERCENT --seed N`` makes the two devices in the network
namespace where it runs, prints "ready", and carries until its standard input ends. Then it prints how many frames it
carried and how many it lost. The kernel's own way to do this, netem, is missing on many machines.
"""

import argparse
import asyncio
import fcntl
import os
import random
import struct
import sys
from collections import deque

TUNSETIFF = 0x400454CA
TAP_WITHOUT_HEADER = 0x1002
LONGEST_FRAME = 65536


class Direction:
    """One way over the link, first in, first out. Mutable: frames are under way, and are counted."""

    def __init__(self, source: int, sink: int, chosen: argparse.Namespace, chance: random.Random) -> None:
        self.carried = self.lost = 0
        self._source, self._sink, self._chance = source, sink, chance
        self._delay, self._jitter, self._loss = chosen.delay / 1000, chosen.jitter / 1000, chosen.loss / 100
        self._under_way: deque[bytes] = deque()
        self._arrival = 0.0

    def take(self) -> None:
        """Take in a frame, and let it arrive in its time unless it is lost."""
        loop = asyncio.get_running_loop()
        try:
            frame = os.read(self._source, LONGEST_FRAME)
        except BlockingIOError:
            return
        if self._chance.random() < self._loss:
            self.lost += 1
            return
        late = self._delay + self._jitter * self._chance.uniform(-1, 1)
        self._arrival = max(self._arrival, loop.time() + late)
        self._under_way.append(frame)
        loop.call_at(self._arrival, self._arrive)

    def _arrive(self) -> None:
        try:
            os.write(self._sink, self._under_way.popleft())
        except OSError:  # that end is down: its cable is pulled
            self.lost += 1
        else:
            self.carried += 1


async def carry(chosen: argparse.Namespace) -> None:
    """Carry frames until standard input ends."""
    loop, chance = asyncio.get_running_loop(), random.Random(chosen.seed)
    one, other = _tap(chosen.one), _tap(chosen.other)
    ways = [
        Direction(source, sink, chosen, random.Random(chance.random())) for source, sink in ((one, other), (other, one))
    ]
    for source, way in zip((one, other), ways, strict=True):
        loop.add_reader(source, way.take)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    print(sum(way.carried for way in ways), sum(way.lost for way in ways), flush=True)


def _tap(name: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), TAP_WITHOUT_HEADER))
    return device


def main() -> None:
    """Read the command line and carry; where there can be no such device, say why in one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one")
    parser.add_argument("other")
    for name in ("delay", "jitter", "loss"):
        parser.add_argument(f"--{name}", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    try:
        asyncio.run(carry(parser.parse_args()))
    except OSError as error:
        sys.exit(f"no TAP device can be made: {error}")


if __name__ == "__main__":
    main()
