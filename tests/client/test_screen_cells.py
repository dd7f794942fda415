"""Text in cells: measured, cut between graphemes, wrapped, typed and painted without drift."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client import scenes
from client.screens import lines, pressed, sat_down, seen, typed
from spades_client.screen.canvas import Canvas, plain
from spades_client.screen.cells import cells, clock, cut, pad, pad_left, tame, wrap
from spades_client.screen.text_line import LONGEST, TextLine

TEXTS = st.text(st.sampled_from("ab ♥李é\u0301👍🏽한"), max_size=40)


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("A♥", 2), ("李小龙", 6), ("e\u0301", 1), ("", 0)])
def test_width_is_counted_in_cells(text: str, width: int) -> None:
    assert cells(text) == width


def test_a_text_is_cut_between_graphemes() -> None:
    assert cut("李小龙", 5) == "李小"
    assert cut("ne\u0301e", 2) == "ne\u0301"
    assert pad("李", 4) == "李  "
    assert pad_left("A♥", 4) == "  A♥"


@given(TEXTS, st.integers(0, 20))
def test_what_is_padded_is_exactly_as_wide(text: str, width: int) -> None:
    for sized in (pad(text, width), pad_left(text, width)):
        assert cells(sized) == width


@given(TEXTS, st.integers(2, 20))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: int) -> None:
    wrapped = wrap(text, width)
    assert all(cells(line) <= width for line in wrapped)
    assert "".join(wrapped).replace(" ", "") == text.replace(" ", "")


def test_what_a_terminal_would_obey_or_draw_in_doubt_is_taken_out() -> None:
    assert tame("\x1b[31mred\x07\n♥\ufe0f") == "[31mred ♥"
    assert tame("e" + "\u0301" * 50) == "e" + "\u0301" * 3


def test_a_time_is_never_below_zero() -> None:
    assert [clock(seconds) for seconds in (61, 20.2, 0.4, -3)] == ["1:01", "0:21", "0:01", "0:00"]


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(-2, 9), TEXTS), max_size=8))
def test_every_row_of_a_canvas_keeps_its_width_whatever_is_written_over_it(
    writes: list[tuple[int, int, str]],
) -> None:
    canvas = Canvas(8, 3)
    for row, column, text in writes:
        canvas.put(row, column, text)
    assert [cells(row) for row in plain(canvas.lines())] == [8, 8, 8]


def test_a_wide_sign_that_is_half_covered_disappears_whole() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "李李")
    canvas.put(0, 1, "x")
    assert plain(canvas.lines()) == [" x李"]


@given(st.lists(st.sampled_from(["a", "李", "e\u0301", "left", "right", "home", "end", "backspace", "delete", "c-w"])))
def test_the_cursor_of_a_line_always_stands_between_graphemes(keys: list[str]) -> None:
    line = TextLine()
    for key in keys:
        line = line.edited(key) or line.typed(key)
        assert 0 <= line.at <= len(line.text)
        assert not line.text[line.at :].startswith("\u0301")


def test_a_line_takes_no_more_than_its_length_and_shows_the_end_that_is_typed() -> None:
    line = TextLine().typed("x" * 500)
    assert len(line.text) == LONGEST
    text, at = line.shown(20)
    assert (cells(text) <= 20, at) == (True, 19)


def test_editing_keys_edit() -> None:
    view = seen(scenes.following().snapshot)
    ui, _ = pressed(sat_down(view), view, "/")
    ui, _ = pressed(typed(ui, view, "one two"), view, "c-w")
    assert ui.say.text == "one "
    ui, _ = pressed(ui, view, "left backspace X end Y")
    assert ui.say.text == "onX Y"
    assert pressed(ui, view, "c-u")[0].say.text == ""


def test_the_chart_has_every_total_at_its_height() -> None:
    shown = lines(scenes.score_sheet(), sat_down(scenes.score_sheet()))
    chart = [line[50:] for line in shown[5:17]]
    assert chart[0].endswith("*"), "253 is the highest"
    assert chart[-1].startswith("|o"), "both begin with nothing"
    assert sum(line.count("*") for line in chart) == 4, "five totals of one side; the first lies under the other's"
    assert sum(line.count("o") for line in chart) == 5
