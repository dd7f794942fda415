"""The full screen against a scripted server: keys go in by a pipe, and a terminal is read."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import grpc
import pytest
from prompt_toolkit.data_structures import Size

from client.fakes import FakeServer, Refusal, Stream, caught_up, found, goodbye
from client.glass import Glass, left_clean, playing
from client.messages import bid_prompt, cards, opened, play_prompt, said, table, with_trick
from spades.v1 import event_pb2 as e
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_ANSWERED
from spades.v1.rejection_pb2 import Rejection
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import PHASE_BID, Snapshot
from spades.v1.table_service_pb2 import (
    GOODBYE_REASON_KICKED,
    AnswerRequest,
    GetTipResponse,
    PlayRequest,
    SayRequest,
    TipReason,
)
from spades_client import Pace, SavedSeat, SavedSeats
from spades_client.screen import app, quiet_stderr
from spades_client.settings import Bell, Settings


def my_turn(*, sequence: int = 10) -> Snapshot:
    """Hearts were led and Zoe is to play."""
    snapshot = with_trick(table("AH 5H 9S", sequence=sequence), "2:KH 3:9H 4:6H", winner=2)
    snapshot.prompts.append(play_prompt("AH 5H"))
    return snapshot


async def test_a_card_is_lifted_and_then_played(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN - follow hearts", "[5]")
        player.press("h", " ")
        await player.glass.shows("A♥ is lifted", "^A^")
        assert not player.fake.requests["Play"]
        player.press("enter")
        (request,) = await player.fake.asked("Play")
        assert isinstance(request, PlayRequest)
        assert (request.card, request.prompt_id) == (cards("AH")[0], 7)
        await player.glass.hides(">>> YOUR TURN")


async def test_a_bid_is_typed_and_confirmed(tmp_path: Path) -> None:
    snapshot = table(phase=PHASE_BID)
    snapshot.prompts.append(bid_prompt())
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("your bid: _")
        player.press("4")
        await player.glass.shows("your bid: 4", "[4]")
        player.press("enter")
        (request,) = await player.fake.asked("Answer")
        assert isinstance(request, AnswerRequest)
        assert list(request.choice_ids) == [5]


async def test_a_refusal_of_the_server_says_why_and_names_the_cards(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.refusals["Play"].append(
        Refusal(
            code=grpc.StatusCode.FAILED_PRECONDITION,
            reason="MUST_FOLLOW_SUIT",
            message="hearts were led and you hold one",
            rejection=Rejection(reason=ERROR_REASON_MUST_FOLLOW_SUIT, because_cards=cards("AH 5H")),
        )
    )
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press(":", "play 9S", "enter")
        await player.glass.shows("refused: hearts were led and you hold one. You hold A♥ 5♥.", ">>> YOUR TURN")


async def test_two_hundred_events_do_not_touch_what_is_being_typed(tmp_path: Path) -> None:
    """Half a sentence must not vanish when a message comes."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        draft = "forty characters that nobody interrupts!"
        player.press("/", draft[:20])
        await player.glass.shows(f"say> {draft[:20]}")
        for number in range(200):
            player.happens(said(f"line {number}", sequence=11 + number))
        player.press(draft[20:])
        await player.glass.shows("line 199", f"say> {draft}")
        player.press("enter")
        (request,) = await player.fake.asked("Say")
        assert isinstance(request, SayRequest)
        assert request.text == draft
        await player.glass.hides(draft)


