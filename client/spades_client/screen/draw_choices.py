"""What can be chosen by a number: bids, and lists of alternatives, with what is to be known for it. Pure."""

from __future__ import annotations

from spades.v1.prompt_pb2 import PROMPT_KIND_CLAIM, PROMPT_KIND_DRAW, Choice
from spades_client.reasons import why
from spades_client.screen import texts
from spades_client.screen.asking import Asking, alternative, alternatives, asking
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, wrap
from spades_client.screen.draw_seats import AROUND_WIDTH, bid_face, draw_list, draw_seats
from spades_client.screen.look import Look, rank_face, suit_class
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.words import bid_words, choice_words, list_words


def draw_bidding(canvas: Canvas, view: TableView, ui: UiState) -> None:
    """Draw the seats with their bids, what is bid so far, and the bids to choose from if it is the viewer's turn."""
    if asking(view) is not Asking.BID:
        as_list = canvas.width >= AROUND_WIDTH and canvas.height >= len(view.snapshot.seats)
        row = draw_list(canvas, 0, view, ui.look) if as_list else draw_seats(canvas, view, ui.look)
        canvas.put(row + 1, 1, _sum_of_bids(view))
        return
    beside = sum(not _in_row(number, choice) for number, choice in alternatives(view))
    lines = len(_rows_of_bids(view, canvas.width)) + beside + 1
    if canvas.height > len(view.snapshot.seats) + lines:
        row = draw_list(canvas, 0, view, ui.look) + 1
    else:
        row = 1 if canvas.height >= lines else 0
        canvas.put(0, 1, _bids_in_a_line(view) if row else "")
    if canvas.height > row + lines:
        canvas.put(row, 1, _sum_of_bids(view))
        row += 2 if canvas.height > row + lines + 1 else 1
    _draw_bids(canvas, row, view, ui)


def _sum_of_bids(view: TableView) -> str:
    taken = sum(side.contract for side in view.snapshot.sides)
    every = view.snapshot.hand.hand_size
    form = texts.BIDS_OPEN if taken <= every else texts.BIDS_OVER
    return form.format(taken=taken, all=every, left=every - taken)


def _bids_in_a_line(view: TableView) -> str:
    others = (seat for seat in view.clockwise() if seat != view.snapshot.your_seat)
    parts = {seat: view.part(seat) for seat in others}
    return "  ".join(
        texts.BID_OF.format(name=view.name(seat), bid=bid_face(part.bid) if part.HasField("bid") else "...")
        for seat, part in parts.items()
    )


def _in_row(number: int, choice: Choice) -> bool:
    """Tell whether a bid stands in the row of numbers: it is its own number, or the nil that 0 stands for."""
    return choice.HasField("bid") and (choice_words(choice) == str(number) or _is_nil(number, choice))


def _is_nil(number: int, choice: Choice) -> bool:
    return number == 0 and choice.bid.HasField("nil")


def _rows_of_bids(view: TableView, width: int) -> list[list[tuple[str, str]]]:
    """Return the bids that are numbers as rows of (number, face) that fit into *width*."""
    rows: list[list[tuple[str, str]]] = [[]]
    used = 1
    for number, choice in alternatives(view):
        if not _in_row(number, choice):
            continue
        face = texts.NIL_KEY if _is_nil(number, choice) else str(number)
        used += cells(face) + 2
        if used > width:
            rows.append([])
            used = 1 + cells(face) + 2
        rows[-1].append((str(number), face))
    return rows


def _draw_bids(canvas: Canvas, row: int, view: TableView, ui: UiState) -> None:
    for bids in _rows_of_bids(view, canvas.width):
        column = 1
        for key, face in bids:
            chosen = key == ui.number
            text = f"[{face}]" if chosen else f" {face} "
            column = canvas.put(row, column, text, "class:chosen" if chosen else "")
        row += 1
    for number, choice in alternatives(view):
        if not _in_row(number, choice):
            _draw_option(canvas, row, number, choice, ui)
            row += 1
    made = alternative(view, ui.number)
    bid = choice_words(made) if made is not None else (ui.number or texts.UNCHOSEN)
    canvas.put(row, 1, texts.YOUR_BID.format(bid=bid), "class:title")
    for down, line in enumerate(_barred(view), start=2):
        canvas.put(row + down, 1, line, "class:card.barred")


def _barred(view: TableView) -> list[str]:
    lines = []
    for barred in view.asked.barred if view.asked else ():
        if barred.bids:
            reason = why(barred.reason).rstrip(".")
            words = list_words(map(bid_words, barred.bids))
            lines.append(texts.BARRED.format(what=words, reason=reason))
    return lines


