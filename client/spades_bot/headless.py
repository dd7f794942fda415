"""A client without a screen: watches a table, and answers its prompts with a computer player's choices."""

import asyncio
import sys
from contextlib import aclosing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from spades.v1 import lobby_service_pb2, snapshot_pb2
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
    SavedSeat,
    SavedSeats,
    TableClient,
    Trust,
    Update,
    connect,
    watch,
)
from spades_client.clean import clean
from spades_client.line_tell import end_line
from spades_client.seating import keep, take_back

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
    home: Path | None = None
    """The folder that keeps its seat, so that a bot of the same name finds back to it; None: it is not kept."""
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
        if options.home is None:
            joined = await _join(connection, options)
            _say(options, f"seat {joined.seat} of table {joined.table.table_id}")
            return await _Player(joined.table, options, players).play()
        with SavedSeats(options.home, warn=_warn) as saved:
            seat = await _seat_of(connection, options, saved)
            player = _Player(connection.table(seat.table_id, seat.token), options, players)
            try:
                return await player.play()
            finally:
                if not player.seat_kept:
                    saved.forget(seat)


def _warn(line: str) -> None:
    print(clean(line), file=sys.stderr, flush=True)


def _client_name(options: BotOptions) -> str:
    return f"spades bot {name_of(options.player)}"


async def _seat_of(connection: Connection, options: BotOptions, saved: SavedSeats) -> SavedSeat:
    """Return the seat of a bot of this name that ended too early, where one is kept; else one that is new."""
    table_id = options.table_id or options.address.table
    back = await take_back(connection, table_id, saved, fits=lambda seat: seat.name in _names(options))
    if back is not None:
        _say(options, f"seat {back.seat.seat} of table {back.seat.table_id}, taken back")
        return back.seat
    joined = await _join(connection, options)
    # Kept before it is told: who hears of the seat may kill the bot at once.
    seat = keep(connection, joined.table, joined.seat, joined.name, joined.token, saved).seat
    _say(options, f"seat {seat.seat} of table {seat.table_id}")
    return seat


@dataclass(frozen=True, slots=True)
class _Joined:
    """A new seat."""

    table: TableClient
    seat: int
    name: str
    token: str


async def _join(connection: Connection, options: BotOptions) -> _Joined:
    """Sit down on a seat that nobody has; a name that is taken gets a number."""
    table_id = options.table_id or options.address.table or _with_room(await connection.tables())
    names = _names(options)
    for name in names:
        try:
            place = await connection.join_table(
                table_id, name=name, seat=options.seat, is_bot=True, passcode=options.passcode
            )
        except Refused as refusal:
            if refusal.word != "NAME_TAKEN" or name == names[-1]:
                raise
            continue
        return _Joined(connection.table(table_id, place.token), place.seat, name, place.token)
    raise AssertionError("the last name either joined or raised")


def _names(options: BotOptions) -> list[str]:
    return [options.name, *(f"{options.name} {number}" for number in range(2, 10))]


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
        self.seat_kept = True
        """The seat may be taken back later; False once it was left or lost."""

    async def play(self) -> int:
        """Answer prompts until the games are played or the server ends it."""
        async with aclosing(watch(self._table)) as items:
            async for item in items:
                match item:
                    case Ended(refusal=None, other=None):
                        self.seat_kept = item.keeps_seat
                        return DONE
                    case Ended():
                        self.seat_kept = item.keeps_seat
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
        self.seat_kept = False
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
