"""Computer players that search think in processes of their own: no table waits, and none stops when they die."""

import asyncio
import os
import random
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from builders import dealt, rules_with
from server.common import eventually
from server.desk import answer_at_random, asked, at_work, sit_down
from server.harness import Client, Listening, Stream, listening
from spades.v1 import rules_pb2
from spades.v1.table_service_pb2 import GetTipRequest
from spades_ai import choose
from spades_engine import Rules, View, view
from spades_server.thinking import Thinkers, is_searched

TWO_DEALT = rules_pb2.Rules(
    players=2, options=[rules_pb2.RuleOption(name="two_player_deal", value=rules_pb2.OptionValue(word="deal_13"))]
)


def to_bid() -> View:
    """Return what the seat sees that is to bid first."""
    game = dealt(rules_with(), "AS KS 2H 3H 4H 5H 6H 7H 8H 2D 3D 4D 5D")
    assert game.hand is not None
    return view(game, game.hand.turn)


async def started() -> Thinkers:
    """Return processes that have thought once."""
    thinkers = Thinkers()
    await thinkers.choose("search", to_bid(), "seed")
    assert thinkers.processes
    return thinkers


async def test_a_process_finds_what_would_be_found_here_and_starts_only_when_needed() -> None:
    thinkers, seen = Thinkers(), to_bid()
    try:
        assert await thinkers.choose("rules", seen, "seed") == choose("rules", seen, "seed")
        assert not thinkers.processes
        assert await thinkers.choose("search", seen, "seed") == choose("search", seen, "seed")
        assert thinkers.processes
    finally:
        await thinkers.close()
    assert not thinkers.processes


def test_only_draws_bids_and_plays_are_searched() -> None:
    bid = to_bid()
    assert is_searched("search", bid.game, bid.seat)
    assert not is_searched("rules", bid.game, bid.seat)
    draw, blind = dealt(rules_with(players=2)), dealt(rules_with(blind_nil_threshold=0))
    assert draw.hand is not None
    assert blind.hand is not None
    assert is_searched("search", draw, draw.hand.turn)
    assert not is_searched("search", blind, blind.hand.turn)


async def test_where_the_processes_died_rules_plays_and_the_next_question_starts_new_ones(
    caplog: pytest.LogCaptureFixture,
) -> None:
    thinkers, seen = await started(), to_bid()
    dead = thinkers.processes
    try:
        for process in dead:
            os.kill(process, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        assert await thinkers.choose("search", seen, "seed") == choose("rules", seen, "seed")
        assert [record.message for record in caplog.records] == ["the search has died"]
        assert await thinkers.choose("search", seen, "seed") == choose("search", seen, "seed")
        assert not set(thinkers.processes) & set(dead)
    finally:
        await thinkers.close()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing can be frozen there")
async def test_a_frozen_process_cannot_hold_the_server_up() -> None:
    thinkers = await started()
    for process in thinkers.processes:
        os.kill(process, signal.SIGSTOP)
    waiting = asyncio.create_task(thinkers.choose("search", to_bid(), "seed"))
    await asyncio.sleep(0)
    await thinkers.close()
    assert not thinkers.processes
    assert await waiting == choose("rules", to_bid(), "seed")


async def test_a_question_that_is_asked_again_meanwhile_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a tip as often as the limits allow must not have the computer players of other tables wait."""
    asked: list[object] = []

    class Counting(ProcessPoolExecutor):
        def submit(self, *question: Any, **named: Any) -> Any:  # Any: the pool's own
            asked.append(question)
            return super().submit(*question, **named)

    monkeypatch.setattr("spades_server.searchers.ProcessPoolExecutor", Counting)
    thinkers, seen = Thinkers(), to_bid()
    try:
        gone = asyncio.create_task(thinkers.choose("search", seen, "tip"))
        again = [asyncio.create_task(thinkers.choose("search", to_bid(), "tip")) for _ in range(20)]
        await asyncio.sleep(0)
        gone.cancel()
        assert set(await asyncio.gather(*again)) == {choose("search", seen, "tip")}
        assert len(asked) == 1
        await thinkers.choose("search", seen, "another")
        await thinkers.choose("search", seen, "tip")
        assert len(asked) == 3
    finally:
        await thinkers.close()


async def test_after_the_end_nothing_is_started() -> None:
    thinkers = Thinkers()
    await thinkers.close()
    assert await thinkers.choose("search", to_bid(), "seed") == choose("rules", to_bid(), "seed")
    assert not thinkers.processes


async def against_the_search(server: Listening) -> Client:
    """Return a bot that plays two-handed against a computer player that searches, which need not pause for it."""
    client = server.client()
    await client.create(rules=TWO_DEALT)
    await client.join(is_bot=True)
    await client.fill(level="search")
    return client


async def play_on(client: Client, stream: Stream, *, tricks: int) -> int:
    """Answer as the tips say until so many tricks are won; return in how many worlds the tips were tried."""
    worlds = 0
    while True:
        snapshot = await client.snapshot()
        if sum(seat.tricks for seat in snapshot.hand.seats) >= tricks:
            return worlds
        prompt = next((prompt for prompt in snapshot.prompts if prompt.choices), None)
        if prompt is None:
            await stream.next()
            continue
        request = GetTipRequest(table_id=client.table_id, prompt_id=prompt.prompt_id)
        tip = await client.tables.GetTip(request, metadata=client.metadata)
        worlds += sum(one.worlds for one in tip.alternatives)
        await client.answer(prompt.prompt_id, tip.choice_ids)


async def test_a_computer_player_that_cannot_even_be_asked_gets_the_default(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> bool:
        raise ValueError("at fault")

    monkeypatch.setattr("spades_server.house.is_searched", broken)
    async with at_work(Rules(players=2)) as desk:
        await sit_down(desk, [0])
        await asked(desk)
        await answer_at_random(desk, random.Random(1))
        await eventually(
            lambda: any(record.message == "a computer player failed" for record in caplog.records),
            what="the fault is logged",
        )
        await asked(desk)


async def test_a_bot_plays_against_the_search_and_goes_on_when_it_dies() -> None:
    async with listening() as server:
        client = await against_the_search(server)
        stream = await client.watch()
        assert await play_on(client, stream, tricks=1) > 0
        for process in server.server.thinkers.processes:
            os.kill(process, signal.SIGTERM)
        await play_on(client, stream, tricks=2)