async def test_a_pasted_text_is_one_line_and_no_command(tmp_path: Path) -> None:
    """A paste is no key."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("\x1b[200~l\rq\r\x1b[201~")
        await player.glass.shows("pasted text does nothing here")
        player.press("/", "\x1b[200~two\nlines\x1b[31m\x1b[201~")
        await player.glass.shows("say> two lines[31m")
        assert not player.fake.requests["Say"]


async def test_a_lost_link_is_said_and_the_same_prompt_comes_back_with_the_text_typed(tmp_path: Path) -> None:
    """Who is dropped is not out of the game."""
    fake = FakeServer()
    again = Stream([caught_up(10)])
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        fake.streams += [Stream(refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)) for _ in range(2)]
        fake.streams.append(again)
        await player.glass.shows(">>> YOUR TURN")
        player.press("h", " ", "/", "half a sen")
        await player.glass.shows("say> half a sen")
        player.stream.live.put_nowait(None)
        await player.glass.shows("CONNECTION LOST")
        await player.glass.shows(">>> YOUR TURN - follow hearts", "^A^", "say> half a sen", "the connection is back")
        assert fake.watched_after() == [0, 10, 10, 10]


async def test_a_server_that_starts_again_is_found_again(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        fake.streams.append(Stream(refusal=Refusal(code=grpc.StatusCode.UNAVAILABLE)))
        fake.streams.append(Stream([found(my_turn(sequence=3), epoch="e2"), caught_up(3, epoch="e2")]))
        await player.glass.shows(">>> YOUR TURN")
        player.stream.live.put_nowait(None)
        await player.glass.shows("CONNECTION LOST")
        await player.glass.shows(">>> YOUR TURN - follow hearts", "the connection is back")


async def test_the_bell_rings_once_when_the_turn_comes_and_never_for_others(tmp_path: Path) -> None:
    """People miss their turn."""
    snapshot = with_trick(table("AH 5H 9S"), "2:KH 3:9H 4:6H", winner=2)
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("SPADES")
        player.happens(opened(play_prompt("", prompt_id=6, seat=4)))
        await player.glass.shows("waiting for Clara")
        assert "\a" not in _without_titles(player.glass.received)
        player.happens(opened(play_prompt("AH 5H")))
        await player.glass.shows(">>> YOUR TURN")
        player.happens(said("hello"))
        await player.glass.shows("Ana says: hello")
        assert _without_titles(player.glass.received).count("\a") == 1
        assert "\x1b]2;* SPADES ABCD\a" in player.glass.received


async def test_a_bell_that_is_off_does_not_ring(tmp_path: Path) -> None:
    async with playing(tmp_path, table("AH 5H 9S"), settings=Settings(bell=Bell.OFF)) as player:
        await player.glass.shows("SPADES")
        player.happens(opened(play_prompt("AH 5H")))
        await player.glass.shows(">>> YOUR TURN")
        assert "\a" not in _without_titles(player.glass.received)


async def test_the_bell_rings_again_when_ten_seconds_are_left(tmp_path: Path) -> None:
    seconds = 1_000.0
    async with playing(tmp_path, table("AH 5H 9S"), pace=Pace(now=lambda: seconds)) as player:
        await player.glass.shows("SPADES")
        player.happens(opened(play_prompt("AH 5H", seconds=15)))
        await player.glass.shows("time 0:15")
        assert _without_titles(player.glass.received).count("\a") == 1
        seconds += 5.99
        player.happens(said("hello"))
        await player.glass.until(lambda: _without_titles(player.glass.received).count("\a") == 2, "a second bell")
        seconds += 1.0
        player.happens(said("hello again"))
        await player.glass.shows("hello again", "time 0:09")
        assert _without_titles(player.glass.received).count("\a") == 2


class SlowGlass(Glass):
    """A terminal that takes 50 ms for each picture, and holds up who paints it. Mutable: it counts."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures = 0

    def flush(self) -> None:
        """Take what was written."""
        time.sleep(0.05)
        self.pictures += 1


async def test_a_slow_terminal_gets_fewer_pictures_and_the_same_keys(tmp_path: Path) -> None:
    """At 50 ms a picture, forty keys and a hundred events one by one would be seven seconds behind."""
    glass = SlowGlass()
    async with playing(tmp_path, my_turn(), glass=glass) as player:
        await glass.shows(">>> YOUR TURN")
        player.press("/")
        await glass.shows("Enter send")
        before = glass.pictures
        text = "the quick brown fox jumps over lazy dogs"
        for number, sign in enumerate(text):
            player.press(sign)
            player.happens(*(said(f"line {number} {part}") for part in "ab"))
        await glass.shows(f"say> {text}", f"line {len(text) - 1} b")
        assert glass.pictures - before < len(text)


async def test_a_tip_is_one_line_and_all_its_reasons_stand_in_the_log(tmp_path: Path) -> None:
    fake = FakeServer()
    info = GetServerInfoResponse()
    info.MergeFromString(fake.replies["GetServerInfo"].SerializeToString())
    info.capabilities.append("tips")
    fake.replies["GetServerInfo"] = info
    reasons = [TipReason(text="It is the only card that wins."), TipReason(text="You need three more.")]
    fake.replies["GetTip"] = GetTipResponse(choice_ids=[1], reasons=reasons)
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("i")
        await player.glass.shows("TIP A♥. It is the only card that wins.", "You need three more.")


async def test_a_spectator_is_promised_no_seat(tmp_path: Path) -> None:
    snapshot = my_turn()
    snapshot.your_seat = 0
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("WATCHING")
        player.press("escape")
        await player.glass.shows("[4] leave the table for good")
        assert "kept" not in player.glass.text


