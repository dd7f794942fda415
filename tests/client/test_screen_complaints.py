"""What people complain of in programs like this one, each as a test that would show it here."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from wcwidth import wcwidth

from cli.forwarder import forwarding
from client import scenes
from client.fakes import FakeServer, Stream, caught_up, serving
from client.glass import left_clean, playing
from client.messages import opened, play_prompt, table, with_trick
from client.screens import lines, painted, pressed, sat_down, seen
from spades.v1 import event_pb2 as e
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_TIMED_OUT
from spades.v1.snapshot_pb2 import HandResult, SideResult, Snapshot
from spades_client import language
from spades_client.choices import SendCard
from spades_client.forms import Form
from spades_client.screen import app, known, stage
from spades_client.screen.canvas import plain
from spades_client.screen.present import present
from spades_client.screen.reduce import adopt, press
from spades_client.screen.ui_state import Answer, Effect, Key


def my_turn(*, prompt_id: int = 7) -> Snapshot:
    """Hearts were led and Zoe is to play."""
    snapshot = with_trick(table("AH 5H 9S"), "2:KH 3:9H 4:6H", winner=2)
    snapshot.prompts.append(play_prompt("AH 5H", prompt_id=prompt_id))
    return snapshot


def sent(effects: list[Effect] | tuple[Effect, ...]) -> list[Answer]:
    """Return the cards that were sent."""
    return [effect for effect in effects if isinstance(effect, Answer) and isinstance(effect.send, SendCard)]


# "It breaks in a small window."


@pytest.mark.parametrize("scene", [scenes.following, scenes.bidding, scenes.six_players, scenes.score_sheet])
def test_there_is_no_size_that_breaks_the_screen(scene: scenes.Scene) -> None:
    view = scene()
    ui = sat_down(view)
    for width in (*range(1, 45), 59, 60, 79, 80, 109, 110, 200):
        for height in (*range(1, 14), 19, 20, 23, 24, 60):
            screen = present(view, ui, width, height)
            assert len(screen.lines) == height
            if width >= 20 and height >= 6:
                assert any(line.startswith((" >>> ", " ... ")) for line in plain(screen.lines)), (width, height)


@pytest.mark.parametrize("size", [(40, 12), (39, 12), (20, 6), (5, 2), (2, 5), (1, 1), (200, 60)])
def test_what_a_terminal_of_any_size_shows_is_what_was_presented(size: tuple[int, int]) -> None:
    view = scenes.following()
    ui = sat_down(view)
    terminal, received = painted(view, ui, *size)
    assert [row.rstrip() for row in terminal.display] == lines(view, ui, *size)
    assert "too small" not in received


# "I played the wrong card."


def test_an_enter_held_down_across_two_turns_plays_at_most_the_card_that_was_lifted() -> None:
    first, second = seen(my_turn()), seen(my_turn(prompt_id=9))
    ui, _ = pressed(sat_down(first), first, "h enter")
    view, cards = first, []
    at = 200.0
    for press_number in range(90):
        at += 1 / 30
        ui, effects = press(ui, view, Key(name="enter", at=at))
        cards += sent(effects)
        if press_number == 40:
            view = second
            ui, _ = adopt(ui, view)
    assert len(cards) <= 1


def test_an_enter_that_comes_after_the_time_was_up_is_not_applied_to_the_next_turn() -> None:
    first, second = seen(my_turn()), seen(my_turn(prompt_id=9))
    ui, _ = pressed(sat_down(first), first, "h enter")
    assert ui.lifted == ("AH",)
    ui, _ = adopt(ui, second)
    ui, effects = press(ui, second, Key(name="enter", at=300.0))
    assert sent(effects) == []


async def test_a_late_enter_meets_the_next_prompt_with_nothing_lifted(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("h", "enter")
        await player.glass.shows("A♥ is lifted")
        closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7, outcome=PROMPT_OUTCOME_TIMED_OUT))
        player.happens(closed, opened(play_prompt("AH 5H", prompt_id=9)))
        await player.glass.hides("A♥ is lifted")
        player.press("h", "enter")  # the other key shows that Enter is not held down
        await player.glass.shows("is lifted: Enter plays it")
        assert not player.fake.requests["Play"]


# "The trick disappears before I see it."


async def test_the_last_trick_of_a_hand_is_seen_before_the_score_sheet(tmp_path: Path) -> None:
    snapshot = with_trick(table("AH"), "2:KH 3:9H 4:6H", winner=2)
    snapshot.prompts.append(play_prompt("AH"))
    side = snapshot.sides[0]
    result = HandResult(hand_number=4, sides=[SideResult(side=1, total=70), SideResult(side=2, total=50)])
    async with playing(tmp_path, snapshot, hold_seconds=600) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.happens(
            e.Event(prompt_closed=e.PromptClosed(prompt_id=7)),
            e.Event(card_played=e.CardPlayed(seat=1, card=snapshot.hand.seats[0].cards[0], winner=1)),
            e.Event(trick_won=e.TrickWon(number=1, seat=1, side=side)),
            e.Event(hand_ended=e.HandEnded(result=result, sides=snapshot.sides)),
        )
        await player.glass.shows("*[ A♥]", "[ K♥] led")
        assert "HAND 4" not in player.glass.text
        player.press("l")
        await player.glass.shows("TRICK 1 of 13", "led by Bruno", "won by You")
        player.press("l")
        await player.glass.shows("HAND 4")


# "Suits are misaligned, or painted as pictures."


def all_texts() -> list[str]:
    """Return every text of the client, in every language."""
    found: list[str] = []

    def gather(form: Form) -> Form:
        found.extend((form,) if isinstance(form, str) else (form.form(1), form.form(2)))
        return form

    for code in language.LANGUAGES:
        language.use(code)
        for name, _ in language.english():
            language.each_text({key: text for key, text in vars(sys.modules[name]).items() if key.isupper()}, gather)
    language.use(language.ENGLISH)
    return found


def test_no_text_holds_a_sign_that_terminals_draw_in_doubt() -> None:
    every = all_texts()
    assert len(every) > 1200
    for text in every:
        assert all(wcwidth(sign) == 1 for sign in text), text


# "It repaints the whole screen over a slow line."


async def test_playing_a_card_sends_less_than_three_thousand_bytes_and_clears_nothing(tmp_path: Path) -> None:
    snapshot = my_turn()
    side = snapshot.sides[0]
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows(">>> YOUR TURN")
        before = len(player.glass.received)
        player.press("h", " ")
        await player.glass.shows("A♥ is lifted")
        player.press("enter")
        await player.fake.asked("Play")
        player.happens(
            e.Event(prompt_closed=e.PromptClosed(prompt_id=7)),
            e.Event(card_played=e.CardPlayed(seat=1, card=snapshot.hand.seats[0].cards[0], winner=1)),
            e.Event(trick_won=e.TrickWon(number=1, seat=1, side=side)),
            opened(play_prompt("5H", prompt_id=9)),
        )
        await player.glass.shows("LAST TRICK 1/13", ">>> YOUR TURN - you lead")
        sent_bytes = player.glass.received[before:]
        assert len(sent_bytes.encode()) < 3072
        assert "\x1b[2J" not in sent_bytes


async def test_a_table_where_nothing_happens_sends_nothing(tmp_path: Path) -> None:
    snapshot = with_trick(table("AH 5H 9S"), "2:KH", winner=2)
    snapshot.prompts.append(play_prompt("", seat=3, seconds=None))
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("waiting for Ana")
        before = len(player.glass.received)
        for _ in range(50):  # whatever is due at once gets its turn
            await asyncio.sleep(0)
        assert len(player.glass.received) == before


# "A crash leaves a broken terminal."


def broken(*_: object, **__: object) -> None:
    """Go wrong."""
    raise ZeroDivisionError("a fault of ours")


@pytest.mark.parametrize(
    "sabotage",
    [
        pytest.param(lambda patch: patch.setattr(app, "present", broken), id="presenter"),
        pytest.param(lambda patch: patch.setattr(app, "press", broken), id="keys"),
        pytest.param(lambda patch: patch.setattr(app, "adopt", broken), id="events"),
        pytest.param(lambda patch: patch.setattr(known.Known, "take", broken), id="stream"),
        pytest.param(lambda patch: patch.setattr(app, "carry_out", broken), id="calls"),
    ],
)
async def test_a_fault_anywhere_ends_with_a_clean_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[pytest.MonkeyPatch], None]
) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        sabotage(monkeypatch)
        player.press(":", "pause", "enter")
        player.happens(opened(play_prompt("AH", prompt_id=9)))
        with pytest.raises(ZeroDivisionError):
            await player.running
        assert left_clean(player.glass.received)


# "Escape takes a second."


async def test_an_arrow_whose_code_comes_in_two_parts_is_an_arrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the second part takes, within the time that an Escape waits for one."""
    monkeypatch.setattr(stage, "ESCAPE_SECONDS", 600)
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN", ">[A]<")
        player.press("s")
        await player.glass.shows("> 9 <")
        player.press("\x1b")
        for _ in range(50):
            await asyncio.sleep(0)
        player.press("[B")
        await player.glass.shows(">[A]<")
        assert "MENU" not in player.glass.text


def test_an_escape_waits_for_less_than_a_seventh_of_a_second() -> None:
    assert stage.ESCAPE_SECONDS < 0.15


# "I was dropped and that was the end."


async def test_a_link_cut_in_the_middle_of_a_trick_comes_back_by_itself_with_everything_in_place(
    tmp_path: Path,
) -> None:
    """A real connection, cut; the server still holds the seat."""
    fake = FakeServer()
    async with serving(fake) as address, forwarding(address.port, cut_after=10**9) as (cable, port):
        fake.streams.append(Stream([caught_up(10)]))
        async with playing(tmp_path, my_turn(), fake=fake, through=replace(address, port=port)) as player:
            await player.glass.shows(">>> YOUR TURN")
            player.press("h", " ", "/", "half a sen")
            await player.glass.shows("say> half a sen", "^A^")
            cable.cut_after = 0
            player.press("tence", "enter")
            await cable.was_cut.wait()
            await player.glass.shows("the connection is back", ">>> YOUR TURN - follow hearts", "^A^")
            assert fake.watched_after()[-1] == 10
            assert cable.connections > 1
