"""Joining a table: as a player or a spectator, with a passcode or a one-time code, and again after a lost answer."""

import hmac
import logging
from dataclasses import dataclass

from spades_server.outcomes import Request
from spades_server.runner import TableRunner
from spades_server.table import Refused, SeatKind, Table
from spades_server.table.commands import Join, Redeem
from spades_server.table.look_alikes import look_alike
from spades_server.table.names import checked_name
from spades_server.tokens import Tokens, digest

__all__ = ["JoinAsked", "Pass", "join"]

log = logging.getLogger(__name__)


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
    waits: bool = False
    """It is a seat from the next hand on."""


async def join(runner: TableRunner, tokens: Tokens, asked: JoinAsked) -> Pass:
    """Give a place at a table; the same request id gives the same place again.

    Raises:
        Refused: the passcode is wrong, the name or the seat is taken, or the table allows no more.
    """
    table = runner.table
    if again := _joined_before(table, tokens, asked):
        return again
    code_hash = digest(asked.passcode.encode())
    has_code = bool(asked.passcode) and any(seat.code_hash == code_hash for seat in table.seats)
    if (
        not has_code
        and table.passcode_hash
        and not hmac.compare_digest(digest(asked.passcode.encode()), table.passcode_hash)
    ):
        raise Refused("WRONG_PASSCODE", "this table needs a passcode, and that is not it")
    if asked.as_spectator:
        return _spectate(table, tokens, asked)
    token = tokens.of_seat(table.table_id, asked.request_id)
    kind = SeatKind.BOT if asked.is_bot else SeatKind.PERSON
    token_hash = digest(token.encode())
    command: Join | Redeem = Join(name=asked.name, kind=kind, seat=asked.seat, token_hash=token_hash)
    if has_code:
        command = Redeem(code_hash=code_hash, name=asked.name, token_hash=token_hash)
    fingerprint = digest(repr(asked).encode())
    request = Request(asker="join", request_id=asked.request_id, fingerprint=fingerprint)
    sequence = await runner.submit(command, request)
    for seat, taken in enumerate(runner.table.seats):
        waits = taken.newcomer is not None and taken.newcomer.token_hash == token_hash
        if waits or taken.token_hash == token_hash:
            log.info("seat taken", extra={"table": table.table_id, "seat": seat + 1, "kind": kind.name.lower()})
            runner.called(None if waits else seat, token_hash)
            return Pass(seat, token, sequence, waits)
    raise Refused("REQUEST_ID_REUSED", f"request_id {asked.request_id} was used for a seat that has been left")


def _joined_before(table: Table, tokens: Tokens, asked: JoinAsked) -> Pass | None:
    """The token follows from the request id: a lost answer can be given again though only hashes are kept."""
    token = tokens.of_seat(table.table_id, asked.request_id)
    token_hash = digest(token.encode())
    for seat, taken in enumerate(table.seats):
        owner = taken.newcomer or taken
        if owner.token_hash == token_hash:
            if owner.name != checked_name(asked.name) or asked.as_spectator:
                raise Refused("REQUEST_ID_REUSED", f"request_id {asked.request_id} was used by another player")
            return Pass(seat, token, table.sequence, taken.newcomer is not None)
    return None


def _spectate(table: Table, tokens: Tokens, asked: JoinAsked) -> Pass:
    if table.settings.no_spectators:
        raise Refused("SPECTATORS_NOT_ALLOWED", "this table allows no spectators")
    name = checked_name(asked.name)
    owners = (seat.newcomer or seat for seat in table.seats if seat.is_owned or seat.newcomer)
    if any(look_alike(owner.name, name) for owner in owners):
        raise Refused("NAME_TAKEN", f"somebody at the table is called {name}")
    return Pass(None, tokens.of_spectator(table.table_id, asked.request_id, name), table.sequence)
