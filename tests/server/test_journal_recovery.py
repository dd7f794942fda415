"""A server that ended at any moment starts again with everything that it had."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from server.common import token_hash_of
from server.desk import sit_down
from server.journals import Evening, play_on
from server.tables import joining
from server.variants import VARIANTS
from spades_engine import Rules
from spades_server import Refused
from spades_server.outcomes import Request
from spades_server.rpc.recording import record_of
from spades_server.table import SeatKind, Stage, chance_of
from spades_server.table.commands import Advance, Close, Expire, PlayNow, Say, SetReady
from spades_wire.record_verify import verify


@pytest.mark.parametrize("name", VARIANTS)
async def test_a_table_is_found_as_it_stood_wherever_its_game_was(name: str, tmp_path: Path) -> None:
    evening, chance = Evening(tmp_path / "server.db", VARIANTS[name]), random.Random(name)
    async with evening.run() as desk:
        await sit_down(desk)
    for _ in range(12):
        async with evening.run() as desk:
            desk.runner.post(Advance())
            goes_on = await play_on(desk, chance, chance.choice([0, 1, 2, 7, 40]))
        assert evening.found is not None
        async with evening.run() as desk:
            assert evening.found.table == evening.last
        if not goes_on:
            break


async def test_chat_seats_and_hidden_cards_outlive_the_server(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "server.db", Rules())
    async with evening.run() as desk:
        for seat in range(4):
            await desk.do(joining(seat, kind=SeatKind.BOT))
        await desk.do(Say(2, "Back in a minute.", 0))
        before = desk.table
    async with evening.run() as desk:
        assert desk.table == before
        assert [line.text for line in desk.table.chat] == ["Back in a minute."]
        assert [seat.token_hash for seat in desk.table.seats] == [token_hash_of(seat) for seat in range(4)]
        hand = desk.table.game.hand
        assert hand is not None
        assert all(hand.holdings)
        assert desk.table.secrets


async def test_a_decision_has_as_much_time_as_it_had_when_the_server_was_last_heard_of(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "server.db", Rules())
    async with evening.run() as desk:
        await sit_down(desk)
        evening.clock.now += 10
        await desk.do(Say(0, "Hm.", 0))
        (left,) = [prompt.deadline - desk.clock.monotonic() for prompt in desk.table.prompts if prompt.deadline]
        assert left == 50
    async with evening.run() as desk:
        (prompt,) = desk.table.prompts
        assert prompt.deadline is not None
        assert prompt.deadline - desk.clock.monotonic() == pytest.approx(50)
        evening.clock.now += 49
        await desk.do(Expire())
        assert desk.table.prompts == (prompt,)
        evening.clock.now += 2
        await desk.do(Expire())
        assert prompt not in desk.table.prompts


async def test_a_request_that_is_repeated_after_a_restart_has_the_answer_of_the_first_time(tmp_path: Path) -> None:
    evening, chance = Evening(tmp_path / "server.db", Rules()), random.Random(1)
    said = Request(asker="somebody", request_id="one", fingerprint=b"hello", token_hash=token_hash_of(0))
    early = Request(asker="somebody", request_id="two", fingerprint=b"play", token_hash=token_hash_of(0))
    async with evening.run() as desk:
        await sit_down(desk)
        sequence = await desk.runner.submit(Say(0, "Hello!", 0), said)
        with pytest.raises(Refused) as first:
            await desk.runner.submit(PlayNow(0, 999, 5), early)
    async with evening.run() as desk:
        await play_on(desk, chance, 60)  # Past a checkpoint.
    async with evening.run() as desk:
        before = desk.table
        assert await desk.runner.submit(Say(0, "Hello!", 0), said) == sequence
        with pytest.raises(Refused) as again:
            await desk.runner.submit(PlayNow(0, 999, 5), early)
        assert (again.value.reason, str(again.value)) == (first.value.reason, str(first.value))
        assert again.value.details == first.value.details
        with pytest.raises(Refused, match="was used for another"):
            await desk.runner.submit(Say(0, "Bye.", 0), replace(said, fingerprint=b"bye"))
        assert desk.table == before


async def test_a_game_is_kept_when_its_table_is_closed_and_its_record_is_sound(tmp_path: Path) -> None:
    evening, chance = Evening(tmp_path / "server.db", VARIANTS["claims"], chance=chance_of("")), random.Random(3)
    game_id = ""
    for _ in range(4):
        async with evening.run() as desk:
            if not game_id:
                await sit_down(desk)
                game_id = desk.table.game_id
            desk.runner.post(Advance())
            await play_on(desk, chance, 60)
    async with evening.run() as desk:
        hands = desk.table.game.hands_played
        story = await desk.journal.game(game_id)
        assert story is not None
        going_on = record_of(story.opened, story.batches)
        await desk.do(Close(0))
        await desk.journal.close_table(desk.table.table_id, desk.table.time)
        story = await desk.journal.game(game_id)
        games = await desk.journal.games(limit=10)
    assert story is not None
    record = record_of(story.opened, story.batches, game_id=game_id)
    assert record is not None
    assert going_on == record
    verify(record)
    assert len(record.hands) == hands > 1
    assert [(game.game_id, game.hands, game.result) for game in games or ()] == [(game_id, hands, None)]
    async with evening.run():
        assert evening.found is None


async def test_old_tables_are_forgotten_and_their_games_are_not(tmp_path: Path) -> None:
    day = 24 * 3600
    for file, begun, days in (("idle", False, 1), ("unfinished", True, 30)):
        evening = Evening(tmp_path / file, Rules())
        async with evening.run() as desk:
            await (sit_down(desk) if begun else desk.do(joining(0)))
        evening.clock.now = days * day
        async with evening.run() as desk:
            assert evening.found is not None, file
        evening.clock.now = (days + 1) * day
        async with evening.run() as desk:
            assert evening.found is None, file
            games = await desk.journal.games(limit=10)
            assert len(games or ()) == begun


async def test_the_oldest_games_make_room(tmp_path: Path) -> None:
    rules = Rules().adjusted({"max_hands": 1})
    evening, chance = Evening(tmp_path / "server.db", rules, chance=chance_of("")), random.Random(1)
    evening.games_kept = 2
    played: list[str] = []
    for number in range(4):
        async with evening.run() as desk:
            if number:
                await desk.do(SetReady(0, True, b""))  # Bots are always ready: the next game begins.
            else:
                await sit_down(desk)
            played.append(desk.table.game_id)
            while await play_on(desk, chance, 10):
                pass
            assert desk.table.stage is Stage.GAME_OVER
            games = await desk.journal.games(limit=10)
            assert [game.game_id for game in games or ()] == played[-1:-3:-1]
            assert await desk.journal.game(played[0]) is None or number < 2
