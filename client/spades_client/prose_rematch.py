"""Who wants another game. Pure."""

from __future__ import annotations

from spades.v1.prompt_pb2 import PROMPT_KIND_REMATCH
from spades.v1.snapshot_pb2 import SEAT_KIND_PERSON, TABLE_STAGE_GAME_OVER, Snapshot
from spades_client import texts
from spades_client.words import list_words, seat_words


def rematch_line(snapshot: Snapshot) -> str:
    """Return what the other people have answered to another game; empty where none is asked, or nobody wants one.

    Computer players and bots want one whenever the others do.
    """
    if snapshot.stage != TABLE_STAGE_GAME_OVER:
        return ""
    asked = {prompt.seat for prompt in snapshot.prompts if prompt.kind == PROMPT_KIND_REMATCH}
    others = [s for s in snapshot.seats if s.kind == SEAT_KIND_PERSON and s.seat != snapshot.your_seat]
    answers = {seat.seat: None if seat.seat in asked else seat.ready for seat in others}
    if not asked and not any(answers.values()):
        return ""
    said = (texts.WANTS_IT[answer].format(name=seat_words(snapshot, seat)) for seat, answer in answers.items())
    return texts.ANOTHER_GAME.format(answers=list_words(said)) if answers else ""
