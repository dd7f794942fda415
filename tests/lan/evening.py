"""What is done on a LAN: a server is hosted, found, joined and played at."""

import asyncio
import contextlib
import json
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from typing import Any

from cli.processes import Spades, end_of, play_to_the_end, seated, type_line, until
from lan.network import Machine

ONE_HAND = ("--set", "max_hands=1")


@contextlib.asynccontextmanager
async def hosting(machine: Machine, *arguments: str) -> AsyncIterator[tuple[Process, list[str]]]:
    """Run ``spades host`` on *machine*; yield it and what friends can type."""
    async with machine.spades.start("host", "--pace", "0", *arguments) as host:
        announced = await until(host, lambda line: "join localhost" in line)
        yield host, [line.split()[2] for line in announced if line.startswith("  ")][:-1]


async def found(machine: Machine) -> list[dict[str, Any]]:  # Any: of a document
    """Return the servers that *machine* finds."""
    status, output, errors = await machine.spades.run("servers", "--json")
    assert (status, errors) == (0, "")
    servers: list[dict[str, Any]] = json.loads(output)["servers"]
    return servers


async def until_found(machine: Machine, *addresses: str) -> None:
    """Wait until *machine* finds servers at all these *addresses*."""
    async with asyncio.timeout(60):
        while not {*addresses} <= {address for server in await found(machine) for address in server["addresses"]}:
            continue


async def play(spades: Spades, *arguments: str) -> list[str]:
    """Sit down, fill the table, and play a game of one hand; return what was printed."""
    async with spades.start("join", *arguments, "--name", "Ana") as client:
        lines = await seated(client)
        for line in ("fill", "start"):
            type_line(client, line)
        lines += await play_to_the_end(client)
        status, _, _ = await end_of(client, "quit\n")
        assert status == 0
        return lines
