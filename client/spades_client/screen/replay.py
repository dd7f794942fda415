"""A record of a game as frames: what the table was after each bid and card, and the sentences that tell it. Pure.

The record's events are folded as those of a table are, with every card open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spades.v1.event_pb2 import Event
from spades.v1.record_pb2 import GameRecord
from spades.v1.snapshot_pb2 import TABLE_STAGE_PLAYING, Snapshot, Trick
from spades_client.errors import ClientError
from spades_client.fold import apply_event
from spades_client.prose import event_lines
from spades_client.screen.cells import tame
from spades_client.screen.look import Look, ScreenStyle
from spades_client.screen.table_view import LogLine, TableView
from spades_client.watch import Link

OPENING = frozenset(
    {
        "hand_started",
        "card_offered",
        "talked",
        "bid_made",
        "cards_exchanged",
        "card_played",
        "claim_proposed",
        "claim_settled",
        "hand_ended",
    }
)
"""The events that begin a frame; all others belong to the one before them."""


class NothingToShow(ClientError):
    """The record holds no hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One moment of the game."""

    snapshot: Snapshot
    """Never changed once it is here; nobody's seat is the viewer's."""

    hand: int
    """Which hand of the record, from 0."""

    trick: int
    """The trick that is played or was just finished, from 1; 0 before the first."""

    lines: tuple[LogLine, ...]
    """What happened since the frame before."""

    @property
    def finished(self) -> Trick | None:
        """The trick that the last card of this frame has finished; None: none."""
        hand = self.snapshot.hand
        won = any(line.kind == "trick_won" for line in self.lines)
        return hand.tricks[-1] if won and hand.tricks else None


def frames(record: GameRecord, look: Look) -> list[Frame]:
    """Return the moments of a sound *record* in order, at least one.

    Raises:
        NothingToShow: no hand is recorded.
        Gap: the events do not follow from one another.
    """
    now = Snapshot(
        game_id=record.game_id,
        table_id=record.game_id or "-",
        rules=record.rules,
        pack=record.pack,
        seats=record.seats,
        sides=record.sides,
        stage=TABLE_STAGE_PLAYING,
    )
    found = [frame for number, hand in enumerate(record.hands) for frame in _of_hand(now, hand.events, number, look)]
    if not found:
        raise NothingToShow("no hand of this game was recorded")
    return found


def _of_hand(now: Snapshot, events: Iterable[Event], number: int, look: Look) -> Iterator[Frame]:
    """Yield the frames of a hand; *now* goes on from one to the next."""
    style = ScreenStyle(look=look, short=True)
    lines: list[LogLine] = []
    for event in events:
        kind = event.WhichOneof("kind") or ""
        if kind in OPENING and lines:
            yield _frame(now, number, lines)
            lines = []
        before = Snapshot()
        before.CopyFrom(now)
        apply_event(now, event)
        told = [LogLine(text=tame(text), kind=kind) for text in event_lines(before, event, now, style)]
        lines += told or [LogLine(text="", kind=kind)]
    if lines:
        yield _frame(now, number, lines)


def _frame(now: Snapshot, number: int, lines: list[LogLine]) -> Frame:
    kept = Snapshot()
    kept.CopyFrom(now)
    trick = kept.hand.trick.number if kept.hand.HasField("trick") else len(kept.hand.tricks)
    return Frame(snapshot=kept, hand=number, trick=trick, lines=tuple(lines))


def seen_at(story: list[Frame], at: int) -> TableView:
    """Return what the screen knows at a frame: the table, and what has been told of the hand so far."""
    frame = story[at]
    so_far = (line for one in story[: at + 1] if one.hand == frame.hand for line in one.lines if line.text)
    return TableView(
        snapshot=frame.snapshot,
        link=Link.CONNECTED,
        held=frame.finished,
        log=tuple(so_far),
    )
