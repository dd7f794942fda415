"""Several tables have room: showing them, and asking which one is meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spades.v1.lobby_service_pb2 import TableSummary
from spades.v1.snapshot_pb2 import SEAT_KIND_EMPTY
from spades_client import texts
from spades_client.clean import clean
from spades_client.errors import ClientError
from spades_client.line_io import Interrupted, LineSource
from spades_client.line_tell import Teller


class TableNotNamed(ClientError):
    """Several tables have room and none was chosen."""


async def choose_table(tables: Sequence[TableSummary], place: str, source: LineSource, teller: Teller) -> str:
    """Show *tables* and return the id of the one that a person chooses.

    Raises:
        TableNotNamed: nobody is there to choose, or went away.
    """
    teller.say(table_list(tables))
    not_named = TableNotNamed(texts.SEVERAL_TABLES.format(place=place, table=tables[0].table_id))
    if not source.interactive:
        raise not_named
    while True:
        teller.say([texts.WHICH_TABLE])
        try:
            line = await source.next_line()
        except Interrupted:
            line = None
        if line is None:
            raise not_named
        typed = line.strip()
        if typed.isascii() and typed.isdigit() and len(typed) < 6 and 1 <= int(typed) <= len(tables):
            return tables[int(typed) - 1].table_id
        for table in tables:
            if typed.upper() == table.table_id:
                return table.table_id


def table_list(tables: Sequence[TableSummary]) -> list[str]:
    """Return a numbered line for each table."""
    return [
        texts.TABLE_LISTED.format(number=number, table=table.table_id, facts=texts.LIST_JOIN.join(_facts(table)))
        for number, table in enumerate(tables, 1)
    ]


def _facts(table: TableSummary) -> Iterator[str]:
    if table.name:
        yield clean(table.name)
    yield clean(table.preset)
    yield texts.TABLE_PLAYERS.format(count=table.players)
    yield texts.TABLE_FREE.format(count=sum(seat.kind == SEAT_KIND_EMPTY for seat in table.seats))
    if table.hand_number:
        yield texts.TABLE_PLAYING.format(number=table.hand_number)
    if table.has_passcode:
        yield texts.TABLE_PASSCODE
    if table.seeded:
        yield texts.TABLE_SEEDED
