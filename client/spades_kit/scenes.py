"""Scenes of asking: every way in which something is asked of the client, taken back, or refused.

Each scene begins with a client that watches and is asked nothing, and ends so. What must not be answered is a *bait*:
the next question, which comes after it on the same stream, shows that the client has passed it by.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc

from spades.v1 import event_pb2 as e
from spades.v1 import prompt_pb2 as p
from spades.v1 import snapshot_pb2 as s
from spades.v1.table_service_pb2 import Heartbeat
from spades_kit.refusal import Refusal
from spades_kit.script_server import Call, Item, ScriptStream
from spades_kit.script_table import OWN_SEAT, now
from spades_kit.stage import ANSWERS, Stage

UNAVAILABLE = Refusal(code=grpc.StatusCode.UNAVAILABLE)
CANCELLED = Refusal(code=grpc.StatusCode.CANCELLED)
OTHER_SEAT = 2


def opened(prompt: p.Prompt) -> e.Event:
    """Return the event that opens *prompt*."""
    return e.Event(prompt_opened=e.PromptOpened(prompt=prompt))


def question(stage: Stage) -> p.Prompt:
    """Return the next question; a new hand is dealt before it if the last one is played."""
    if stage.table.needs_a_deal:
        stage.tell(*stage.table.next_hand())
    return stage.table.question()


def ask(stage: Stage, *before: e.Event) -> p.Prompt:
    """Ask the client the next question, in one batch with what happened *before* it."""
    prompt = question(stage)
    stage.tell(*before, opened(prompt))
    return prompt


def answers_to(stage: Stage, prompt: p.Prompt) -> Sequence[Call]:
    """Return the calls that answered *prompt*."""
    calls = stage.calls_named(*ANSWERS)
    return [call for call in calls if getattr(call.request, "prompt_id", 0) == prompt.prompt_id]


async def answered(stage: Stage, prompt: p.Prompt, rule: str, otherwise: str) -> None:
    """Wait until an answer to *prompt* was taken."""
    await stage.expect(rule, lambda: prompt.prompt_id in stage.table.answered, otherwise)


async def live(stage: Stage) -> ScriptStream:
    """Return the stream that the client reads now; one that has hung up has to come back."""
    await stage.expect("C-RESUME-01", lambda: stage.live, "it hung up and did not watch again")
    stream = stage.live
    assert stream is not None, "nothing has happened since"
    return stream


async def watched_again(stage: Stage, rule: str, before: int) -> ScriptStream:
    """Wait for a stream behind the first *before*."""
    await stage.expect(rule, lambda: len(stage.streams) > before and stage.live, "no stream was opened again")
    return await live(stage)


async def arrival(stage: Stage) -> None:
    """What stands open in the first snapshot is answered."""
    prompt = stage.table.offered[min(stage.table.offered)]
    await answered(stage, prompt, "C-ASK-01", f"prompt {prompt.prompt_id} stood open and was not answered")


async def a_question(stage: Stage) -> None:
    """A prompt opens while that of another seat is open, too."""
    other = stage.table.prompt(p.PROMPT_KIND_CONTINUE, (), seat=OTHER_SEAT)
    stage.baits[other.prompt_id] = ("C-ANSWER-02", f"it is seat {OTHER_SEAT}'s")
    mine = ask(stage, opened(other))
    await answered(stage, mine, "C-ASK-02", f"prompt {mine.prompt_id} opened and was not answered")
    stage.tell(stage.table.close(other.prompt_id))
    stage.ledger.keep("C-ANSWER-02", "C-ANSWER-05")


async def a_whole_batch(stage: Stage) -> None:
    """One batch opens a prompt, closes it, and opens another."""
    bait = question(stage)
    stage.baits[bait.prompt_id] = ("C-BATCH-01", "the batch that opened it closed it again")
    gone = stage.table.close(bait.prompt_id, p.PROMPT_OUTCOME_WITHDRAWN)
    mine = ask(stage, opened(bait), gone)
    await answered(stage, mine, "C-ASK-02", f"prompt {mine.prompt_id} opened and was not answered")
    stage.ledger.keep("C-BATCH-01")


async def a_claim(stage: Stage) -> None:
    """A question is suspended while the client answers another seat's claim."""
    suspended = question(stage)
    labels = ((p.ACTION_ACCEPT, "accept"), (p.ACTION_DECLINE, "decline"))
    choices = [p.Choice(choice_id=n, label=label, action=action) for n, (action, label) in enumerate(labels, start=1)]
    claim = stage.table.prompt(p.PROMPT_KIND_CLAIM, choices, default=(2,))
    cards = stage.table.holding(OTHER_SEAT)
    stage.baits[suspended.prompt_id] = ("C-ANSWER-03", "it was suspended")
    stage.tell(
        opened(suspended),
        e.Event(claim_proposed=e.ClaimProposed(claim=s.Claim(seat=OTHER_SEAT, cards=cards))),
        e.Event(prompt_suspended=e.PromptSuspended(prompt_id=suspended.prompt_id)),
        opened(claim),
    )
    await answered(stage, claim, "C-ASK-02", f"prompt {claim.prompt_id} opened and was not answered")
    del stage.baits[suspended.prompt_id]
    public = p.Prompt(prompt_id=suspended.prompt_id, kind=suspended.kind, seat=OWN_SEAT, min_picks=1, max_picks=1)
    public.deadline.CopyFrom(suspended.deadline)
    public.time_left.CopyFrom(suspended.time_left)
    stage.tell(
        e.Event(claim_settled=e.ClaimSettled(seat=OTHER_SEAT, side=stage.table.snapshot.sides[1])),
        e.Event(prompt_resumed=e.PromptResumed(prompt=public)),
    )
    await answered(stage, suspended, "C-ANSWER-03", f"prompt {suspended.prompt_id} was resumed and not answered")


