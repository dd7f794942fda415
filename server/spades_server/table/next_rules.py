"""The rules of the next game: between games they change at once, during a game they wait until it is over."""

from collections.abc import Iterator
from dataclasses import replace

from spades_engine import Rules
from spades_server.table.commands import SetRules, WithdrawRules
from spades_server.table.events import (
    NextRulesChanged,
    PromptClosed,
    PromptOutcome,
    ReadyChanged,
    RulesChanged,
    TableEvent,
)
from spades_server.table.refusal import Refused
from spades_server.table.rights import check_host
from spades_server.table.state import NextRules, Seat, SeatKind, Stage, Table

__all__ = ["check_stays", "in_force", "room_for_more", "set_rules", "withdraw_rules", "withdrawn"]


def set_rules(table: Table, command: SetRules) -> list[TableEvent]:
    """Change the rules of the next game; between games nobody is ready any more for what was agreed before."""
    check_host(table, command.by)
    seats = _resized(table, command.rules)
    if table.stage is Stage.PLAYING:
        waiting = NextRules(command.rules, command.preset)
        return [] if waiting == table.next_rules else [NextRulesChanged(waiting)]
    ready = tuple(replace(seat, ready=seat.kind is SeatKind.BOT) for seat in seats)
    return [*withdrawn(table), RulesChanged(command.rules, command.preset, ready)]


def withdraw_rules(table: Table, command: WithdrawRules) -> list[TableEvent]:
    """Play the next game by the rules of this one; nobody is ready any more for those that waited."""
    check_host(table, command.by)
    if table.next_rules is None:
        return []
    unready = (
        ReadyChanged(number, False, seat.nonce)
        for number, seat in enumerate(table.seats)
        if seat.kind is SeatKind.PERSON and seat.ready
    )
    return [NextRulesChanged(None), *unready]


def in_force(table: Table) -> list[TableEvent]:
    """Return what puts the rules that wait into force; who is ready for the next game was told of them and stays so."""
    waiting = table.next_rules
    if waiting is None:
        return []
    return [RulesChanged(waiting.rules, waiting.preset, _resized(table, waiting.rules))]


def room_for_more(table: Table) -> list[TableEvent]:
    """Return what puts them into force already because they have more seats, and somebody is to sit down there."""
    waiting = table.next_rules
    if table.stage is Stage.PLAYING or waiting is None or waiting.rules.players <= len(table.seats):
        return []
    return in_force(table)


def check_stays(table: Table, seat: int) -> None:
    """Refuse to seat anybody where the rules that wait have no seat."""
    if table.next_rules is not None and seat >= table.next_rules.rules.players:
        raise Refused("SEAT_TAKEN", f"seat {seat + 1} goes with the next game, by the rules that wait for it")


def withdrawn(table: Table) -> Iterator[TableEvent]:
    """What was asked about another game with the same seats and rules is asked no longer."""
    for prompt in table.prompts:
        yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)


def _resized(table: Table, rules: Rules) -> tuple[Seat, ...]:
    """Return the seats of a table under *rules*; refuses to take a client's seat away."""
    kept, gone = table.seats[: rules.players], table.seats[rules.players :]
    for number, seat in enumerate(gone, rules.players):
        if seat.is_owned or seat.newcomer is not None:
            name = seat.name if seat.newcomer is None else seat.newcomer.name
            raise Refused("SEAT_TAKEN", f"{name} sits on seat {number + 1}, which those rules do not have")
    return (*kept, *(Seat() for _ in range(rules.players - len(kept))))
