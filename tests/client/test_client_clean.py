"""Text from elsewhere never reaches a terminal as it came."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_client.clean import clean, printable
from spades_client.line_io import Writer


def test_control_characters_of_a_name_are_gone() -> None:
    assert clean("Ann\x1b[2J\x1b]0;x\x07\rBob") == "Ann[2J]0;x Bob"
    assert clean("\x9b31mhi\x1b[?1000h\x08\x08") == "31mhi[?1000h"


def test_text_cannot_turn_round_hide_or_break_the_line() -> None:
    assert clean("a\u202eb\u200bc\u2066d\ufeff") == "abcd"
    assert clean("one\ntwo\u2028three") == "one two three"


@given(st.text())
def test_clean_text_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    assert all(unicodedata.category(sign)[0] not in "C" for sign in clean(text))
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1", "utf-8"])
def test_a_name_is_written_in_every_encoding(encoding: str) -> None:
    text = printable("Žoë♠ plays 4♥", encoding)
    assert text.encode(encoding)
    if encoding == "ascii":
        assert text == "ZoeS plays 4H"


@given(st.text(), st.sampled_from(["ascii", "cp437", "cp1252"]))
def test_no_text_is_too_strange_to_print(text: str, encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    Writer(stream).line(text)
    written = raw.getvalue()
    assert written.endswith(b"\n")
    assert written.count(b"\n") == 1
    assert all(byte >= 0x20 for byte in written[:-1])