def draw_alternatives(canvas: Canvas, view: TableView, ui: UiState) -> None:
    """Draw a list of alternatives, and above it what the choice is about."""
    row = 0
    offered = alternatives(view)
    longest = max((cells(_option(number, choice)) for number, choice in offered), default=0) + 3
    most = max(1, canvas.width // longest)
    seats = len(view.snapshot.seats) + 1
    if canvas.height >= seats + 5 and (canvas.height - seats) * most >= len(offered):
        row = draw_list(canvas, 0, view, ui.look) + 1
    matter = Canvas(canvas.width, canvas.height - row)
    rows = _draw_matter(matter, 0, view, ui.look)
    # Where not everything has room, the alternatives come first: without them nothing could be chosen.
    if (matter.height - rows) * most >= len(offered):
        canvas.paste(row, 0, matter)
        row += rows
    room = max(1, canvas.height - row)
    columns = min(most, max(1, -(-len(offered) // room)))
    wide = canvas.width // columns
    if len(offered) > room * columns:  # too many to show: those around the chosen one
        wide = canvas.width
        offered = offered[_first_shown(offered, ui, room) :][:room]
    for at, (number, choice) in enumerate(offered):
        part = Canvas(wide, 1)
        _draw_option(part, 0, number, choice, ui)
        canvas.paste(row + at % room, (at // room) * wide, part)


def _first_shown(offered: list[tuple[int, Choice]], ui: UiState, room: int) -> int:
    at = next((at for at, (number, _) in enumerate(offered) if str(number) == ui.number), 0)
    return max(0, min(at - room // 2, len(offered) - room))


def _option(number: int, choice: Choice) -> str:
    return texts.OPTION.format(number=number, words=choice_words(choice, short=True))


def _draw_option(canvas: Canvas, row: int, number: int, choice: Choice, ui: UiState) -> None:
    chosen = str(number) == ui.number
    text = _option(number, choice)
    canvas.put(row, 0, ">" if chosen else " ", "class:cursor")
    canvas.put(row, 1, text, "class:chosen" if chosen else "")


def _draw_matter(canvas: Canvas, row: int, view: TableView, look: Look) -> int:
    """Draw the card offered, cards face down, or the cards shown for a claim; return the row behind."""
    kind = view.asked.kind if view.asked else 0
    if kind == PROMPT_KIND_DRAW:
        return _draw_offered(canvas, row, view, look)
    if kind == PROMPT_KIND_CLAIM and view.snapshot.HasField("claim"):
        return _draw_claim(canvas, row, view, look)
    own = view.own
    if own is not None and own.card_count and not own.cards:
        canvas.put(row, 1, texts.FACE_DOWN.format(count=own.card_count))
        canvas.put(row + 1, 1, " ".join(["##"] * own.card_count))
        return row + (3 if canvas.height > row + 5 else 2)
    return row


def _draw_offered(canvas: Canvas, row: int, view: TableView, look: Look) -> int:
    draw = view.snapshot.hand.draw
    if canvas.height >= row + 8:
        canvas.put(row, 1, texts.STOCK.format(count=draw.stock))
        if draw.thrown:
            faces = " ".join(look.card(card) for card in draw.thrown)
            for down, line in enumerate(wrap(f"{texts.THROWN} {faces}", canvas.width - 26)[-4:]):
                canvas.put(row + 1 + down, 24, line)
        for down, line in enumerate(("+----+", "|    |", "|    |", "+----+")):
            canvas.put(row + 1 + down, 8, line)
        if draw.HasField("offered"):
            style = suit_class(draw.offered.suit)
            canvas.put(row + 2, 10, rank_face(draw.offered), style)
            canvas.put(row + 3, 11, look.suit(draw.offered.suit), style)
        return row + 6
    if draw.HasField("offered"):
        column = canvas.put(row, 1, f"{texts.OFFERED}: ")
        canvas.put(row, column, look.card(draw.offered), suit_class(draw.offered.suit))
    canvas.put_right(row, canvas.width - 1, texts.STOCK.format(count=draw.stock))
    return row + 1


def _draw_claim(canvas: Canvas, row: int, view: TableView, look: Look) -> int:
    claim = view.snapshot.claim
    canvas.put(row, 1, texts.CLAIM_SHOWS.format(name=view.name(claim.seat)))
    shown = wrap(" ".join(look.card(card) for card in claim.cards), canvas.width - 4)
    for down, line in enumerate(shown, start=1):
        canvas.put(row + down, 3, line)
    return row + 1 + len(shown)
