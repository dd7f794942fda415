"""Scenes of a newer server: what it sends that no client of today knows, and a question behind it."""

from __future__ import annotations

from spades.v1 import event_pb2 as e
from spades.v1 import prompt_pb2 as p
from spades_kit.newer import UNKNOWN_NUMBER, with_unknown_fields
from spades_kit.scenes import OTHER_SEAT, UNAVAILABLE, answered, ask, live, opened, watched_again
from spades_kit.script_server import Item
from spades_kit.script_table import OWN_SEAT, usual_seat
from spades_kit.stage import Stage


async def _asked(stage: Stage, rule: str, *before: e.Event) -> None:
    """Ask behind what is newer: the client answers, and has read on to get there."""
    streams = len(stage.streams)
    prompt = ask(stage, *before)
    await answered(stage, prompt, rule, f"prompt {prompt.prompt_id} was asked behind it and not answered")
    if len(stage.streams) > streams:
        stage.ledger.breach(rule, "it watched anew")


async def fields(stage: Stage) -> None:
    """Every message holds a field that nobody knows, answers to calls too."""
    stage.newer = True
    await _asked(stage, "C-NEWER-01")
    await _asked(stage, "C-NEWER-01")
    stage.newer = False


async def events(stage: Stage) -> None:
    """Events that nobody knows stand between others; the stream breaks, so that the client tells what it counted."""
    unknown = with_unknown_fields(e.Event())
    stage.tell(unknown, e.Event(), unknown)
    await _asked(stage, "C-NEWER-02", unknown, unknown)
    stage.tell(unknown)
    await _asked(stage, "C-NEWER-02")
    gone, before = await live(stage), len(stage.streams)
    last = stage.table.snapshot.sequence
    gone.end(UNAVAILABLE)
    stream = await watched_again(stage, "C-RESUME-01", before)
    if stream.request.after_sequence not in (0, last):
        stage.ledger.breach("C-NEWER-02", f"{last} was the last event, and it counted {stream.request.after_sequence}")


async def items(stage: Stage) -> None:
    """Items that nobody knows come between others."""
    for _ in range(2):
        stage.send(await live(stage), with_unknown_fields(Item()))
        await _asked(stage, "C-NEWER-03")


async def enum_values(stage: Stage) -> None:
    """A presence, a seat's kind, and the outcome of a prompt that nobody knows."""
    other = stage.table.prompt(p.PROMPT_KIND_CONTINUE, (), seat=OTHER_SEAT)
    stage.tell(opened(other))
    closed = stage.table.close(other.prompt_id)
    closed.prompt_closed.outcome = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    seat = e.SeatTaken(seat=stage.table.snapshot.seats[-1])
    seat.seat.kind = seat.seat.presence = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    stage.tell(closed, e.Event(seat_taken=seat))
    await _asked(stage, "C-NEWER-04")
    usual = e.SeatTaken(seat=usual_seat(seat.seat.seat))
    stage.tell(e.Event(seat_taken=usual))


async def a_prompt(stage: Stage) -> None:
    """A kind of prompt that nobody knows: four choices with labels only, of which two are to be picked."""
    choices = [p.Choice(choice_id=n, label=f"newer {n}") for n in (1, 2, 3, 4)]
    prompt = stage.table.prompt(p.PROMPT_KIND_UNSPECIFIED, choices, seat=OWN_SEAT, picks=2, default=(3, 1))
    prompt.kind = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    stage.tell(opened(prompt))
    await answered(stage, prompt, "C-NEWER-05", f"prompt {prompt.prompt_id} was not answered")
