"""From an event to the next state of a table."""

from dataclasses import replace

from spades_engine import Game, new_game
from spades_engine import evolve as evolve_game
from spades_engine.events import GameEnded
from spades_server.table.events import (
    ChatOpened,
    GameAbandoned,
    GameStarted,
    HandDealt,
    HostChanged,
    PresenceChanged,
    PromptClosed,
    PromptOpened,
    PromptResumed,
    PromptSuspended,
    ReadyChanged,
    Said,
    SeatTaken,
    SeatVacated,
    TableClosed,
    TableEvent,
)
from spades_server.table.state import ChatLine, OpenPrompt, Seat, Stage, Table

__all__ = ["CHAT_LINES", "evolve"]

CHAT_LINES = 50
"""Chat lines that a snapshot has."""


def evolve(table: Table, event: TableEvent) -> Table:
    """Return the table after *event*; its sequence is one more."""
    table = table._replace(sequence=table.sequence + 1)
    match event:
        case PromptClosed():
            left = tuple(prompt for prompt in table.prompts if prompt.prompt_id != event.prompt_id)
            return table._replace(prompts=left)
        case PromptOpened():
            return _prompt_opened(table, event.prompt)
        case PromptSuspended():
            return _with_prompt(table, event.prompt_id, suspended=True, deadline=None, left=event.left)
        case PromptResumed():
            return _with_prompt(table, event.prompt_id, suspended=False, deadline=event.deadline, left=None)
        case SeatTaken():
            return _with_seat(table, event.seat, event.taken)
        case SeatVacated():
            return _with_seat(table, event.seat, Seat())
        case PresenceChanged():
            return _with_seat(table, event.seat, replace(table.seats[event.seat], presence=event.presence))
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


def _with_prompt(table: Table, prompt_id: int, *, suspended: bool, deadline: float | None, left: float | None) -> Table:
    prompts = tuple(
        replace(prompt, suspended=suspended, deadline=deadline, left=left) if prompt.prompt_id == prompt_id else prompt
        for prompt in table.prompts
    )
    return table._replace(prompts=prompts)


def _prompt_opened(table: Table, prompt: OpenPrompt) -> Table:
    return table._replace(prompts=(*table.prompts, prompt), last_prompt_id=prompt.prompt_id)


def _game_started(table: Table, event: GameStarted) -> Table:
    return table._replace(
        stage=Stage.PLAYING,
        seats=tuple(replace(seat, ready=False) for seat in table.seats),
        game=new_game(event.rules),
        game_number=event.game_number,
        game_id=event.game_id,
        abandoned=False,
        secrets=(),
        dealer_secret=event.dealer_secret,
        nonces=event.nonces,
        house_seed=event.house_seed,
    )
