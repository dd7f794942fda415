"""The tables of a server: opening, finding and joining them, and the tokens of their seats."""

import asyncio
import base64
import contextlib
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from spades_engine import Rules, new_game
from spades_server.journal import Journal, Outcome, RecoveredTable
from spades_server.runner import Clock, Publisher, Request, TableRunner
from spades_server.table import Refused, Seat, SeatKind, Settings, Stage, Table
from spades_server.table.commands import Advance, Join
from spades_server.table.names import checked_name

__all__ = ["TABLE_LIMIT", "JoinAsked", "Lobby", "NewTable", "Pass"]

TABLE_LIMIT = 1000
"""Tables at one time."""
_REMEMBERED_REQUESTS = 4096
_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_TOKEN_BYTES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What table to open."""

    name: str = ""
    rules: Rules
    preset: str = "standard"
    settings: Settings
    passcode: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinAsked:
    """Who wants to join, and how."""

    request_id: str
    name: str
    seat: int | None
    as_spectator: bool
    is_bot: bool
    passcode: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A place at a table: the seat (None: a spectator's) and the secret that proves it."""

    seat: int | None
    token: str
    sequence: int


P = TypeVar("P", bound=Publisher)
"""What tells viewers: the lobby keeps it for whoever made it."""


@dataclass(frozen=True, slots=True)
class _Open(Generic[P]):
    """A table at work."""

    runner: TableRunner
    publisher: P
    task: asyncio.Task[None]


