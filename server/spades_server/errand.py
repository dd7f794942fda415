"""A command on its way to a table, with who waits for it and whose seat it is about."""

import asyncio
from dataclasses import dataclass, replace

from spades_server.outcomes import Request
from spades_server.table import Table
from spades_server.table.commands import TableCommand

__all__ = ["Errand", "at_seat", "seat_of"]


@dataclass(slots=True)
class Errand:
    """A command on its way; mutable only in the future it carries."""

    command: TableCommand
    request: Request | None
    token_hash: bytes = b""
    """Whose seat it is about; empty: as the command says."""
    done: asyncio.Future[int] | None = None
    """What the caller waits for; None: the server itself does it, and does it later if it cannot be kept now."""

    @property
    def is_own(self) -> bool:
        """Whether nobody waits for it."""
        return self.done is None

    def answer(self, sequence: int) -> None:
        """Tell the caller that it is done."""
        if self.done is not None and not self.done.done():
            self.done.set_result(sequence)

    def refuse(self, fault: Exception) -> None:
        """Tell the caller that it is not done."""
        if self.done is not None and not self.done.done():
            self.done.set_exception(fault)
            self.done.exception()  # Seen: a caller that has gone away does not look.


def seat_of(table: Table, token_hash: bytes) -> int | None:
    """Return the seat that the owner of the token sits on."""
    for number, seat in enumerate(table.seats):
        if seat.token_hash == token_hash:
            return number
    return None


def at_seat(seat: int, command: TableCommand) -> TableCommand:
    """Return *command* as the owner's of *seat*: seats may have been swapped while it waited."""
    name = "by" if hasattr(command, "by") else "seat"
    if getattr(command, name) == seat:
        return command
    changed: TableCommand = replace(command, **{name: seat})  # type: ignore[arg-type]  # every seat's command has it
    return changed
