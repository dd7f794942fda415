"""The documents point at what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SOURCES = {
    path.relative_to(ROOT).as_posix()
    for folder in ("proto", "server", "client", "tests")
    for path in (ROOT / folder).rglob("*")
}


@pytest.mark.parametrize("document", DOCUMENTS, ids=[document.name for document in DOCUMENTS])
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_file_that_the_architecture_names_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)*\w+\.(?:py|proto))`", text))
    assert named
    assert [name for name in named if not any(source.endswith(f"/{name}") for source in SOURCES)] == []
