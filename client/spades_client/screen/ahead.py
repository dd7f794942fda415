"""What is settled without a key: a card chosen ahead of the turn, and the only card that can be played. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades.v1.snapshot_pb2 import PHASE_PLAY
from spades_client.choices import SendCard
from spades_client.screen import ahead_texts as texts
from spades_client.screen.asking import Asking, asking
from spades_client.screen.holding import choosable, own_card, why_not
from spades_client.screen.key_words import KeyWords
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Answer, PlaySoon, Step, UiState


def may_queue(ui: UiState, view: TableView) -> bool:
    """Tell whether a card may be chosen ahead now: the player wishes it, and a trick is played by others."""
    return ui.settings.queue and asking(view) is Asking.NOTHING and view.snapshot.hand.phase == PHASE_PLAY


def queue(ui: UiState, view: TableView) -> UiState:
    """Return the state with the card under the cursor chosen ahead, or no longer."""
    card = own_card(view, ui.cursor)
    if card is None or ui.queued == ui.cursor:
        return replace(ui, queued="")
    return replace(ui, queued=ui.cursor, note=texts.QUEUED.format(card=ui.look.card(card), key=KeyWords(ui.bindings)))


def begin_turn(ui: UiState, view: TableView, *, live: bool) -> Step:
    """Return what follows for a card chosen ahead, or for the only one, now that another prompt is there.

    *live*: it has just come. After a lost link what was chosen ahead is only lifted: the trick may be another.
    """
    queued, ui = ui.queued, replace(ui, queued="", forced=0)
    prompt, card = view.asked, own_card(view, queued)
    if prompt is None or asking(view) is not Asking.PLAY:
        return replace(ui, queued=queued), ()
    if card is not None and queued not in choosable(view):
        return replace(ui, note=texts.DROPPED.format(reason=why_not(view, card, ui.look))), ()
    if card is not None and not live:
        return replace(ui, cursor=queued, lifted=(queued,)), ()
    if card is not None:
        return replace(ui, cursor=queued, sent=prompt.prompt_id), (Answer(prompt=prompt, send=SendCard(card=card)),)
    if not ui.settings.auto_play or len(prompt.choices) != 1:
        return ui, ()
    only = ui.look.card(prompt.choices[0].card)
    soon = PlaySoon(prompt_id=prompt.prompt_id, seconds=ui.settings.auto_play_pause)
    return replace(ui, forced=prompt.prompt_id, note=texts.FORCED.format(card=only, key=KeyWords(ui.bindings))), (soon,)


def time_has_come(ui: UiState, view: TableView, prompt_id: int) -> Step:
    """Return what follows when the pause before the only card is over: it is played, unless a key has stopped that."""
    prompt = view.asked
    if prompt is None or prompt.prompt_id != prompt_id or ui.forced != prompt_id or ui.sent == prompt_id:
        return ui, ()
    card = SendCard(card=prompt.choices[0].card)
    return replace(ui, forced=0, sent=prompt_id), (Answer(prompt=prompt, send=card),)


def step_back(ui: UiState) -> UiState | None:
    """Return the state without what was chosen ahead or was to be played by itself; None if there is neither."""
    if ui.queued:
        return replace(ui, queued="", note=texts.NOT_QUEUED)
    if ui.forced:
        return replace(ui, forced=0, note=texts.NOT_FORCED.format(key=KeyWords(ui.bindings)))
    return None
