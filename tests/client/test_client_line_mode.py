"""Line mode from the first line to the exit status, against a scripted server."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import grpc
import pytest

from client.fakes import FakeServer, Refusal, Stream, caught_up, goodbye, serving, told
from client.line_player import YOUR_TURN, begun, closed, playing
from client.lines import Keyboard
from client.messages import batch, bid_prompt, cards, continue_prompt, opened, play_prompt, said
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1 import table_service_pb2 as t
from spades.v1.cards_pb2 import Bid
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT
from spades.v1.lobby_service_pb2 import JoinTableRequest, ListTablesResponse, TableSummary
from spades.v1.rejection_pb2 import Rejection
from spades_client import ClientError, LineOptions, run_line


async def test_a_person_sits_down_at_the_table_with_room_and_sees_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.screen.shows(
            "Table ABCD on Den. You are Zoe on seat 1.",
            "Seat 2 (East): Bruno, computer player, side 2.",
            "Hand 4, game 1.",
            "You and Ana: score 63, bags 3.",
            "Your cards: spades 9. hearts ace 5.",
            "Nobody has to act now.",
        )
        (joined,) = player.fake.requests["JoinTable"]
        assert isinstance(joined, JoinTableRequest)
        assert (joined.table_id, joined.name) == ("ABCD", "Zoe")
        assert await player.leaves() == 0


async def test_a_prompt_is_told_with_numbers_and_a_sign_on_its_own_line_and_a_number_answers_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        player.happens(11, opened(play_prompt("AH 5H")))
        await player.screen.shows(YOUR_TURN, "> ")
        player.keyboard.type("2")
        (answer,) = await player.fake.asked("Answer")
        assert isinstance(answer, t.AnswerRequest)
        assert (answer.prompt_id, list(answer.choice_ids)) == (7, [2])


async def test_a_prompt_that_is_open_when_the_client_comes_is_told_too(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        assert (await player.screen.shows_start("Your turn")).startswith(
            "Your turn: you lead. Choices: 1 ace of hearts"
        )
        await player.screen.shows("> ")


async def test_commands_typed_ahead_answer_the_prompts_as_they_open(tmp_path: Path) -> None:
    keyboard = Keyboard("bid 4", "play AH", "yes", "quit")
    async with playing(tmp_path, keyboard=keyboard) as player:
        player.happens(11, opened(bid_prompt()))
        (bid,) = await player.fake.asked("Bid")
        assert isinstance(bid, t.BidRequest)
        assert (bid.prompt_id, bid.bid) == (5, Bid(tricks=4))
        player.happens(12, closed(5))
        player.happens(13, opened(play_prompt("AH 5H")))
        (play,) = await player.fake.asked("Play")
        assert isinstance(play, t.PlayRequest)
        assert (play.prompt_id, play.card) == (7, cards("AH")[0])
        assert not player.fake.requests["LeaveTable"]
        player.happens(14, closed(7))
        player.happens(15, opened(continue_prompt()))
        await player.fake.asked("Answer")
        assert await player.running == 0


async def test_a_word_that_does_not_fit_the_question_holds_up_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(bid_prompt()), keyboard=Keyboard("play AH", "bid 4")) as player:
        await player.screen.shows("refused: that is not what is asked of you now")
        await player.fake.asked("Bid")
        assert not player.fake.requests["Play"]


async def test_an_answer_is_not_sent_twice_while_its_event_is_on_its_way(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        player.keyboard.type("1")
        player.keyboard.type("1")
        await player.fake.asked("Answer")
        player.happens(11, closed(7))
        player.happens(12, opened(play_prompt("5H", prompt_id=8)))
        first, second = await player.fake.asked("Answer", 2)
        assert isinstance(first, t.AnswerRequest)
        assert isinstance(second, t.AnswerRequest)
        assert (first.prompt_id, second.prompt_id) == (7, 8)


async def test_at_a_terminal_what_is_typed_too_early_is_refused(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("1", interactive=True)) as player:
        await player.screen.shows("refused: nothing is asked of you now")
        player.happens(11, opened(bid_prompt()))
        await player.screen.shows_start("Your turn: bid.")
        player.keyboard.type("play AH")
        await player.screen.shows("refused: that is not what is asked of you now")
        assert not player.fake.requests["Answer"]
        assert "> " not in player.screen.lines


REJECTED = Refusal(
    code=grpc.StatusCode.FAILED_PRECONDITION,
    reason="MUST_FOLLOW_SUIT",
    message="hearts were led and you hold some",
    rejection=Rejection(reason=ERROR_REASON_MUST_FOLLOW_SUIT, because_cards=cards("AH 5H")),
)
REFUSED_LINE = "refused: hearts were led and you hold some. You hold ace of hearts, five of hearts."


async def test_a_refused_card_says_why_and_which_cards_oblige_and_play_goes_on(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        player.fake.refusals["Play"] = [REJECTED]
        await player.screen.shows("> ")
        player.keyboard.type("play 9S")
        await player.screen.shows("> ", REFUSED_LINE, "> ")
        player.keyboard.type("play AH")
        _, legal = await player.fake.asked("Play", 2)
        assert isinstance(legal, t.PlayRequest)
        assert legal.card == cards("AH")[0]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID"),
        (grpc.StatusCode.INTERNAL, "INTERNAL"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED"),
    ],
)
async def test_no_refusal_locks_the_player_out(tmp_path: Path, code: grpc.StatusCode, reason: str) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        player.fake.refusals["Answer"] = [Refusal(code=code, reason=reason, message="not this time")]
        player.keyboard.type("1")
        await player.screen.shows("refused: not this time")
        player.keyboard.type("1")
        await player.fake.asked("Answer", 2)


async def test_a_command_that_does_not_come_through_is_told_and_may_be_typed_again(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        player.fake.refusals["Answer"] = [Refusal(code=grpc.StatusCode.UNAVAILABLE)] * 4
        player.keyboard.type("1")
        await player.screen.shows("the command did not come through; try it again")
        player.keyboard.type("1")
        await player.fake.asked("Answer", 5)


async def test_a_prompt_that_went_stale_is_not_answered_again(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH 5H"))) as player:
        player.fake.refusals["Answer"] = [
            Refusal(code=grpc.StatusCode.ABORTED, reason="STALE_PROMPT", message="time was up")
        ]
        player.keyboard.type("1")
        await player.screen.shows("refused: time was up")
        player.keyboard.type("1")
        player.happens(11, closed(7), opened(play_prompt("5H", prompt_id=8)))
        requests = await player.fake.asked("Answer", 2)
        assert [r.prompt_id for r in requests if isinstance(r, t.AnswerRequest)] == [7, 8]


async def test_strict_stops_at_the_first_refusal_and_keeps_the_seat(tmp_path: Path) -> None:
    async with playing(tmp_path, *begun(play_prompt("AH")), strict=True) as player:
        player.fake.refusals["Play"] = [REJECTED]
        player.keyboard.type("play 9S")
        assert await player.running == 3
        assert REFUSED_LINE in player.screen.lines
        assert not player.fake.requests["LeaveTable"]
        assert list((tmp_path / "seats").glob("*.json"))


async def test_strict_stops_at_a_word_that_is_no_command(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("dance"), strict=True) as player:
        assert await player.running == 3
        assert "refused: dance is no command; say help" in player.screen.lines


async def test_the_end_of_the_input_leaves_the_table_and_forgets_the_seat(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.screen.shows_start("Your cards")
        assert list((tmp_path / "seats").glob("*.json"))
        assert await player.leaves() == 0
        assert len(player.fake.requests["LeaveTable"]) == 1
        assert not list((tmp_path / "seats").glob("*.json"))


async def test_the_end_of_the_input_waits_for_no_prompt_once_the_game_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("1", "1")) as player:
        await player.screen.shows_start("Your cards")
        player.keyboard.end()
        player.happens(11, e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1))))
        assert await player.running == 0
        assert "Game over. You and Ana won." in player.screen.lines


async def test_a_lost_link_is_told_and_the_open_decision_is_asked_again(tmp_path: Path) -> None:
    fake = FakeServer()
    again = Stream([told(batch(11, said("back?"))), caught_up(11)])
    fake.streams.append(again)
    async with playing(tmp_path, *begun(play_prompt("AH 5H")), fake=fake) as player:
        await player.screen.shows("> ")
        player.stream.live.put_nowait(None)
        await player.screen.shows("connection lost, retrying", "Ana says: back?", "back at the table", "> ")
        player.keyboard.type("1")
        await player.fake.asked("Answer")
        assert await player.leaves() == 0


async def test_w_tells_no_old_question_while_the_link_is_lost(tmp_path: Path) -> None:
    fake = FakeServer()
    back = Stream([told(batch(11, closed(7)))])
    fake.streams.append(back)
    async with playing(tmp_path, *begun(play_prompt("AH 5H", prompt_id=7)), fake=fake) as player:
        await player.screen.shows("> ")
        player.stream.live.put_nowait(None)
        await player.screen.shows("connection lost, retrying")
        player.keyboard.type("w")
        await player.screen.shows("connection lost, retrying", "connection lost, retrying")
        back.live.put_nowait(caught_up(11))
        await player.screen.shows("back at the table")
        assert sum(line.startswith("Your turn") for line in player.screen.lines) == 1
        player.keyboard.type("w")
        await player.screen.shows("back at the table", "Nobody has to act now.")
        assert await player.leaves() == 0


@pytest.mark.parametrize(
    ("reason", "line", "status", "kept"),
    [
        (t.GOODBYE_REASON_SUPERSEDED, "Another client has taken this seat over.", 4, True),
        (t.GOODBYE_REASON_KICKED, "The host has removed you from the table.", 4, False),
        (t.GOODBYE_REASON_TABLE_CLOSED, "The table is closed.", 0, False),
    ],
)
async def test_a_goodbye_is_told_and_ends_the_client(
    tmp_path: Path, reason: t.GoodbyeReason.ValueType, line: str, status: int, kept: bool
) -> None:
    async with playing(tmp_path, *begun(), goodbye(reason)) as player:
        assert await player.running == status
        assert player.screen.lines[-1] == line
        assert bool(list((tmp_path / "seats").glob("*.json"))) is kept


async def test_a_seat_that_the_server_does_not_know_any_more_ends_with_a_sentence(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.streams.append(
        Stream(
            refusal=Refusal(code=grpc.StatusCode.UNAUTHENTICATED, reason="SEAT_TOKEN_INVALID", message="unknown seat")
        )
    )
    async with playing(tmp_path, fake=fake) as player:
        player.stream.live.put_nowait(None)
        assert await player.running == 4
        assert player.screen.lines[-1] == "The server does not let this seat go on: unknown seat"


async def test_a_killed_client_takes_its_seat_back_when_started_again(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, fake=fake) as player:
        await player.screen.shows_start("Your cards")
        player.running.cancel()
        await asyncio.gather(player.running, return_exceptions=True)
    async with playing(tmp_path, *begun(play_prompt("AH 5H")), fake=fake) as player:
        await player.screen.shows("Taking your seat 1 at table ABCD back.", "> ")
        assert len(fake.requests["JoinTable"]) == 1
        assert await player.leaves() == 0
    async with playing(tmp_path, fake=fake) as player:
        await player.screen.shows_start("Your cards")
        assert len(fake.requests["JoinTable"]) == 2


async def test_a_kept_seat_that_no_longer_works_is_forgotten_and_another_is_taken(tmp_path: Path) -> None:
    fake = FakeServer()
    async with playing(tmp_path, fake=fake) as player:
        await player.screen.shows_start("Your cards")
    fake.refusals["GetSnapshot"] = [Refusal(code=grpc.StatusCode.NOT_FOUND, reason="TABLE_NOT_FOUND")]
    async with playing(tmp_path, fake=fake) as player:
        await player.screen.shows_start("Your cards")
        assert len(fake.requests["JoinTable"]) == 2


async def test_a_second_client_on_the_machine_takes_a_seat_of_its_own(tmp_path: Path) -> None:
    async with playing(tmp_path) as first:
        await first.screen.shows_start("Your cards")
        async with playing(tmp_path, fake=FakeServer()) as second:
            await second.screen.shows_start("Your cards")
            assert len(second.fake.requests["JoinTable"]) == 1


async def test_a_server_without_a_free_seat_is_told_in_one_sentence(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.replies["ListTables"] = ListTablesResponse(
        tables=[TableSummary(table_id="FULL", seats=[s.Seat(kind=s.SEAT_KIND_PERSON)])]
    )
    async with playing(tmp_path, fake=fake) as player:
        with pytest.raises(ClientError, match="has a free seat"):
            await player.running
        assert (player.screen.lines, player.errors.getvalue()) == ([], "")


async def test_a_server_that_is_not_there_is_told_in_one_sentence(tmp_path: Path) -> None:
    async with serving(FakeServer()) as address:
        options = LineOptions(address=address, home=tmp_path, source=Keyboard(), errors=io.StringIO())
    with pytest.raises(ClientError, match=f"nobody answers at {address.place}"):
        await run_line(options)


async def test_a_name_that_is_taken_is_refused_if_it_was_chosen(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.refusals["JoinTable"] = [Refusal(code=grpc.StatusCode.ALREADY_EXISTS, reason="NAME_TAKEN", message="taken")]
    async with playing(tmp_path, fake=fake) as player:
        with pytest.raises(ClientError, match="taken"):
            await player.running
    fake.refusals["JoinTable"] = [Refusal(code=grpc.StatusCode.ALREADY_EXISTS, reason="NAME_TAKEN", message="taken")]
    async with playing(tmp_path, fake=fake, name="") as player:
        await player.screen.shows_start("Your cards")
        joined = fake.requests["JoinTable"][-1]
        assert isinstance(joined, JoinTableRequest)
        assert joined.name.endswith(" 2")


async def test_a_question_found_by_watching_anew_after_a_gap_is_told_with_its_sign(tmp_path: Path) -> None:
    fake = FakeServer()
    asked = begun(play_prompt("AH 5H"))
    fake.streams.append(Stream(asked))
    async with playing(tmp_path, fake=fake) as player:
        await player.screen.shows("Nobody has to act now.")
        player.happens(99, opened(play_prompt("AH 5H")))
        await player.screen.shows(YOUR_TURN, "> ")


async def test_a_paused_table_asks_nothing_until_it_goes_on(tmp_path: Path) -> None:
    paused = e.Event(table_paused=e.TablePaused(pause=s.Pause(seat=2)))
    resumed = e.Event(table_resumed=e.TableResumed(seat=2))
    async with playing(tmp_path) as player:
        player.happens(11, paused, opened(play_prompt("AH 5H", seconds=None)))
        await player.screen.shows("Bruno pauses the table.")
        player.keyboard.type("1")
        player.happens(13, said("Back.", sequence=13))
        await player.screen.shows_start("Ana")
        assert not [line for line in player.screen.lines if line.startswith(("Your turn", ">"))]
        assert not player.fake.requests["Answer"]
        player.happens(14, resumed)
        await player.screen.shows_start("Your turn")
        await player.fake.asked("Answer")
