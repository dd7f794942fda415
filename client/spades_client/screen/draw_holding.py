"""The reader's cards, a row for each suit: which may be chosen, where the cursor is, what is lifted. Pure.

``[A]`` may be chosen, ``>A<`` is under the cursor, ``^A^`` is lifted, ``~A~`` is chosen ahead; colour only repeats it.
"""

from __future__ import annotations

from spades.v1.cards_pb2 import Card, Suit
from spades_client.notation import SUITS, format_card
from spades_client.screen.asking import Asking, asking
from spades_client.screen.canvas import Canvas
from spades_client.screen.holding import Row, choosable, rows
from spades_client.screen.look import Look, rank_face, suit_class
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState

CARD_WIDE, CARD_NARROW = 5, 4
ROWS = 4
"""A row for each suit."""


def draw_holding(canvas: Canvas, row: int, view: TableView, ui: UiState) -> None:
    """Draw the rows of suits from *row* down."""
    held = rows(view, ui.look)
    start, step = _columns(held, canvas.width)
    legal = choosable(view)
    wanted = asking(view) in (Asking.PLAY, Asking.GIVE)
    for down, suit_row in enumerate(held):
        _draw_label(canvas, row + down, suit_row.suit, ui.look, start)
        if not suit_row.cards:
            canvas.put(row + down, start + 1, "-", "class:card.barred")
        _draw_row(canvas, row + down, start, step, suit_row, ui, legal if wanted else None)


def _columns(held: list[Row], width: int) -> tuple[int, int]:
    """Return where the cards of a row begin, and how many cells each has."""
    start = 7 if width >= 60 else 4
    longest = max((len(suit_row.cards) for suit_row in held), default=0)
    step = CARD_WIDE if start + longest * CARD_WIDE <= width else CARD_NARROW
    return start, step if start + longest * step <= width else 3


def holding_top(height: int) -> int:
    """Return the first of the rows of cards on a screen of *height* rows: three lines of text stand below them."""
    return height - 3 - ROWS


def card_in_row(held: list[Row], down: int, width: int, column: int) -> str:
    """Return the card, in notation, that stands at *column* in one of the rows; empty if none does."""
    start, step = _columns(held, width)
    at = (column - start) // step
    return held[down].keys[at] if 0 <= at < len(held[down].cards) else ""


def _draw_label(canvas: Canvas, row: int, suit: Suit.ValueType, look: Look, start: int) -> None:
    letter, sign = SUITS.get(suit, "?"), look.suit(suit)
    column = 3 if start > 4 else 1
    canvas.put(row, column, letter)
    if sign != letter:
        canvas.put(row, column + 2 if start > 4 else column + 1, sign, suit_class(suit))


def _draw_row(
    canvas: Canvas, row: int, start: int, step: int, held: Row, ui: UiState, legal: frozenset[str] | None
) -> None:
    """*legal*: the cards that may be chosen; None while nothing is asked."""
    for at, card in enumerate(held.cards):
        _draw_card(canvas, row, start + at * step, step, held, card, ui, legal)
    # The cursor last: its marks stand in the gaps, which the neighbours' blanks must not cover.
    keys = held.keys
    if ui.cursor in keys:
        card = held.cards[keys.index(ui.cursor)]
        _draw_cursor(canvas, row, start + keys.index(ui.cursor) * step, step, _face(held, card, ui.look))


def _face(held: Row, card: Card, look: Look) -> str:
    # A card that plays as another suit than it shows, as a joker does, says what it is.
    return rank_face(card) if card.suit == held.suit else look.card(card)


def _draw_card(
    canvas: Canvas,
    row: int,
    column: int,
    step: int,
    held: Row,
    card: Card,
    ui: UiState,
    legal: frozenset[str] | None,
) -> None:
    key = format_card(card)
    marks, style = "  ", suit_class(held.suit)
    if key in ui.lifted:
        marks, style = "^^", f"{style} class:card.lifted"
    elif key == ui.queued:
        marks, style = "~~", f"{style} class:card.lifted"
    elif legal is not None and key in legal:
        marks, style = "[]", f"{style} class:card.legal"
    elif legal is not None:
        style = "class:card.barred"
    at = column + (1 if step == CARD_WIDE else 0)
    at = canvas.put(row, at, marks[0] if step > 3 else "", style)
    at = canvas.put(row, at, _face(held, card, ui.look), style)
    canvas.put(row, at, marks[1], style)


def _draw_cursor(canvas: Canvas, row: int, column: int, step: int, face: str) -> None:
    if step == CARD_WIDE:
        canvas.put(row, column, ">", "class:cursor")
        canvas.put(row, column + 3 + len(face), "<", "class:cursor")
    else:
        # There is no gap: the mark takes the place of the bracket at the left, that at the right still tells the rest.
        canvas.put(row, column - (0 if step > 3 else 1), ">", "class:cursor")
