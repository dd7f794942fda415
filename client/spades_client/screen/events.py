"""What happened at the table, as lines of the log: a sentence for each event, with its kind. Pure."""

from __future__ import annotations

from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import Snapshot, Trick
from spades_client.fold import apply_event
from spades_client.prose import event_lines
from spades_client.prose_deal import verdict_line
from spades_client.prose_show import newcomer_lines
from spades_client.prose_style import Style
from spades_client.prose_table import said
from spades_client.screen.cells import tame
from spades_client.screen.table_view import LogLine
from spades_client.verify_deal import judge
from spades_client.verify_evidence import Evidence, learned

LOUD = frozenset({"said", "chat_opened", "table_paused", "table_closing", "table_closed", "game_ended"})
"""Events that ring with ``Bell.ALL``, where they are told: who is muted does not ring."""

LOG_LINES = 500
"""Sentences that the log keeps."""


def told(before: Snapshot, batch: Batch, evidence: Evidence, style: Style) -> tuple[list[LogLine], Evidence]:
    """Return the lines that tell *batch*, and what is known after it of how the hand was dealt."""
    lines: list[LogLine] = []
    then = before
    for event in batch.events:
        now = Snapshot()
        now.CopyFrom(then)
        apply_event(now, event)
        kind = event.WhichOneof("kind") or ""
        lines += [LogLine(text=tame(sentence), kind=kind) for sentence in event_lines(then, event, now, style)]
        evidence = learned(evidence, event, now.your_seat)
        if kind == "hand_ended":
            verdict = verdict_line(judge(evidence, now, event.hand_ended))
            lines.append(LogLine(text=tame(verdict), kind="verdict"))
        then = now
    return lines, evidence


def chat_so_far(snapshot: Snapshot, style: Style) -> list[LogLine]:
    """Return what was said before the viewer came."""
    return [LogLine(text=tame(line), kind="said") for chat in snapshot.chat for line in said(snapshot, chat, style)]


def newcomers_so_far(snapshot: Snapshot) -> list[LogLine]:
    """Return who waits for the end of the hand to sit down, the viewer perhaps among them."""
    return [LogLine(text=tame(line)) for line in newcomer_lines(snapshot)]


def finished_trick(batch: Batch, after: Snapshot) -> Trick | None:
    """Return the trick that *batch* has finished; None if it has finished none."""
    if not any(event.HasField("trick_won") for event in batch.events) or not after.hand.tricks:
        return None
    return after.hand.tricks[-1]
