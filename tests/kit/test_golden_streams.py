"""The golden streams of proto/streams: our client and the samples follow what was recorded at a release."""

from __future__ import annotations

import asyncio

import pytest

from cli.samples import BUILD_SECONDS, LANGUAGES, bot_command
from kit.replay import Replay
from kit.streams import FOLDER, NAMES, read_binary, read_text, recorded
from spades.v1.snapshot_pb2 import TABLE_STAGE_GAME_OVER
from spades_cli.conformance import READING
from spades_client import fold, unknown_events, view_hash
from spades_kit import Place, command_guest
from spades_kit.script_server import ScriptServer

OF_EACH_NUMBER = ("sheet-003-2", "cutthroat-3-3", "sheet-004-4", "sheet-000-6")
"""A stream of two, three, four and six players: drawing, exchanging and talking among them."""


def test_there_is_a_stream_for_every_preset_and_number_of_players() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {
        f"{name}.{ending}.gz" for name in NAMES for ending in ("binpb", "jsonl")
    }


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_of_a_stream_are_the_same_and_our_client_follows_them_to_the_last_hash(name: str) -> None:
    items = read_binary(name)
    assert read_text(name) == items
    first, *middle, last = items
    known = first.snapshot
    assert known.view_hash == view_hash(known)
    for item in middle:
        if item.HasField("batch"):
            assert not unknown_events(item.batch)
            known = fold(known, item.batch)
        else:
            assert item.caught_up.sequence == known.sequence
            assert item.caught_up.view_hash == view_hash(known)
    assert known.stage == TABLE_STAGE_GAME_OVER
    assert (last.caught_up.sequence, last.caught_up.view_hash) == (known.sequence, view_hash(known))


@pytest.mark.parametrize("name", NAMES)
def test_every_hand_of_a_stream_was_dealt_as_promised(name: str) -> None:
    first, *rest = read_binary(name)
    batches = [item.batch for item in rest if item.HasField("batch")]
    findings = READING.verify(first.snapshot, batches)
    assert findings == ["verified"]


async def test_a_stream_is_recorded_alike_each_time() -> None:
    assert await recorded("sheet-003-2") == await recorded("sheet-003-2")


@pytest.mark.timeout(2 * BUILD_SECONDS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_sample_answers_all_that_was_asked_in_a_stream_and_ends_with_the_game(language: str) -> None:
    command = bot_command(language, "{address}", "{table}")
    await asyncio.gather(*(_followed(command, name) for name in OF_EACH_NUMBER))


async def _followed(command: list[str], name: str) -> None:
    replay = Replay(read_binary(name))
    server = ScriptServer(replay)
    await server.start()
    try:
        guest = asyncio.ensure_future(command_guest(command)(Place(host=server.host, port=server.port)))
        await replay.play()
        async with asyncio.timeout(BUILD_SECONDS):
            await guest
    finally:
        await server.stop()
    assert replay.answered.keys() == replay.asked.keys()
    for prompt_id, (fewest, most) in replay.asked.items():
        assert fewest <= len(replay.answered[prompt_id]) <= most
