"""The reducer of keys: the reader's state before a key, to the state after it and what is to be done outside. Pure.

It knows neither the terminal nor the network: keys have names, time comes with them, and what should happen is
returned as effects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spades.v1.prompt_pb2 import ACTION_ACCEPT, ACTION_CONTINUE, ACTION_HOLD, PROMPT_KIND_REMATCH, Choice
from spades.v1.prompt_pb2 import Action as Choosing
from spades.v1.snapshot_pb2 import PHASE_PLAY, TABLE_STAGE_GAME_OVER, TABLE_STAGE_PLAYING
from spades_client.choices import SendChoices
from spades_client.commands import Ask, BeReady, FillSeats, Word
from spades_client.screen import advice_texts, ahead_texts, texts
from spades_client.screen import reduce_cards as cards
from spades_client.screen import reduce_numbers as numbers
from spades_client.screen import reduce_seats as seats
from spades_client.screen.advice import advised, advised_number, wants_advice
from spades_client.screen.ahead import begin_turn, step_back
from spades_client.screen.asking import Asking, asking
from spades_client.screen.holding import choosable, own_card, rows
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action, Context, binding_of
from spades_client.screen.reduce_fields import press_field
from spades_client.screen.reduce_overlay import press_overlay, show_answer
from spades_client.screen.reduce_settings import resorted
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import (
    NEVER,
    Answer,
    Consult,
    Effect,
    Field,
    Go,
    Key,
    LookBack,
    Notify,
    Obey,
    Overlay,
    Redraw,
    Ring,
    SkipHold,
    Step,
    Suspend,
    UiState,
    WriteRecord,
)
from spades_client.settings import Bell
from spades_client.settings_values import beside
from spades_client.words import choice_words

INTERRUPT_SECONDS = 2.0
"""Two presses of Ctrl-C within this time end the client."""

REPEAT_SECONDS = 0.1
"""An Enter that follows another so soon is the same press, held down."""


_OVERLAYS = {
    Overlay.MENU: Context.MENU,
    Overlay.LEVELS: Context.MENU,
    Overlay.PHRASES: Context.PHRASES,
    Overlay.SETTINGS: Context.SETTINGS,
}
_LYING_OVER = frozenset({Context.OVERLAY, *_OVERLAYS.values()})


def context_of(ui: UiState, view: TableView) -> Context:
    """Return what the keys are for at the moment."""
    if ui.entry is not None:
        return Context.FIELD
    if ui.overlay is not None:
        return _OVERLAYS.get(ui.overlay, Context.OVERLAY)
    if view.known and view.snapshot.stage == TABLE_STAGE_GAME_OVER and view.snapshot.your_seat:
        return Context.REMATCH if view.asked is not None else Context.OVER
    match asking(view):
        case Asking.BID:
            return Context.BID
        case Asking.CHOOSE:
            return Context.CHOOSE
        case Asking.CONTINUE:
            return Context.SCORE
        case Asking.PLAY | Asking.GIVE:
            return Context.CARDS
        case Asking.NOTHING:
            pass
    if view.known and view.snapshot.stage != TABLE_STAGE_PLAYING:
        return Context.GATHERING
    return Context.CARDS if view.own and view.own.cards else Context.PLAIN


def press(ui: UiState, view: TableView, key: Key) -> Step:
    """Return what follows from a key."""
    # Another key in between shows that Enter is not held down.
    before, ui = ui, replace(ui, note="", enter_at=key.at if key.name == "enter" else NEVER)
    context = context_of(ui, view)
    binding = binding_of(key.name, context, ui.bindings)
    action = binding.action if binding is not None else None
    if (step := _everywhere(before, key, action, again=texts.AGAIN_TO_GO)) is not None:
        return step
    if context is Context.FIELD:
        return press_field(ui, view, key, action)
    if view.deal is not None and ui.overlay is None:
        return ui, (SkipHold(),)
    if binding is None or action is None:
        return _no_such_key(ui, key, context)
    key = replace(key, name=binding.meant(key.name))
    held = key.name == "enter" and key.at - before.enter_at < REPEAT_SECONDS
    if held:
        return replace(ui, note=before.note), ()
    if view.held is not None and context is Context.SCORE:
        return ui, (SkipHold(),)  # the last trick is looked at first: the same key must not skip the score sheet too
    skip: tuple[Effect, ...] = (SkipHold(),) if view.held is not None else ()
    after, effects = _press(ui, view, key, action, context)
    return after, skip + effects


def _press(ui: UiState, view: TableView, key: Key, action: Action, context: Context) -> Step:
    if context in _LYING_OVER:
        return press_overlay(ui, view, key, action)
    if action in (Action.ENTER, Action.MORE, Action.LESS, Action.NIL, Action.DIGIT, Action.ERASE) and context in (
        Context.BID,
        Context.CHOOSE,
        Context.REMATCH,
    ):
        return numbers.press_number(ui, view, key, action)
    if action in seats.ACTIONS:
        return seats.press_seat(ui, view, key, action)
    if action in cards.ACTIONS:
        return cards.press_card(ui, view, key, action)
    return _TABLE[action](ui, view)


def _no_such_key(ui: UiState, key: Key, context: Context) -> Step:
    form = texts.NO_SUCH_KEY_OVER if context in _LYING_OVER else texts.NO_SUCH_KEY
    return replace(ui, note=form.format(pressed=texts.key_name(key.name), key=KeyWords(ui.bindings))), ()


# What has the same meaning everywhere.


def _everywhere(ui: UiState, key: Key, action: Action | None, *, again: str) -> Step | None:
    """Return what follows; None: the action is none of those. *again*: what the first Ctrl-C is answered with."""
    match action:
        case Action.INTERRUPT:
            if key.at - ui.interrupted_at <= INTERRUPT_SECONDS:
                return ui, (Go(leave=False, interrupted=True),)
            return replace(ui, interrupted_at=key.at, note=again.format(key=KeyWords(ui.bindings))), ()
        case Action.REDRAW:
            return ui, (Redraw(),)
        case Action.SUSPEND:
            return ui, (Suspend(),)
    return None


def press_everywhere(ui: UiState, key: Key) -> Step | None:
    """Return what follows from a key that means the same before a table as at one; None: it is none of those."""
    # As while a text is typed, which may be going on there too: a player may have put such a command on a letter.
    binding = binding_of(key.name, Context.FIELD, ui.bindings)
    action = binding.action if binding is not None else None
    return _everywhere(ui, key, action, again=texts.AGAIN_TO_END)


# What has the same meaning wherever keys are commands.


def _over(overlay: Overlay) -> Callable[[UiState, TableView], Step]:
    def show(ui: UiState, view: TableView) -> Step:
        return replace(ui, overlay=overlay, page=0, number=""), ()

    return show


def _answer(word: Word) -> Callable[[UiState, TableView], Step]:
    def show(ui: UiState, view: TableView) -> Step:
        return show_answer(ui, view, word), ()

    return show


def _obey(command: Ask | BeReady | FillSeats) -> Callable[[UiState, TableView], Step]:
    def obey(ui: UiState, view: TableView) -> Step:
        return ui, (Obey(command=command),)

    return obey


def _ready(ui: UiState, view: TableView) -> Step:
    """Be ready, or no longer; where another game is asked about, that is the answer."""
    if view.asked is not None and view.asked.kind == PROMPT_KIND_REMATCH:
        return _settle(ACTION_ACCEPT)(ui, view)
    return ui, (Obey(command=BeReady(ready=not view.seat(view.snapshot.your_seat).ready)),)


def _menu(ui: UiState, view: TableView) -> Step:
    """Escape: step back from what was begun, and only then open the menu."""
    if ui.lifted or ui.claiming or ui.number:
        return replace(ui, lifted=(), claiming=False, number=""), ()
    if (back := step_back(ui)) is not None:
        return back, ()
    return replace(ui, overlay=Overlay.MENU, page=0, number=""), ()


def _settle(action: Choosing.ValueType) -> Callable[[UiState, TableView], Step]:
    def settle(ui: UiState, view: TableView) -> Step:
        prompt = view.asked
        if prompt is None or ui.sent == prompt.prompt_id:
            return replace(ui, note=texts.ON_ITS_WAY), ()
        ids = tuple(c.choice_id for c in prompt.choices if c.HasField("action") and c.action == action)
        if not ids:
            return replace(ui, note=texts.NO_HOLD), ()
        return replace(ui, sent=prompt.prompt_id), (Answer(prompt=prompt, send=SendChoices(choice_ids=ids)),)

    return settle


def _view(step: int) -> Callable[[UiState, TableView], Step]:
    """Return what puts the seat *step* places further at the bottom of a spectator's table."""

    def turn_table(ui: UiState, view: TableView) -> Step:
        seats = [seat.seat for seat in view.snapshot.seats]
        if view.snapshot.your_seat or not seats:
            return replace(ui, note=texts.OWN_SEAT_BELOW), ()
        at = seats.index(ui.bottom) if ui.bottom in seats else 0
        return replace(ui, bottom=seats[(at + step) % len(seats)]), ()

    return turn_table