def pause() -> e.Event:
    """Return the event that pauses the table."""
    stopped = s.Pause(seat=OTHER_SEAT, since=now(), reason=s.PAUSE_REASON_ASKED)
    return e.Event(table_paused=e.TablePaused(pause=stopped))


async def a_pause(stage: Stage) -> None:
    """A question opens while the table is paused; the stream breaks meanwhile, and the table goes on."""
    prompt = question(stage)
    stage.baits[prompt.prompt_id] = ("C-ANSWER-04", "the table was paused")
    stage.tell(pause(), opened(prompt))
    stream, before = await live(stage), len(stage.streams)
    stream.end(UNAVAILABLE)
    await watched_again(stage, "C-RESUME-01", before)
    del stage.baits[prompt.prompt_id]
    stage.tell(e.Event(table_resumed=e.TableResumed(seat=OTHER_SEAT)))
    await answered(stage, prompt, "C-ANSWER-04", f"prompt {prompt.prompt_id} was open when the table went on")


async def a_late_answer(stage: Stage) -> None:
    """The clock was faster: the answer finds its prompt gone, and another question follows."""
    late = question(stage)
    sentence = "its time ran out"
    stage.refuse_answer(late, Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT", sentence=sentence))
    stage.tell(opened(late))
    await stage.expect("C-ASK-02", lambda: answers_to(stage, late), f"prompt {late.prompt_id} was not answered")
    stage.tell(*stage.table.effects(late, late.default_choice_ids, p.PROMPT_OUTCOME_TIMED_OUT))
    del stage.table.answered[late.prompt_id]  # Nobody answered it.
    mine = ask(stage)
    await answered(stage, mine, "C-LATE-01", f"prompt {mine.prompt_id} opened afterwards and was not answered")


async def a_refusal(stage: Stage) -> None:
    """An answer is refused, and the question stays open."""
    prompt = question(stage)
    refusal = Refusal(
        code=grpc.StatusCode.FAILED_PRECONDITION,
        reason="WRONG_PHASE",
        sentence="look again",
        rejection=stage.rejection(),
    )
    stage.refuse_answer(prompt, refusal)
    stage.tell(opened(prompt))
    otherwise = f"prompt {prompt.prompt_id} stayed open and was not answered under another request id"
    await stage.expect("C-LATE-02", lambda: len({call.request_id for call in answers_to(stage, prompt)}) > 1, otherwise)
    await answered(stage, prompt, "C-LATE-02", otherwise)


async def _repeated(stage: Stage, rule: str, refusal: Refusal) -> tuple[Call, Call]:
    """Refuse an answer with *refusal*; return it and the same again."""
    prompt = question(stage)
    stage.refuse_answer(prompt, refusal)
    stage.tell(opened(prompt))
    otherwise = f"prompt {prompt.prompt_id} was not answered again with the same request"
    first, *_ = await stage.expect(
        "C-ASK-02", lambda: answers_to(stage, prompt), f"prompt {prompt.prompt_id} was not answered"
    )

    def again() -> Call | None:
        later = [call for call in answers_to(stage, prompt)[1:] if call.request == first.request]
        return later[0] if later else None

    second = await stage.expect(rule, again, otherwise)
    assert second is not None, "what was expected came"
    await answered(stage, prompt, rule, otherwise)
    return first, second


async def a_lost_answer(stage: Stage) -> None:
    """The call of an answer ends with UNAVAILABLE."""
    await _repeated(stage, "C-LOST-01", UNAVAILABLE)


async def a_cancelled_answer(stage: Stage) -> None:
    """The call of an answer ends with CANCELLED, and the client did not do it."""
    await _repeated(stage, "C-LOST-02", CANCELLED)


async def a_limit(stage: Stage) -> None:
    """The client was too fast, and is told to wait."""
    wait = stage.times.asked_wait
    sentence = f"too many calls; try again in {wait:g} s"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    refusal = Refusal(code=code, reason="RATE_LIMITED", sentence=sentence, retry_seconds=wait)
    first, second = await _repeated(stage, "C-LIMIT-01", refusal)
    if second.at - first.at < wait:
        stage.ledger.breach("C-LIMIT-01", f"it came after {second.at - first.at:.2f} s; {wait:g} s were asked for")


async def a_slow_answer(stage: Stage) -> None:
    """The server takes its time, and other things happen meanwhile."""
    prompt = question(stage)
    held = stage.held[prompt.prompt_id] = asyncio.Event()
    stage.tell(opened(prompt))
    try:
        await stage.expect("C-ASK-02", lambda: answers_to(stage, prompt), f"prompt {prompt.prompt_id} was not answered")
        for number in range(3):
            stage.tell(said(stage, f"Thinking {number}"))
        await stage.bell.until(lambda: len(answers_to(stage, prompt)) > 1, stage.times.slow)
    finally:
        held.set()
        del stage.held[prompt.prompt_id]
    await answered(stage, prompt, "C-ANSWER-06", f"prompt {prompt.prompt_id} was given up")


def said(stage: Stage, text: str) -> e.Event:
    """Return a line of chat of another seat."""
    sequence = stage.table.snapshot.sequence + 1
    line = s.ChatLine(sequence=sequence, seat=OTHER_SEAT, name="Bruno", scope=s.CHAT_SCOPE_TABLE, text=text)
    return e.Event(said=e.Said(line=line))


def heartbeat(stage: Stage) -> Item:
    """Return a sign of life with the last sequence."""
    return Item(heartbeat=Heartbeat(sequence=stage.table.snapshot.sequence, time=now()))
