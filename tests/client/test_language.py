"""Which language is wanted, and what changes when it changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from spades.v1.cards_pb2 import SUIT_SPADES
from spades_client import language, texts
from spades_client.forms import Plural


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


@pytest.mark.parametrize(
    ("asked", "saved", "environment", "system", "code"),
    [
        ("es", "pt", {"LANGUAGE": "en"}, "", "es"),
        ("", "pt", {"LANGUAGE": "en"}, "", "pt"),
        ("", "", {"LANGUAGE": "de:pt_BR:es", "LC_ALL": "es_ES.UTF-8"}, "", "pt"),
        ("", "", {"LANGUAGE": "", "LC_ALL": "es_ES.UTF-8", "LANG": "pt_PT.UTF-8"}, "", "es"),
        ("", "", {"LC_MESSAGES": "pt_PT@euro", "LANG": "es"}, "", "pt"),
        ("", "", {"LANG": "es_AR.UTF-8"}, "", "es"),
        ("", "", {"LC_ALL": "C", "LANG": "es_AR.UTF-8"}, "", "en"),
        ("", "", {"LANG": "de_DE.UTF-8"}, "pt_BR", "en"),
        ("", "", {}, "pt_BR", "pt"),
        ("", "", {}, "", "en"),
        ("", "klingon", {}, "", "en"),
    ],
)
def test_the_language_is_the_first_that_is_named(
    asked: str, saved: str, environment: dict[str, str], system: str, code: str
) -> None:
    assert language.wanted(asked, saved, environment, lambda: system) == code


def test_texts_change_while_the_client_runs_and_change_back() -> None:
    english = {name: value for name, value in vars(texts).items() if name.isupper()}
    assert texts.SUITS[SUIT_SPADES] == "spades"
    language.use("pt")
    assert language.current() == "pt"
    assert texts.SUITS[SUIT_SPADES] == "espadas"
    assert texts.ACTIONS.keys() == english["ACTIONS"].keys()
    language.use("en")
    assert {name: value for name, value in vars(texts).items() if name.isupper()} == english


def test_numbers_choose_the_form() -> None:
    tricks = Plural(one="{n} trick", many="{n} tricks", by="n")
    assert [tricks.format(n=n) for n in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]


def test_what_a_server_lends_is_translated_where_it_is_known() -> None:
    language.use("es")
    assert language.lent("Good luck!") == "¡Buena suerte!"
    assert language.lent("May the cards be with you!") == "May the cards be with you!"