def test_what_others_write_to_standard_error_is_shown_when_the_screen_is_gone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """gRPC's core writes underneath Python."""
    with quiet_stderr():
        os.write(2, b"from far below\n")
        assert capfd.readouterr().err == ""
    assert capfd.readouterr().err == "from far below\n"


def _without_titles(received: str) -> str:
    """Return what was sent without the titles, which end in the sign of the bell."""
    kept: list[str] = []
    for part in received.split("\x1b]2;"):
        kept.append(part.partition("\a")[2] if kept else part)
    return "".join(kept)


def trick_won() -> tuple[e.Event, ...]:
    """Zoe plays the ace and wins, and Ana leads to the next trick."""
    return (
        e.Event(prompt_closed=e.PromptClosed(prompt_id=7, outcome=PROMPT_OUTCOME_ANSWERED)),
        e.Event(card_played=e.CardPlayed(seat=1, card=cards("AH")[0], winner=1)),
        e.Event(trick_won=e.TrickWon(number=1, seat=1)),
    )


async def test_a_finished_trick_stays_until_a_key_takes_it_away(tmp_path: Path) -> None:
    """A trick does not disappear before it is seen."""
    snapshot = my_turn()
    side = snapshot.sides[0]
    won, *_ = (event for event in trick_won() if event.HasField("trick_won"))
    won.trick_won.side.CopyFrom(side)
    async with playing(tmp_path, snapshot, hold_seconds=600) as player:
        await player.glass.shows(">>> YOUR TURN")
        first, second, third = trick_won()
        third.trick_won.side.CopyFrom(side)
        player.happens(first, second, third)
        player.happens(opened(play_prompt("5H 9S", prompt_id=9)))
        await player.glass.shows("*[ A♥]", "[ K♥] led", ">>> YOUR TURN - you lead")
        player.press("n")
        await player.glass.hides("[ K♥] led")


async def test_a_finished_trick_goes_by_itself(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn(), hold_seconds=0.01) as player:
        await player.glass.shows(">>> YOUR TURN")
        first, second, third = trick_won()
        third.trick_won.side.CopyFrom(my_turn().sides[0])
        player.happens(first, second, third)
        await player.glass.hides("[ K♥] led")
        await player.glass.shows("LAST TRICK 1/13")


async def test_a_resize_gives_what_a_fresh_paint_of_that_size_gives(tmp_path: Path) -> None:
    """A resize leaves no rubbish and needs no key."""
    async with playing(tmp_path, my_turn(), pace=None) as player:
        await player.glass.shows(">>> YOUR TURN")
        for width, height, sign in ((60, 20, "won  0 of  0"), (40, 12, "US 0/0"), (120, 40, "LOG + CHAT")):
            player.glass.size = Size(rows=height, columns=width)
            player.glass.screen.resize(height, width)
            player.glass.screen.reset()
            signal.raise_signal(signal.SIGWINCH)
            await player.glass.shows(">>> YOUR TURN - follow hearts", sign)
            assert "too small" not in player.glass.text


@pytest.mark.parametrize("size", [(39, 24), (80, 11), (20, 6), (10, 3), (5, 2), (1, 1), (200, 60)])
async def test_any_size_can_be_played_and_left(tmp_path: Path, size: tuple[int, int]) -> None:
    """A small window must not break the client."""
    async with playing(tmp_path, my_turn(), size=size) as player:
        await player.glass.until(lambda: "\x1b]2;* SPADES" in player.glass.received, "the title of a turn")
        if size >= (20, 6):
            await player.glass.shows(">>> YOUR TURN"[: size[0] - 2])
        player.press("h", " ")
        player.press("enter")
        await player.fake.asked("Play")
        assert await player.goes() == 130
        assert left_clean(player.glass.received)


