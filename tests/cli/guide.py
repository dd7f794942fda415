"""Reads docs/protocol.md: its fenced blocks, its tables, and answers compared with what is printed there.

In a printed answer ``"$NAME"`` names a value that a later command uses, ``"..."`` stands for any value, as the last
item of a list for the rest of it, and fields that are not printed may have any value.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

GUIDE = Path(__file__).parents[2] / "docs" / "protocol.md"
_FENCE = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| `([A-Z_]+)` \| ([A-Z_]+) \| (.+) \|$", re.MULTILINE)
_CALL = re.compile(r"`(\w+Service)\.(\w+)`")
_REST = "..."


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the guide, and the answers printed under it."""

    command: str
    answers: list[Json]


def blocks(language: str) -> list[str]:
    """Return the fenced blocks in *language*."""
    return [text for name, text in _FENCE.findall(GUIDE.read_text(encoding="utf-8")) if name == language]


def steps() -> list[Step]:
    """Return the commands of the guide in order."""
    found: list[Step] = []
    for language, text in _FENCE.findall(GUIDE.read_text(encoding="utf-8")):
        if language == "sh":
            found.append(Step(text, []))
        elif language == "json":
            found[-1].answers.extend(documents(text))
    return found


def reasons() -> dict[str, tuple[str, str]]:
    """Return the status code and the advice for each reason of the table of errors."""
    return {reason: (code, advice) for reason, code, advice in _ROW.findall(GUIDE.read_text(encoding="utf-8"))}


def calls_not_served() -> set[tuple[str, str]]:
    """Return (service, call) for each call that the last section lists."""
    _, _, section = GUIDE.read_text(encoding="utf-8").partition("## Not served yet")
    return set(_CALL.findall(section))


def documents(text: str) -> Iterator[Json]:
    """Yield the JSON documents that stand one after the other in *text*."""
    decoder, rest = json.JSONDecoder(), text.strip()
    while rest:
        document, end = decoder.raw_decode(rest)
        yield document
        rest = rest[end:].lstrip()


def difference(printed: Json, real: Json, names: dict[str, str], path: str = "answer") -> str:
    """Return where *real* is not what is printed, empty if it is; what ``"$NAME"`` stands for goes into *names*."""
    if printed == _REST:
        return ""
    if isinstance(printed, str) and printed.startswith("$"):
        names[printed[1:]] = str(real)
        return ""
    if isinstance(printed, dict) and isinstance(real, dict):
        missing = printed.keys() - real.keys()
        if missing:
            return f"{path} has no {sorted(missing)}"
        parts = [(f"{path}.{key}", printed[key], real[key]) for key in printed]
    elif isinstance(printed, list) and isinstance(real, list):
        whole = printed[:-1] if printed and printed[-1] == _REST else printed
        if len(real) < len(whole) or (whole is printed and len(real) > len(whole)):
            return f"{path} has {len(real)} items"
        parts = [(f"{path}[{at}]", one, real[at]) for at, one in enumerate(whole)]
    else:
        return "" if printed == real else f"{path} is {real!r}, not {printed!r}"
    return next(filter(None, (difference(one, other, names, where) for where, one, other in parts)), "")
