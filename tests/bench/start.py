"""How soon a server is ready: with nothing to recover, and with a thousand unfinished tables in its journal."""

import asyncio
import random
import tempfile
import time
from itertools import accumulate
from pathlib import Path

from bench.server import child_server
from spades_engine import rules_of
from spades_server import Batch, NewTable, SqliteJournal, open_journal
from spades_server.app import SystemClock
from spades_server.journal.codec import encode
from spades_server.new_table import table_of
from spades_server.table import Settings, Table, chance_of, decide, evolve, may_advance
from spades_server.table.commands import Advance, Answer, Join, TableCommand
from spades_server.table.prompts import choices_beside_the_game, decision_of
from spades_server.table.state import SeatKind

TABLES = 1000
PATTERNS = 20
"""Different games; each is kept under fifty names."""
ROUNDS = 3


async def start_row() -> str:
    """Return the row of starting, and of what keeping costs."""
    patterns = [_played(number) for number in range(PATTERNS)]
    batches = [batch for pattern in patterns for batch, _ in pattern]
    began = time.process_time()
    for batch in batches:
        encode(Batch, batch)
    encoded_us = (time.process_time() - began) / len(batches) * 1e6
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.db"
        await _fill(full, patterns)
        empty = min([await _start(Path(folder) / f"empty-{turn}.db") for turn in range(ROUNDS)])
        recovered = min([await _start(full) for _ in range(ROUNDS)])
        megabytes = full.stat().st_size / 1e6
    since = sum(map(len, patterns)) / PATTERNS
    return (
        f"start: ready {empty:.2f} s after the process began, {recovered:.2f} s with {TABLES:,} unfinished tables to "
        f"recover ({since:.0f} batches each, {megabytes:.0f} MB); {encoded_us:.0f} us to write a batch as text"
    )


async def _start(path: Path) -> float:
    began = time.perf_counter()
    async with child_server("spades", str(path)):
        return time.perf_counter() - began


Story = list[tuple[Batch, list[Table]]]
"""Batches, each with the table before it and after each of its events."""


def _played(number: int) -> Story:
    """Return a game that stops somewhere in its second hand."""
    chance, luck = chance_of(f"bench {number}"), random.Random(number)
    table = table_of(NewTable(rules=rules_of(), settings=Settings(), stays=True), "?", SystemClock())
    story: Story = []

    def do(command: TableCommand) -> None:
        nonlocal table
        events = tuple(decide(table, command, 0.0, chance))
        states = list(accumulate(events, evolve, initial=table))
        batch = Batch(table_id="?", first_sequence=table.sequence + 1, now=0.0, time=time.time(), events=events)
        story.append((batch, states))
        table = states[-1]
        while may_advance(table):
            do(Advance())

    for seat in range(4):
        do(Join(name=f"player {seat}", kind=SeatKind.BOT, seat=seat, token_hash=bytes([seat]) * 32))
    for _ in range(60 + luck.randrange(56)):
        prompt = table.prompts[0]
        game = prompt.kind.is_of_the_game
        options = len(decision_of(table, prompt).options) if game else choices_beside_the_game(prompt)
        picks = luck.sample(range(1, options + 1), prompt.least) if game else [1]
        do(Answer(prompt.seat, prompt.prompt_id, tuple(picks)))
    return story


async def _fill(path: Path, patterns: list[Story]) -> None:
    with open_journal(path) as file:
        journal = SqliteJournal(file)
        await asyncio.gather(*(_write(journal, patterns[number % PATTERNS], number) for number in range(TABLES)))
        await journal.settle()


async def _write(journal: SqliteJournal, story: Story, number: int) -> None:
    table_id = f"T{number:04}"

    def named(table: Table) -> Table:
        return table._replace(table_id=table_id, game_id=table.game_id and f"{table.game_id} {number}")

    await journal.open_table(named(story[0][1][0]))
    for batch, states in story:
        mine = Batch(
            table_id=table_id, first_sequence=batch.first_sequence, now=batch.now, time=batch.time, events=batch.events
        )
        await journal.append(mine, None, [named(state) for state in states])
