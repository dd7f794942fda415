"""The bot that strangers copy: eighty lines, no rule, and it answers what it is asked."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import grpc

from client.fakes import FakeServer, Refusal, Stream, caught_up, found, serving, told
from client.messages import batch, opened, play_prompt, table
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1.lobby_service_pb2 import JoinTableRequest
from spades.v1.prompt_pb2 import Prompt
from spades.v1.table_service_pb2 import AnswerRequest

BOT = Path(__file__).parents[2] / "client" / "samples" / "python" / "bot.py"
OVER = e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1)))


async def run_bot(fake: FakeServer, *more: str) -> tuple[int, str]:
    """Run the bot at *fake* until it ends; return its status and what it wrote to stderr."""
    async with serving(fake) as address:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), address.place, "ABCD", *more, stderr=asyncio.subprocess.PIPE
        )
        _, errors = await bot.communicate()
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


def test_the_bot_has_at_most_eighty_lines_and_imports_the_contract_only() -> None:
    lines = BOT.read_text().splitlines()
    assert len(lines) <= 80
    ours = [line for line in lines if line.startswith(("import spades_", "from spades_"))]
    assert ours == []


async def test_the_bot_answers_what_is_open_when_it_comes_and_what_opens_later() -> None:
    """cases.md A20."""
    snapshot = table()
    snapshot.prompts.append(asked(7))
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7))
    others = play_prompt("", prompt_id=8, seat=2)
    later = told(batch(11, closed, opened(others), opened(asked(9))))
    fake = FakeServer()
    fake.streams.append(Stream([found(snapshot), caught_up(10), later, told(batch(14, OVER))]))
    assert await run_bot(fake, "--name", "Hal") == (0, "")
    assert answers(fake) == [(7, [2]), (9, [2])]
    (joined,) = fake.requests["JoinTable"]
    assert isinstance(joined, JoinTableRequest)
    assert (joined.name, joined.is_bot) == ("Hal", True)


async def test_the_bot_comes_back_after_a_lost_link_and_a_late_answer() -> None:
    snapshot = table()
    snapshot.prompts.append(asked(7))
    over = table()
    over.game_result.winner_side = 2
    fake = FakeServer()
    fake.refusals["Answer"] = [Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT")]
    fake.streams.extend(
        [
            Stream(refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)),
            Stream([found(snapshot)]),
            Stream([found(snapshot)], refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)),
            Stream([found(over)]),
        ]
    )
    assert await run_bot(fake, "--token", "kept") == (0, "")
    assert answers(fake) == [(7, [2]), (7, [2])]
    assert not fake.requests["JoinTable"]


async def test_the_bot_reports_after_three_refusals() -> None:
    """cases.md A20."""
    snapshot = table()
    snapshot.prompts.append(asked(7))
    fake = FakeServer()
    fake.refusals["Answer"] = [Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT")] * 3
    fake.streams.extend(Stream([found(snapshot)]) for _ in range(3))
    status, errors = await run_bot(fake)
    assert status == 1
    assert errors.startswith("refused: STALE_PROMPT")
    assert "Traceback" not in errors
