"""The bot of ``spades bot`` against a scripted server: what it does when its answer is refused."""

import io

import grpc
import pytest

from client.fakes import FakeServer, Refusal, Stream, caught_up, found, serving, told
from client.messages import batch, continue_prompt, said, table
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1.table_service_pb2 import AnswerRequest, GetSnapshotResponse
from spades_bot import BotOptions, run_bot
from spades_client import Refused

LATE = Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT")
PAUSED = Refusal(code=grpc.StatusCode.FAILED_PRECONDITION, reason="TABLE_PAUSED")
OVER = e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1)))


def asking() -> s.Snapshot:
    """Return a table at which the bot is asked whether to go on."""
    snapshot = table()
    snapshot.prompts.append(continue_prompt())
    return snapshot


def server_with(*refusals: Refusal, still_open: bool = True) -> tuple[FakeServer, Stream]:
    """Return a server that refuses the first answers so, and the stream of its table."""
    fake, stream = FakeServer(), Stream([found(asking()), caught_up(10)])
    fake.streams.append(stream)
    fake.refusals["Answer"] = list(refusals)
    fake.replies["GetSnapshot"] = GetSnapshotResponse(snapshot=asking() if still_open else table())
    return fake, stream


async def run_at(fake: FakeServer) -> int:
    """Let the bot play at *fake*; return its exit status."""
    async with serving(fake) as address:
        return await run_bot(BotOptions(address=address, table_id="ABCD", output=io.StringIO()))


def request_ids(fake: FakeServer) -> list[str]:
    """Return the request id of each answer."""
    return [request.request_id for request in fake.requests["Answer"] if isinstance(request, AnswerRequest)]


async def test_a_bot_whose_answer_is_refused_as_late_looks_again_and_answers_what_is_still_asked() -> None:
    fake, stream = server_with(LATE, LATE)
    stream.live.put_nowait(told(batch(11, OVER)))
    assert await run_at(fake) == 0
    assert len(set(request_ids(fake))) == 3


async def test_a_bot_that_was_really_late_answers_no_second_time() -> None:
    fake, stream = server_with(LATE, still_open=False)
    stream.live.put_nowait(told(batch(11, said("too late"))))
    stream.live.put_nowait(told(batch(12, OVER)))
    assert await run_at(fake) == 0
    assert len(request_ids(fake)) == 1


async def test_a_bot_that_is_refused_three_times_says_so_and_ends() -> None:
    fake, _ = server_with(LATE, LATE, LATE)
    with pytest.raises(Refused):
        await run_at(fake)
    assert len(request_ids(fake)) == 3


async def test_a_bot_that_answers_at_a_table_that_was_just_paused_answers_when_it_goes_on() -> None:
    """As when the last person's link is lost while the bot thinks."""
    fake, stream = server_with(PAUSED)
    pause = s.Pause(reason=s.PAUSE_REASON_NOBODY_HERE)
    for number, event in enumerate(
        (e.Event(table_paused=e.TablePaused(pause=pause)), e.Event(table_resumed=e.TableResumed())), start=11
    ):
        stream.live.put_nowait(told(batch(number, event)))
    stream.live.put_nowait(told(batch(13, OVER)))
    assert await run_at(fake) == 0
    assert len(request_ids(fake)) == 2
