"""docs/rules.md has the options and presets of the engine, true examples, and every id that is cited."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spades_cli import main
from spades_cli.rules_document import renewed
from spades_engine import OPTIONS, PRESETS

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")

_ID = re.compile(r"\b([A-GLRSVX]\d{1,2}[a-d]?|[a-e]\d{1,2})\b")
_DECISIONS = re.compile(r"\bdecisions? (\d+(?:(?:, and |, | and | to |-)\d+)*)")
_BARE = re.compile(r"\((?:docs/rules\.md )?(c\d{1,2}|S\d{1,2}[a-d]?)\)")
_OTHER_DOCUMENTS = re.compile(r"docs/(?!rules\.md)\S+")


def _defined() -> set[str]:
    rows = re.findall(r"^\| ([A-Zc]\d+[a-d]?) \|", DOCUMENT, re.MULTILINE)
    headings = re.findall(r"^#+ ([a-e]\d?)\. ", DOCUMENT, re.MULTILINE)
    decisions = re.findall(r"^\* \*\*(decision \d+)\.\*\* ", DOCUMENT, re.MULTILINE)
    return {*rows, *headings, *decisions}


def _cited(text: str) -> Iterator[str]:
    """Yield the ids of this document that a line of code cites."""
    text = _OTHER_DOCUMENTS.sub("", text)
    for numbers in _DECISIONS.findall(text):
        yield from (f"decision {number}" for number in re.findall(r"\d+", numbers))
    yield from _BARE.findall(text)
    # Card names look like ids, but only behind the document's name are ids without more words.
    yield from (found for tail in text.split("docs/rules.md")[1:] for found in _ID.findall(tail.split('"')[0]))


def _citations() -> list[tuple[str, str]]:
    return [
        (f"{path.relative_to(ROOT).as_posix()}:{number}", cited)
        for folder in ("server", "tests", "client")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__) and "_pb2" not in path.name
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for cited in _cited(line)
    ]


def test_the_tables_of_options_and_presets_are_current() -> None:
    assert renewed(DOCUMENT) == DOCUMENT, "run 'make docs'"
    for name in (*(option.name for option in OPTIONS), *PRESETS):
        assert f"\n| `{name}` | " in DOCUMENT


def test_a_document_without_a_place_for_a_table_is_not_touched() -> None:
    with pytest.raises(ValueError, match="no place for the options"):
        renewed("# Rules\n")


def test_every_id_that_is_cited_exists() -> None:
    citations, defined = _citations(), _defined()
    assert len(citations) > 300
    assert [each for each in citations if each[1] not in defined] == []


def test_all_decisions_and_readings_are_there_once() -> None:
    assert re.findall(r"^\* \*\*decision (\d+)\.\*\* ", DOCUMENT, re.MULTILINE) == [str(n) for n in range(1, 33)]
    assert re.findall(r"^\| c(\d+) \|", DOCUMENT, re.MULTILINE) == [str(n) for n in range(1, 43)]


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ('"""docs/rules.md D3 and c25."""', ["D3", "c25"]),
        ("Source: docs/rules.md a4, decisions 16 to 18.", ["decision 16", "decision 18", "a4"]),
        ("# Nil adds nothing (c9), decision 8; S46", ["decision 8", "c9"]),
        ("docs/decisions.md D9", []),
    ],
)
def test_citations_are_found(line: str, cited: list[str]) -> None:
    assert list(_cited(line)) == cited


def _examples() -> list[list[str]]:
    rows = re.findall(r"^\| ([SV]\d.*) \|$", DOCUMENT, re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in rows]


@pytest.mark.parametrize("row", _examples(), ids=lambda row: row[0])
def test_the_examples_are_what_the_program_scores(capsys: pytest.CaptureFixture[str], row: list[str]) -> None:
    _, _, options, bids, tricks, before, *sides = row
    typed = ["score", "--json", *options.strip("`").split(), "--bids", bids, "--tricks", tricks]
    assert main([*typed, *(["--before", before] if before else [])]) == 0
    scored = json.loads(capsys.readouterr().out)["sides"]
    lines = [f"{'/'.join(str(value) for value in list(side.values())[:6])}:{side['bags']}" for side in scored]
    assert lines == [side for side in sides if side]


def test_there_are_examples() -> None:
    assert len(_examples()) > 50
