"""Starting games and dealing hands: what follows when everybody is ready, and when a hand is over."""

from collections.abc import Iterator
from typing import TypeAlias

from spades_engine import StartGame, StartHand, new_game
from spades_engine import decide as decide_game
from spades_engine.events import HandStarted
from spades_engine.hand import Phase
from spades_server.table import next_rules, seats
from spades_server.table.chance import Chance
from spades_server.table.commands import Start
from spades_server.table.events import GameStarted, HandDealt, PromptClosed, PromptOutcome, TableEvent
from spades_server.table.presence import after
from spades_server.table.prompts import reconciled
from spades_server.table.refusal import Refused
from spades_server.table.rights import check_host
from spades_server.table.state import Stage, Table

__all__ = ["dealt_hand", "may_advance", "next_hand", "start", "start_if_ready"]

Events: TypeAlias = list[TableEvent]


def start(table: Table, command: Start, chance: Chance) -> Events:
    """Have the host start a game."""
    check_host(table, command.by)
    if table.stage is Stage.PLAYING:
        raise Refused("ALREADY_STARTED", "a game is going on")
    happened = next_rules.in_force(table)
    table = after(table, happened)
    empty = [str(seat + 1) for seat, taken in enumerate(table.seats) if not taken.kind.is_taken]
    if empty:
        raise Refused("SEATS_EMPTY", f"seats {', '.join(empty)} are empty: wait, or fill them with computer players")
    return [*happened, *_game_start(table, chance)]


def start_if_ready(table: Table, happened: Events, chance: Chance) -> Events:
    """Add the start of a game where every seat is taken and every person is ready."""
    then = after(table, happened)
    if then.stage is Stage.PLAYING:
        return happened
    changed = next_rules.in_force(then)
    new = after(then, changed)
    if seats.all_ready(new):
        return [*happened, *changed, *_game_start(new, chance)]
    # Everybody wants it, and the new rules have more seats: they are empty now, and can be taken.
    return [*happened, *changed] if seats.all_ready(then) else happened


def _game_start(table: Table, chance: Chance) -> Iterator[TableEvent]:
    for prompt in table.prompts:
        yield PromptClosed(prompt.prompt_id, PromptOutcome.WITHDRAWN)
    nonces = tuple(seat.nonce for seat in table.seats)
    number = table.game_number + 1
    first = chance.begin_game(table.rules, number, nonces)
    yield GameStarted(
        game_number=number,
        game_id=first.game_id,
        rules=table.rules,
        nonces=nonces,
        house_seed=first.house_seed,
        dealer_secret=first.secret,
    )
    begin = StartGame(host=table.host or 0, draw_order=first.draw_order, random_seat=first.random_seat)
    yield from decide_game(new_game(table.rules), begin)


def may_advance(table: Table) -> bool:
    """Return whether the next hand is to be dealt: the last one is scored and nobody looks at the score sheet."""
    game = table.game
    between = game.hand is None or game.hand.phase is Phase.SCORED
    running = table.stage is Stage.PLAYING and table.pause is None
    return running and between and game.result is None and not table.prompts


def next_hand(table: Table, now: float, chance: Chance) -> Events:
    """Deal the next hand and ask for what it begins with."""
    dealt = dealt_hand(table, chance)
    return [*dealt, *reconciled(table, after(table, dealt).game, table.prompts, now)]


def dealt_hand(table: Table, chance: Chance) -> Events:
    """Deal, and again for as long as the rules have the hand dealt again before anybody looks."""
    happened: Events = []
    while not happened or (table.game.hand is not None and table.game.hand.redealt):
        game, hand = table.game, table.game.hand
        number = hand.deal + 1 if hand is not None and hand.redealt else 1
        deal = chance.deal(table.rules, table.game_number, game.hands_played + 1, number, table.nonces)
        start = StartHand(deck=deal.deck, leader_draw=deal.leader_draw, commitment=deal.commitment)
        events: Events = [
            HandDealt(event, deal.secret) if isinstance(event, HandStarted) else event
            for event in decide_game(game, start)
        ]
        table = after(table, events)
        happened += events
    return happened
