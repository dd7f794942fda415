"""From an event to the next state of a table."""

from dataclasses import replace

from spades_engine import Game, new_game
from spades_engine import evolve as evolve_game
from spades_engine.events import CardPlayed, GameEnded, SpadesBroken, TrickWon
from spades_server.table.events import (
    ChatOpened,
    GameAbandoned,
    GameStarted,
    HandDealt,
    HostChanged,
    LeaveReason,
    NewcomerGone,
    NewcomerWaits,
    NextRulesChanged,
    PresenceChanged,
    PromptClosed,
    PromptOpened,
    PromptResumed,
    PromptSuspended,
    ReadyChanged,
    RulesChanged,
    Said,
    SeatReclaimed,
    SeatReissued,
    SeatsSwapped,
    SeatStoodIn,
    SeatTaken,
    SeatVacated,
    TableClosed,
    TableClosing,
    TableEvent,
    TablePaused,
    TableResumed,
)
from spades_server.table.state import ChatLine, OpenPrompt, Pause, Presence, Seat, SeatKind, Stage, Table

__all__ = ["CHAT_LINES", "evolve"]

CHAT_LINES = 50
"""Chat lines that a snapshot has."""
KICKED_TOKENS = 64
"""Tokens of those whom the host removed that a table remembers."""


def evolve(table: Table, event: TableEvent) -> Table:
    """Return the table after *event*; its sequence is one more."""
    sequence = table.sequence + 1
    match event:
        case PromptClosed():
            left = tuple(prompt for prompt in table.prompts if prompt.prompt_id != event.prompt_id)
            return table._replace(sequence=sequence, prompts=left)
        case PromptOpened():
            prompts = (*table.prompts, event.prompt)
            return table._replace(sequence=sequence, prompts=prompts, last_prompt_id=event.prompt.prompt_id)
        case CardPlayed() | TrickWon() | SpadesBroken():
            return table._replace(sequence=sequence, game=evolve_game(table.game, event))
    # What happens with every card has been dealt with: two copies of a table cost more than all the rest of it.
    table = table._replace(sequence=sequence)
    match event:
        case PromptSuspended():
            return _with_prompt(table, event.prompt_id, suspended=True, deadline=None, left=event.left)
        case PromptResumed():
            return _with_prompt(table, event.prompt_id, suspended=False, deadline=event.deadline, left=None)
        case SeatTaken():
            return _seat_taken(table, event)
        case SeatVacated():
            return _seat_vacated(table, event)
        case PresenceChanged():
            return _presence_changed(table, event)
        case SeatStoodIn():
            return _with_seat(table, event.seat, replace(table.seats[event.seat], stood_in=True))
        case SeatReclaimed():
            return _with_seat(table, event.seat, replace(table.seats[event.seat], stood_in=False))
        case SeatReissued():
            return _seat_reissued(table, event)
        case SeatsSwapped():
            return _swapped(table, event.seat, event.other)
        case NewcomerWaits():
            return _with_seat(table, event.seat, replace(table.seats[event.seat], newcomer=event.newcomer))
        case NewcomerGone():
            table = _with_seat(table, event.seat, replace(table.seats[event.seat], newcomer=None))
            return _removed(table, event.token_hash) if event.reason is LeaveReason.KICKED else table
        case RulesChanged():
            return _rules_changed(table, event)
        case NextRulesChanged():
            return table._replace(next_rules=event.waiting)
        case TablePaused():
            return table._replace(pause=event.pause, prompts=_stopped(table.prompts, event.pause))
        case TableResumed():
            return _resumed(table, event)
        case TableClosing():
            return table._replace(closes_at=event.closes_at, closing_told=True)
        case ReadyChanged():
            changed = replace(table.seats[event.seat], ready=event.ready, nonce=event.nonce)
            return _with_seat(table, event.seat, changed)
        case HostChanged():
            return table._replace(host=event.seat)
        case Said():
            line = ChatLine(
                sequence=table.sequence,
                seat=event.seat,
                name=event.name,
                text=event.text,
                phrase_id=event.phrase_id,
                scope=event.scope,
                hidden=event.hidden,
            )
            return table._replace(chat=_kept((*table.chat, line)))
        case ChatOpened():
            return table._replace(chat=tuple(replace(line, hidden=False) for line in table.chat)[-CHAT_LINES:])
        case GameStarted():
            return _game_started(table, event)
        case HandDealt():
            game = evolve_game(table.game, event.started)
            earlier = table.secrets if event.started.deal > 1 else ()
            return table._replace(game=game, secrets=(*earlier, event.secret) if event.secret else ())
        case GameAbandoned():
            return table._replace(stage=Stage.GAME_OVER, abandoned=True, game=_without_turn(table.game))
        case TableClosed():
            return table._replace(stage=Stage.CLOSED, prompts=())
        case GameEnded():
            return table._replace(stage=Stage.GAME_OVER, game=evolve_game(table.game, event))
        case _:
            return table._replace(game=evolve_game(table.game, event))


