"""The seats with their bids, tricks and the cards of the trick: around the table, or as a list. Pure."""

from __future__ import annotations

from spades.v1.cards_pb2 import Bid
from spades.v1.prompt_pb2 import PROMPT_KIND_PLAY
from spades.v1.snapshot_pb2 import (
    PHASE_BID,
    PHASE_PLAY,
    PHASE_TALK,
    SEAT_KIND_BOT,
    SEAT_KIND_EMPTY,
    SEAT_KIND_HOUSE,
    TABLE_STAGE_PLAYING,
    PlayedCard,
)
from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, pad_left
from spades_client.screen.look import Look, rank_face, suit_class
from spades_client.screen.table_view import TableView
from spades_client.words import bid_words, list_words, talk_words

AROUND_WIDTH, AROUND_HEIGHT = 48, 10
"""The room that seats around a table need."""


def draw_seats(canvas: Canvas, view: TableView, look: Look) -> int:
    """Draw the seats: around a table of up to four where there is room, else as a list; return the row behind them."""
    seats = view.clockwise()
    playing = view.snapshot.stage == TABLE_STAGE_PLAYING
    if 1 <= len(seats) <= 4 and playing and canvas.width >= AROUND_WIDTH and canvas.height >= AROUND_HEIGHT:
        _draw_around(canvas, view, look, seats)
        return canvas.height
    if canvas.width < AROUND_WIDTH or canvas.height < len(seats):
        return _draw_columns(canvas, view, look, seats)
    return draw_list(canvas, 0, view, look)


# Around the table: the viewer at the bottom, the seat that acts next at the left.


def _draw_around(canvas: Canvas, view: TableView, look: Look, seats: list[int]) -> None:
    places = {1: "v", 2: "v^", 3: "v<>", 4: "v<^>"}[len(seats)]
    middle, last = canvas.width // 2, canvas.height - 1
    for place, seat in zip(places, seats, strict=True):
        mark, info = _named(view, seat, place), _info(view, seat)
        style = _style(view, seat)
        match place:
            case "^":
                canvas.put(0, middle - 6, mark, style)
                canvas.put(1, middle - 4, info)
                _draw_card(canvas, 3, middle - 2, view, look, seat)
            case "<":
                canvas.put(4, 2, cut(mark, middle - 2), style)
                canvas.put(5, 4, info)
                _draw_card(canvas, 6, middle - 13, view, look, seat)
            case ">":
                start = min(middle + 8, canvas.width - 2 - max(cells(mark), cells(info)))
                canvas.put(4, start, mark, style)
                canvas.put(5, start, info)
                _draw_card(canvas, 6, middle + 7, view, look, seat)
            case _:
                _draw_card(canvas, last - 2, middle - 2, view, look, seat)
                canvas.put(last - 1, middle - 6, mark, style)
                canvas.put(last, middle - 4, info)
    if "^" not in places and all(len(side.seats) == 1 for side in view.snapshot.sides):
        canvas.put(1, 2, texts.EACH_FOR_HIMSELF)
    if view.snapshot.hand.undealt:
        canvas.put(0, 2, texts.HIDDEN_CARDS.format(count=view.snapshot.hand.undealt))


def _named(view: TableView, seat: int, place: str) -> str:
    name = described(view, seat)
    return f"{name} >" if place == ">" else f"{place} {name}"


def described(view: TableView, seat: int) -> str:
    """Return a seat's name with what is to be known of who sits there."""
    remarks = []
    if view.is_partner(seat):
        remarks.append(texts.PARTNER)
    remarks += _presence(view, seat)
    name = cut(view.name(seat), 16)
    return f"{name} ({list_words(remarks)})" if remarks else name


def _presence(view: TableView, seat: int) -> list[str]:
    place = view.seat(seat)
    if place.stood_in:
        return [texts.STOOD_IN]
    return [texts.PRESENCES[place.presence]] if place.presence in texts.PRESENCES else []


def _style(view: TableView, seat: int) -> str:
    return "class:seat.turn" if acts(view, seat) else "class:seat"


def acts(view: TableView, seat: int) -> bool:
    """Tell whether the table waits for a seat, and nothing hides it."""
    return view.held is None and any(p.seat == seat and not p.suspended for p in view.snapshot.prompts)


def bid_face(bid: Bid) -> str:
    """Return a bid shortly, nil in capitals so that nobody misses it."""
    words = bid_words(bid)
    return words if bid.HasField("hint_tricks") else words.upper()


