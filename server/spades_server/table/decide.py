"""From a command to what happens at a table: every right and every rule is checked here, and nothing changes here."""

from functools import reduce
from typing import assert_never

from spades_engine import ClaimRest, IllegalAction, Look, PlayCard
from spades_engine import decide as decide_game
from spades_engine import evolve as evolve_game
from spades_engine.commands import Command
from spades_server.table import chat, hosting, newcomers, next_rules, seats
from spades_server.table.chance import Chance
from spades_server.table.commands import (
    Advance,
    Answer,
    AnswerForHouse,
    BidNow,
    ClaimNow,
    Close,
    Connect,
    Disconnect,
    EmptySeat,
    Expire,
    Fill,
    GiveUp,
    Join,
    Kick,
    Leave,
    LookNow,
    PauseNow,
    PlayNow,
    Redeem,
    Reissue,
    ResumeNow,
    Say,
    SeatCommand,
    SeatHouse,
    SetReady,
    SetRules,
    SetSeat,
    Start,
    TableCommand,
    TransferHost,
    Wake,
    WithdrawRules,
)
from spades_server.table.events import (
    PromptClosed,
    PromptOpened,
    PromptOutcome,
    ReadyChanged,
    TableClosed,
    TableEvent,
)
from spades_server.table.pause import check_running, pause, resume
from spades_server.table.presence import after, connect, disconnect, graces_ended, settled, wake
from spades_server.table.prompts import (
    ACCEPT,
    CONTINUE,
    HOLD,
    HOLD_SECONDS,
    as_refusal,
    choices_beside_the_game,
    decision_of,
    index_of_bid,
    index_of_card,
    open_prompt,
    picked,
    reconciled,
)
from spades_server.table.refusal import Refused
from spades_server.table.rights import check_host
from spades_server.table.starting import dealt_hand, may_advance, next_hand, start, start_if_ready
from spades_server.table.state import OpenPrompt, PromptKind, Stage, Table

__all__ = ["decide"]

Events = list[TableEvent]


def decide(table: Table, command: TableCommand, now: float, chance: Chance) -> Events:
    """Return what *command* brings about at *now*, a clock in seconds; may be empty for what the server does itself.

    Raises:
        Refused: the table does not allow it.
    """
    if table.stage is Stage.CLOSED:
        raise Refused("TABLE_CLOSED", "the table is closed")
    try:
        return chat.with_chat_opened(table, _decide(table, command, now, chance))
    except IllegalAction as refusal:
        raise as_refusal(refusal) from refusal


def _decide(table: Table, command: TableCommand, now: float, chance: Chance) -> Events:
    if isinstance(command, PlayNow | ClaimNow | BidNow | Answer | LookNow):
        check_running(table)
    match command:
        case PlayNow():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            index_of_card(table, prompt, command.card)
            return _act(table, prompt, PlayCard(command.seat, command.card), PromptOutcome.ANSWERED, now, chance)
        case ClaimNow():
            return _claim(table, command, now, chance)
        case BidNow():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            index = index_of_bid(table, prompt, command.bid)
            return _answer(table, prompt, (index,), PromptOutcome.ANSWERED, now, chance)
        case Answer():
            prompt = open_prompt(table, command.seat, command.prompt_id)
            if not prompt.kind.is_of_the_game:
                picks = picked(prompt, command.choice_ids, choices_beside_the_game(prompt))
                return _answer(table, prompt, picks, PromptOutcome.ANSWERED, now, chance)
            due = decision_of(table, prompt)
            picks = picked(prompt, command.choice_ids, len(due.options))
            return _act(table, prompt, due.command(picks), PromptOutcome.ANSWERED, now, chance)
        case AnswerForHouse():
            waiting = next((prompt for prompt in table.prompts if prompt.prompt_id == command.prompt_id), None)
            gone = waiting is None or waiting.suspended or not table.seats[waiting.seat].is_played_by_house
            if waiting is None or gone or table.pause is not None:
                return []  # The owner is back, or everybody waits: a computer player acts for nobody.
            return _answer(table, waiting, command.picks, PromptOutcome.BOT_ANSWERED, now, chance)
        case LookNow():
            return _look(table, command.seat, now, chance)
        case Advance():
            return next_hand(table, now, chance) if may_advance(table) else []
        case Say():
            return [chat.said(table, command)]
        case Expire():
            if ended := graces_ended(table, now):
                return settled(table, ended, now)
            return settled(table, _expire(table, now, chance), now)
        case _:
            return settled(table, _at_the_table(table, command, now, chance), now)


