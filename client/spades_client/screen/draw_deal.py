"""The draw for dealer and the deal on the screen. Pure."""

from __future__ import annotations

from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad
from spades_client.screen.deal import Deal
from spades_client.screen.look import Look, suit_class
from spades_client.screen.table_view import TableView


def draw_deal(canvas: Canvas, view: TableView, look: Look, deal: Deal) -> None:
    """Draw one picture of a deal."""
    if deal.drawing:
        _draw_for_dealer(canvas, view, look, deal)
        return
    canvas.put(0, 1, texts.DEAL_TITLE.format(hand=deal.hand, name=view.name(deal.dealer)), "class:title")
    names = {seat: cut(view.name(seat), 10) for seat in view.clockwise()}
    room = max(map(cells, names.values()), default=0)
    for row, (seat, name) in enumerate(names.items(), start=1 if canvas.height < len(names) + 3 else 2):
        count = view.part(seat).card_count
        back = "##" if room + 3 + 3 * count <= canvas.width else "#"
        canvas.put(row, 1, f"{pad(name, room)}  {' '.join([back] * deal.dealt(count))}")
    canvas.put(canvas.height - 1, 1, texts.DEAL_SKIP, "class:hint")


def _draw_for_dealer(canvas: Canvas, view: TableView, look: Look, deal: Deal) -> None:
    """Draw the cards drawn so far, a line for each; where equal cards are drawn again, the latest have room."""
    canvas.put(0, 1, texts.DRAW_TITLE, "class:title")
    room = max(1, canvas.height - 3)
    names = max((cells(cut(view.name(play.seat), 14)) for play in deal.draws), default=0)
    for row, play in enumerate(deal.drawn()[-room:], start=1):
        column = canvas.put(row, 2, pad(view.name(play.seat), names))
        canvas.put(row, column + 2, f"{look.card(play.card):>3}", suit_class(play.card.suit))
    if deal.dealer_known:
        canvas.put(canvas.height - 2, 1, texts.DRAWN_DEALER.format(name=view.name(deal.dealer)), "class:note")
    canvas.put(canvas.height - 1, 1, texts.DEAL_SKIP, "class:hint")
