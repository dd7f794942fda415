"""A frame of a record: the table as it is drawn in a game, with every hand below it. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from spades.v1.cards_pb2 import Card
from spades.v1.snapshot_pb2 import PHASE_SCORED
from spades_client.screen import replay_texts as texts
from spades_client.screen import texts as screen_texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, cut, pad, wrap
from spades_client.screen.draw_header import draw_compact, draw_sides, side_rows
from spades_client.screen.draw_overlay import draw_keys, footer, help_lines
from spades_client.screen.draw_panel import draw_log, draw_panel, loud
from spades_client.screen.draw_seats import draw_seats
from spades_client.screen.draw_sheet import draw_sheet
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action, Context
from spades_client.screen.look import Look, rank_face, suit_class
from spades_client.screen.present import LARGE, MIDDLE, SIDE_PANEL, SMALL, Screen
from spades_client.screen.replay import seen_at
from spades_client.screen.replay_state import SPEEDS, ReplayState
from spades_client.screen.table_view import TableView
from spades_client.words import choice_words

SHOWN = 13
"""Cells for a name beside a holding."""


def present_replay(state: ReplayState, width: int, height: int) -> Screen:
    """Return the screen of *width* x *height* cells."""
    canvas = Canvas(width, height)
    view = seen_at(state.story, state.at)
    if width < SMALL[0] or height < SMALL[1]:
        _draw_tiny(canvas, state, view)
    else:
        _draw(canvas, state, view)
    return Screen(lines=canvas.lines(), cursor=None, title=f"{texts.TITLE} {state.title}")


def _draw(canvas: Canvas, state: ReplayState, view: TableView) -> None:
    ruled = canvas.width >= MIDDLE[0] and canvas.height >= MIDDLE[1]
    top = 1 + side_rows(view) if ruled else 2
    seats = len(view.snapshot.seats)
    banner = canvas.height - 2 - seats
    if ruled:
        _draw_title(canvas, state)
        draw_sides(canvas, 1, view)
        canvas.rule(top)
        canvas.rule(banner - 1)
        top += 1
    else:
        draw_compact(canvas, 0, view)
    middle = Canvas(canvas.width, max(0, banner - top - ruled))
    _draw_middle(middle, state, view, panel=canvas.width >= SIDE_PANEL[0] and canvas.height >= SIDE_PANEL[1])
    canvas.paste(top, 0, middle)
    _draw_banner(canvas, banner, state, view)
    for row, seat in enumerate(view.clockwise(), start=banner + 1):
        _draw_holding(canvas, row, view, seat, state)
    canvas.put(canvas.height - 1, 1, footer(Context.REPLAY, canvas.width - 2, state.bindings), "class:footer")


def _draw_title(canvas: Canvas, state: ReplayState) -> None:
    frame, hands = state.frame, state.story[-1].hand + 1
    form = texts.HAND if frame.trick else texts.HAND_BIDDING
    place = form.format(hand=frame.hand + 1, hands=hands, trick=frame.trick, tricks=frame.snapshot.hand.hand_size)
    shown = texts.OPEN if state.opened else texts.HIDDEN
    shown = shown.format(key=KeyWords(state.bindings).replay_open)
    helps = screen_texts.HELP_KEY.format(key=KeyWords(state.bindings).help)
    canvas.put(0, 1, texts.TITLE, "class:title")
    room = canvas.width - cells(texts.TITLE) - cells(helps) - 4
    parts = [place, state.title, shown]
    while len(parts) > 1 and cells(" | ".join(parts)) > room:
        parts.pop(1)
    canvas.put(0, 2 + cells(texts.TITLE), " | ".join(parts))
    canvas.put_right(0, canvas.width - 1, helps)


def _draw_middle(canvas: Canvas, state: ReplayState, view: TableView, *, panel: bool) -> None:
    if state.helping:
        labels = {Action.INTERRUPT: texts.END} if state.alone else {}
        scroll = KeyWords(state.bindings).replay_trick_on
        draw_keys(canvas, help_lines(Context.REPLAY, state.bindings, labels), state.page, scroll)
        return
    if state.sheet or (view.snapshot.hand.phase == PHASE_SCORED and view.held is None):
        draw_sheet(canvas, view)
        return
    wide = (40 if canvas.width >= LARGE else 26) if panel else 0
    table = Canvas(canvas.width - wide - (1 if wide else 0), canvas.height)
    row = draw_seats(table, view, state.look)
    if not wide and row < table.height - 1:
        draw_log(table, row + 1, loud(view))
    canvas.paste(0, 0, table)
    if wide:
        side = Canvas(wide, canvas.height)
        draw_panel(side, view, state.look)
        for at in range(canvas.height):
            canvas.put(at, table.width, "|", "class:rule")
        canvas.paste(0, table.width + 1, side)


def _draw_banner(canvas: Canvas, row: int, state: ReplayState, view: TableView) -> None:
    last = len(state.story)
    place = texts.PLACE.format(at=state.at + 1, all=last)
    if state.playing:
        place = texts.PLAYING.format(seconds=f"{SPEEDS[state.speed]:g}", at=state.at + 1, all=last)
    told = state.note or " ".join(line.text for line in state.frame.lines if line.text)
    tip, room = _tip(state), canvas.width - cells(place) - 4
    if tip and not state.note:
        told = f"{cut(told, max(0, room - cells(tip) - 2))}  {tip}"
    canvas.put(row, 0, pad(f" {cut(told, room)}", canvas.width), "class:turn")
    canvas.put_right(row, canvas.width - 1, place, "class:turn")


def _tip(state: ReplayState) -> str:
    """Return what a good player would have done; empty where nothing is to be said."""
    tip = state.tip
    if tip is None:
        return ""
    if tip.taken:
        return texts.TIP_TAKEN
    choice = tip.choice
    return texts.TIP.format(choice=state.look.card(choice.card) if choice.HasField("card") else choice_words(choice))


def _draw_holding(canvas: Canvas, row: int, view: TableView, seat: int, state: ReplayState) -> None:
    part = view.part(seat)
    wide = SHOWN if canvas.width >= MIDDLE[0] else 7
    canvas.put(row, 1, cut(view.name(seat), wide - 1))
    if not state.opened or (part.card_count and not part.cards):
        canvas.put(row, 1 + wide, texts.CARDS.format(count=part.card_count), "class:card.barred")
        return
    _draw_cards(canvas, row, 1 + wide, view, part.cards, state.look)


def _draw_cards(canvas: Canvas, row: int, column: int, view: TableView, held: Iterable[Card], look: Look) -> None:
    """Draw a holding in one line, suit by suit: ``♠ A 9 4  ♥ A 5``; closer together where the line is short."""
    cards = sorted(held, key=view.strength, reverse=look.sort.high_first)
    suits = [(suit, [card for card in cards if view.plays_as(card) == suit]) for suit in look.sort.suits]
    ranks = {suit: [rank_face(card) if card.suit == suit else look.card(card) for card in row] for suit, row in suits}
    wide = sum(cells(" ".join(faces)) + 4 for faces in ranks.values())
    gap = " " if column + wide <= canvas.width else ""
    for suit, faces in ranks.items():
        if faces:
            column = canvas.put(row, column, look.suit(suit), suit_class(suit))
            column = canvas.put(row, column, gap + gap.join(faces), suit_class(suit)) + 1 + len(gap)


def _draw_tiny(canvas: Canvas, state: ReplayState, view: TableView) -> None:
    if canvas.height < 1:
        return
    _draw_banner(canvas, 0, state, view)
    told = " ".join(line.text for line in state.frame.lines)
    for row, line in enumerate(wrap(told, max(1, canvas.width - 1))[: max(0, canvas.height - 2)], start=1):
        canvas.put(row, 0, line)
    if canvas.height >= 2:
        canvas.put(canvas.height - 1, 0, cut(footer(Context.REPLAY, canvas.width, state.bindings), canvas.width))
