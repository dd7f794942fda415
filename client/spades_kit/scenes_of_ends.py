"""Scenes of ends: after each of them this client has nothing more to do at the table."""

from __future__ import annotations

import asyncio

import grpc

from spades.v1 import table_service_pb2 as t
from spades_kit.newer import UNKNOWN_NUMBER
from spades_kit.refusal import Refusal
from spades_kit.scenes import UNAVAILABLE, answered, answers_to, ask, live, opened, question, watched_again
from spades_kit.stage import Stage

TAKEN_OVER = Refusal(code=grpc.StatusCode.ABORTED, reason="SUPERSEDED", sentence="a later stream came")


async def _stays_away(stage: Stage, rule: str, reason: int, refusal: Refusal | None) -> None:
    stream, before = await live(stage), len(stage.streams)
    stage.send(stream, stage.goodbye(reason))
    stream.end(refusal)
    await stage.bell.until(lambda: len(stage.streams) > before or stage.is_gone(), stage.times.quiet)
    if len(stage.streams) > before:
        stage.ledger.breach(rule, "it watched again")
    else:
        stage.ledger.keep(rule)


async def superseded(stage: Stage) -> None:
    """Another client has the seat."""
    await _stays_away(stage, "C-GOODBYE-02", t.GOODBYE_REASON_SUPERSEDED, TAKEN_OVER)


async def kicked(stage: Stage) -> None:
    """The host has removed the player."""
    await _stays_away(stage, "C-GOODBYE-03", t.GOODBYE_REASON_KICKED, None)


async def an_unknown_end(stage: Stage) -> None:
    """The stream ends for a reason that nobody knows, and there is no point in trying again."""
    await _stays_away(stage, "C-GOODBYE-05", UNKNOWN_NUMBER, None)


async def an_unknown_break(stage: Stage) -> None:
    """The stream ends for a reason that nobody knows, and the client is to come back."""
    stream, before = await live(stage), len(stage.streams)
    stage.send(stream, stage.goodbye(UNKNOWN_NUMBER, retry=0.0))
    stream.end(UNAVAILABLE)
    await watched_again(stage, "C-GOODBYE-04", before)
    prompt = ask(stage)
    await answered(stage, prompt, "C-GOODBYE-04", f"prompt {prompt.prompt_id} was asked afterwards")


async def a_dead_token(stage: Stage) -> None:
    """The stream breaks, and the server does not know the token any more."""
    stream = await live(stage)
    before, token = len(stage.calls_named("WatchTable")), stream.call.token
    stage.refused_tokens.add(token)
    stream.end(UNAVAILABLE)
    await stage.expect(
        "C-RESUME-01", lambda: len(stage.calls_named("WatchTable")) > before, "no stream was opened again"
    )
    await stage.bell.until(lambda: stage.is_gone() or stage.live is not None, stage.times.quiet)
    stage.ledger.keep("C-TOKEN-03")


async def a_silent_server(stage: Stage) -> None:
    """The connection stands, and nothing comes any more, not even a heartbeat."""
    before = len(stage.streams)
    otherwise = "the stream was trusted for ever"
    await stage.expect("C-SILENCE-01", lambda: len(stage.streams) > before, otherwise, stage.times.silence)


async def an_answer_that_never_comes(stage: Stage) -> None:
    """An answer is sent, and the server does not say a word to it."""
    prompt = question(stage)
    held = stage.held[prompt.prompt_id] = asyncio.Event()
    stage.tell(opened(prompt))
    try:
        first, *_ = await stage.expect(
            "C-ASK-02", lambda: answers_to(stage, prompt), f"prompt {prompt.prompt_id} was not answered"
        )

        def again() -> bool:
            return any(call.request == first.request for call in answers_to(stage, prompt)[1:])

        otherwise = f"prompt {prompt.prompt_id} was not answered again with the same request"
        await stage.expect("C-DEADLINE-02", again, otherwise, stage.times.deadline)
    finally:
        held.set()
        del stage.held[prompt.prompt_id]
    await answered(stage, prompt, "C-DEADLINE-02", f"prompt {prompt.prompt_id} was given up")
