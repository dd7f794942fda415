"""Writes what is generated of docs/protocol.md: ``python -m spades_cli.protocol_document docs/protocol.md``."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import grpc

from spades_cli.conformance import READING
from spades_kit import CLIENT_RULES, SERVER_RULES, document, record_mistakes
from spades_server import ServerConfig, serving

__all__ = ["renewed", "written"]

SEED = "open"
"""The code of the table in the guide."""


def written() -> Mapping[str, str]:
    """Return what stands in each place of the guide, by the name of the place."""
    return {
        "mistakes": asyncio.run(_mistakes()),
        "client rules": document(CLIENT_RULES),
        "server rules": document(SERVER_RULES),
    }


async def _mistakes() -> str:
    """Let the kit make its mistakes at a server of this process."""
    async with serving(ServerConfig()) as server:

        def channel() -> grpc.aio.Channel:
            return grpc.aio.insecure_channel(f"127.0.0.1:{server.ports[0]}", [("grpc.enable_http_proxy", 0)])

        return await record_mistakes(channel, READING, seed=SEED)


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
