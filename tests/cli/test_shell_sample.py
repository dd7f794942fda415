"""The game that is played in a shell: client/samples/shell/README.md, its commands run as they stand."""

import asyncio
import fnmatch
import itertools
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from cli.processes import Spades
from cli.samples import ROOT
from spades.v1.history_service_pb2 import ListGamesResponse
from spades.v1.snapshot_pb2 import GAME_END_REASON_HAND_LIMIT
from spades_client import connect, parse_address

TRANSCRIPT = ROOT / "client" / "samples" / "shell" / "README.md"
TOOLS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
SECONDS = 180
"""How long a game may take: every answer starts a program."""
_BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
_END = "@@ the end of a block"

pytestmark = [
    pytest.mark.skipif(not shutil.which(tool, path=TOOLS), reason=f"{tool} is not installed: the shell cannot play")
    for tool in ("sh", "buf", "jq", "od")
]


def blocks() -> list[tuple[str, list[str]]]:
    """Return the commands of the transcript, block by block, each with the lines that are printed under it."""
    text = TRANSCRIPT.read_text(encoding="utf-8")
    return [(commands, printed.splitlines()) for commands, printed in _BLOCK.findall(text)]


async def typed(server: str, players: int) -> tuple[list[list[str]], str]:
    """Run the whole transcript in one shell; return what each block printed, and the errors."""
    script = "".join(f"{commands}\necho '{_END}'\n" for commands, _ in blocks())
    names = {"PATH": TOOLS, "SERVER": server, "PLAYERS": str(players)}
    shell = await asyncio.create_subprocess_exec(
        "sh", "-eu", "-c", script, stdout=PIPE, stderr=PIPE, env={**os.environ, **names}
    )
    try:
        async with asyncio.timeout(SECONDS):
            output, errors = await shell.communicate()
    finally:
        if shell.returncode is None:
            shell.kill()
    assert shell.returncode == 0, errors.decode()
    *printed, rest = output.decode().split(f"{_END}\n")
    assert rest == ""
    return [each.splitlines() for each in printed], errors.decode()


def is_as_printed(printed: list[str], real: list[str]) -> bool:
    """Return whether *real* is what the transcript shows: ``...`` stands for anything, as a line for the rest."""
    whole = printed[:-1] if printed and printed[-1] == "..." else printed
    if len(real) < len(whole) or (whole is printed and len(real) > len(whole)):
        return False
    patterns = (re.sub(r"([\[\]*?])", r"[\1]", line).replace("...", "*") for line in whole)
    return all(fnmatch.fnmatchcase(line, pattern) for line, pattern in zip(real, patterns, strict=False))


async def games(address: str) -> ListGamesResponse:
    """Return the games of the server."""
    async with await connect(parse_address(address)) as connection:
        return await connection.games()


@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_whole_game_is_played_with_the_commands_of_the_transcript(tmp_path: Path, players: int) -> None:
    async with Spades(tmp_path).server() as server:
        printed, errors = await typed(f"http://localhost:{server.port}", players)
        (game,) = (await games(server.address)).games
    assert (game.hands, game.result.reason) == (1, GAME_END_REASON_HAND_LIMIT)
    assert errors == ""
    if players == 4:  # The one that the transcript shows.
        for (commands, shown), real in itertools.zip_longest(blocks(), printed):
            assert is_as_printed(shown, real), (commands, real)


def test_the_transcript_names_no_rule() -> None:
    commands = "".join(commands for commands, _ in blocks())
    assert not re.search("SUIT_|rank|barred|tricks", commands)