class Lobby(Generic[P]):
    """Holds the tables; mutable: they come and go. Every table's task ends with ``close``."""

    def __init__(self, journal: Journal, clock: Clock, new_publisher: Callable[[], P], key: bytes) -> None:
        self._journal = journal
        self._clock = clock
        self._new_publisher = new_publisher
        self._key = key
        self._open: dict[str, _Open[P]] = {}
        self._is_closing = False
        self._created: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        for outcome, table_id in journal.created():
            self._created[outcome.request_id] = (outcome.fingerprint, table_id)
        self._opening: dict[str, asyncio.Future[None]] = {}
        """Requests whose table is not kept yet."""

    def tables(self) -> list[Table]:
        """Return the tables, newest first."""
        return [each.runner.table for each in reversed(self._open.values())]

    def runner(self, table_id: str) -> TableRunner:
        """Return the table of this id; refuses an unknown one."""
        return self._find(table_id).runner

    def publisher(self, table_id: str) -> P:
        """Return what tells the viewers of a table; refuses an unknown one."""
        return self._find(table_id).publisher

    def _find(self, table_id: str) -> _Open[P]:
        found = self._open.get(table_id)
        if found is None:
            raise Refused("TABLE_NOT_FOUND", f"there is no table {table_id[:12]!r}")
        return found

    async def create(self, request_id: str, fingerprint: bytes, new: NewTable) -> str:
        """Open a table and return its id; the same request id gives the same table."""
        if known := self._created.get(request_id):
            if known[0] != fingerprint:
                raise Refused("REQUEST_ID_REUSED", f"request_id {request_id} was used for another table")
            if opening := self._opening.get(request_id):
                await asyncio.shield(opening)
            return known[1]
        self._make_room()
        table = self._new_table(new)
        outcome = Outcome(asker="create", request_id=request_id, fingerprint=fingerprint, sequence=0, refusal=None)
        self._created[request_id] = (fingerprint, table.table_id)
        if len(self._created) > _REMEMBERED_REQUESTS:
            self._created.popitem(last=False)
        self._opening[request_id] = opening = asyncio.ensure_future(self._open_table(table, outcome))
        opening.add_done_callback(_seen)
        # Shielded: a caller that goes away must not leave a table that is kept and that nobody runs.
        await asyncio.shield(opening)
        return table.table_id

    async def _open_table(self, table: Table, outcome: Outcome) -> None:
        try:
            await self._journal.open_table(table, outcome)
            self._set_to_work(table)
        except Refused:
            self._created.pop(outcome.request_id, None)
            raise
        finally:
            del self._opening[outcome.request_id]

    def recover(self, tables: Iterable[RecoveredTable]) -> None:
        """Set the tables of an earlier run to work again."""
        for kept in tables:
            # What a table is to be told first after the server was away goes here.
            self._set_to_work(kept.table, kept.outcomes).post(Advance())

    def _set_to_work(self, table: Table, outcomes: Iterable[Outcome] = ()) -> TableRunner:
        publisher = self._new_publisher()
        runner = TableRunner(table, self._journal, self._clock, publisher, outcomes)
        task = asyncio.create_task(self._run(runner), name=f"table {table.table_id}")
        self._open[table.table_id] = _Open(runner, publisher, task)
        return runner

    def _make_room(self) -> None:
        if len(self._open) + len(self._opening) < TABLE_LIMIT:
            return
        for table_id, each in self._open.items():
            if not any(seat.is_owned for seat in each.runner.table.seats):
                each.task.cancel()
                del self._open[table_id]
                return
        raise Refused("LIMIT_REACHED", f"the server holds {TABLE_LIMIT} tables and no more", limit="tables")

    def _new_table(self, new: NewTable) -> Table:
        table_id = ""
        while not table_id or table_id in self._open:
            table_id = "".join(secrets.choice(_ALPHABET) for _ in range(5))
        return Table(
            table_id=table_id,
            name=checked_name(new.name) if new.name else "",
            settings=new.settings,
            passcode_hash=_digest(new.passcode.encode()) if new.passcode else b"",
            seed=new.seed,
            rules=new.rules,
            preset=new.preset,
            seats=(Seat(),) * new.rules.players,
            host=None,
            stage=Stage.GATHERING,
            sequence=0,
            time=self._clock.time(),
            prompts=(),
            last_prompt_id=0,
            chat=(),
            game=new_game(new.rules),
            game_number=0,
            game_id="",
            abandoned=False,
            secrets=(),
            dealer_secret=b"",
            nonces=(),
            house_seed=b"",
        )

    async def _run(self, runner: TableRunner) -> None:
        try:
            await runner.run()
        finally:
            table = runner.table
            made_room = self._open.pop(table.table_id, None) is None
            # What goes on when the server stops, or when its task fails, goes on when it starts again.
            if not self._is_closing and (made_room or table.stage is Stage.CLOSED):
                with contextlib.suppress(Refused):  # The journal cannot be written, and has logged it; the next start
                    await self._journal.close_table(table.table_id, table.time)  # forgets a table that is closed.

    async def join(self, table_id: str, asked: JoinAsked) -> Pass:
        """Give a place at a table; the same request id gives the same place again."""
        runner = self.runner(table_id)
        table = runner.table
        if again := self._joined_before(table, asked):
            return again
        if table.passcode_hash and not hmac.compare_digest(_digest(asked.passcode.encode()), table.passcode_hash):
            raise Refused("WRONG_PASSCODE", "this table needs a passcode, and that is not it")
        if asked.as_spectator:
            return self._spectate(table, asked)
        token = self._token(table_id, "seat", asked.request_id)
        kind = SeatKind.BOT if asked.is_bot else SeatKind.PERSON
        token_hash = _digest(token.encode())
        join = Join(name=asked.name, kind=kind, seat=asked.seat, token_hash=token_hash)
        fingerprint = _digest(repr(asked).encode())
        request = Request(asker="join", request_id=asked.request_id, fingerprint=fingerprint)
        sequence = await runner.submit(join, request)
        for seat, taken in enumerate(runner.table.seats):
            if taken.token_hash == token_hash:
                return Pass(seat, token, sequence)
        raise Refused("REQUEST_ID_REUSED", f"request_id {asked.request_id} was used for a seat that has been left")

    def _joined_before(self, table: Table, asked: JoinAsked) -> Pass | None:
        """The token follows from the request id: a lost answer can be given again though only hashes are kept."""
        token = self._token(table.table_id, "seat", asked.request_id)
        token_hash = _digest(token.encode())
        for seat, taken in enumerate(table.seats):
            if taken.is_owned and taken.token_hash == token_hash:
                if taken.name != checked_name(asked.name) or asked.as_spectator:
                    raise Refused("REQUEST_ID_REUSED", f"request_id {asked.request_id} was used by another player")
                return Pass(seat, token, table.sequence)
        return None

    def _spectate(self, table: Table, asked: JoinAsked) -> Pass:
        if table.settings.no_spectators:
            raise Refused("NOT_YOUR_SEAT", "this table allows no spectators")
        return Pass(None, self._spectator_token(table.table_id, asked.request_id), table.sequence)

    def _token(self, table_id: str, what: str, request_id: str) -> str:
        text = f"{what}|{table_id}|{request_id}"
        mac = hmac.new(self._key, text.encode(), hashlib.sha256).digest()[:_TOKEN_BYTES]
        return base64.urlsafe_b64encode(mac).decode()

    def _spectator_token(self, table_id: str, request_id: str) -> str:
        """A spectator's token proves itself: nothing is kept about spectators."""
        nonce = base64.urlsafe_b64encode(_digest(request_id.encode())[:12]).decode()
        return f"{nonce}.{self._token(table_id, 'spectator', nonce)}"

    def viewer(self, table: Table, token: str) -> int | None:
        """Return the seat that *token* proves, None for a spectator; refuses a token that proves nothing."""
        token_hash = _digest(token.encode())
        for seat, taken in enumerate(table.seats):
            if taken.is_owned and hmac.compare_digest(taken.token_hash, token_hash):
                return seat
        nonce, dot, proof = token.partition(".")
        expected = self._token(table.table_id, "spectator", nonce)
        if dot and hmac.compare_digest(proof.encode(), expected.encode()):
            return None
        raise Refused("SEAT_TOKEN_INVALID", "this token is not one of the table's; join again")

    async def close(self) -> None:
        """End every table's task and wait for it."""
        self._is_closing = True
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        tasks = [each.task for each in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seen(opening: asyncio.Future[None]) -> None:
    """Take note of a failure that nobody may be there to hear of: who asked has perhaps gone away."""
    if not opening.cancelled():
        opening.exception()


def _digest(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()
