"""The records of a table's games, from what its journal keeps: every finished hand with all cards open."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import Event, Game
from spades_engine.events import GameEnded, HandEnded
from spades_server.journal import Batch
from spades_server.table import Table, TableEvent, evolve
from spades_server.table.events import GameAbandoned, GameStarted, HandDealt
from spades_wire.game_events import game_result_message
from spades_wire.record_hands import record_head, recorded_hand

__all__ = ["record_of", "records_of"]


def record_of(
    opened: Table, batches: Iterable[Batch], *, game_id: str = "", server_id: str = ""
) -> record_pb2.GameRecord | None:
    """Return the record of one game (empty id: the last) of the table that was *opened*; None if there is none.

    A game that goes on is recorded with its finished hands and without a result. The secret of its draw for dealer is
    open from the start: everybody has seen the cards drawn, and no other chance of the game follows from it.
    """
    records = records_of(opened, batches, server_id=server_id)
    return next((record for record in reversed(records) if game_id in ("", record.game_id)), None)


def records_of(opened: Table, batches: Iterable[Batch], *, server_id: str = "") -> list[record_pb2.GameRecord]:
    """Return the records of every game of the table that was *opened*, in order."""
    writer = _Writer(server_id)
    table = opened
    for batch in batches:
        for event in batch.events:
            table = evolve(table, event)
            writer.take(table, event, batch.time)
    return writer.records


@dataclass(slots=True)
class _Writer:
    """Writes records while it is told what happens; mutable, like paper."""

    server_id: str
    records: list[record_pb2.GameRecord] = field(default_factory=list)
    happened: list[tuple[Game, Event]] = field(default_factory=list)
    """The events of the hand that is being played, each with the state after it."""

    def take(self, table: Table, event: TableEvent, time: float) -> None:
        """Take in *event*; *table* is the state after it."""
        match event:
            case GameStarted():
                self.records.append(_begun(table, self.server_id, time))
                self.happened.clear()
            case HandDealt():
                if event.started.deal == 1:
                    self.happened.clear()
                self.happened.append((table.game, event.started))
            case HandEnded():
                self.happened.append((table.game, event))
                hand = recorded_hand(self.happened, table.secrets)
                assert hand is not None, "it has just ended"
                self.records[-1].hands.append(hand)
                self.happened.clear()
            case GameEnded():
                self._end(game_result_message(event.result, table.seed), time)
            case GameAbandoned():
                self._end(snapshot_pb2.GameResult(reason=snapshot_pb2.GAME_END_REASON_ABANDONED), time)
            case _:
                if isinstance(event, Event) and self.happened:
                    self.happened.append((table.game, event))

    def _end(self, result: snapshot_pb2.GameResult, time: float) -> None:
        record = self.records[-1]
        record.result.CopyFrom(result)
        record.ended.FromMilliseconds(round(time * 1000))


def _begun(table: Table, server_id: str, time: float) -> record_pb2.GameRecord:
    record = record_head(
        table.rules,
        table.preset,
        game_id=table.game_id,
        server_id=server_id,
        seats=[_seat(table, seat) for seat in range(len(table.seats))],
        seeded=table.is_seeded,
        nonces=table.nonces,
        dealer_secret=table.dealer_secret,
    )
    record.started.FromMilliseconds(round(time * 1000))
    return record


def _seat(table: Table, seat: int) -> snapshot_pb2.Seat:
    """Return who sat there; whether somebody was connected or ready is no part of a record."""
    taken = table.seats[seat]
    return snapshot_pb2.Seat(
        seat=seat + 1,
        side=table.rules.side_of(seat) + 1,
        kind=snapshot_pb2.SeatKind.ValueType(taken.kind),
        name=taken.name,
        level=taken.level,
    )
