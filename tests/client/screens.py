"""Screens for the client's tests: what is known, what is pressed, and what a person then sees."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pyte
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from spades.v1.server_service_pb2 import HouseLevel
from spades.v1.snapshot_pb2 import Snapshot
from spades_client import Link, language
from spades_client.choices import own_prompts
from spades_client.screen.canvas import plain
from spades_client.screen.present import Screen, present
from spades_client.screen.reduce import adopt, press
from spades_client.screen.table_view import TableView
from spades_client.screen.terminal import fragments, styles
from spades_client.screen.ui_state import Effect, Key, UiState
from spades_client.settings import Colours

LEVELS = (
    HouseLevel(name="random", explanation="plays any card that it may"),
    HouseLevel(name="rules", explanation="counts, covers and bids as a good player does", is_default=True),
)
GOLDEN = Path(__file__).parent / "golden"
REWRITE = "SPADES_GOLDEN"
"""Set to write the golden screens again: ``make golden``."""

WIDEST_IN_ALL_LANGUAGES = 80
"""Where there is more room than that, one language is enough to see that it is used."""


def seen(snapshot: Snapshot, *, seconds: float | None = 21.0) -> TableView:
    """Return *snapshot* as it is known over a good link, with so many seconds left for each prompt."""
    left = {prompt.prompt_id: seconds for prompt in snapshot.prompts} if seconds is not None else {}
    return TableView(
        snapshot=snapshot,
        mine=tuple(own_prompts(snapshot)),
        left={key: value for key, value in left.items() if value is not None},
        link=Link.CONNECTED,
        server="Den",
        capabilities=frozenset({"claims"}),
        phrases={1: "Nice play.", 2: "Thank you."},
        levels=LEVELS,
        invites=("192.168.1.20/K7QX+3Y5N555UJQKC4FFZ",),
    )


def sat_down(view: TableView, ui: UiState | None = None) -> UiState:
    """Return the reader's state once *view* has arrived."""
    return adopt(ui or UiState(), view)[0]


def pressed(
    ui: UiState, view: TableView, keys: str | Iterable[str], *, gap: float = 1.0
) -> tuple[UiState, list[Effect]]:
    """Return the state after *keys*, pressed *gap* seconds after one another, and all effects."""
    effects: list[Effect] = []
    at = max(100.0, ui.enter_at, ui.interrupted_at + 50)
    for name in keys.split() if isinstance(keys, str) else keys:
        at += gap
        ui, caused = press(ui, view, Key(name=name, at=at))
        effects += caused
    return ui, effects


def typed(ui: UiState, view: TableView, text: str) -> UiState:
    """Return the state after *text*, sign by sign."""
    return pressed(ui, view, ["space" if sign == " " else sign for sign in text])[0]


def lines(view: TableView, ui: UiState, width: int = 80, height: int = 24) -> list[str]:
    """Return the text of the screen."""
    return [line.rstrip() for line in plain(present(view, ui, width, height).lines)]


def painted(view: TableView, ui: UiState, width: int = 80, height: int = 24) -> tuple[pyte.Screen, str]:
    """Return what a terminal shows after prompt_toolkit has painted the screen, and the bytes it was sent."""
    return paint(present(view, ui, width, height), width, height, ui.look.colours)


def paint(screen: Screen, width: int, height: int, colours: Colours = Colours.FOUR) -> tuple[pyte.Screen, str]:
    """Return what a terminal shows of *screen*, and the bytes it was sent."""
    stream = io.StringIO()
    output = Vt100_Output(
        stream, lambda: Size(rows=height, columns=width), term="xterm", default_color_depth=ColorDepth.DEPTH_4_BIT
    )
    control = FormattedTextControl(lambda: fragments(screen.lines, screen.cursor), focusable=True)
    app: Application[None] = Application(
        layout=Layout(Window(control)),
        full_screen=True,
        style=styles(colours),
        output=output,
        input=DummyInput(),
        color_depth=None,
    )
    app.renderer.render(app, app.layout)
    terminal = pyte.Screen(width, height)
    pyte.Stream(terminal).feed(stream.getvalue())
    return terminal, stream.getvalue()


def assert_golden(
    name: str, view: TableView, ui: UiState | Callable[[], UiState], width: int = 80, height: int = 24
) -> None:
    """Compare the painted screen with the one kept under ``golden/``; every row must fit.

    *ui* is a function where keys have put words into the state, which are to be in each language.
    """

    def made() -> UiState:
        return ui() if callable(ui) else ui

    assert_golden_screen(name, lambda: present(view, made(), width, height), width, height, made().look.colours)


def assert_golden_screen(
    name: str, drawn: Callable[[], Screen], width: int = 80, height: int = 24, colours: Colours = Colours.FOUR
) -> None:
    """Compare a screen as it is painted with the one kept under ``golden/``, and below it in the other languages."""
    screen = drawn()
    terminal, _ = paint(screen, width, height, colours)
    shown = [row.rstrip() for row in terminal.display]
    text = "\n".join(shown) + "\n" + other_languages(lambda: _text(drawn()), width)
    path = GOLDEN / f"{name}_{width}x{height}.txt"
    if os.environ.get(REWRITE):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} shows something else; make golden writes it again"
    # What the terminal shows is what was presented: nothing has wrapped, and nothing was painted in another width.
    assert shown == _text(screen)


def _text(screen: Screen) -> list[str]:
    return [line.rstrip() for line in plain(screen.lines)]


def other_languages(drawn: Callable[[], list[str]], width: int) -> str:
    """Return what is drawn in each language but English, with a line above that names it; wide screens are left out."""
    text = ""
    for code in language.LANGUAGES:
        if code != language.ENGLISH and width <= WIDEST_IN_ALL_LANGUAGES:
            language.use(code)
            text += "\n".join([f"== {code} ==", *drawn(), ""])
    language.use(language.ENGLISH)
    return text


def with_look(ui: UiState, *, ascii: bool = False, **changes: object) -> UiState:
    """Return the state with other settings; *ascii*: at a terminal that cannot show the signs of the suits."""
    return replace(ui, letters=ascii).wishing(**changes)
