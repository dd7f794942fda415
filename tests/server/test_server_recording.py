"""The records of a table's games, from what its journal keeps."""

import random

import pytest

from server.desk import Desk, answer_at_random, asked, at_work, sit_down
from server.variants import VARIANTS
from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import Rules, rules_of
from spades_server.rpc.recording import record_of, records_of
from spades_server.table import Stage, chance_of
from spades_server.table.commands import Leave, Say, SetReady
from spades_wire.record_verify import verify
from spades_wire.records import read_record, record_json


def records(desk: Desk) -> list[record_pb2.GameRecord]:
    """Return the records of the desk's games."""
    table_id = desk.table.table_id
    return records_of(desk.journal.opened[table_id], desk.journal.batches[table_id], server_id="S1")


async def played(desk: Desk, hands: int) -> None:
    """Play until that many hands are finished, or the game is."""
    chance = random.Random(7)
    while desk.table.stage is Stage.PLAYING and desk.table.game.hands_played < hands:
        await asked(desk)
        await answer_at_random(desk, chance)


def short(**changes: object) -> Rules:
    """Return standard rules for a game of one hand."""
    return rules_of().adjusted({"max_hands": 1, **changes})  # type: ignore[dict-item]  # values of options


@pytest.mark.parametrize("seed", ["", "friday"])
@pytest.mark.parametrize(
    "name", ["standard-4", "redeal-forced", "gifts-unseen", "claims", "sheet-003-3", "two-player-2"]
)
async def test_what_the_journal_keeps_of_a_game_is_a_sound_record(name: str, seed: str) -> None:
    async with at_work(VARIANTS[name], chance=chance_of(seed), seed=seed) as desk:
        await sit_down(desk)
        await played(desk, 2)
        (record,) = records(desk)
    assert len(record.hands) >= 1
    assert record.seeded == bool(seed)
    verify(record)
    assert read_record(record_json(record)) == record


async def test_a_finished_game_is_recorded_with_its_seats_its_times_and_its_result() -> None:
    async with at_work(short(), chance=chance_of("")) as desk:
        await sit_down(desk, [1, 2])
        await desk.do(Say(seat=1, text="nobody else's business", phrase_id=0))
        desk.clock.now += 60
        await played(desk, 1)
        (record,) = records(desk)
    verify(record)
    assert (record.game_id, record.server_id) == (desk.table.game_id, "S1")
    assert [seat.name for seat in record.seats[1:3]] == ["player 2", "player 3"]
    assert [seat.level for seat in record.seats] == ["random", "", "", "random"]
    assert record.ended.seconds - record.started.seconds == 60
    assert record.result.reason == snapshot_pb2.GAME_END_REASON_HAND_LIMIT
    assert len(record.dealer_secret) == 32
    assert "business" not in record_json(record), "what people say is no part of a record"


async def test_a_game_that_everybody_left_keeps_its_finished_hands() -> None:
    async with at_work(rules_of(), chance=chance_of("")) as desk:
        await sit_down(desk, [0])
        await played(desk, 1)
        await desk.do(Leave(0))
        (record,) = records(desk)
    verify(record)
    assert len(record.hands) == 1
    assert record.result == snapshot_pb2.GameResult(reason=snapshot_pb2.GAME_END_REASON_ABANDONED)


async def test_each_game_of_a_table_has_its_record() -> None:
    async with at_work(short(), chance=chance_of("friday"), seed="friday") as desk:
        await sit_down(desk)
        await played(desk, 1)
        await desk.do(SetReady(2, True, b"mine"))  # Bots are always ready: the next game begins.
        await played(desk, 1)
        both = records(desk)
        opened, batches = desk.journal.opened["TABLE"], desk.journal.batches["TABLE"]
        assert record_of(opened, batches, server_id="S1") == both[1]
        assert record_of(opened, batches, server_id="S1", game_id=both[0].game_id) == both[0]
        assert record_of(opened, batches, game_id="no such game") is None
        assert record_of(opened, []) is None
    for record in both:
        verify(record)
        assert record.result.seed == "friday"
    assert both[0].hands[0].decks != both[1].hands[0].decks
    assert list(both[1].nonces) == [b"", b"", b"mine", b""]
