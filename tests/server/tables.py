"""Tables as pure values, with chance that is fixed."""

import hashlib
import random
from dataclasses import dataclass

import pytest

from server.common import ManualClock, token_hash_of
from spades_engine import Card, Rules, pack_of
from spades_engine.cards import each
from spades_engine.pack import draw_pack
from spades_server import NewTable
from spades_server.new_table import table_of
from spades_server.table import (
    Chance,
    Deal,
    FirstDeal,
    OpenPrompt,
    Refused,
    SeatKind,
    Settings,
    Table,
    TableEvent,
    decide,
    evolve,
    may_advance,
)
from spades_server.table.commands import Advance, Answer, AnswerForHouse, Join, TableCommand


@dataclass(slots=True)
class FixedChance:
    """Decks that the test gives, else shuffled from *seed*; what is published about them is always the same."""

    seed: int = 0
    decks: tuple[tuple[Card, ...], ...] = ()
    """The decks of the first hands, in order."""
    leader: int = 0
    first: int = 0
    """The seat that deals first where a random one does."""

    def begin_game(self, rules: Rules, game: int, nonces: tuple[bytes, ...]) -> FirstDeal:
        """See ``Chance``."""
        # The seat named first draws the ace of spades.
        order = [card for card in each(draw_pack(rules)) if card != 51]
        order.insert(self.first, 51)
        return FirstDeal(
            draw_order=tuple(order),
            random_seat=self.first,
            house_seed=b"house seed 16 by",
            game_id=f"game-{game}",
            secret=b"",
        )

    def deal(self, rules: Rules, game: int, hand: int, deal: int, nonces: tuple[bytes, ...]) -> Deal:
        """See ``Chance``."""
        secret = hashlib.sha256(f"secret of game {game} hand {hand} deal {deal}".encode()).digest()
        given = hand <= len(self.decks) and deal == 1
        deck = self.decks[hand - 1] if given else self._shuffled(rules, game, hand, deal)
        return Deal(deck=deck, leader_draw=self.leader, secret=secret, commitment=hashlib.sha256(secret).digest())

    def _shuffled(self, rules: Rules, game: int, hand: int, deal: int) -> tuple[Card, ...]:
        deck = list(each(pack_of(rules).cards))
        random.Random(f"{self.seed}/{game}/{hand}/{deal}").shuffle(deck)
        return tuple(deck)


def gathering(rules: Rules, *, settings: Settings | None = None, seed: str = "", preset: str = "standard") -> Table:
    """Return a table at which nobody sits yet."""
    new = NewTable(rules=rules, preset=preset, settings=settings or Settings(), seed=seed)
    return table_of(new, "TABLE", ManualClock())._replace(time=0.0, closes_at=None)


def joining(seat: int, *, kind: SeatKind = SeatKind.PERSON) -> Join:
    """Return the command with which the player of a seat sits down."""
    return Join(name=f"player {seat + 1}", kind=kind, seat=seat, token_hash=token_hash_of(seat))


def seated(
    rules: Rules, *, kind: SeatKind = SeatKind.PERSON, settings: Settings | None = None, seed: str = ""
) -> "Play":
    """Return a full table of clients of one *kind*; bots begin their game at once."""
    play = Play(gathering(rules, settings=settings, seed=seed))
    for seat in range(rules.players):
        play.do(joining(seat, kind=kind))
    return play


class Play:
    """One table as a pure value, moved by ``do``; mutable: it keeps what happened."""

    def __init__(self, table: Table, chance: Chance | None = None) -> None:
        self.table = table
        self.chance: Chance = chance or FixedChance()
        self.now = 1000.0
        self.batches: list[list[TableEvent]] = []

    def do(self, command: TableCommand) -> list[TableEvent]:
        """Carry out *command* and what the table does by itself after it; return all that happened."""
        start = len(self.batches)
        self._do(command)
        while may_advance(self.table):
            self._do(Advance())
        return [event for batch in self.batches[start:] for event in batch]

    def _do(self, command: TableCommand) -> None:
        events = decide(self.table, command, self.now, self.chance)
        for event in events:
            self.table = evolve(self.table, event)
        if events:
            self.batches.append(events)

    def pick(self, prompt: OpenPrompt, *indices: int) -> list[TableEvent]:
        """Answer *prompt* by the indices of choices, for whoever owes the answer."""
        if self.table.seats[prompt.seat].is_played_by_house:
            return self.do(AnswerForHouse(prompt.prompt_id, indices))
        return self.do(Answer(prompt.seat, prompt.prompt_id, tuple(index + 1 for index in indices)))

    def refused(self, command: TableCommand) -> str:
        """Return the reason for which *command* is refused; fails if it is carried out, or changes the table."""
        with pytest.raises(Refused) as refusal:
            decide(self.table, command, self.now, self.chance)
        return refusal.value.reason

    @property
    def events(self) -> list[TableEvent]:
        """Everything that happened."""
        return [event for batch in self.batches for event in batch]
