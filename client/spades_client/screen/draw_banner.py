"""The turn in one line: who acts, what they must do, how long they have. Pure."""

from __future__ import annotations

from spades.v1.prompt_pb2 import PROMPT_KIND_PLAY, Prompt
from spades.v1.snapshot_pb2 import (
    GAME_END_REASON_ABANDONED,
    PAUSE_REASON_NOBODY_HERE,
    SEAT_KIND_EMPTY,
    TABLE_STAGE_CLOSED,
    TABLE_STAGE_GAME_OVER,
    TABLE_STAGE_GATHERING,
)
from spades_client import texts as prose
from spades_client.screen import texts
from spades_client.screen.canvas import Canvas
from spades_client.screen.cells import cells, clock, cut, pad
from spades_client.screen.holding import choosable
from spades_client.screen.key_words import KeyWords
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import UiState
from spades_client.watch import Link
from spades_client.words import count_words, list_words

BAR = 6
"""Cells of the bar of time."""


def draw_banner(canvas: Canvas, row: int, view: TableView, ui: UiState) -> None:
    """Draw the line; the viewer's own turn in reverse video over the whole width."""
    text, prompt, style = turn(view, ui)
    time = _time(view, prompt, wide=canvas.width >= 60)
    room = canvas.width - 1 - (cells(time) + 2 if time else 0)
    if cells(text) > room:
        text, _, _ = turn(view, ui, short=True)
    canvas.put(row, 0, pad(f" {cut(text, room)}", canvas.width), style)
    if time:
        canvas.put_right(row, canvas.width - 1, time, style)


def turn(view: TableView, ui: UiState, *, short: bool = False) -> tuple[str, Prompt | None, str]:
    """Return the sentence, the prompt whose clock runs, and the style."""
    if view.link is Link.LOST:
        form = texts.LINK_LOST if view.may_return and not short else texts.LINK_LOST_SHORT
        return form.format(time=clock(view.lost_for)), None, "class:alarm"
    if not view.known or view.link is None:
        return texts.CONNECTING.format(place=view.place), None, "class:wait"
    if view.snapshot.HasField("pause"):
        nobody = view.snapshot.pause.reason == PAUSE_REASON_NOBODY_HERE
        paused = texts.PAUSED_NOBODY if nobody else texts.PAUSED.format(key=KeyWords(ui.bindings))
        return paused, None, "class:alarm"
    prompt = view.asked
    if prompt is not None:
        if ui.sent == prompt.prompt_id:
            return texts.SENT, prompt, "class:wait"
        return texts.YOUR_TURN.format(what=_what(view, ui, prompt, short=short)), prompt, "class:turn"
    if view.mine:
        return texts.SUSPENDED, None, "class:wait"
    return _others(view)


def _what(view: TableView, ui: UiState, prompt: Prompt, *, short: bool) -> str:
    if prompt.kind == PROMPT_KIND_PLAY:
        return _what_to_play(view, short=short)
    picks, cards = str(prompt.min_picks), count_words(prose.CARDS, prompt.min_picks)
    if prompt.min_picks != prompt.max_picks:
        picks = f"{prompt.min_picks}-{prompt.max_picks}"
        cards = prose.CARDS.form(prompt.max_picks).format(number=picks)
    form = texts.YOUR.get(prompt.kind, texts.YOUR_UNKNOWN)
    if short:
        form = texts.YOUR_SHORT.get(prompt.kind, form)
    draw = view.snapshot.hand.draw
    card = ui.look.card(draw.offered) if draw.HasField("offered") else texts.THE_CARD
    return form.format(picks=picks, cards=cards, lifted=len(ui.lifted), card=card)


def _what_to_play(view: TableView, *, short: bool) -> str:
    legal, own = choosable(view), view.own
    barred = max(0, (len(own.cards) if own else 0) - len(legal))
    trick = view.snapshot.hand.trick
    if not trick.plays:
        if short:
            return texts.LEAD_SHORT
        return texts.LEAD.format(legal=len(legal), barred=barred) if barred else texts.LEAD_ANY
    suit = view.plays_as(trick.plays[0].card)
    word = prose.SUITS.get(suit, prose.CARD_UNKNOWN)
    follows = any(view.plays_as(card) == suit for card in (own.cards if own else ()))
    if follows or barred:
        form = texts.FOLLOW_SHORT if short else texts.FOLLOW
    else:
        form = texts.VOID_SHORT if short else texts.VOID
    return form.format(suit=word, legal=len(legal), barred=barred)


def _others(view: TableView) -> tuple[str, Prompt | None, str]:
    snapshot = view.snapshot
    if view.held is not None:
        return texts.TRICK_TO.format(name=view.name(view.held.winner)), None, "class:wait"
    open_ones = [prompt for prompt in snapshot.prompts if not prompt.suspended]
    if open_ones:
        names = list_words(dict.fromkeys(view.name(prompt.seat) for prompt in open_ones))
        what = texts.WAITS_FOR.get(open_ones[0].kind, texts.WAITS_FOR_UNKNOWN)
        return texts.WAITING.format(names=names, what=what), open_ones[0], "class:wait"
    return _stage(view), None, "class:wait"


def _stage(view: TableView) -> str:
    snapshot = view.snapshot
    if snapshot.stage == TABLE_STAGE_CLOSED:
        return texts.CLOSED
    if snapshot.stage == TABLE_STAGE_GAME_OVER:
        return texts.GAME_OVER.format(outcome=outcome(view))
    if snapshot.stage != TABLE_STAGE_GATHERING:
        return texts.NOBODY_ACTS
    if not snapshot.your_seat or view.seat(snapshot.your_seat).ready:
        return texts.GATHERING_WAIT
    taken = sum(seat.kind != SEAT_KIND_EMPTY for seat in snapshot.seats)
    return texts.GATHERING.format(taken=taken, all=len(snapshot.seats))


def outcome(view: TableView) -> str:
    """Return who won the game."""
    result = view.snapshot.game_result
    if result.reason == GAME_END_REASON_ABANDONED:
        return texts.OUTCOME_NOBODY
    side = next((side for side in view.snapshot.sides if side.side == result.winner_side), None)
    return texts.OUTCOME_WON.format(side=view.side_name(side)) if side else texts.OUTCOME_DRAWN


def _time(view: TableView, prompt: Prompt | None, *, wide: bool) -> str:
    if prompt is None or prompt.prompt_id not in view.left:
        return ""
    left = view.left[prompt.prompt_id]
    if not wide:
        return clock(left)
    text = texts.TIME.format(time=clock(left))
    think = view.snapshot.settings.think_seconds
    if not think:
        return text
    full = min(BAR, max(0, round(BAR * left / think)))
    return f"{text} [{'#' * full}{'.' * (BAR - full)}]"