def _look_back(ui: UiState, view: TableView) -> Step:
    """Show the game again; where no record is kept, what is known of the last hand."""
    if "history" not in view.capabilities:
        return show_answer(ui, view, Word.BIDS), ()
    return ui, (LookBack(),)


def _panel(ui: UiState, view: TableView) -> Step:
    return ui.wishing(panel=not ui.settings.panel), ()


def _bell(ui: UiState, view: TableView) -> Step:
    bell = beside(ui.settings.bell)
    return replace(ui.wishing(bell=bell), note=texts.BELLS[bell]), ()


def _mouse(ui: UiState, view: TableView) -> Step:
    mouse = not ui.settings.mouse
    return replace(ui.wishing(mouse=mouse), note=ahead_texts.MOUSE_ON if mouse else ahead_texts.MOUSE_OFF), ()


def _claim(ui: UiState, view: TableView) -> Step:
    if asking(view) is not Asking.PLAY:
        return replace(ui, note=texts.NO_CLAIM_NOW), ()
    if "claims" not in view.capabilities:
        return replace(ui, note=texts.NO_CLAIMS_HERE), ()
    return replace(ui, claiming=True, lifted=(), note=texts.CLAIM_SURE.format(key=KeyWords(ui.bindings))), ()


def _tip(ui: UiState, view: TableView) -> Step:
    if "tips" not in view.capabilities:
        return replace(ui, note=texts.NO_TIPS), ()
    if view.snapshot.settings.no_tips:
        return replace(ui, note=advice_texts.NOT_AT_THIS_TABLE), ()
    if number := advised_number(view):
        bid = choice_words(advised(view) or Choice())
        return replace(ui, number=number, note=advice_texts.TAKEN.format(bid=bid, key=KeyWords(ui.bindings))), ()
    return ui, (Obey(command=Ask(word=Word.TIP)),)


