"""The program with the lowest version of each library that it says will do."""

import asyncio
import os
import re
import subprocess
import tomllib
import venv
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import PATIENCE, Spades

ROOT = Path(__file__).parents[2]
DEPENDENCIES: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
PACKAGES = "spades_engine, spades_ai, spades_wire, spades_server, spades_client, spades_bot, spades_cli"
INSTALL_SECONDS = 600


def floor_of(dependency: str) -> str:
    """Return *dependency*, such as ``grpcio>=1.85.1,<2``, as its lowest version: ``grpcio==1.85.1``."""
    found = re.fullmatch(r"([\w-]+)>=([\d.]+)(,<[\d.]+)?", dependency)
    assert found, f"{dependency}: NAME>=VERSION is needed, and perhaps a limit above"
    return f"{found[1]}=={found[2]}"


def test_every_library_has_a_lowest_version() -> None:
    floors = [floor_of(dependency) for dependency in DEPENDENCIES]
    assert len({floor.partition("==")[0].lower() for floor in floors}) == len(floors)


def ran(*command: str) -> subprocess.CompletedProcess[str]:
    """Run *command* to its end."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS)


def installed_at(folder: Path) -> str:
    """Install the program with the lowest versions into *folder*, and return the Python there.

    The test is skipped where no package index has them.
    """
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    for what in ([floor_of(dependency) for dependency in DEPENDENCIES], ["--no-deps", str(ROOT)]):
        done = ran(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)
        if "No matching distribution" in done.stderr:
            pytest.skip(f"no package index has these: {done.stderr.strip().splitlines()[-1]}")
        assert done.returncode == 0, done.stderr
    return python


@pytest.mark.timeout(2 * INSTALL_SECONDS)
@pytest.mark.skipif("SPADES_FLOORS" not in os.environ, reason="installs from the package index: make floors")
async def test_with_the_lowest_versions_bots_play_a_game_and_nothing_warns(tmp_path: Path) -> None:
    python = await asyncio.to_thread(installed_at, tmp_path / "venv")
    loading = f"import {PACKAGES}, spades_server.metrics, spades_client.screen"
    loaded = await asyncio.to_thread(ran, python, "-W", "error", "-c", loading)
    assert (loaded.returncode, loaded.stderr) == (0, "")
    spades = Spades(tmp_path / "home", python=python)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(spades.host("--players", "2", "--set", "max_hands=1"))
        bots = [await stack.enter_async_context(spades.start("bot", table)) for _ in range(2)]
        async with asyncio.timeout(PATIENCE):
            ends = [await bot.communicate() for bot in bots]
        assert [(bot.returncode, errors) for bot, (_, errors) in zip(bots, ends, strict=True)] == [(0, b"")] * 2
        assert all(b"game over" in output for output, _ in ends)
