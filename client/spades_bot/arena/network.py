"""Play a board on a server: network bots join its tables as programs, our own players as headless bots."""

import asyncio
import contextlib
import hashlib
import io
import math
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace

from spades.v1 import snapshot_pb2
from spades.v1.event_pb2 import Batch, PromptClosed
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_ANSWERED, PROMPT_OUTCOME_TIMED_OUT
from spades_bot.arena.boards import Board, Match, seatings_of
from spades_bot.arena.play import BoardResult, count_hand
from spades_bot.arena.tally import Tally, Times
from spades_bot.contestant import Players
from spades_bot.headless import BotOptions, play_seat
from spades_bot.network_bot import NetworkBot, Program, running
from spades_client import Address, ClientError, Connection, Update, WatchItem, connect, watch
from spades_engine import DecisionKind
from spades_wire import view_from_snapshot
from spades_wire.prompts import prompt_kind
from spades_wire.rules_messages import rules_message

__all__ = ["Patience", "is_network_match", "play_network_board"]

_OVERRUNS = 3
"""Decisions of one seat that may take too long before the board is given up."""

_GRACE_SECONDS = 10
"""Longer than a program's end is waited for, so that who crashed is said to have ended, not to have left."""

_DECISIONS_OF_A_SEAT = 64
"""More than any hand has: 26 cards drawn and played, bids and exchanges."""

