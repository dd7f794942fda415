"""From a command to what happens at a table: every right and every rule is checked here, and nothing changes here."""

from collections.abc import Iterator
from typing import assert_never

from spades_engine import IllegalAction, Look, PlayCard, StartGame, StartHand, new_game
from spades_engine import decide as decide_game
from spades_engine import evolve as evolve_game
from spades_engine.commands import Command
from spades_engine.events import HandStarted
from spades_engine.hand import Phase
from spades_server.table import seats
from spades_server.table.chance import Chance
from spades_server.table.commands import (
    Advance,
    Answer,
    AnswerForHouse,
    BidNow,
    Close,
    Connect,
    Disconnect,
    Expire,
    Fill,
    Join,
    Leave,
    LookNow,
    PlayNow,
    Say,
    SetReady,
    Start,
    TableCommand,
)
from spades_server.table.events import (
    GameStarted,
    HandDealt,
    PromptClosed,
    PromptOpened,
    PromptOutcome,
    Said,
    TableClosed,
    TableEvent,
)
from spades_server.table.names import checked_text
from spades_server.table.prompts import (
    CONTINUE,
    HOLD,
    HOLD_SECONDS,
    as_refusal,
    continue_picks,
    decision_of,
    index_of_bid,
    index_of_card,
    new_prompts,
    open_prompt,
    picked,
)
from spades_server.table.refusal import Refused
from spades_server.table.state import ChatPolicy, OpenPrompt, PromptKind, Stage, Table

__all__ = ["PHRASES", "decide", "may_advance"]

PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Sorry!",
    "One moment, please.",
    "Back again.",
    "Good game!",
    "Another one?",
)
"""Set phrases, numbered from 1."""

Events = list[TableEvent]


def decide(table: Table, command: TableCommand, now: float, chance: Chance) -> Events:
    """Return what *command* brings about at *now*, a clock in seconds; may be empty for what the server does itself.

    Raises:
        Refused: the table does not allow it.
    """
    if table.stage is Stage.CLOSED:
        raise Refused("TABLE_CLOSED", "the table is closed")
    try:
        return _decide(table, command, now, chance)
    except IllegalAction as refusal:
        raise as_refusal(refusal) from refusal


def _decide(table: Table, command: TableCommand, now: float, chance: Chance) -> Events:
    match command:
        case PlayNow():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            index_of_card(table, prompt, command.card)
            return _act(table, prompt, PlayCard(command.seat, command.card), PromptOutcome.ANSWERED, now)
        case BidNow():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            index = index_of_bid(table, prompt, command.bid)
            return _answer(table, prompt, (index,), PromptOutcome.ANSWERED, now)
        case Answer():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            is_game = prompt.kind.is_of_the_game
            choices = len(decision_of(table, prompt).options) if is_game else continue_picks(prompt)
            picks = picked(prompt, command.choice_ids, choices)
            return _answer(table, prompt, picks, PromptOutcome.ANSWERED, now)
        case AnswerForHouse():
            waiting = next((prompt for prompt in table.prompts if prompt.prompt_id == command.prompt_id), None)
            if waiting is None:
                return []
            return _answer(table, waiting, command.picks, PromptOutcome.BOT_ANSWERED, now)
        case LookNow():
            return _look(table, command.seat, now)
        case Expire():
            return _expire(table, now)
        case Advance():
            return _next_hand(table, now, chance) if may_advance(table) else []
        case Say():
            return [_said(table, command)]
        case Connect() | Disconnect():
            return seats.presence(table, command)
        case Join():
            return _start_if_ready(table, seats.join(table, command), now, chance)
        case Fill():
            return _start_if_ready(table, seats.fill(table, command), now, chance)
        case SetReady():
            return _start_if_ready(table, seats.set_ready(table, command), now, chance)
        case Leave():
            return seats.leave(table, command)
        case Start():
            return _start(table, command, now, chance)
        case Close():
            seats.check_host(table, command.by)
            return [TableClosed(command.by)]
        case _:
            assert_never(command)


def _answer(table: Table, prompt: OpenPrompt, picks: tuple[int, ...], outcome: PromptOutcome, now: float) -> Events:
    """Carry out the choices with these indices."""
    if prompt.kind is PromptKind.CONTINUE:
        return _continue(table, prompt, picks[0], outcome, now)
    return _act(table, prompt, decision_of(table, prompt).command(picks), outcome, now)