def _at_the_table(table: Table, command: SeatCommand, now: float, chance: Chance) -> Events:
    """Carry out what is about the seats and not about the game."""
    match command:
        case Connect():
            return connect(table, command, now)
        case Disconnect():
            return disconnect(table, command, now)
        case Wake():
            return wake(table, command, now)
        case Join():
            return start_if_ready(table, seats.join(table, command, now), chance)
        case Redeem():
            return seats.redeem(table, command, now)
        case Fill():
            return start_if_ready(table, seats.fill(table, command), chance)
        case SetReady():
            return start_if_ready(table, seats.set_ready(table, command), chance)
        case Leave():
            return seats.leave(table, command)
        case GiveUp():
            return seats.give_up(table, command)
        case Kick():
            hosting.check_kick(table, command.by, command.seat)
            return seats.removed(table, command.seat)
        case TransferHost():
            return hosting.transfer_host(table, command)
        case SetSeat():
            return hosting.set_seat(table, command)
        case SeatHouse():
            return start_if_ready(table, seats.seat_house(table, command), chance)
        case EmptySeat():
            return seats.emptied(table, command)
        case SetRules():
            return next_rules.set_rules(table, command)
        case WithdrawRules():
            return next_rules.withdraw_rules(table, command)
        case Reissue():
            return hosting.reissue(table, command, now)
        case PauseNow():
            return pause(table, command, now)
        case ResumeNow():
            return resume(table, command, now)
        case Start():
            return start(table, command, chance)
        case Close():
            check_host(table, command.by)
            return [TableClosed(command.by)]
        case _:
            assert_never(command)


def _answer(
    table: Table, prompt: OpenPrompt, picks: tuple[int, ...], outcome: PromptOutcome, now: float, chance: Chance
) -> Events:
    """Carry out the choices with these indices."""
    if prompt.kind is PromptKind.CONTINUE:
        return _continue(table, prompt, picks[0], outcome, now)
    if prompt.kind is PromptKind.REMATCH:
        return _rematch(table, prompt, picks[0], outcome, now, chance)
    return _act(table, prompt, decision_of(table, prompt).command(picks), outcome, now, chance)


def _act(
    table: Table, prompt: OpenPrompt | None, command: Command, outcome: PromptOutcome, now: float, chance: Chance
) -> Events:
    """Carry out a command of the game, close the prompt that it answers, and see to what the game asks next."""
    happened = decide_game(table.game, command)
    game = reduce(evolve_game, happened, table.game)
    dealt: Events = []
    if game.hand is not None and game.hand.redealt:
        then = table._replace(game=game)
        dealt = dealt_hand(then, chance)
        game = after(then, dealt).game
    closed: Events = [] if prompt is None else [PromptClosed(prompt.prompt_id, outcome)]
    open_now = tuple(each for each in table.prompts if each is not prompt)
    arrived = list(newcomers.seated(table, game))
    if not arrived:
        return [*closed, *happened, *dealt, *reconciled(table, game, open_now, now)]
    asked = reconciled(after(table, arrived), game, open_now, now)
    return settled(table, [*closed, *happened, *dealt, *arrived, *asked], now)


def _claim(table: Table, command: ClaimNow, now: float, chance: Chance) -> Events:
    prompt = open_prompt(table, command.seat, command.prompt_id)
    if prompt.kind is not PromptKind.PLAY:
        raise Refused("CLAIM_NOT_ALLOWED", "a claim is made when you are to play a card")
    return _act(table, None, ClaimRest(command.seat), PromptOutcome.ANSWERED, now, chance)


def _look(table: Table, seat: int, now: float, chance: Chance) -> Events:
    own = next((prompt for prompt in table.prompts if prompt.seat == seat and prompt.kind is PromptKind.BLIND), None)
    return _act(table, own, Look(seat), PromptOutcome.ANSWERED, now, chance)


def _continue(table: Table, prompt: OpenPrompt, pick: int, outcome: PromptOutcome, now: float) -> Events:
    closed = PromptClosed(prompt.prompt_id, outcome)
    if pick != HOLD:
        return [closed]
    held = OpenPrompt(table.last_prompt_id + 1, PromptKind.CONTINUE, prompt.seat, 1, 1, now + HOLD_SECONDS)
    return [closed, PromptOpened(held)]


def _rematch(table: Table, prompt: OpenPrompt, pick: int, outcome: PromptOutcome, now: float, chance: Chance) -> Events:
    """Who wants another game is ready for it; who does not may still change their mind."""
    closed = PromptClosed(prompt.prompt_id, outcome)
    if pick != ACCEPT:
        return [closed]
    ready = ReadyChanged(prompt.seat, True, table.seats[prompt.seat].nonce)
    return settled(table, start_if_ready(table, [closed, ready], chance), now)


def _expire(table: Table, now: float, chance: Chance) -> Events:
    """Make the defaults that are due; of the prompts of the game the first, which may settle the others."""
    events: Events = []
    for prompt in table.prompts:
        if prompt.deadline is None or prompt.deadline > now:
            continue
        if prompt.kind is PromptKind.REMATCH:
            events.append(PromptClosed(prompt.prompt_id, PromptOutcome.TIMED_OUT))
            continue
        if prompt.kind is not PromptKind.CONTINUE:
            due = decision_of(table, prompt)
            return _act(table, prompt, due.command(due.default), PromptOutcome.TIMED_OUT, now, chance)
        events += _continue(table, prompt, CONTINUE, PromptOutcome.TIMED_OUT, now)
    return events