_LEAST_THINK_SECONDS, _MOST_THINK_SECONDS = 5, 600
_OF_THE_GAME = frozenset(map(prompt_kind, DecisionKind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long is waited for a program, in seconds."""

    to_join: float = 20.0
    to_end: float = 5.0
    """From the end of the game to that of the program, and the other way round."""


class _GivenUp(Exception):
    """A network bot because of which a board is not played to its end."""

    def __init__(self, contestant: int, fault: str, sentence: str) -> None:
        super().__init__(sentence)
        self.contestant = contestant
        self.fault = fault


def is_network_match(match: Match) -> bool:
    """Tell whether *match* needs a server."""
    return any(isinstance(contestant, NetworkBot) for contestant in match.contestants)


def play_network_board(
    match: Match,
    board: Board,
    server: Address,
    *,
    runner: asyncio.Runner,
    tell: Callable[[str], None],
    patience: Patience | None = None,
) -> BoardResult:
    """Return the result of *board*, played on *server*; given up where a network bot does not play it to the end.

    *runner* is to be the only one of its process: gRPC complains where loops follow one another.

    Raises:
        ClientError: the server cannot be used.
    """
    tallies = tuple(Tally() for _ in match.contestants)
    times = tuple(Times() for _ in match.contestants)
    points = []
    try:
        for number, seating in enumerate(seatings_of(match.rules, len(match.contestants))):
            table = _Table(match, board, number, seating, server, patience or Patience(), tallies, times)
            points.append(runner.run(table.play()))
    except _GivenUp as reason:
        tell(f"{match.names[reason.contestant]}: {board.label()} is given up: {reason}")
        # What was counted of half a board would tell of the cards, not of the players.
        points, tallies = [], tuple(Tally() for _ in match.contestants)
        times = tuple(Times() for _ in match.contestants)
        tallies[reason.contestant].faults[reason.fault] += 1
    return BoardResult(board=board, points=tuple(points), tallies=tallies, times=times)


@dataclass(slots=True)
class _Table:
    """One seating of a board on the server; mutable: it counts, and knows what was started."""

    match: Match
    board: Board
    number: int
    seating: tuple[int, ...]
    server: Address
    patience: Patience
    tallies: tuple[Tally, ...]
    times: tuple[Times, ...]
    programs: dict[int, Program] = field(default_factory=dict)
    """By seat."""
    asked: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Open prompts of the game by id: the seat, and the time in microseconds."""
    overruns: Counter[int] = field(default_factory=Counter)
    """Decisions that took too long, by seat."""
    waits_for: int | None = None
    """The seat whose program was started last and has not joined; None: nobody is missing."""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> tuple[float, ...]:
        """Return the worth of the hand to each contestant, on average over its sides.

        Raises:
            _GivenUp: a network bot did not play it to the end.
            ClientError: the server did not.
        """
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(await connect(self.server, client_name="spades arena"))
            table_id = await self._create(connection)
            place = await connection.join_table(table_id, name="Arena", as_spectator=True)
            players = {seat: stack.enter_context(self._players(seat)) for seat in self._own_seats()}
            try:
                async with asyncio.TaskGroup() as tasks:
                    for seat, player in players.items():
                        tasks.create_task(play_seat(self._options(seat, table_id), player))
                    async with aclosing(watch(connection.table(table_id, place.token))) as items:
                        snapshot = await self._follow(items, tasks, stack, f"{self.server.place}/{table_id}")
                    self.over.set()
                    await self._end_programs()
            except ExceptionGroup as errors:
                raise (errors.subgroup(_GivenUp) or errors).exceptions[0] from None
            for seat, player in players.items():
                self.tallies[self.seating[seat]].faults.update(player.faults(0))
            return count_hand(view_from_snapshot(snapshot).game, self.seating, self.tallies, {})

    def _bot(self, seat: int) -> NetworkBot | None:
        contestant = self.match.contestants[self.seating[seat]]
        return contestant if isinstance(contestant, NetworkBot) else None

    def _own_seats(self) -> list[int]:
        return [seat for seat in range(len(self.seating)) if self._bot(seat) is None]

    def _players(self, seat: int) -> Players:
        return Players((self.match.contestants[self.seating[seat]],), limit=self.match.limit)

    def _name(self, seat: int) -> str:
        return f"{'ABC'[self.seating[seat]]}{seat + 1}"

    def _options(self, seat: int, table_id: str) -> BotOptions:
        return BotOptions(
            address=self.server,
            table_id=table_id,
            seat=seat + 1,
            name=self._name(seat),
            player=self.match.contestants[self.seating[seat]],
            seed=f"{self.match.suite}/{self.board.label()}/{self.number}",
            output=io.StringIO(),
        )

    def _think_seconds(self) -> int:
        """Return the time for a decision: what a strategy has, and a second for the way."""
        return min(max(math.ceil(self.match.limit) + 1, _LEAST_THINK_SECONDS), _MOST_THINK_SECONDS)

    async def _create(self, connection: Connection) -> str:
        rules = replace(self.match.rules, max_hands=1, tie_at_hand_limit="draw")
        settings = snapshot_pb2.TableSettings(
            think_seconds=self._think_seconds(), grace_seconds=_GRACE_SECONDS, house_pace_ms=0
        )
        # The same seed for every seating of a board: the deals are the same, whatever the players do.
        seed = hashlib.sha256(f"{self.match.suite}/{self.board.label()}".encode()).hexdigest()[:32]
        return await connection.create_table(rules=rules_message(rules, "standard"), settings=settings, seed=seed)

    async def _follow(
        self, items: AsyncGenerator[WatchItem, None], tasks: asyncio.TaskGroup, stack: AsyncExitStack, place: str
    ) -> snapshot_pb2.Snapshot:
        """Return the table when its game is over; start the programs one after the other on the way there."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self.patience.to_join) as bound:
                async for item in items:
                    if not isinstance(item, Update):
                        continue
                    if item.batch is not None and self._count(item.batch):
                        return item.snapshot
                    empty = [seat.seat - 1 for seat in item.snapshot.seats if seat.kind == snapshot_pb2.SEAT_KIND_EMPTY]
                    if not empty and self.waits_for is not None:
                        self.waits_for = None
                        seconds = _DECISIONS_OF_A_SEAT * len(self.seating) * self._think_seconds()
                        bound.reschedule(loop.time() + seconds)
                    elif empty and all(map(self._bot, empty)) and empty[0] not in self.programs:
                        # Each takes any seat that is free, which is the first.
                        await self._start(empty[0], tasks, stack, place)
                        bound.reschedule(loop.time() + self.patience.to_join)
        except TimeoutError:
            if self.waits_for is None:
                raise ClientError(f"{self.board.label()}: the hand does not come to its end") from None
            sentence = f"does not take its seat within {self.patience.to_join:g} s"
            raise self._given_up(self.waits_for, "never_joined", sentence) from None
        raise ClientError(f"{self.board.label()}: the server ended the table within the game")

    async def _start(self, seat: int, tasks: asyncio.TaskGroup, stack: AsyncExitStack, place: str) -> None:
        bot = self._bot(seat)
        assert bot is not None, "our own players sit down by themselves"
        try:
            arguments = bot.arguments(name=self._name(seat), place=place)
            self.programs[seat] = await stack.enter_async_context(running(arguments))
        except OSError as error:
            raise self._given_up(seat, "not_started", f"does not start: {error.strerror}") from error
        self.waits_for = seat
        tasks.create_task(self._guard(seat))

    async def _guard(self, seat: int) -> None:
        """Wait for the end of a program, which is not to come before that of the game."""
        status = await self.programs[seat].process.wait()
        has_begun = self.waits_for is None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience.to_end if has_begun else 0):
                await self.over.wait()
        if not self.over.is_set():
            raise self._given_up(seat, "ended", f"ends with exit status {status} before the game does")

    async def _end_programs(self) -> None:
        """Wait for the ends of the programs; one that stays is at fault."""
        for seat, program in self.programs.items():
            try:
                async with asyncio.timeout(self.patience.to_end):
                    await program.process.wait()
            except TimeoutError:
                self.tallies[self.seating[seat]].faults["stayed"] += 1
                program.process.kill()

    def _count(self, batch: Batch) -> bool:
        """Count what happened; return whether the game is over."""
        now = batch.time.ToMicroseconds()
        for event in batch.events:
            match event.WhichOneof("kind"):
                case "prompt_opened":
                    prompt = event.prompt_opened.prompt
                    if prompt.kind in _OF_THE_GAME:
                        self.asked[prompt.prompt_id] = (prompt.seat - 1, now)
                case "prompt_closed":
                    self._count_decision(event.prompt_closed, now)
                case "seat_stood_in":
                    self._left(event.seat_stood_in.seat - 1)
                case "seat_vacated":
                    self._left(event.seat_vacated.seat - 1)
                case "game_ended":
                    return True
        return False

    def _count_decision(self, closed: PromptClosed, now: int) -> None:
        seat, since = self.asked.pop(closed.prompt_id, (None, now))
        if seat is None or closed.outcome not in (PROMPT_OUTCOME_ANSWERED, PROMPT_OUTCOME_TIMED_OUT):
            return
        contestant = self.seating[seat]
        self.tallies[contestant].decisions += 1
        self.times[contestant].note(now - since)
        if closed.outcome == PROMPT_OUTCOME_TIMED_OUT:
            self.tallies[contestant].faults["too_slow"] += 1
            self.overruns[seat] += 1
            if self.overruns[seat] == _OVERRUNS and seat in self.programs:
                sentence = f"takes more than {self._think_seconds()} s for a decision, {_OVERRUNS} times"
                raise self._given_up(seat, "too_slow", sentence)

    def _left(self, seat: int) -> None:
        if seat in self.programs:
            raise self._given_up(seat, "left", "leaves its seat, or is not heard of, before the game ends")

    def _given_up(self, seat: int, fault: str, sentence: str) -> _GivenUp:
        said = self.programs[seat].last_line() if seat in self.programs else ""
        return _GivenUp(self.seating[seat], fault, f"{sentence}: {said}" if said else sentence)
