"""Keys where a number is wanted: bids, and alternatives of a list. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spades.v1.cards_pb2 import Bid
from spades_client import texts as prose
from spades_client.choices import SendChoices
from spades_client.reasons import why
from spades_client.screen import texts
from spades_client.screen.asking import alternative, alternatives
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Answer, Key, Step, UiState
from spades_client.words import bid_words, list_words


def press_number(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    """Return what follows from a key while a number is wanted."""
    match action:
        case Action.ENTER:
            return _enter(ui, view)
        case Action.DIGIT:
            return _digit(ui, view, key.name), ()
        case Action.NIL:
            return _nil(ui, view), ()
        case Action.MORE:
            return _step(ui, view, 1), ()
        case Action.LESS:
            return _step(ui, view, -1), ()
    return replace(ui, number=ui.number[:-1]), ()


def _digit(ui: UiState, view: TableView, digit: str) -> UiState:
    """Return the state with the digit behind those typed; a new number where together they could mean nothing."""
    offered = [str(number) for number, _ in alternatives(view)]
    longer = ui.number + digit
    if any(number.startswith(longer) for number in offered):
        return replace(ui, number=longer)
    if any(number.startswith(digit) for number in offered):
        return replace(ui, number=digit)
    return replace(ui, number="", note=_why_no(view, digit))


def _why_no(view: TableView, number: str) -> str:
    """Return why a number is not among the alternatives: the rule that bars it, where one does."""
    prompt = view.asked
    for barred in prompt.barred if prompt else ():
        if any(_number_of(bid) == number for bid in barred.bids):
            reason = why(barred.reason).rstrip(".")
            words = next(bid_words(bid) for bid in barred.bids if _number_of(bid) == number)
            return texts.NOT_NOW.format(card=words, reason=reason)
    offered = [str(n) for n, _ in alternatives(view)]
    return texts.NO_SUCH_NUMBER.format(number=number, offered=list_words(offered))


def _number_of(bid: Bid) -> str:
    if bid.HasField("nil"):
        return "0"
    return str(bid.hint_tricks if bid.HasField("hint_tricks") else bid.tricks)


def _nil(ui: UiState, view: TableView) -> UiState:
    for number, choice in alternatives(view):
        if choice.bid.HasField("nil"):
            return replace(ui, number=str(number))
    prompt = view.asked
    barred = (b for b in prompt.barred if any(bid.HasField("nil") for bid in b.bids)) if prompt else iter(())
    found = next(barred, None)
    if found is None:
        return replace(ui, note=texts.NO_NIL)
    reason = why(found.reason).rstrip(".")
    return replace(ui, note=texts.NOT_NOW.format(card=prose.NIL, reason=reason))


def _step(ui: UiState, view: TableView, step: int) -> UiState:
    offered = [str(number) for number, _ in alternatives(view)]
    return replace(ui, number=_beside(ui.number, offered, step)) if offered else ui


def _beside(number: str, offered: Sequence[str], step: int) -> str:
    """Return the number *step* places further in *offered*, around its ends; without a number the first or last."""
    if number not in offered:
        return offered[0] if step > 0 else offered[-1]
    return offered[(offered.index(number) + step) % len(offered)]


def _enter(ui: UiState, view: TableView) -> Step:
    prompt = view.asked
    if prompt is None or ui.sent == prompt.prompt_id:
        return replace(ui, note=texts.ON_ITS_WAY), ()
    if not ui.number:
        return replace(ui, note=texts.CHOOSE_FIRST.format(key=KeyWords(ui.bindings))), ()
    choice = alternative(view, ui.number)
    if choice is None:
        return replace(ui, number="", note=_why_no(view, ui.number)), ()
    send = SendChoices(choice_ids=(choice.choice_id,))
    return replace(ui, sent=prompt.prompt_id), (Answer(prompt=prompt, send=send),)
