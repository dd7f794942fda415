"""The sample bots, made ready to run: each in a copy under ``build``, once for every state of their files."""

import contextlib
import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "proto"
BUILD = ROOT / "build" / "samples"
LANGUAGES = ("python", "javascript", "go")
BUILD_SECONDS = 300
"""How long the making of one sample may take, with an empty cache of Go."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a sample cannot run on this machine."""

    reason: str


def bot_command(language: str, place: str, table_id: str, *, name: str = "", token: str = "") -> list[str]:
    """Return the command that lets the bot in *language* play at a table; skips the test where it cannot run.

    *place* is HOST:PORT, in plain text. An empty *name* or *token* is not given to the bot.
    """
    made = _made(language)
    if isinstance(made, Missing):
        pytest.skip(f"the sample in {language}: {made.reason}")
    dash = "-" if language == "go" else "--"
    flags = [f"{dash}{flag}={value}" for flag, value in (("name", name), ("token", token)) if value]
    return [*made, *flags, f"{place}/{table_id}"]


@functools.cache
def _made(language: str) -> tuple[str, ...] | Missing:
    match language:
        case "javascript":
            return _javascript()
        case "go":
            return _go()
    return (sys.executable, str(ROOT / "client/samples/python/bot.py"))


def _javascript() -> tuple[str, ...] | Missing:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return Missing("node and npm are not installed")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(int(part) for part in version.strip("v\n").split(".")[:2]) < (18, 11):
        return Missing(f"node 18.11 is needed, not {version.strip()}")
    with _copied("javascript") as (folder, is_new):
        if is_new and (failure := _failure([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder)):
            shutil.rmtree(folder)
            return Missing(f"its packages cannot be installed: {failure}")
    return (node, str(folder / "bot.js"))


def _go() -> tuple[str, ...] | Missing:
    go, buf = shutil.which("go"), shutil.which("buf", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
    if go is None or buf is None:
        return Missing("go and buf are not both installed")
    with _copied("go") as (folder, is_new):
        if is_new and (failure := _failure([go, "mod", "download"], folder)):
            shutil.rmtree(folder)
            return Missing(f"its modules cannot be downloaded: {failure}")
        if not (folder / "bot").exists():
            for step in ([buf, "generate", "../../../proto"], [go, "build", "-buildvcs=false", "-o", "bot"]):
                failure = _failure(step, folder)
                assert not failure, failure
    return (str(folder / "bot"),)


@contextlib.contextmanager
def _copied(language: str) -> Iterator[tuple[Path, bool]]:
    """Yield the copy of a sample, beside one of the contract, and whether it is new; one process at a time has it."""
    source = ROOT / "client" / "samples" / language
    files = sorted(file for file in [*source.iterdir(), *PROTO.rglob("*.proto")] if file.is_file())
    state = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    BUILD.mkdir(parents=True, exist_ok=True)
    copy = BUILD / f"{language}-{state}"
    folder = copy / source.relative_to(ROOT)
    with (BUILD / f"{language}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_new = not folder.exists()
        for file in files if is_new else ():
            beside = copy / file.relative_to(ROOT)
            beside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, beside)
        yield folder, is_new


def _failure(command: list[str], folder: Path) -> str:
    """Return the last line that *command* wrote if it failed, empty if it did not."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=BUILD_SECONDS)
    except subprocess.TimeoutExpired:
        return f"{Path(command[0]).name} took more than {BUILD_SECONDS} s"
    written = (done.stderr or done.stdout).strip() or f"{Path(command[0]).name} failed"
    return written.splitlines()[-1] if done.returncode else ""