def _act(table: Table, prompt: OpenPrompt | None, command: Command, outcome: PromptOutcome, now: float) -> Events:
    """Carry out a command of the game, close the prompt that it answers, and open what the game asks next."""
    happened = decide_game(table.game, command)
    game = table.game
    for event in happened:
        game = evolve_game(game, event)
    left = tuple(other for other in table.prompts if prompt is None or other.prompt_id != prompt.prompt_id)
    closed = [] if prompt is None else [PromptClosed(prompt.prompt_id, outcome)]
    return [*closed, *happened, *new_prompts(table, game, left, now)]


def _look(table: Table, seat: int, now: float) -> Events:
    own = next((prompt for prompt in table.prompts if prompt.seat == seat and prompt.kind is PromptKind.BLIND), None)
    return _act(table, own, Look(seat), PromptOutcome.ANSWERED, now)


def _continue(table: Table, prompt: OpenPrompt, pick: int, outcome: PromptOutcome, now: float) -> Events:
    closed = PromptClosed(prompt.prompt_id, outcome)
    if pick != HOLD:
        return [closed]
    held = OpenPrompt(table.last_prompt_id + 1, PromptKind.CONTINUE, prompt.seat, 1, now + HOLD_SECONDS)
    return [closed, PromptOpened(held)]


def _expire(table: Table, now: float) -> Events:
    """Make the defaults that are due; of the prompts of the game only one is ever open."""
    events: Events = []
    for prompt in table.prompts:
        if prompt.deadline is None or prompt.deadline > now:
            continue
        picks = (CONTINUE,) if prompt.kind is PromptKind.CONTINUE else decision_of(table, prompt).default
        events += _answer(table, prompt, picks, PromptOutcome.TIMED_OUT, now)
    return events


def _said(table: Table, command: Say) -> Said:
    if table.settings.chat is ChatPolicy.OFF:
        raise Refused("CHAT_NOT_ALLOWED", "nobody may talk at this table")
    if command.phrase_id:
        if not 1 <= command.phrase_id <= len(PHRASES):
            allowed = f"1 to {len(PHRASES)} are allowed"
            raise Refused("FIELD_INVALID", f"phrase_id: {allowed}", field="phrase_id", allowed=allowed)
        text = ""
    elif table.settings.chat is ChatPolicy.PHRASES:
        raise Refused("CHAT_NOT_ALLOWED", "only set phrases may be said at this table")
    else:
        text = checked_text(command.text)
    return Said(command.seat, table.seats[command.seat].name, text, command.phrase_id)


def _start(table: Table, command: Start, now: float, chance: Chance) -> Events:
    seats.check_host(table, command.by)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    empty = [str(seat + 1) for seat, taken in enumerate(table.seats) if not taken.kind.is_taken]
    if empty:
        raise Refused("SEATS_EMPTY", f"seats {', '.join(empty)} are empty: wait, or fill them with computer players")
    return list(_game_start(table, chance))


def _start_if_ready(table: Table, happened: Events, now: float, chance: Chance) -> Events:
    """Add the start of a game where every seat is taken and every person is ready."""
    after = seats.after(table, happened)
    if table.stage is Stage.PLAYING or not seats.all_ready(after):
        return happened
    return [*happened, *_game_start(after, chance)]


def _game_start(table: Table, chance: Chance) -> Iterator[TableEvent]:
    nonces = tuple(seat.nonce for seat in table.seats)
    number = table.game_number + 1
    first = chance.begin_game(table.rules, number, nonces)
    yield GameStarted(
        game_number=number,
        game_id=first.game_id,
        rules=table.rules,
        nonces=nonces,
        house_seed=first.house_seed,
    )
    begin = StartGame(host=table.host or 0, draw_order=first.draw_order, random_seat=first.random_seat)
    yield from decide_game(new_game(table.rules), begin)


def may_advance(table: Table) -> bool:
    """Return whether the next hand is to be dealt: the last one is scored and nobody looks at the score sheet."""
    game = table.game
    between = game.hand is None or game.hand.phase is Phase.SCORED
    return table.stage is Stage.PLAYING and between and game.result is None and not table.prompts


def _next_hand(table: Table, now: float, chance: Chance) -> Events:
    deal = chance.deal(table.rules, table.game_number, table.game.hands_played + 1, table.nonces)
    start = StartHand(deck=deal.deck, leader_draw=deal.leader_draw, commitment=deal.commitment)
    game = table.game
    events: Events = []
    for event in decide_game(game, start):
        game = evolve_game(game, event)
        events.append(HandDealt(event, deal.secret) if isinstance(event, HandStarted) else event)
    return [*events, *new_prompts(table, game, table.prompts, now)]
