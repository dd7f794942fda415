"""When a game is over, and who only watches: keys, and what they come to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from builders import rules_with
from client import scenes
from client.fakes import FakeServer, found
from client.glass import Player, playing
from client.halls import info
from client.messages import BASE_TIME
from client.screens import lines, pressed, sat_down, typed
from recorded import recorded_game
from spades.v1.history_service_pb2 import ExportGameRequest, ExportGameResponse
from spades.v1.prompt_pb2 import ACTION_ACCEPT, PROMPT_KIND_REMATCH, Prompt
from spades.v1.record_pb2 import GameRecord
from spades.v1.rules_pb2 import OptionValue, RuleOption, Rules
from spades.v1.snapshot_pb2 import SEAT_KIND_HOUSE, SEAT_KIND_PERSON, HandResult, Seat, SideResult
from spades_client.choices import SendChoices
from spades_client.commands import BeReady, MoveSeat, SayAside, Word
from spades_client.prose_show import answer_lines
from spades_client.prose_style import Style
from spades_client.screen.canvas import Canvas, plain
from spades_client.screen.draw_over import over_lines
from spades_client.screen.draw_sheet import draw_sheet
from spades_client.screen.ui_state import Answer, LookBack, Obey, Overlay, ShowRules, WriteRecord
from spades_client.watch import Link


def sheet(height: int, *, nil: bool = False, penalty: bool = False) -> list[str]:
    """Return the score sheet on so many rows of forty columns; *nil*, *penalty*: somebody has had one."""
    view = scenes.score_sheet()
    line = view.snapshot.results[-1].sides[0]
    line.nil, line.bag_penalty = 100 * nil, -100 * penalty
    canvas = Canvas(40, height)
    draw_sheet(canvas, view)
    return [row for row in (row.strip() for row in plain(canvas.lines())) if row]


def test_the_score_sheet_never_loses_its_total() -> None:
    for height in range(2, 13):
        for nil, penalty in ((False, False), (True, False), (False, True), (True, True)):
            rows = sheet(height, nil=nil, penalty=penalty)
            assert len(rows) <= height
            assert rows[0].startswith("HAND 4")
            assert any(row.startswith("6 total") for row in rows)


def test_where_six_lines_have_no_room_those_that_say_nothing_go_first() -> None:
    """Forty by twelve leaves six rows while the sheet waits."""
    assert [row.split("  ")[0] for row in sheet(6)] == ["HAND 4", "1 contract", "2 bags", "5 this hand", "6 total"]
    named = [row.split("  ")[0] for row in sheet(6, nil=True, penalty=True)]
    assert named == ["HAND 4", "1 contract", "2 bags", "3 nil", "4 bag penalty", "6 total"]
    assert len(sheet(10)) == 10


def test_one_key_says_yes_to_another_game_or_is_ready_for_one() -> None:
    view = scenes.rematch()
    prompt = view.asked
    assert prompt is not None
    yes = next(choice.choice_id for choice in prompt.choices if choice.action == ACTION_ACCEPT)
    _, effects = pressed(sat_down(view), view, "r")
    assert effects == [Answer(prompt=prompt, send=SendChoices(choice_ids=(yes,)))]
    view = scenes.game_over()
    _, effects = pressed(sat_down(view), view, "r")
    assert effects == [Obey(command=BeReady(ready=True))]


def test_partners_are_swapped_rules_changed_and_the_record_written_by_one_key_each() -> None:
    view = scenes.game_over()
    assert pressed(sat_down(view), view, "t")[1] == [Obey(command=MoveSeat(seat=3, to_seat=2))]
    assert pressed(sat_down(view), view, "c")[1] == [ShowRules()]
    assert pressed(sat_down(view), view, "w")[1] == [WriteRecord()]


def test_who_wants_another_game_is_told_by_name() -> None:
    """Who has not answered yet, who has, and who will not; computer players want whatever the others do."""
    view = scenes.rematch()
    snapshot = view.snapshot
    for seat, name in ((2, "Bruno"), (3, "Ana"), (4, "Clara")):
        snapshot.seats[seat - 1].CopyFrom(Seat(seat=seat, name=name, kind=SEAT_KIND_PERSON, ready=name == "Ana"))
    snapshot.prompts.append(Prompt(prompt_id=99, seat=2, kind=PROMPT_KIND_REMATCH))
    told = "Another game: Bruno ..., Ana yes, Clara no."
    assert any(told in row for row in lines(view, sat_down(view)))
    assert answer_lines(Word.TURN, snapshot, {}, (), Style())[0] == told
    for seat in (2, 3, 4):
        snapshot.seats[seat - 1].kind = SEAT_KIND_HOUSE
    assert not any("Another game" in row for row in lines(view, sat_down(view)))


def test_numbers_mean_nothing_where_nothing_is_asked() -> None:
    view = scenes.game_over()
    for key in ("enter", "1", "backspace"):
        ui, effects = pressed(sat_down(view), view, [key])
        assert not effects
        assert "does nothing here" in ui.note


def test_the_keys_of_a_list_are_named_only_while_something_is_asked() -> None:
    """After another game was refused there is nothing left to be chosen by its number."""
    asked, refused = scenes.rematch(), scenes.game_over()
    assert "Enter confirm  0-9 choose  r ready" in lines(asked, sat_down(asked))[-1]
    assert lines(refused, sat_down(refused))[-1].startswith(" r ready  w record")
    helped = "\n".join(lines(refused, pressed(sat_down(refused), refused, "?")[0]))
    assert "choose a number" not in helped


def test_the_game_is_counted_from_the_servers_lines() -> None:
    view = scenes.game_over()
    snapshot = view.snapshot
    del snapshot.results[:]
    for number, (us, them) in enumerate((((40, 0, 0), (-50, 100, 0)), ((-40, 0, -100), (60, -100, 0))), start=1):
        sides = [
            SideResult(side=side, contract=contract, nil=nil, bag_penalty=penalty, hand=contract + nil + penalty)
            for side, (contract, nil, penalty) in ((1, us), (2, them))
        ]
        snapshot.results.append(HandResult(hand_number=number, sides=sides))
    assert over_lines(view)[1:] == [
        "US: contracts made 1 of 2, nils 0 of 0, bag penalties 1",
        "THEM: contracts made 1 of 2, nils 1 of 2, bag penalties 0",
        "best hand: 1, THEM +50",
    ]


def with_history(record: GameRecord) -> FakeServer:
    """Return a server that has kept *record*."""
    fake = FakeServer()
    said = info()
    said.time.seconds = BASE_TIME
    said.capabilities.append("history")
    fake.replies |= {"GetServerInfo": said, "ExportGame": ExportGameResponse(record=record)}
    return fake


async def test_the_record_of_the_game_is_written_where_the_player_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    fake = with_history(GameRecord(game_id="../g7", rules=Rules(preset="whiz")))
    snapshot = scenes.game_over().snapshot
    snapshot.game_id = "../g7"
    async with playing(tmp_path, snapshot, fake=fake) as player:
        await player.glass.shows("GAME OVER", "w record")
        player.press("w")
        await player.glass.shows("the record is written to spades-g7.json")
        (request,) = await fake.asked("ExportGame")
        assert isinstance(request, ExportGameRequest)
        assert request.game_id == "../g7"
    assert json.loads((tmp_path / "here" / "spades-g7.json").read_text())["rules"] == {"preset": "whiz"}


@asynccontextmanager
async def looking_again(tmp_path: Path) -> AsyncIterator[Player]:
    """Return a player who has asked for the replay of a game that is over."""
    record = recorded_game(rules_with(players=4, target_score=200), 11)
    snapshot = scenes.game_over().snapshot
    snapshot.game_id = "g7"
    fake = with_history(record)
    async with playing(tmp_path, snapshot, fake=fake) as player:
        await player.glass.shows("GAME OVER", "v replay")
        player.press("v")
        yield player


async def test_the_game_is_looked_at_again_card_by_card_and_the_way_back_is_one_key(tmp_path: Path) -> None:
    async with looking_again(tmp_path) as player:
        await player.glass.shows("REPLAY", "all hands open (o hides)")
        player.press("j")
        await player.glass.shows("trick 1/13", "led")
        player.press("q")
        await player.glass.shows("GAME OVER", "r ready")


async def test_a_new_game_is_not_waited_for_by_those_who_look_at_the_last_one(tmp_path: Path) -> None:
    async with looking_again(tmp_path) as player:
        await player.glass.shows("REPLAY")
        player.stream.live.put_nowait(found(scenes.bidding().snapshot))
        await player.glass.shows("YOUR TURN")


async def test_a_record_in_which_no_hand_is_told_is_no_reason_to_leave_the_table(tmp_path: Path) -> None:
    snapshot = scenes.game_over().snapshot
    snapshot.game_id = "g7"
    fake = with_history(GameRecord(game_id="g7"))
    async with playing(tmp_path, snapshot, fake=fake) as player:
        await player.glass.shows("GAME OVER", "v replay")
        player.press("v")
        await player.glass.shows("GAME OVER", "no hand of this game was recorded")


def test_where_no_records_are_kept_the_bids_of_the_last_hand_are_read_out_instead() -> None:
    view = replace(scenes.game_over(), capabilities=frozenset())
    assert pressed(sat_down(view), view, "v")[0].overlay is Overlay.ANSWER
    kept = replace(view, capabilities=frozenset({"history"}))
    assert pressed(sat_down(kept), kept, "v")[1] == [LookBack()]


async def test_a_server_without_records_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path, scenes.game_over().snapshot) as player:
        await player.glass.shows("GAME OVER")
        player.press("w")
        await player.glass.shows("this server keeps no records")


@pytest.mark.parametrize(("most", "told"), [(0, "hand 4 "), (6, "hand 4/6 "), (4, "hand 4/4 "), (3, "hand 4 ")])
def test_a_game_of_so_many_hands_tells_which_of_them_is_played(most: int, told: str) -> None:
    view = scenes.spectating()
    view.snapshot.rules.options.append(RuleOption(name="max_hands", value=OptionValue(number=most)))
    assert told in lines(view, sat_down(view))[0]


# Watching.


def test_a_spectator_chooses_whose_seat_is_at_the_bottom() -> None:
    view = scenes.spectating()
    ui = sat_down(view)
    below = [row for row in lines(view, ui) if " v " in row]
    assert "v Zoe" in below[0]
    ui, _ = pressed(ui, view, "right")
    assert any("v Bruno" in row for row in lines(view, ui))
    ui, _ = pressed(ui, view, "left left")
    assert any("v Clara" in row for row in lines(view, ui))


def test_who_has_no_seat_is_promised_none_when_the_link_is_lost() -> None:
    lost = replace(scenes.spectating(), link=Link.LOST, lost_for=12.0)
    banner = next(row for row in lines(lost, sat_down(lost)) if "CONNECTION LOST 0:12" in row)
    assert "your seat" not in banner


def test_who_plays_sits_at_the_bottom() -> None:
    view = replace(scenes.gathering(), bottom=3)
    assert view.clockwise()[0] == 1


def test_what_spectators_say_is_heard_by_spectators() -> None:
    view = scenes.spectating()
    ui, _ = pressed(sat_down(view), view, "/")
    assert "say to spectators>" in "\n".join(lines(view, ui))
    _, effects = pressed(typed(ui, view, "hm"), view, "enter")
    assert effects == [Obey(command=SayAside(text="hm"))]
