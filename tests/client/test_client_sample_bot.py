"""The bots that strangers copy: no rule, and they answer what they are asked."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from cli.samples import BUILD_SECONDS, LANGUAGES, bot_command
from client.fakes import FakeServer, Refusal, Stream, caught_up, found, goodbye, serving, told
from client.messages import batch, opened, play_prompt, table
from client.newer import newer_event, newer_item, newer_prompt
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1 import table_service_pb2 as t
from spades.v1.lobby_service_pb2 import JoinTableRequest
from spades.v1.prompt_pb2 import Prompt
from spades.v1.table_service_pb2 import AnswerRequest
from spades_kit.newer import UNKNOWN_NUMBER, with_unknown_fields
from spades_server.certificate import Certificate, certificate_in
from spades_server.vault import MemoryVault

LOST = grpc.StatusCode.UNAVAILABLE
OVER = e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1)))

pytestmark = pytest.mark.timeout(2 * BUILD_SECONDS)
every_bot = pytest.mark.parametrize("language", LANGUAGES)


async def run_bot(
    language: str,
    fake: FakeServer,
    *,
    name: str = "",
    token: str = "",
    certificate: Certificate | None = None,
    fingerprint: str = "",
) -> tuple[int, str]:
    """Run the bot at *fake* until it ends; return its status and what it wrote to stderr.

    With a *certificate* the server speaks TLS; with a *fingerprint* the bot is told that one.
    """
    table_id = f"ABCD+{fingerprint}" if fingerprint else "ABCD"
    bot_command(language, "", "")  # before the server, for it may take a while to make
    async with serving(fake, certificate=certificate) as address:
        command = bot_command(language, address.place, table_id, name=name, token=token)
        bot = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        try:
            async with asyncio.timeout(30):
                _, errors = await bot.communicate()
        finally:
            if bot.returncode is None:
                bot.kill()
    assert bot.returncode is not None
    return bot.returncode, errors.decode()


def asked(prompt_id: int) -> Prompt:
    """Return a prompt whose default is its second choice."""
    prompt = play_prompt("AH 5H", prompt_id=prompt_id)
    prompt.default_choice_ids.append(2)
    return prompt


def answers(fake: FakeServer) -> list[tuple[int, list[int]]]:
    """Return what the bot answered."""
    return [(r.prompt_id, list(r.choice_ids)) for r in fake.requests["Answer"] if isinstance(r, AnswerRequest)]


@every_bot
async def test_the_bot_answers_what_is_open_when_it_comes_and_what_opens_later(language: str) -> None:
    snapshot = table()
    snapshot.prompts.append(asked(7))
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7))
    others = play_prompt("", prompt_id=8, seat=2)
    later = told(batch(11, closed, opened(others), opened(asked(9))))
    fake = FakeServer()
    fake.streams.append(Stream([found(snapshot), caught_up(10), later, told(batch(14, OVER))]))
    assert await run_bot(language, fake, name="Hal") == (0, "")
    assert answers(fake) == [(7, [2]), (9, [2])]
    (joined,) = fake.requests["JoinTable"]
    assert isinstance(joined, JoinTableRequest)
    assert (joined.name, joined.is_bot) == ("Hal", True)


@every_bot
async def test_the_bot_comes_back_after_a_lost_link_and_a_late_answer(language: str) -> None:
    snapshot = table()
    snapshot.prompts.append(asked(7))
    over = table()
    over.game_result.winner_side = 2
    fake = FakeServer()
    fake.refusals["Answer"] = [Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT")]
    fake.streams.extend(
        [
            Stream(refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)),
            Stream([found(snapshot), caught_up(10)]),
            Stream([found(snapshot), caught_up(10)], refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)),
            Stream([found(over)]),
        ]
    )
    assert await run_bot(language, fake, token="kept") == (0, "")
    assert answers(fake) == [(7, [2]), (7, [2])]
    assert not fake.requests["JoinTable"]


@every_bot
async def test_the_bot_reports_after_three_refusals(language: str) -> None:
    snapshot = table()
    snapshot.prompts.append(asked(7))
    fake = FakeServer()
    fake.refusals["Answer"] = [Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT")] * 3
    fake.streams.extend(Stream([found(snapshot), caught_up(10)]) for _ in range(3))
    status, errors = await run_bot(language, fake)
    assert status == 1
    assert errors.startswith("refused: STALE_PROMPT")
    assert "Traceback" not in errors


@every_bot
async def test_the_bot_waits_while_the_table_is_paused(language: str) -> None:
    paused = table()
    paused.prompts.append(asked(7))
    paused.pause.seat = 3
    again = e.Event(table_paused=e.TablePaused(pause=s.Pause(seat=3)))
    resumed = e.Event(table_resumed=e.TableResumed(seat=3))
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7))
    fake = FakeServer()
    stream = Stream([found(paused), caught_up(10)])
    fake.streams.append(stream)
    running = asyncio.create_task(run_bot(language, fake))
    await fake.asked("WatchTable")
    stream.live.put_nowait(told(batch(11, resumed)))
    await fake.asked("Answer")
    stream.live.put_nowait(told(batch(12, closed, again, opened(asked(8)))))
    stream.live.put_nowait(told(batch(15, OVER)))
    assert await running == (0, "")
    assert answers(fake) == [(7, [2])]


@every_bot
async def test_the_bot_sends_an_answer_whose_reply_was_lost_again_with_the_same_request_id(language: str) -> None:
    snapshot = table()
    snapshot.prompts.append(asked(7))
    fake = FakeServer()
    fake.refusals["Answer"] = [Refusal(code=LOST)]
    after = Stream([found(snapshot), caught_up(10), told(batch(11, OVER))])
    fake.streams.extend([Stream([found(snapshot), caught_up(10)]), after])
    assert await run_bot(language, fake) == (0, "")
    first, second = fake.requests["Answer"]
    assert first == second


@every_bot
async def test_the_bot_goes_on_from_the_last_event_that_it_saw_and_anew_where_that_cannot_be(language: str) -> None:
    missed = told(batch(14, e.Event()))
    fake = FakeServer()
    fake.streams.extend(
        [
            Stream([found(table()), caught_up(10), told(batch(11, e.Event(), e.Event()))], Refusal(code=LOST)),
            Stream([caught_up(12), missed]),
            Stream([found(table()), caught_up(10), told(batch(11, OVER))]),
        ]
    )
    assert await run_bot(language, fake) == (0, "")
    assert fake.watched_after() == [0, 12, 0]


@every_bot
@pytest.mark.parametrize("reason", [t.GOODBYE_REASON_SUPERSEDED, t.GOODBYE_REASON_KICKED, t.GOODBYE_REASON_LEFT])
async def test_the_bot_does_not_come_back_after_a_goodbye_for_good(
    language: str, reason: t.GoodbyeReason.ValueType
) -> None:
    fake = FakeServer()
    fake.streams.append(Stream([found(table()), caught_up(10), goodbye(reason)]))
    status, errors = await run_bot(language, fake)
    assert status == 1
    assert t.GoodbyeReason.Name(reason) in errors
    assert len(fake.requests["WatchTable"]) == 1


@every_bot
async def test_the_bot_plays_on_at_a_server_newer_than_itself(language: str) -> None:
    """Fields, events, items, enum values and kinds of prompt that it does not know: it counts them, and answers."""
    snapshot = table()
    snapshot.stage = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    snapshot.prompts.append(newer_prompt(7))
    ours = newer_prompt(8, picks=2)
    ours.default_choice_ids.extend([3, 1])
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7))
    closed.prompt_closed.outcome = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    items = [
        newer_item(),
        found(snapshot),
        newer_item(),
        caught_up(10),
        told(batch(11, newer_event(), closed, newer_event())),
        told(batch(14, opened(ours), newer_event())),
        told(batch(16, OVER)),
    ]
    fake = FakeServer()
    fake.replies["JoinTable"] = with_unknown_fields(fake.replies["JoinTable"])
    fake.streams.append(Stream([with_unknown_fields(item) for item in items]))
    assert await run_bot(language, fake) == (0, "")
    assert answers(fake) == [(7, [1]), (8, [3, 1])]
    assert fake.watched_after() == [0], "it lost count"


@every_bot
async def test_the_bot_that_was_too_fast_waits_as_long_as_the_server_says(language: str) -> None:
    """Longer than the 2 s that are right where the server does not say how long."""
    over = table()
    over.game_result.winner_side = 2
    fake = FakeServer()
    too_fast = Refusal(code=grpc.StatusCode.RESOURCE_EXHAUSTED, reason="RATE_LIMITED", retry_ms=2600)
    fake.refusals["JoinTable"] = [too_fast]
    fake.streams.append(Stream([found(over)]))
    playing = asyncio.create_task(run_bot(language, fake))
    await fake.asked("JoinTable")
    refused = asyncio.get_running_loop().time()
    await fake.asked("JoinTable", 2)
    assert asyncio.get_running_loop().time() - refused >= 2.5
    assert await playing == (0, "")


@every_bot
@pytest.mark.parametrize(("retry_ms", "status", "streams"), [(None, 1, 1), (0, 0, 2)])
async def test_the_bot_comes_back_after_a_goodbye_that_it_does_not_know_only_if_told_to_retry(
    language: str, retry_ms: int | None, status: int, streams: int
) -> None:
    newer = t.Goodbye()
    newer.reason = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    if retry_ms is not None:
        newer.retry_after.FromMilliseconds(retry_ms)
    over = table()
    over.game_result.winner_side = 2
    fake = FakeServer()
    farewell = t.WatchTableResponse(epoch="e1", goodbye=newer)
    fake.streams.extend([Stream([found(table()), caught_up(10), farewell], Refusal(code=LOST)), Stream([found(over)])])
    assert (await run_bot(language, fake))[0] == status
    assert len(fake.requests["WatchTable"]) == streams


@every_bot
async def test_the_bot_stops_where_another_server_answers_after_a_restart_and_shows_it_no_token(language: str) -> None:
    ours, other = certificate_in(MemoryVault()), certificate_in(MemoryVault())
    old, new = FakeServer(), FakeServer()
    old.streams.append(Stream([found(table()), caught_up(10)]))
    bot_command(language, "", "")
    async with serving(old, certificate=ours) as address:
        command = bot_command(language, address.place, f"ABCD+{ours.short_fingerprint}")
        bot = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        await asyncio.wait_for(old.asked("WatchTable"), 30)
    async with serving(new, port=address.port, certificate=other):
        async with asyncio.timeout(30):
            _, errors = await bot.communicate()
    assert (bot.returncode, errors.decode().strip()) == (
        1,
        f"refused: another server answers: {other.short_fingerprint}",
    )
    assert not new.tokens


@every_bot
async def test_the_bot_plays_over_tls_at_the_server_of_its_join_string_and_at_no_other(language: str) -> None:
    ours, other = certificate_in(MemoryVault()), certificate_in(MemoryVault())
    fake = FakeServer()
    fake.streams.append(Stream([found(table()), caught_up(10), told(batch(11, OVER))]))
    right = ours.short_fingerprint
    assert await run_bot(language, fake, certificate=ours, fingerprint=right.lower()) == (0, "")
    asked_before = len(fake.tokens)
    status, errors = await run_bot(language, fake, certificate=other, fingerprint=right)
    assert (status, errors.strip()) == (1, f"refused: another server answers: {other.short_fingerprint}")
    assert len(fake.tokens) == asked_before, "it spoke to a server that it does not know"
