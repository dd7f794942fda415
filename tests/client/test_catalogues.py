"""The catalogues are complete and sound, and cover what servers say by a code or in English."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import spades_ai
import spades_client
from catalogues.faults import faults, gaps
from catalogues.keep import CODES, read, stale
from spades.v1.error_pb2 import ERROR_REASON_UNSPECIFIED, ErrorReason
from spades_client.language import LANGUAGES
from spades_client.reasons import REASONS
from spades_client.settings import Language
from spades_client.tip_reasons import TIP_REASONS

ROOT = Path(__file__).parents[2]
CLIENT = Path(spades_client.__file__).parent


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated_with_the_same_gaps_and_signs_of_one_cell(code: str) -> None:
    assert list(faults(code)) == []


def test_what_is_compiled_is_what_translators_wrote() -> None:
    assert stale() == []


def test_the_languages_of_the_settings_are_those_of_the_catalogues() -> None:
    assert {language.value for language in Language} == {"system", *LANGUAGES}


def test_every_reason_of_the_contract_has_a_sentence() -> None:
    assert set(REASONS) == set(ErrorReason.values()) - {ERROR_REASON_UNSPECIFIED}


def test_every_reason_of_a_tip_has_a_sentence() -> None:
    """``role.value``, ``code`` and the like are passed on from names that are found too."""
    said = set()
    for path in Path(spades_ai.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
                said.add(node.value.value)
    assert said
    assert said - set(TIP_REASONS) == set()


def test_no_text_is_kept_where_it_would_not_follow_the_language() -> None:
    """Texts are read as ``texts.NAME``; a name imported from there would stay English."""
    kept = re.compile(r"^from spades_cl\S*texts import [A-Z]", re.MULTILINE)
    assert [path.name for path in CLIENT.parent.rglob("*.py") if kept.search(path.read_text(encoding="utf-8"))] == []


def test_every_module_of_texts_follows_the_language() -> None:
    modules = [path for path in CLIENT.parent.rglob("*texts.py") if "samples" not in path.parts]
    assert len(modules) >= 3
    assert [path.name for path in modules if "follow(globals())" not in path.read_text(encoding="utf-8")] == []


def test_gaps_are_found_in_both_notations() -> None:
    assert gaps("{side}: {won:>2} of {all}") == ["all", "side", "won"]
    assert gaps("argument %(name)s: %s") == ["%(name)s", "%s"]


@pytest.mark.parametrize(("column", "code"), [(1, "pt"), (2, "es")])
def test_the_catalogues_use_the_words_of_the_glossary(column: int, code: str) -> None:
    section = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("## In Portuguese and Spanish")[2]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", section.partition("\n## ")[0], re.MULTILINE)[1:]
    pairs = _pairs(read(code))
    missing = []
    for row in rows:
        for english, word in zip(row[0].split(", "), row[column].split(", "), strict=True):
            if not any(english in message and word.lower() in said for message, said in pairs):
                missing.append((english, word))
    assert len(rows) > 30
    assert missing == []


def _pairs(catalogue: Catalog) -> list[tuple[str, str]]:
    """Return each message with its translation, small, all forms together."""
    return [(str(message.id).lower(), str(message.string).lower()) for message in catalogue if message.id]