def _field(field: Field) -> Callable[[UiState, TableView], Step]:
    def open_field(ui: UiState, view: TableView) -> Step:
        return replace(ui, entry=field), ()

    return open_field


_TABLE: dict[Action, Callable[[UiState, TableView], Step]] = {
    Action.GO_ON: _settle(ACTION_CONTINUE),
    Action.HOLD: _settle(ACTION_HOLD),
    Action.READY: _ready,
    Action.WRITE: lambda ui, view: (ui, (WriteRecord(),)),
    Action.LOOK_BACK: _look_back,
    Action.VIEW_NEXT: _view(1),
    Action.VIEW_BEFORE: _view(-1),
    Action.FILL: _obey(FillSeats(level="")),
    Action.START: _obey(Ask(word=Word.START)),
    Action.TIP: _tip,
    Action.LAST_TRICK: _over(Overlay.LAST_TRICK),
    Action.SCORE: _over(Overlay.SCORE),
    Action.LOG: _over(Overlay.LOG),
    Action.HELP: _over(Overlay.HELP),
    Action.PHRASES: _over(Overlay.PHRASES),
    Action.BIDS: _answer(Word.BIDS),
    Action.WHERE: _answer(Word.TURN),
    Action.RULES: _answer(Word.RULES),
    Action.MENU: _menu,
    Action.SORT: lambda ui, view: (resorted(ui), ()),
    Action.PANEL: _panel,
    Action.BELL: _bell,
    Action.MOUSE: _mouse,
    Action.CLAIM: _claim,
    Action.SAY: _field(Field.SAY),
    Action.COMMAND: _field(Field.COMMAND),
}


# Events.


def adopt(ui: UiState, view: TableView, *, live: bool = True) -> Step:
    """Return the state after something happened at the table; *live*: just now, so that a bell makes sense."""
    prompt = view.asked
    prompt_id = prompt.prompt_id if prompt is not None else 0
    effects: tuple[Effect, ...] = ()
    if prompt_id != ui.prompt_id:
        ui = replace(ui, prompt_id=prompt_id, lifted=(), claiming=False)
        ui = replace(ui, number="" if ui.overlay is not Overlay.MENU else ui.number)
        if prompt is not None:
            effects = _call(ui, view) if live else ()
            ui = replace(ui, note="" if live else ui.note)
        ui, ahead = begin_turn(ui, view, live=live)
        due = wants_advice(view) if ui.settings.tips else None
        consult: tuple[Effect, ...] = (Consult(prompt=due),) if due is not None else ()
        return _near_legal(_with_cards(ui, view), view), effects + ahead + consult
    return _with_cards(ui, view), effects


def _call(ui: UiState, view: TableView) -> tuple[Effect, ...]:
    """Return how the reader is called to the table, as the settings say."""
    ring: tuple[Effect, ...] = (Ring(),) if ui.settings.bell is not Bell.OFF else ()
    text = ahead_texts.DESKTOP_NOTE.format(table=view.table_name)
    return (*ring, Notify(text=text)) if ui.settings.desktop_note else ring


def _near_legal(ui: UiState, view: TableView) -> UiState:
    """Return the state with the cursor on a card that can be played, where it is on none: no card is lifted by it."""
    legal = choosable(view)
    if asking(view) is not Asking.PLAY or ui.cursor in legal:
        return ui
    every = (key for row in rows(view, ui.look) for key in row.keys)
    return replace(ui, cursor=next((key for key in every if key in legal), ui.cursor))


def _with_cards(ui: UiState, view: TableView) -> UiState:
    """Return the state with cursor and lifted cards among those that are held."""
    lifted = tuple(key for key in ui.lifted if own_card(view, key))
    if ui.queued and (view.snapshot.hand.phase != PHASE_PLAY or not own_card(view, ui.queued)):
        ui = replace(ui, queued="")
    if own_card(view, ui.cursor):
        return replace(ui, lifted=lifted)
    return replace(ui, lifted=lifted, cursor=cards.first_key(rows(view, ui.look)))
