"""Keys at the seats before a game: choosing one, filling, emptying, moving, inviting. Pure."""

from __future__ import annotations

from dataclasses import replace

from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY, SEAT_KIND_HOUSE
from spades_client.commands import DoToSeat, MoveSeat, SeatHouse, SeatWord
from spades_client.screen import seats_texts as texts
from spades_client.screen.key_words import KeyWords
from spades_client.screen.keymap import Action
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Key, Obey, Overlay, ShowRules, Step, UiState

ACTIONS = frozenset(
    {
        Action.TO_SEAT,
        Action.SEAT_NEXT,
        Action.SEAT_BEFORE,
        Action.MOVE_HERE,
        Action.COMPUTER,
        Action.REMOVE,
        Action.INVITE,
        Action.CHANGE_RULES,
        Action.SWAP,
    }
)


def chosen_seat(ui: UiState, view: TableView) -> int:
    """Return the seat that the next key is about; 0 where the table has none yet."""
    seats = [seat.seat for seat in view.snapshot.seats]
    if ui.seat in seats:
        return ui.seat
    return view.snapshot.your_seat or (seats[0] if seats else 0)


def press_seat(ui: UiState, view: TableView, key: Key, action: Action) -> Step:
    """Return what follows from a key."""
    removing, ui = ui.removing, replace(ui, removing=0)
    match action:
        case Action.TO_SEAT:
            return _to_seat(ui, view, int(key.name)), ()
        case Action.SEAT_NEXT:
            return _beside(ui, view, 1), ()
        case Action.SEAT_BEFORE:
            return _beside(ui, view, -1), ()
        case Action.INVITE:
            return replace(ui, overlay=Overlay.ANSWER, page=0, answer=invitation(view)), ()
    if view.snapshot.your_seat == 0 or view.snapshot.host_seat != view.snapshot.your_seat:
        return replace(ui, note=_not_host(view)), ()
    match action:
        case Action.COMPUTER:
            return _computer(ui, view), ()
        case Action.REMOVE:
            return _remove(ui, view, sure=removing == chosen_seat(ui, view))
        case Action.MOVE_HERE:
            return _move(ui, view)
        case Action.CHANGE_RULES:
            return ui, (ShowRules(),)
    return _swap(ui, view)


def invitation(view: TableView) -> tuple[str, ...]:
    """Return what to tell friends, line by line."""
    if not view.invites:
        return (texts.NO_INVITE,)
    lines = [texts.INVITE_LINE.format(invite=invite) for invite in view.invites]
    return (texts.INVITE_TITLE, *lines, texts.INVITE_CODE.format(code=view.snapshot.table_id))


def _not_host(view: TableView) -> str:
    host = view.snapshot.host_seat
    return texts.HOST_ONLY.format(name=view.name(host)) if host else texts.NOBODY_HOSTS


def _to_seat(ui: UiState, view: TableView, seat: int) -> UiState:
    seats = len(view.snapshot.seats)
    return replace(ui, seat=seat) if seat <= seats else replace(ui, note=texts.NO_SEAT.format(seat=seat, seats=seats))


def _beside(ui: UiState, view: TableView, step: int) -> UiState:
    seats = [seat.seat for seat in view.snapshot.seats]
    now = chosen_seat(ui, view)
    return replace(ui, seat=seats[(seats.index(now) + step) % len(seats)]) if now in seats else ui


def _computer(ui: UiState, view: TableView) -> UiState:
    seat = chosen_seat(ui, view)
    if view.seat(seat).kind not in (SEAT_KIND_EMPTY, SEAT_KIND_HOUSE):
        return replace(ui, note=texts.IS_TAKEN.format(name=view.name(seat), seat=seat))
    if not view.levels:
        return replace(ui, note=texts.NO_LEVELS)
    usual = next((number for number, level in enumerate(view.levels, start=1) if level.is_default), 1)
    return replace(ui, overlay=Overlay.LEVELS, page=0, number=str(usual))


def level_chosen(ui: UiState, view: TableView) -> Step:
    """Return what follows when a level is chosen by its number."""
    level = view.levels[int(ui.number) - 1]
    command = SeatHouse(seat=chosen_seat(ui, view), level=level.name)
    return replace(ui, overlay=None, number=""), (Obey(command=command),)


def _remove(ui: UiState, view: TableView, *, sure: bool) -> Step:
    """Take a computer player away, or ask once more before a client is removed for good."""
    seat = chosen_seat(ui, view)
    kind = view.seat(seat).kind
    if kind == SEAT_KIND_EMPTY:
        return replace(ui, note=texts.IS_EMPTY.format(seat=seat)), ()
    if seat == view.snapshot.your_seat:
        return replace(ui, note=texts.IS_OWN.format(key=KeyWords(ui.bindings))), ()
    if kind == SEAT_KIND_HOUSE:
        return ui, (Obey(command=SeatHouse(seat=seat, level=None)),)
    if sure:
        return ui, (Obey(command=DoToSeat(word=SeatWord.KICK, seat=seat)),)
    return replace(ui, removing=seat, note=texts.REMOVE_SURE.format(name=view.name(seat))), ()


def _move(ui: UiState, view: TableView) -> Step:
    seat, own = chosen_seat(ui, view), view.snapshot.your_seat
    if seat == own:
        return replace(ui, note=texts.IS_OWN.format(key=KeyWords(ui.bindings))), ()
    return ui, (Obey(command=MoveSeat(seat=own, to_seat=seat)),)


def _swap(ui: UiState, view: TableView) -> Step:
    """Give everybody another partner: who sits opposite the host changes places with who sits at the host's left."""
    seats = [seat.seat for seat in view.snapshot.seats]
    sides = {seat.side for seat in view.snapshot.seats}
    if len(seats) != 4 or len(sides) != 2:
        return replace(ui, note=texts.NO_SWAP), ()
    own = seats.index(view.snapshot.your_seat)
    opposite, left = seats[(own + 2) % 4], seats[(own + 1) % 4]
    if view.seat(opposite).kind == SEAT_KIND_EMPTY:
        opposite, left = left, opposite  # who moves must be there
    return ui, (Obey(command=MoveSeat(seat=opposite, to_seat=left)),)