def _kept(chat: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
    """Return the last lines that all heard and the last that only spectators did: every viewer's are among them."""
    kept = {line.sequence for hidden in (False, True) for line in [x for x in chat if x.hidden is hidden][-CHAT_LINES:]}
    return tuple(line for line in chat if line.sequence in kept)


def _without_turn(game: Game) -> Game:
    """Return *game* as it stands when it is given up: nobody is to act."""
    return game if game.hand is None else game._replace(hand=game.hand._replace(turn=None))


def _with_seat(table: Table, seat: int, changed: Seat) -> Table:
    return table._replace(seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def _seat_taken(table: Table, event: SeatTaken) -> Table:
    taken = event.taken if event.taken.since else replace(event.taken, since=table.sequence)
    table = _with_seat(table, event.seat, taken)
    return table._replace(closes_at=None, closing_told=False) if taken.kind is SeatKind.PERSON else table


def _seat_vacated(table: Table, event: SeatVacated) -> Table:
    token_hash = table.seats[event.seat].token_hash
    table = _with_seat(table, event.seat, Seat())
    return _removed(table, token_hash) if event.reason is LeaveReason.KICKED and token_hash else table


def _removed(table: Table, token_hash: bytes) -> Table:
    return table._replace(kicked=(*table.kicked, token_hash)[-KICKED_TOKENS:])


def _presence_changed(table: Table, event: PresenceChanged) -> Table:
    seat = replace(table.seats[event.seat], presence=event.presence, until=event.until, left=event.left)
    table = _with_seat(table, event.seat, seat)
    attended = seat.kind is SeatKind.PERSON and seat.is_here
    return table._replace(closes_at=None, closing_told=False) if attended else table


def _seat_reissued(table: Table, event: SeatReissued) -> Table:
    seat = replace(
        table.seats[event.seat],
        token_hash=b"",
        code_hash=event.code_hash,
        presence=event.presence,
        until=event.until,
        left=event.left,
    )
    return _with_seat(table, event.seat, seat)


def _swapped(table: Table, one: int, other: int) -> Table:
    seats = list(table.seats)
    seats[one], seats[other] = seats[other], seats[one]
    places = {one: other, other: one}
    host = table.host if table.host is None else places.get(table.host, table.host)
    return table._replace(seats=tuple(seats), host=host)


def _rules_changed(table: Table, event: RulesChanged) -> Table:
    return table._replace(
        rules=event.rules,
        preset=event.preset,
        seats=event.seats,
        game=new_game(event.rules),
        abandoned=False,
        secrets=(),
        nonces=(),
        next_rules=None,
    )


def _stopped(prompts: tuple[OpenPrompt, ...], pause: Pause) -> tuple[OpenPrompt, ...]:
    return tuple(
        prompt
        if prompt.deadline is None
        else replace(prompt, deadline=None, left=max(prompt.deadline - pause.now, 0.0))
        for prompt in prompts
    )


def _resumed(table: Table, event: TableResumed) -> Table:
    deadlines = dict(event.deadlines)
    prompts = tuple(
        replace(prompt, deadline=deadlines[prompt.prompt_id], left=None) if prompt.prompt_id in deadlines else prompt
        for prompt in table.prompts
    )
    return table._replace(pause=None, prompts=prompts)


def _with_prompt(table: Table, prompt_id: int, *, suspended: bool, deadline: float | None, left: float | None) -> Table:
    prompts = tuple(
        replace(prompt, suspended=suspended, deadline=deadline, left=left) if prompt.prompt_id == prompt_id else prompt
        for prompt in table.prompts
    )
    return table._replace(prompts=prompts)


def _seat_in_game(seat: Seat) -> Seat:
    """Return *seat* as a game begins: who is away loses it no longer."""
    if seat.presence is Presence.AWAY:
        return replace(seat, ready=False, until=None)
    return replace(seat, ready=False)


def _game_started(table: Table, event: GameStarted) -> Table:
    return table._replace(
        stage=Stage.PLAYING,
        seats=tuple(_seat_in_game(seat) for seat in table.seats),
        closes_at=None,
        closing_told=False,
        game=new_game(event.rules),
        game_number=event.game_number,
        game_id=event.game_id,
        abandoned=False,
        secrets=(),
        dealer_secret=event.dealer_secret,
        nonces=event.nonces,
        house_seed=event.house_seed,
    )