async def test_the_menu_leaves_the_table_and_the_terminal_is_clean(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("escape")
        await player.glass.shows("MENU")
        player.press("5", "enter")
        await player.fake.asked("LeaveTable")
        assert await player.running == 0
        assert player.last_words.getvalue() == "You have left the table.\n"
        assert left_clean(player.glass.received)


async def test_ctrl_c_twice_goes_and_keeps_the_seat(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        assert await player.goes() == 130
        assert "Your seat is kept" in player.last_words.getvalue()
        assert not player.fake.requests["LeaveTable"]
        assert [seat.table_id for seat in kept_seats(tmp_path)] == ["ABCD"]


def kept_seats(home: Path) -> list[SavedSeat]:
    """Return the seats that may be taken back."""
    with SavedSeats(home, warn=print) as saved:
        return list(saved.of_server("S1", proven=False))


async def test_a_muted_player_is_not_heard(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press(":", "mute ana", "enter")
        await player.glass.shows("You do not hear ana any more.")
        player.happens(said("nonsense"), said("sense", sequence=12, seat=2, name="Bruno"))
        await player.glass.shows("Bruno says: sense")
        assert "nonsense" not in player.glass.text


async def test_commands_of_the_table_are_typed(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        for typed, call in (
            ("pause", "Pause"),
            ("resume", "Resume"),
            ("kick 2", "KickSeat"),
            ("host 3", "TransferHost"),
            ("move 2 4", "SetSeat"),
            ("house 3 random", "SetSeat"),
            ("preset hoyle", "SetRules"),
            ("close", "CloseTable"),
            ("look", "Look"),
            ("fill", "FillWithBots"),
        ):
            player.press(":", typed, "enter")
            await player.fake.asked(call)


async def test_a_player_who_is_removed_is_told_so(tmp_path: Path) -> None:
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.stream.live.put_nowait(goodbye(GOODBYE_REASON_KICKED))
        assert await player.running == 4
        assert player.last_words.getvalue() == "The host has removed you from the table.\n"
        assert left_clean(player.glass.received)


async def test_another_server_in_the_place_of_ours_is_told_on_a_clean_terminal(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        await player.glass.shows(">>> YOUR TURN")
        fake.replies["GetServerInfo"].server_id = "S2"  # type: ignore[attr-defined]  # of every such reply
        player.stream.live.put_nowait(None)
        assert await player.running == 4
        assert " is the server S2 now, and your seat is at the server S1." in player.last_words.getvalue()
        assert left_clean(player.glass.received)
    assert len(fake.requests["WatchTable"]) == 1


async def test_a_server_that_is_not_there_is_one_line_on_a_clean_terminal(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.refusals["JoinTable"].append(Refusal(code=grpc.StatusCode.NOT_FOUND, reason="NO_SUCH_TABLE", message="none"))
    async with playing(tmp_path, my_turn(), fake=fake) as player:
        assert await player.running == 1
        assert player.errors.getvalue() == "none\n"
        assert left_clean(player.glass.received)


async def test_a_fault_in_the_presenter_ends_the_client_with_a_clean_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No way out leaves a broken terminal."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")

        def broken(*_: object) -> None:
            raise ZeroDivisionError("a fault of ours")

        monkeypatch.setattr(app, "present", broken)
        player.press("h")
        with pytest.raises(ZeroDivisionError):
            await player.running
        assert left_clean(player.glass.received)


async def test_a_clock_that_ticks_sends_less_than_150_bytes(tmp_path: Path) -> None:
    """An idle table with a clock is painted once a second."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows("time 0:59")
        before = len(player.glass.received)
        await player.glass.shows("time 0:57")
        assert len(player.glass.received) - before < 300
        assert player.glass.received.count("\x1b[2J") <= 1


async def test_names_and_chat_of_a_hostile_server_do_not_reach_the_terminal_raw(tmp_path: Path) -> None:
    snapshot = my_turn()
    snapshot.seats[1].name = "Br\x1b[31muno\u202e\u200d"
    snapshot.table_name = "x\x1b]0;owned\x07y"
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("Br[31muno")
        player.happens(said("\x1b[2Jhello\rworld\u2066"))
        await player.glass.shows("[2Jhello world")
        assert "\x1b[31mu" not in player.glass.received
        assert "owned\x07" not in player.glass.received
        assert "\u202e" not in player.glass.received


async def test_the_mouse_is_left_to_the_terminal(tmp_path: Path) -> None:
    """Selecting and copying stay with the terminal."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        for mode in ("1000h", "1002h", "1003h"):
            assert f"\x1b[?{mode}" not in player.glass.received


async def test_escape_and_arrows_are_told_apart(tmp_path: Path) -> None:
    """Escape takes no second."""
    async with playing(tmp_path, my_turn()) as player:
        await player.glass.shows(">>> YOUR TURN")
        player.press("\x1b")
        await player.glass.shows("MENU")
        player.press("\x1b")
        await player.glass.hides("MENU")
        player.press("s", "\x1b[B")
        await player.glass.shows(">[A]<")


async def test_what_is_asked_before_the_table_is_seen_does_not_crash(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, my_turn(), fake=fake, items=(found(my_turn()),)) as player:
        player.press("h", " ", "?", "escape", "p", "escape")
        player.stream.live.put_nowait(caught_up(10))
        await player.glass.shows(">>> YOUR TURN")