def _info(view: TableView, seat: int) -> str:
    part = view.part(seat)
    bid = texts.BID.format(bid=bid_face(part.bid)) if part.HasField("bid") else texts.NO_BID
    if view.snapshot.hand.phase in (PHASE_BID, PHASE_TALK):
        return f"{bid}   {talk_words(part.talk)}" if part.HasField("talk") else bid
    return f"{bid}   {texts.WON.format(won=part.tricks)}"


# The trick.


def played(view: TableView, seat: int) -> PlayedCard | None:
    """Return the card that a seat has played to the trick shown."""
    trick = view.trick
    return next((play for play in trick.plays if play.seat == seat), None) if trick is not None else None


def _draw_card(canvas: Canvas, row: int, column: int, view: TableView, look: Look, seat: int) -> int:
    """Draw a seat's card of the trick: ``*[ K♥] led``; the star marks the winner so far."""
    play, trick = played(view, seat), view.trick
    if play is None or trick is None:
        if view.snapshot.hand.phase != PHASE_PLAY or view.held is not None or not _to_play(view, seat):
            return column
        return canvas.put(row, column, f"[ {texts.WAITS} ]", "class:seat.turn")
    winning = trick.winner == seat
    column = canvas.put(row, column - 1, "*" if winning else " ", "class:card.winning")
    style = "class:card.winning" if winning else "class:card"
    column = canvas.put(row, column, "[", style)
    column = canvas.put(row, column, pad_left(rank_face(play.card), 2), style)
    column = canvas.put(row, column, look.suit(play.card.suit), f"{style} {suit_class(play.card.suit)}")
    column = canvas.put(row, column, "]", style)
    return canvas.put(row, column, f" {texts.LED}") if trick.leader == seat else column


def _to_play(view: TableView, seat: int) -> bool:
    return any(prompt.seat == seat and prompt.kind == PROMPT_KIND_PLAY for prompt in view.snapshot.prompts)


# As a list.


def draw_list(canvas: Canvas, row: int, view: TableView, look: Look) -> int:
    """Draw one line for each seat, in the order they act from the viewer's on; return the row behind them."""
    names = {seat: described(view, seat) for seat in view.clockwise()}
    room = min(max(map(cells, names.values()), default=0), max(8, canvas.width - 30))
    known = max((cells(_info(view, seat)) for seat in names), default=0)
    for seat, name in names.items():
        pointer = ">" if acts(view, seat) else " "
        column = canvas.put(row, 1, f"{pointer} {pad(name, room)}  ", _style(view, seat))
        if view.snapshot.stage == TABLE_STAGE_PLAYING:
            column = canvas.put(row, column, pad(_info(view, seat), max(17, known + 1)))
            _draw_card(canvas, row, column + 1, view, look, seat)
        else:
            canvas.put(row, column, _who(view, seat))
        row += 1
    return row


def _who(view: TableView, seat: int) -> str:
    place = view.seat(seat)
    if place.kind == SEAT_KIND_EMPTY:
        return texts.SEAT_EMPTY
    if place.kind == SEAT_KIND_HOUSE:
        return texts.COMPUTER
    if place.kind == SEAT_KIND_BOT:
        return texts.BOT
    return texts.READY if place.ready else texts.NOT_READY


def _draw_columns(canvas: Canvas, view: TableView, look: Look, seats: list[int]) -> int:
    """Draw several seats in a line, for forty columns: name, card, bid and tricks won; return the row behind."""
    columns = max(2, -(-len(seats) // max(1, canvas.height)))
    wide = canvas.width // columns
    for at, seat in enumerate(seats):
        row, start = at // columns, (at % columns) * wide
        pointer = ">" if acts(view, seat) else " "
        name = max(2, min(9, wide - 12))
        column = canvas.put(row, start, pointer + pad(view.name(seat), name), _style(view, seat))
        if view.snapshot.stage != TABLE_STAGE_PLAYING:
            canvas.put(row, column + 1, cut(_who(view, seat), wide - name - 3))
            continue
        part = view.part(seat)
        play, trick = played(view, seat), view.trick
        if play is not None and trick is not None:
            mark = "*" if trick.winner == seat else " "
            face = pad_left(look.card(play.card), 3)
            canvas.put(row, column, face + mark, suit_class(play.card.suit))
        bid = bid_face(part.bid) if part.HasField("bid") else "-"
        canvas.put(row, column + 5, cut(f"{bid}/{part.tricks}", wide - name - 6))
    return -(-len(seats) // columns)
