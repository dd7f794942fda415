"""Keys among the reader's cards: moving, lifting, playing and giving. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spades.v1.prompt_pb2 import Prompt
from spades_client import texts as prose
from spades_client.choices import SendCard, SendChoices
from spades_client.commands import Ask, Word
from spades_client.notation import RANKS, SUITS, format_card
from spades_client.screen import texts
from spades_client.screen.ahead import may_queue, queue
from spades_client.screen.asking import Asking, asking
from spades_client.screen.holding import Row, choosable, own_card, rows, why_not
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Answer, Key, Obey, Step, UiState
from spades_client.settings import Confirm
from spades_client.words import count_words

ACTIONS = frozenset(
    {
        Action.CARD_LEFT,
        Action.CARD_RIGHT,
        Action.SUIT_UP,
        Action.SUIT_DOWN,
        Action.FIRST,
        Action.LAST,
        Action.TO_SUIT,
        Action.TO_RANK,
        Action.NEXT_LEGAL,
        Action.LIFT,
        Action.ENTER,
    }
)


def first_key(held: Sequence[Row]) -> str:
    """Return the first card of the rows; empty if there is none."""
    return next((row.keys[0] for row in held if row.cards), "")


def press_card(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    """Return what follows from a key among the cards."""
    if action is Action.ENTER:
        return _enter(ui, view)
    if action is Action.LIFT:
        return _lift(ui, view)
    held = [row for row in rows(view, ui.look) if row.cards]
    if not held:
        return replace(ui, note=texts.NO_CARDS), ()
    match action:
        case Action.TO_SUIT:
            return _to_suit(ui, held, key.name), ()
        case Action.TO_RANK:
            return _to_rank(ui, view, held, key.name), ()
        case Action.NEXT_LEGAL:
            return _next_legal(ui, view, held), ()
        case _:
            return _moved(ui, held, action), ()


def _row_of(ui: UiState, held: Sequence[Row]) -> int:
    return next((at for at, row in enumerate(held) if ui.cursor in row.keys), 0)


def _moved(ui: UiState, held: Sequence[Row], action: Action) -> UiState:
    """Return the state with the cursor moved; at an edge it goes on at the other side."""
    here = _row_of(ui, held)
    keys = held[here].keys
    at = keys.index(ui.cursor) if ui.cursor in keys else 0
    match action:
        case Action.CARD_LEFT:
            return replace(ui, cursor=keys[at - 1])
        case Action.CARD_RIGHT:
            return replace(ui, cursor=keys[(at + 1) % len(keys)])
        case Action.FIRST:
            return replace(ui, cursor=keys[0])
        case Action.LAST:
            return replace(ui, cursor=keys[-1])
    step = -1 if action is Action.SUIT_UP else 1
    there = held[(here + step) % len(held)].keys
    return replace(ui, cursor=there[min(at, len(there) - 1)])


def _to_suit(ui: UiState, held: Sequence[Row], letter: str) -> UiState:
    row = next((row for row in held if SUITS.get(row.suit, "").lower() == letter), None)
    if row is None:
        return replace(ui, note=texts.NONE_OF_SUIT[letter])
    return ui if ui.cursor in row.keys else replace(ui, cursor=row.keys[0])


def _to_rank(ui: UiState, view: TableView, held: Sequence[Row], key: str) -> UiState:
    letter = "T" if key == "0" else key.upper()
    row = held[_row_of(ui, held)]
    for card in row.cards:
        if RANKS.get(card.rank) == letter:
            return replace(ui, cursor=format_card(card))
    return replace(ui, note=texts.NO_RANK.format(rank="10" if letter == "T" else letter, suit=ui.look.suit(row.suit)))


def _next_legal(ui: UiState, view: TableView, held: Sequence[Row]) -> UiState:
    every = [key for row in held for key in row.keys]
    start = every.index(ui.cursor) + 1 if ui.cursor in every else 0
    legal = choosable(view)
    following = (key for key in every[start:] + every[:start] if key in legal)
    found = next(following, None)
    if found is None:
        card = own_card(view, ui.cursor or every[0])
        return replace(ui, note=why_not(view, card, ui.look) if card else texts.NO_CARDS)
    return replace(ui, cursor=found)


def _lift(ui: UiState, view: TableView) -> Step:
    """Space: lift the card under the cursor, or lower it."""
    if may_queue(ui, view):
        return queue(ui, view), ()
    if ui.cursor in ui.lifted:
        return replace(ui, lifted=tuple(key for key in ui.lifted if key != ui.cursor)), ()
    return _lifted(ui, view), ()


def _lifted(ui: UiState, view: TableView) -> UiState:
    card = own_card(view, ui.cursor)
    if card is None:
        return replace(ui, note=texts.NO_CARDS)
    if ui.cursor not in choosable(view):
        return replace(ui, note=why_not(view, card, ui.look))
    if asking(view) is Asking.PLAY:
        return replace(ui, lifted=(ui.cursor,), claiming=False)
    most = view.asked.max_picks if view.asked else 0
    if len(ui.lifted) >= most:
        return replace(
            ui, note=texts.ENOUGH_LIFTED.format(cards=count_words(prose.CARDS, most), key=KeyWords(ui.bindings))
        )
    return replace(ui, lifted=(*ui.lifted, ui.cursor))


def _enter(ui: UiState, view: TableView) -> Step:
    prompt = view.asked
    if prompt is not None and ui.sent == prompt.prompt_id:
        return replace(ui, note=texts.ON_ITS_WAY), ()
    if prompt is None:
        card = own_card(view, ui.cursor)
        return replace(ui, note=why_not(view, card, ui.look) if card else prose.NOTHING_ASKED), ()
    if ui.claiming:
        return replace(ui, claiming=False), (Obey(command=Ask(word=Word.CLAIM)),)
    if asking(view) is Asking.GIVE:
        return _give(ui, prompt)
    at_once = ui.settings.confirm is Confirm.NEVER and ui.cursor in choosable(view)
    if ui.lifted != (ui.cursor,) and not at_once:
        return _lifted(ui, view), ()
    card = own_card(view, ui.cursor)
    if card is None:
        return replace(ui, note=texts.NO_CARDS), ()
    return replace(ui, sent=prompt.prompt_id), (Answer(prompt=prompt, send=SendCard(card=card)),)


def _give(ui: UiState, prompt: Prompt) -> Step:
    if not prompt.min_picks <= len(ui.lifted) <= prompt.max_picks:
        wanted, key = count_words(prose.CARDS, prompt.min_picks), KeyWords(ui.bindings)
        return replace(ui, note=texts.LIFT_MORE.format(cards=wanted, lifted=len(ui.lifted), key=key)), ()
    ids = tuple(c.choice_id for c in prompt.choices if format_card(c.card) in ui.lifted)
    return replace(ui, sent=prompt.prompt_id), (Answer(prompt=prompt, send=SendChoices(choice_ids=ids)),)
