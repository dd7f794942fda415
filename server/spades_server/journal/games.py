"""How a game's summary goes on while its table's batches come."""

from collections.abc import Sequence
from dataclasses import replace

from spades_engine.events import GameEnded, HandEnded
from spades_server.journal.kept import Batch, GameSummary
from spades_server.table import Table
from spades_server.table.events import GameAbandoned, GameStarted

__all__ = ["abandoned", "summaries_after"]

_MILESTONES = (GameStarted, HandEnded, GameEnded, GameAbandoned)


def summaries_after(current: GameSummary | None, batch: Batch, states: Sequence[Table]) -> list[GameSummary]:
    """Return the summaries that *batch* changes or begins, in order; empty if it changes none.

    *current* is the game that goes on at the table; *states* as for ``Journal.append``.
    """
    changed: list[GameSummary] = []
    for event, table in zip(batch.events, states[1:], strict=True):
        if not isinstance(event, _MILESTONES):
            continue
        if isinstance(event, GameStarted):
            changed.append(_begun(table, batch))
            continue
        summary = changed.pop() if changed else current
        assert summary is not None, "a game goes on"
        match event:
            case HandEnded():
                summary = replace(summary, hands=summary.hands + 1)
            case GameEnded():
                summary = replace(summary, ended=batch.time, result=event.result)
            case GameAbandoned():
                summary = abandoned(summary, batch.time)
        changed.append(summary)
    return changed


def abandoned(summary: GameSummary, time: float) -> GameSummary:
    """Return the game as it is when it was given up at Unix time *time*."""
    return replace(summary, ended=time)


def _begun(table: Table, batch: Batch) -> GameSummary:
    return GameSummary(
        game_id=table.game_id,
        table_id=table.table_id,
        preset=table.preset,
        names=tuple(seat.name for seat in table.seats),
        listed=not table.settings.unlisted,
        seed=table.seed,
        first_sequence=batch.first_sequence,
    )
