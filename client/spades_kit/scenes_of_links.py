"""Scenes of links: streams that break, servers that restart, and what was missed."""

from __future__ import annotations

import time
from itertools import pairwise

from spades.v1 import event_pb2 as e
from spades.v1 import prompt_pb2 as p
from spades.v1 import table_service_pb2 as t
from spades_kit.refusal import Refusal
from spades_kit.scenes import (
    CANCELLED,
    UNAVAILABLE,
    answered,
    ask,
    heartbeat,
    live,
    opened,
    pause,
    question,
    said,
    watched_again,
)
from spades_kit.script_server import Item, ScriptStream
from spades_kit.stage import Stage

ATTEMPTS = 3
"""How often a stream is refused before it is let in."""


async def _asked_and_answered(stage: Stage) -> None:
    """Let the client show that it reads: it answers a question."""
    prompt = ask(stage)
    await answered(stage, prompt, "C-ASK-02", f"prompt {prompt.prompt_id} opened and was not answered")


async def _back(stage: Stage, rule: str, refusal: Refusal | None) -> ScriptStream:
    """End the stream; return the next one, at which the client answers what was asked meanwhile."""
    stage.tell(said(stage, "Before."))
    await _asked_and_answered(stage)
    gone, before = await live(stage), len(stage.streams)
    gone.end(refusal)
    stage.tell(said(stage, "Meanwhile."))
    prompt = ask(stage)
    stream = await watched_again(stage, rule, before)
    await answered(stage, prompt, rule, f"prompt {prompt.prompt_id} opened while the link was gone, and stayed open")
    if stream.request.after_sequence == 0:
        stage.ledger.keep("C-RESUME-04")
    return stream


async def a_lost_link(stage: Stage) -> None:
    """The stream ends with UNAVAILABLE, and so do the next attempts."""
    first = len(stage.calls_named("WatchTable"))
    stage.faults["WatchTable"] = [UNAVAILABLE] * ATTEMPTS
    await _back(stage, "C-RESUME-01", UNAVAILABLE)
    attempts = stage.calls_named("WatchTable")[first:]
    waits = [later.at - earlier.at for earlier, later in pairwise(attempts)]
    if len(waits) >= ATTEMPTS:
        stage.ledger.keep("C-BACKOFF-01")
    if waits and min(waits) < stage.times.first_wait:
        stage.ledger.breach("C-BACKOFF-01", f"two attempts were {min(waits):.3f} s apart")


async def a_cancelled_stream(stage: Stage) -> None:
    """The stream ends with a CANCELLED that the client did not cause."""
    await _back(stage, "C-RESUME-02", CANCELLED)


async def a_stream_that_just_ends(stage: Stage) -> None:
    """The stream ends with OK, and nobody said goodbye."""
    await _back(stage, "C-RESUME-03", None)


async def what_was_missed(stage: Stage) -> None:
    """While the link was gone a question came and went, and another came."""
    await _asked_and_answered(stage)
    gone, before = await live(stage), len(stage.streams)
    bait = question(stage)
    stage.baits[bait.prompt_id] = ("C-LIVE-01", "it was opened and closed while the link was gone")
    gone.end(UNAVAILABLE)
    stage.tell(opened(bait))
    stage.tell(stage.table.close(bait.prompt_id, p.PROMPT_OUTCOME_WITHDRAWN))
    prompt = ask(stage)
    stream = await watched_again(stage, "C-RESUME-01", before)
    await answered(stage, prompt, "C-RESUME-01", f"prompt {prompt.prompt_id} opened while the link was gone")
    if stream.request.after_sequence:
        stage.ledger.keep("C-LIVE-01")
    else:
        stage.ledger.leave("C-LIVE-01", "this client always begins with a snapshot")


async def a_snapshot_instead(stage: Stage) -> None:
    """What was missed is gone: a paused table is found as one that goes on, with another question."""
    await _asked_and_answered(stage)
    gone, before = await live(stage), len(stage.streams)
    stage.tell(pause())
    gone.end(UNAVAILABLE)
    stage.tell(e.Event(table_resumed=e.TableResumed()))
    prompt = ask(stage)
    stage.table.forget()
    await watched_again(stage, "C-RESUME-01", before)
    await answered(stage, prompt, "C-SNAPSHOT-01", f"prompt {prompt.prompt_id} stood in the snapshot")


async def _anew(stage: Stage, rule: str, before: int) -> None:
    """Wait until the client watches from 0 behind the first *before* streams, and answers what is asked there."""

    def from_nothing() -> bool:
        return any(not stream.request.after_sequence for stream in stage.streams[before:])

    prompt = ask(stage)
    await stage.expect(rule, from_nothing, "no stream was opened with after_sequence 0")
    await answered(stage, prompt, rule, f"prompt {prompt.prompt_id} was asked afterwards and not answered")


async def a_gap(stage: Stage) -> None:
    """A batch got lost on the way."""
    before = len(stage.streams)
    stage.tell(said(stage, "This got lost."), hidden=True)
    await _anew(stage, "C-DENSE-01", before)


async def a_heartbeat_ahead(stage: Stage) -> None:
    """A batch got lost, and only a heartbeat shows it."""
    stream, before = await live(stage), len(stage.streams)
    stage.send(stream, heartbeat(stage))
    stage.tell(said(stage, "This got lost."), hidden=True)
    stage.send(stream, heartbeat(stage))
    await stage.expect("C-BEAT-01", lambda: len(stage.streams) > before, "the stream was read on")
    await _anew(stage, "C-BEAT-01", before)


async def a_resync(stage: Stage) -> None:
    """The server asks for a fresh start."""
    stream, before = await live(stage), len(stage.streams)
    stage.send(stream, Item(resync=t.Resync(reason=t.RESYNC_REASON_TOO_SLOW)))
    stream.end()
    await _anew(stage, "C-RESYNC-01", before)


async def a_restart(stage: Stage) -> None:
    """The server stops, and is another epoch of itself afterwards."""
    await _asked_and_answered(stage)
    stream, before = await live(stage), len(stage.streams)
    joined, wait = len(stage.calls_named("JoinTable")), stage.times.asked_wait
    stage.send(stream, stage.goodbye(t.GOODBYE_REASON_SERVER_STOPPING, retry=wait))
    stream.end(Refusal(code=UNAVAILABLE.code, reason="STOPPING", sentence="the server is stopping"))
    stopped_at = time.monotonic()
    await stage.bell.until(lambda: stream.is_done, stage.times.patience)
    await stage.server.stop()
    stage.restart()
    prompt = ask(stage)
    await stage.server.start()
    again = await watched_again(stage, "C-GOODBYE-01", before)
    if again.call.at - stopped_at < wait:
        stage.ledger.breach(
            "C-GOODBYE-01", f"it was back after {again.call.at - stopped_at:.2f} s; {wait:g} s were asked for"
        )
    await answered(stage, prompt, "C-EPOCH-01", f"prompt {prompt.prompt_id} was asked after the restart")
    if len(stage.calls_named("JoinTable")) > joined:
        stage.ledger.breach("C-EPOCH-01", "it joined anew")
