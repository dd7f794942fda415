"""A client without a screen: watches a table, and answers its prompts with a computer player's choices."""

import asyncio
import sys
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TextIO

from spades.v1 import lobby_service_pb2, snapshot_pb2
from spades.v1.lobby_service_pb2 import JoinTableResponse
from spades_bot.answers import answer
from spades_bot.contestant import Contestant, Players, name_of
from spades_bot.strategy_host import SECONDS_TO_DECIDE
from spades_client import (
    Address,
    ClientError,
    Connection,
    Ended,
    KnownServers,
    Link,
    LinkChanged,
    LinkLost,
    Refused,
    TableClient,
    Trust,
    Update,
    connect,
    watch,
)
from spades_client.clean import clean
from spades_client.line_tell import end_line

__all__ = ["BotOptions", "play_seat", "run_bot"]

DONE, LINK_GONE = 0, 4
"""Exit statuses: the game is over, the connection is gone for good."""

MOST_REFUSALS = 3
"""Answers refused in a row after which the bot does not know what the server wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """Where a bot plays, and how."""

    address: Address
    table_id: str | None = None
    """None: the newest table with an empty seat."""
    seat: int = 0
    """The seat to take, from 1; 0: any free one."""
    name: str = "Bot"
    player: Contestant = "rules"
    """The level, or the strategy, that decides."""
    limit: float = SECONDS_TO_DECIDE
    """Seconds that a strategy may take for a decision."""
    seed: str = ""
    """What its choices follow from, besides what it sees."""
    games: int = 1
    """Games to play before it leaves; 0: until the table closes."""
    passcode: str = ""
    insecure: bool = False
    """Talk to another machine in plain text."""
    output: TextIO | None = None
    """Where it says what becomes of it; None: standard output."""


async def run_bot(options: BotOptions) -> int:
    """Sit down, play, leave, and return the exit status; 4: the connection is gone for good.

    Raises:
        ClientError: no seat was had, or an answer was refused.
        StrategyInvalid: the strategy cannot be loaded; no seat was taken.
    """
    with Players((options.player,), limit=options.limit, tell=_warn) as players:
        return await play_seat(options, players)


async def play_seat(options: BotOptions, players: Players) -> int:
    """Do the same with the first of *players*, who are ready."""
    trust = Trust(insecure=options.insecure, tell=_warn, known=KnownServers(warn=_warn))
    async with await connect(options.address, trust=trust, client_name=_client_name(options)) as connection:
        table = await _sit_down(connection, options)
        return await _Player(table, options, players).play()


def _warn(line: str) -> None:
    print(clean(line), file=sys.stderr, flush=True)


def _client_name(options: BotOptions) -> str:
    return f"spades bot {name_of(options.player)}"


async def _sit_down(connection: Connection, options: BotOptions) -> TableClient:
    table_id = options.table_id or options.address.table or _with_room(await connection.tables())
    names = [options.name, *(f"{options.name} {number}" for number in range(2, 10))]
    for name in names[:-1]:
        try:
            place = await _join(connection, table_id, name, options)
            break
        except Refused as refusal:
            if refusal.word != "NAME_TAKEN":
                raise
    else:
        place = await _join(connection, table_id, names[-1], options)
    _say(options, f"seat {place.seat} of table {table_id}")
    return connection.table(table_id, place.token)


async def _join(connection: Connection, table_id: str, name: str, options: BotOptions) -> JoinTableResponse:
    return await connection.join_table(table_id, name=name, seat=options.seat, is_bot=True, passcode=options.passcode)


def _with_room(tables: list[lobby_service_pb2.TableSummary]) -> str:
    for table in tables:
        if any(seat.kind == snapshot_pb2.SEAT_KIND_EMPTY for seat in table.seats):
            return table.table_id
    raise ClientError("no table has an empty seat")


class _Player:
    """One seat at one table; mutable: it remembers what it has answered."""

    def __init__(self, table: TableClient, options: BotOptions, players: Players) -> None:
        self._table = table
        self._options = options
        self._players = players
        self._answered: set[int] = set()
        self._games = 0
        self._refusals = 0
        """Answers that were refused since one was taken."""
        self._known = snapshot_pb2.Snapshot()

    async def play(self) -> int:
        """Answer prompts until the games are played or the server ends it."""
        async with aclosing(watch(self._table)) as items:
            async for item in items:
                match item:
                    case Ended(refusal=None, other=None):
                        return DONE
                    case Ended():
                        _warn(end_line(item))
                        return LINK_GONE
                    case LinkChanged(link=Link.LOST):
                        continue
                    case LinkChanged():
                        await self._answer_all()  # What was asked while the link was gone is asked by no other update.
                    case Update():
                        self._known = item.snapshot
                        if self._has_played(item):
                            await self._leave()
                            return DONE
                        if item.live or item.batch is None:
                            await self._answer_all()
        return LINK_GONE

    def _has_played(self, update: Update) -> bool:
        """Count the games that ended, missed ones too; return whether the bot has played enough."""
        if update.batch is None:
            return False
        ended = sum(event.HasField("game_ended") for event in update.batch.events)
        self._games += ended
        if not ended or self._games != self._options.games:
            return False
        _say(self._options, _result(update.snapshot))
        return True

    async def _answer_all(self) -> None:
        """Answer what is asked now; a paused table is asked again when it goes on."""
        if self._known.HasField("pause"):
            return
        for prompt in self._known.prompts:
            if prompt.choices and prompt.prompt_id not in self._answered and not prompt.suspended:
                # In a thread: a player that thinks long must not keep the connection from being read.
                choice_ids = await asyncio.to_thread(answer, self._known, prompt, self._players, self._options.seed)
                await self._send(prompt.prompt_id, choice_ids)

    async def _send(self, prompt_id: int, choice_ids: list[int]) -> None:
        """Send an answer; one that was not taken is given again while it is asked for.

        Raises:
            Refused: the third in a row, however the table looked.
        """
        self._answered.add(prompt_id)
        try:
            await self._table.answer(prompt_id, choice_ids)
            self._refusals = 0
        except LinkLost:
            self._answered.discard(prompt_id)
        except Refused as refusal:
            with suppress(LinkLost):  # Then the stream is lost, too, and what is asked is asked again.
                self._known = (await self._table.snapshot()).snapshot
            is_open = any(prompt.prompt_id == prompt_id for prompt in self._known.prompts)
            if refusal.word == "STALE_PROMPT" and not is_open:
                return
            self._answered.discard(prompt_id)
            if refusal.word == "TABLE_PAUSED":
                return
            self._refusals += 1
            if self._refusals == MOST_REFUSALS:
                raise
            await self._answer_all()

    async def _leave(self) -> None:
        try:
            await self._table.leave()
        except (Refused, LinkLost):
            await asyncio.sleep(0)  # The table is gone, which is as good.


def _result(snapshot: snapshot_pb2.Snapshot) -> str:
    scores = " : ".join(str(side.score) for side in snapshot.sides)
    winner = snapshot.game_result.winner_side
    return f"game over, {scores}, " + (f"side {winner} wins" if winner else "a draw")


def _say(options: BotOptions, line: str) -> None:
    print(line, file=options.output or sys.stdout, flush=True)
