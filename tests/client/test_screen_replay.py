"""The replay of a record: from card to card with every hand open, by itself too, at any size."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from builders import rules_with
from client.glass import Glass, left_clean
from client.screens import GOLDEN, REWRITE, other_languages
from recorded import recorded_game
from spades.v1.record_pb2 import GameRecord
from spades_cli.hindsight import tips_of
from spades_client import ClientError
from spades_client.errors import Gap
from spades_client.screen import run_replay
from spades_client.screen.canvas import plain
from spades_client.screen.draw_replay import present_replay
from spades_client.screen.look import Look
from spades_client.screen.replay import Frame, NothingToShow, frames
from spades_client.screen.replay_state import SPEEDS, ReplayState, press_replay, tick
from spades_client.settings import Settings

SIZES = ((80, 24), (60, 20), (40, 12), (120, 40))


@cache
def record(players: int = 4) -> GameRecord:
    """Return a game of two hands."""
    return recorded_game(rules_with(players=players, target_score=200), 11)


@cache
def story(players: int = 4) -> list[Frame]:
    """Return its frames."""
    return frames(record(players), Look())


def state(players: int = 4, **changes: object) -> ReplayState:
    """Return the reader at the beginning."""
    return replace(ReplayState(story=story(players), title="2026-11-29 G1"), **changes)  # type: ignore[arg-type]


def pressed(keys: str, at: ReplayState | None = None) -> ReplayState:
    """Return the state after *keys*."""
    now = at or state()
    for key in keys.split():
        now = press_replay(now, key)
    return now


def shown(now: ReplayState, width: int = 80, height: int = 24) -> list[str]:
    """Return the text of the screen."""
    return [line.rstrip() for line in plain(present_replay(now, width, height).lines)]


def assert_looks(name: str, now: ReplayState, width: int, height: int) -> None:
    """Compare with the picture kept under ``golden/``, and below it in the other languages."""
    text = "\n".join(shown(now, width, height)) + "\n" + other_languages(lambda: shown(now, width, height), width)
    path = GOLDEN / f"{name}_{width}x{height}.txt"
    if os.environ.get(REWRITE):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} shows something else; make golden writes it again"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_replay_looks_as_it_did(players: int, size: tuple[int, int]) -> None:
    middle = next(at for at, frame in enumerate(story(players)) if frame.trick == 3) + 1
    assert_looks(f"replay_{players}", state(players, at=middle), *size)


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda size: f"{size[0]}x{size[1]}")
def test_bids_results_and_keys_look_as_they_did(size: tuple[int, int]) -> None:
    assert_looks("replay_bids", pressed("right right"), *size)
    assert_looks("replay_result", pressed("end"), *size)
    assert_looks("replay_help", pressed("?"), *size)
    assert_looks("replay_hidden", pressed("down down o"), *size)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_frame_fits_every_size_and_shows_every_card_once(players: int) -> None:
    for at in range(0, len(story(players)), 7):
        for width, height in (*SIZES, (39, 11), (20, 6), (5, 2), (1, 1)):
            lines = present_replay(state(players, at=at), width, height).lines
            assert len(lines) == height


def test_there_is_a_frame_for_each_bid_and_each_card() -> None:
    kinds = [frame.lines[0].kind for frame in story()]
    hands = len(record().hands)
    assert kinds.count("hand_started") == kinds.count("hand_ended") == hands
    assert kinds.count("bid_made") == 4 * hands
    assert kinds.count("card_played") == 52 * hands


def test_a_finished_trick_lies_there_until_the_next_card() -> None:
    finished = [at for at, frame in enumerate(story()) if frame.finished is not None]
    assert len(finished) == 13 * len(record().hands)
    assert all(len(trick.plays) == 4 for at in finished if (trick := story()[at].finished))


@pytest.mark.parametrize(
    ("keys", "hand", "trick", "kind"),
    [
        ("", 0, 0, "hand_started"),
        ("left", 0, 0, "hand_started"),
        ("right", 0, 0, "bid_made"),
        ("down", 0, 1, "card_played"),
        ("down down", 0, 2, "card_played"),
        ("down down right up", 0, 2, "card_played"),
        ("down down up", 0, 1, "card_played"),
        ("]", 1, 0, "hand_started"),
        ("] [", 0, 0, "hand_started"),
        ("] right [", 1, 0, "hand_started"),
        ("end", 1, 13, "hand_ended"),
        ("end ] right down", 1, 13, "hand_ended"),
        ("end home", 0, 0, "hand_started"),
    ],
)
def test_keys_go_from_card_to_card_trick_to_trick_and_hand_to_hand(keys: str, hand: int, trick: int, kind: str) -> None:
    frame = pressed(keys).frame
    assert (frame.hand, frame.trick, frame.lines[0].kind) == (hand, trick, kind)


def test_forward_and_back_gives_the_same_table() -> None:
    there = pressed("down down right")
    assert pressed("right right right left left left", there) == there


def test_hands_are_open_until_o_hides_them() -> None:
    openly, hidden = "\n".join(shown(state())), "\n".join(shown(pressed("o")))
    assert "all hands open (o hides)" in openly
    assert "13 cards" not in openly
    assert "hands hidden (o shows)" in hidden
    assert hidden.count("13 cards") == 4
    assert shown(pressed("o o")) == shown(state())


def test_it_plays_by_itself_at_a_speed_and_stops_at_the_end() -> None:
    now = pressed("enter")
    assert now.playing
    assert tick(now).at == 1
    assert "playing, 1 s a card" in "\n".join(shown(now))
    assert SPEEDS[pressed("+ +", now).speed] == 0.25
    assert SPEEDS[pressed("- - -", now).speed] == 4.0
    assert not pressed("enter", now).playing
    assert not pressed("right", now).playing
    last = replace(now, at=len(story()) - 2)
    assert (tick(last).at, tick(last).playing) == (len(story()) - 1, False)
    assert tick(state()) == state()
    assert pressed("end enter").at == 0, "played again from the beginning"


def test_escape_closes_what_lies_over_the_table_and_then_leaves() -> None:
    assert not pressed("? escape").left
    assert not pressed("p escape").left
    assert pressed("escape").left
    assert pressed("c-c").left
    assert pressed("y").note == "y does nothing here; ? lists the keys"


def test_the_help_says_how_often_ctrl_c_must_be_pressed() -> None:
    """A record alone ends at once; before a table the same key is that of the whole client."""
    alone = "\n".join(shown(pressed("?"), height=40))
    assert "Ctrl-C           end the client" in alone
    assert "twice" not in alone
    assert "Ctrl-C           twice: end the client" in "\n".join(shown(pressed("?", state(alone=False)), height=40))


def test_beside_each_bid_and_card_stands_what_a_good_player_would_have_done() -> None:
    tips = tips_of(record())
    now, told = state(tips=tips), []
    while now.at < len(story()) - 1:
        now = pressed("right", now)
        kind, tip = now.frame.lines[0].kind, now.tip
        assert (tip is None) or kind in ("bid_made", "card_played")
        if tip is not None:
            told.append(tip)
            row = next(row for row in shown(now) if f"{now.at + 1}/{len(story())}" in row)
            assert ("tip: the same" in row) is tip.taken
            assert "tip: " in row
    assert {tip.choice.WhichOneof("what") for tip in told} == {"bid", "card"}
    assert {tip.taken for tip in told} == {True, False}, "the record was played by chance"
    assert "tip" not in "\n".join(shown(pressed("right")))


def test_a_tip_is_for_the_seat_that_decided_and_by_what_it_could_see() -> None:
    """A tip of a card is one that the seat held."""
    tips = tips_of(record())
    now = state(tips=tips)
    for at in range(1, len(story())):
        before, now = now, replace(now, at=at)
        if now.tip is None or not now.tip.choice.HasField("card"):
            continue
        hand = before.frame.snapshot.hand
        held = {card.SerializeToString() for part in hand.seats for card in part.cards}
        assert now.tip.choice.card.SerializeToString() in held


def test_a_record_that_is_not_sound_has_no_tips() -> None:
    broken = GameRecord()
    broken.CopyFrom(record())
    del broken.hands[0].events[1]
    assert tips_of(broken)(0, 0) is None


def test_the_help_scrolls_where_not_every_key_has_room() -> None:
    top = shown(pressed("?"), 40, 12)
    below = shown(pressed("? down pagedown"), 40, 12)
    assert top != below
    assert any("more below" in row for row in top)
    assert pressed("? down pagedown").at == 0
    assert pressed("? down ? ?").page == 0


def test_a_record_without_a_hand_or_with_events_that_do_not_follow_is_refused() -> None:
    with pytest.raises(NothingToShow):
        frames(GameRecord(), Look())
    broken = GameRecord()
    broken.CopyFrom(record())
    del broken.hands[0].events[1]
    with pytest.raises(Gap):
        frames(broken, Look())
    assert issubclass(Gap, ClientError)


@dataclass
class Reader:
    """Somebody who looks at a record."""

    glass: Glass
    keyboard: PipeInput
    running: asyncio.Task[int]


@asynccontextmanager
async def reading(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Reader]:
    """Show the record on a terminal of glass."""
    glass = Glass(*size)
    output = Vt100_Output(glass, lambda: glass.size, term="xterm", default_color_depth=ColorDepth.DEPTH_4_BIT)
    with create_pipe_input() as keyboard:
        running = asyncio.ensure_future(
            run_replay(record(), settings=Settings(), terminal_input=keyboard, terminal_output=output)
        )
        try:
            yield Reader(glass, keyboard, running)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_the_replay_is_driven_by_keys_and_leaves_the_terminal_clean() -> None:
    async with reading() as reader:
        await reader.glass.shows("REPLAY", "all hands open (o hides)")
        assert "\x1b]2;REPLAY" in reader.glass.received
        reader.keyboard.send_text("\x1b[B")
        await reader.glass.shows("trick 1/13", "led")
        reader.keyboard.send_text("++\r")
        await reader.glass.shows("playing, 0.25 s a card")
        await reader.glass.shows("trick 2/13")
        reader.keyboard.send_text("q")
        assert await reader.running == 0
        assert left_clean(reader.glass.received)


async def test_a_fault_ends_the_replay_with_a_clean_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading() as reader:
        await reader.glass.shows("REPLAY")

        def broken(*_: object) -> None:
            raise ZeroDivisionError("a fault of ours")

        monkeypatch.setattr("spades_client.screen.replay_front.present_replay", broken)
        reader.keyboard.send_text("o")
        with pytest.raises(ZeroDivisionError):
            await reader.running
        assert left_clean(reader.glass.received)


def test_text_in_the_record_cannot_reach_the_terminal_raw() -> None:
    hostile = GameRecord()
    hostile.CopyFrom(record())
    hostile.seats[0].name = "A\x1b[2Jna\u202e"
    now = ReplayState(story=frames(hostile, Look()), title="t")
    for line in shown(now) + shown(press_replay(now, "right")):
        assert line.isprintable()
    assert io.StringIO("\n".join(shown(now))).read().count("\x1b") == 0
