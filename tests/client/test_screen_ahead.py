"""Cards that are played without a key at that moment, if the player wishes so; clicks; how the player is called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from client import scenes
from client.glass import left_clean, playing
from client.messages import cards, opened, play_prompt, table, with_trick
from client.screens import assert_golden, lines, pressed, sat_down, seen
from spades.v1.snapshot_pb2 import PHASE_BID
from spades.v1.table_service_pb2 import PlayRequest
from spades_client.choices import SendCard
from spades_client.screen.ahead import time_has_come
from spades_client.screen.mouse import card_at, click
from spades_client.screen.reduce import adopt
from spades_client.screen.table_view import TableView
from spades_client.screen.ui_state import Answer, Effect, Notify, PlaySoon, Ring, UiState
from spades_client.settings import Bell, Confirm, Settings

QUEUE = UiState(settings=Settings(queue=True, bell=Bell.OFF))
AUTO = UiState(settings=Settings(auto_play=True, bell=Bell.OFF))


def turn(offered: str, *, prompt_id: int = 9) -> TableView:
    """Return the moment at which the reader may play one of the cards offered, hearts being led."""
    snapshot = with_trick(table("AS 9S 4S AH 5H JD 8C"), "2:KH 3:9H 4:6H", winner=2)
    snapshot.prompts.append(play_prompt(offered, prompt_id=prompt_id))
    return seen(snapshot)


def sent(effects: list[Effect] | tuple[Effect, ...]) -> list[str]:
    """Return the cards that were sent."""
    return [str(e.send.card) for e in effects if isinstance(e, Answer) and isinstance(e.send, SendCard)]


ACE = [str(cards("AH")[0])]


def test_a_card_chosen_ahead_is_played_when_the_turn_comes() -> None:
    view = scenes.waiting()
    ui, effects = pressed(sat_down(view, QUEUE), view, "h space")
    assert (ui.queued, effects) == ("AH", [])
    assert_golden("queued", view, ui)
    assert "~A~" in "\n".join(lines(view, ui))
    after, effects2 = adopt(ui, turn("AH 5H"))
    assert sent(effects2) == ACE
    assert (after.queued, after.sent) == ("", 9)


def test_a_card_chosen_ahead_that_is_not_allowed_is_dropped_with_a_sentence() -> None:
    view = scenes.waiting()
    ui, _ = pressed(sat_down(view, QUEUE), view, "s space")
    ui, effects = adopt(ui, turn("AH 5H"))
    assert (sent(effects), ui.queued, ui.lifted) == ([], "", ())
    assert ui.note.startswith("What you chose ahead is dropped: A♠")


@pytest.mark.parametrize("keys", ["h space space", "h space escape"])
def test_what_was_chosen_ahead_is_taken_back(keys: str) -> None:
    view = scenes.waiting()
    ui, _ = pressed(sat_down(view, QUEUE), view, keys)
    assert (ui.queued, ui.overlay) == ("", None)


def test_another_card_takes_the_place_of_the_one_chosen_ahead() -> None:
    view = scenes.waiting()
    assert pressed(sat_down(view, QUEUE), view, "h space s space")[0].queued == "AS"


def test_nothing_is_chosen_ahead_by_who_does_not_wish_it_or_while_others_bid() -> None:
    view = scenes.waiting()
    ui, _ = pressed(sat_down(view), view, "h space")
    assert ui.queued == ""
    assert "not your turn" in ui.note
    bidding = scenes.others_bid()
    assert pressed(sat_down(bidding, QUEUE), bidding, "h space")[0].queued == ""


def test_after_a_lost_link_the_card_chosen_ahead_is_lifted_and_not_played() -> None:
    view = scenes.waiting()
    ui, _ = pressed(sat_down(view, QUEUE), view, "h space")
    ui, effects = adopt(ui, turn("AH 5H"), live=False)
    assert (sent(effects), ui.lifted) == ([], ("AH",))


def test_a_new_hand_knows_nothing_of_what_was_chosen_in_the_last() -> None:
    view = scenes.waiting()
    ui, _ = pressed(sat_down(view, QUEUE), view, "h space")
    snapshot = table("AH 5H", phase=PHASE_BID)
    snapshot.prompts.append(play_prompt("", prompt_id=8, seat=3))
    ui, _ = adopt(ui, seen(snapshot))
    ui, effects = adopt(ui, turn("AH 5H"))
    assert sent(effects) == []


def test_the_only_card_is_played_after_a_pause() -> None:
    view = turn("AH")
    ui, effects = adopt(AUTO, view)
    assert effects == (PlaySoon(prompt_id=9, seconds=1.5),)
    assert "A♥ is the only card" in ui.note
    ui, effects = time_has_come(ui, view, 9)
    assert (sent(effects), ui.sent) == (ACE, 9)
    assert time_has_come(ui, view, 9)[1] == ()


def test_the_only_card_is_not_played_by_itself_without_the_wish_or_beside_another() -> None:
    assert adopt(replace(QUEUE, settings=Settings(bell=Bell.OFF)), turn("AH"))[1] == ()
    assert adopt(AUTO, turn("AH 5H"))[1] == ()


def test_a_key_stops_the_only_card_or_is_faster() -> None:
    view = turn("AH")
    ui, _ = adopt(AUTO, view)
    stopped, _ = pressed(ui, view, "escape")
    assert stopped.overlay is None
    assert time_has_come(stopped, view, 9)[1] == ()
    faster, effects = pressed(ui, view, "h enter enter")
    assert sent(effects) == ACE
    assert time_has_come(faster, view, 9)[1] == ()
    assert time_has_come(ui, turn("AH", prompt_id=10), 9)[1] == ()


def test_who_never_confirms_plays_with_one_enter_but_only_what_is_allowed() -> None:
    view = turn("AH 5H")
    ui = sat_down(view, UiState(settings=Settings(confirm=Confirm.NEVER)))
    assert sent(pressed(ui, view, "h enter")[1]) == ACE
    refused, effects = pressed(ui, view, "s enter")
    assert sent(effects) == []
    assert "A♠" in refused.note
    # Held down it stays one press.
    assert len(sent(pressed(ui, view, "h enter enter enter", gap=0.03)[1])) <= 1


def test_the_player_is_called_as_the_settings_say() -> None:
    view = turn("AH 5H")
    for settings, called in (
        (Settings(), (Ring(),)),
        (Settings(bell=Bell.OFF), ()),
        (Settings(desktop_note=True), (Ring(), Notify(text="ABCD: it is your turn"))),
    ):
        assert adopt(UiState(settings=settings), view)[1] == called
        assert adopt(UiState(settings=settings), view, live=False)[1] == ()


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
def test_a_click_on_a_card_is_a_click_on_what_is_drawn_there(size: tuple[int, int]) -> None:
    view = scenes.following()
    ui = sat_down(view)
    shown = lines(view, ui, *size)
    row = next(row for row, line in enumerate(shown) if "H ♥" in line or "H♥" in line)
    assert card_at(view, ui, size, row, shown[row].index("[5]") + 1) == "5H"
    assert card_at(view, ui, size, row + 1, shown[row + 1].index("J")) == "JD"
    assert card_at(view, ui, size, row, size[0] - 1) == ""
    assert card_at(view, ui, size, row - 2, 8) == ""


def test_one_click_lifts_a_second_one_plays_and_another_card_is_only_lifted() -> None:
    view = turn("AH 5H")
    ui, effects = click(sat_down(view), view, "5H", 1.0)
    assert (ui.lifted, effects) == (("5H",), ())
    ui, effects = click(ui, view, "AH", 2.0)
    assert (ui.lifted, effects) == (("AH",), ())
    _, effects = click(ui, view, "AH", 3.0)
    assert sent(effects) == ACE


async def test_the_mouse_is_switched_by_a_key_and_off_again_at_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path, turn("AH 5H").snapshot) as player:
        await player.glass.shows(">>> YOUR TURN")
        assert "\x1b[?1000h" not in player.glass.received
        player.press("m")
        await player.glass.shows("cards can be clicked")
        await player.glass.until(lambda: "\x1b[?1000h" in player.glass.received, "the mouse")
        row = next(row for row, line in enumerate(player.glass.lines) if "H ♥" in line)
        column = player.glass.lines[row].index("[5]") + 1
        for step in "Mm":
            player.press(f"\x1b[<0;{column + 1};{row + 1}{step}")
        await player.glass.shows("5♥ is lifted")
        for step in "Mm":
            player.press(f"\x1b[<0;{column + 1};{row + 1}{step}")
        (request,) = await player.fake.asked("Play")
        assert isinstance(request, PlayRequest)
        assert request.card == cards("5H")[0]
        assert await player.goes() == 130
        assert player.glass.received.rfind("\x1b[?1000l") > player.glass.received.rfind("\x1b[?1000h")
        assert left_clean(player.glass.received)


async def test_the_only_card_goes_by_itself_and_the_desktop_is_told(tmp_path: Path) -> None:
    wishes = Settings(auto_play=True, auto_play_pause=0.01, desktop_note=True)
    async with playing(tmp_path, with_trick(table("AH 9S"), "2:KH", winner=2), settings=wishes) as player:
        await player.glass.shows("SPADES")
        player.happens(opened(play_prompt("AH")))
        (request,) = await player.fake.asked("Play")
        assert isinstance(request, PlayRequest)
        assert request.card == cards("AH")[0]
        assert "\x1b]9;ABCD: it is your turn\x1b\\" in player.glass.received
