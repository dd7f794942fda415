"""Line mode from the first line to the exit status, against a scripted server."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from client.fakes import FakeServer, FakeTime, Item, Refusal, Stream, caught_up, found, goodbye, serving, told
from client.lines import Keyboard, Screen
from client.messages import batch, bid_prompt, cards, continue_prompt, opened, play_prompt, said, table
from client.newer import UNKNOWN_NUMBER, newer_event, newer_item, newer_prompt, with_unknown_fields
from spades.v1 import event_pb2 as e
from spades.v1 import host_service_pb2 as h
from spades.v1 import snapshot_pb2 as s
from spades.v1 import table_service_pb2 as t
from spades.v1.cards_pb2 import Bid, BlindNil
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT
from spades.v1.lobby_service_pb2 import JoinTableRequest, ListTablesResponse, TableSummary
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_LOOK,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_REMATCH,
    PROMPT_OUTCOME_ANSWERED,
    Choice,
    Prompt,
)
from spades.v1.rejection_pb2 import Rejection
from spades.v1.server_service_pb2 import GetServerInfoResponse, Phrase
from spades_client import ClientError, LineOptions, run_line


@dataclass(slots=True)
class Player:
    """A line client in the middle of a test."""

    fake: FakeServer
    stream: Stream
    keyboard: Keyboard
    screen: Screen
    errors: io.StringIO
    running: asyncio.Task[int]

    def happens(self, first: int, *events: e.Event) -> None:
        """Send a batch."""
        self.stream.live.put_nowait(told(batch(first, *events)))

    async def leaves(self) -> int:
        """End the input and return the exit status."""
        self.keyboard.end()
        return await self.running


@asynccontextmanager
async def playing(
    home: Path,
    *items: Item,
    keyboard: Keyboard | None = None,
    fake: FakeServer | None = None,
    strict: bool = False,
    events: bool = False,
    begin: bool = False,
    name: str = "Zoe",
    table_id: str | None = None,
) -> AsyncIterator[Player]:
    """Run line mode at a fake server whose first stream begins with *items*."""
    fake = fake or FakeServer()
    stream = Stream(items or begun())
    fake.streams.insert(0, stream)
    keyboard, screen, errors = keyboard or Keyboard(), Screen(), io.StringIO()
    async with serving(fake) as address:
        options = LineOptions(
            address=address,
            name=name,
            table_id=table_id,
            strict=strict,
            events=events,
            begin=begin,
            home=home,
            source=keyboard,
            output=screen,
            errors=errors,
            pace=FakeTime().pace(),
        )
        running = asyncio.ensure_future(run_line(options))
        yield Player(fake, stream, keyboard, screen, errors, running)
        if not running.done():
            running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def begun(*prompts: Prompt) -> list[Item]:
    """Return how a stream begins at the usual table with *prompts* open."""
    snapshot = table()
    snapshot.prompts.extend(prompts)
    return [found(snapshot), caught_up(10)]


def closed(prompt_id: int) -> e.Event:
    """Return the event that closes a prompt."""
    return e.Event(prompt_closed=e.PromptClosed(prompt_id=prompt_id, outcome=PROMPT_OUTCOME_ANSWERED))


YOUR_TURN = "Your turn: you lead. Choices: 1 ace of hearts, 2 five of hearts. 60 seconds."


async def test_a_person_sits_down_at_the_table_with_room_and_sees_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.screen.shows(
            "Table ABCD on Den. You are Zoe on seat 1.",
            "Seat 2: Bruno, computer player, side 2.",
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


async def test_the_host_fills_the_table_and_starts(tmp_path: Path) -> None:
    async with playing(tmp_path, begin=True) as player:
        await player.fake.asked("FillWithBots")
        await player.fake.asked("StartGame")
        player.keyboard.type("fill rules")
        player.keyboard.type("start")
        player.keyboard.type("ready")
        await player.fake.asked("SetReady")
        assert len(player.fake.requests["FillWithBots"]) == len(player.fake.requests["StartGame"]) == 2


async def test_the_host_moves_removes_hands_on_and_changes_the_rules(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        for line in ("move 2 4", "kick 3", "host 2", "code 2", "preset hoyle", "pause", "resume", "close"):
            player.keyboard.type(line)
        await player.fake.asked("CloseTable")
        asked = {name: requests[0] for name, requests in player.fake.requests.items() if requests}
        seats = {
            "SetSeat": ("seat", 2),
            "KickSeat": ("seat", 3),
            "TransferHost": ("seat", 2),
            "ReissueSeat": ("seat", 2),
        }
        assert {name: (field, getattr(asked[name], field)) for name, (field, _) in seats.items()} == seats
        rules = asked["SetRules"]
        assert isinstance(rules, h.SetRulesRequest)
        assert rules.rules.preset == "hoyle"
        assert {"Pause", "Resume"} <= asked.keys()
        await player.screen.shows_start("The code for seat 2 is")


def game_over() -> list[Item]:
    """Return how a stream begins at a table whose game has ended, with the question for another."""
    snapshot = table()
    snapshot.stage = s.TABLE_STAGE_GAME_OVER
    snapshot.prompts.add(
        prompt_id=7,
        kind=PROMPT_KIND_REMATCH,
        seat=1,
        min_picks=1,
        max_picks=1,
        choices=[Choice(choice_id=1, action=ACTION_ACCEPT), Choice(choice_id=2, action=ACTION_DECLINE)],
    )
    return [found(snapshot), caught_up(10)]


async def test_numbers_that_a_script_has_left_start_no_other_game(tmp_path: Path) -> None:
    async with playing(tmp_path, *game_over(), keyboard=Keyboard("1", "1")) as player:
        await player.screen.shows_start("The game is over: another?")
        assert await player.leaves() == 0
        assert not player.fake.requests["Answer"]


@pytest.mark.parametrize(("line", "choice"), [("yes", 1), ("no", 2)])
async def test_another_game_takes_a_yes_or_a_no(tmp_path: Path, line: str, choice: int) -> None:
    async with playing(tmp_path, *game_over()) as player:
        await player.screen.shows_start("The game is over: another?")
        player.keyboard.type(line)
        (answer,) = await player.fake.asked("Answer")
        assert isinstance(answer, t.AnswerRequest)
        assert list(answer.choice_ids) == [choice]


async def test_looking_answers_the_blind_question_or_is_said_by_itself(tmp_path: Path) -> None:
    blind = Prompt(
        prompt_id=7,
        kind=PROMPT_KIND_BLIND,
        seat=1,
        min_picks=1,
        max_picks=1,
        choices=[Choice(choice_id=1, bid=Bid(blind_nil=BlindNil())), Choice(choice_id=2, action=ACTION_LOOK)],
    )
    async with playing(tmp_path, *begun(blind)) as player:
        await player.screen.shows_start("Your turn: look, or bid blind.")
        player.keyboard.type("look")
        (answer,) = await player.fake.asked("Answer")
        assert isinstance(answer, t.AnswerRequest)
        assert list(answer.choice_ids) == [2]
        player.happens(11, closed(7))
        player.keyboard.type("look")
        await player.fake.asked("Look")


async def test_chat_and_phrases(tmp_path: Path) -> None:
    fake = FakeServer()
    info = fake.replies["GetServerInfo"]
    assert isinstance(info, GetServerInfoResponse)
    info.phrases.append(Phrase(phrase_id=3, text="Well played\x1b[2J"))
    async with playing(tmp_path, fake=fake) as player:
        player.keyboard.type("say hello there")
        (hello,) = await fake.asked("Say")
        assert isinstance(hello, t.SayRequest)
        assert (hello.text, hello.scope) == ("hello there", s.CHAT_SCOPE_TABLE)
        player.keyboard.type("phrase")
        await player.screen.shows("3 Well played[2J")
        player.keyboard.type("phrase 4")
        await player.screen.shows("refused: there is no phrase 4")
        player.keyboard.type("phrase 3")
        assert len(await fake.asked("Say", 2)) == 2


async def test_what_the_server_does_not_serve_is_one_honest_line(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("tip", "undo", "full")) as player:
        await player.screen.shows(
            "not offered: this server does not serve tip",
            "not offered: a card laid is a card played",
            "not offered: full is not part of this version",
        )
        assert not player.fake.requests["GetTip"]


async def test_a_claim_out_of_turn_is_refused_without_asking_the_server(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("claim")) as player:
        await player.screen.shows("refused: a claim is made when you are to play a card")
        assert not player.fake.requests["ProposeClaim"]


async def test_a_claim_is_sent_for_the_card_that_is_to_be_played(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.replies["ProposeClaim"] = t.ProposeClaimResponse(sequence=12)
    async with playing(tmp_path, *begun(play_prompt("AH 5H")), fake=fake) as player:
        await player.screen.shows("> ")
        player.keyboard.type("claim")
        await fake.asked("ProposeClaim")


async def test_a_tip_is_told_where_the_server_gives_tips(tmp_path: Path) -> None:
    fake = FakeServer()
    info = fake.replies["GetServerInfo"]
    assert isinstance(info, GetServerInfoResponse)
    info.capabilities.append("tips")
    fake.replies["GetTip"] = t.GetTipResponse(choice_ids=[2], reasons=[t.TipReason(text="it is low")])
    async with playing(tmp_path, *begun(play_prompt("AH 5H")), fake=fake) as player:
        await player.screen.shows("> ")
        player.keyboard.type("tip")
        await player.screen.shows("Tip: five of hearts.", "  it is low")


async def test_cards_may_be_written_short_and_sorted(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard("cards short", "hand", "cards words", "sort", "hand")) as player:
        await player.screen.shows(
            "Your cards: 9S, AH, 5H",
            "Your cards are sorted by rank.",
            "Your cards: ace of hearts, nine of spades, five of hearts",
        )


async def test_the_time_is_said_when_little_is_left(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        prompt = play_prompt("AH", seconds=5)
        prompt.time_left.seconds, prompt.time_left.nanos = 5, 100_000_000
        player.happens(11, opened(prompt))
        await player.screen.shows("5 seconds left.")


async def test_people_are_waited_for_aloud_and_house_players_are_not(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        player.happens(11, opened(play_prompt("", prompt_id=7, seat=2)))
        player.happens(12, closed(7), opened(play_prompt("", prompt_id=8, seat=3)))
        await player.screen.shows("Waiting for Ana to play. 60 seconds.")
        assert not any("Bruno to play" in line for line in player.screen.lines)


async def test_events_may_be_had_as_json(tmp_path: Path) -> None:
    async with playing(tmp_path, events=True) as player:
        player.fake.refusals["Say"] = [Refusal(code=grpc.StatusCode.FAILED_PRECONDITION, reason="CHAT_NOT_ALLOWED")]
        player.happens(11, said("h\x1bi"))
        player.keyboard.type("say hello")
        await player.screen.shows_start('{"refused"')
        await player.screen.shows_start('{"batch"')
        lines = [json.loads(line) for line in player.screen.lines]
    kinds = [next(iter(line)) for line in lines]
    assert kinds[0] == "lines"
    assert {"snapshot", "batch", "refused"} <= set(kinds)
    refused = next(line["refused"] for line in lines if "refused" in line)
    assert refused == {"reason": "CHAT_NOT_ALLOWED", "message": "no"}


async def test_ctrl_c_warns_once_and_keeps_the_seat(tmp_path: Path) -> None:
    async with playing(tmp_path, keyboard=Keyboard(interactive=True)) as player:
        await player.screen.shows_start("Your cards")
        player.keyboard.interrupt()
        await player.screen.shows_start("Press Ctrl-C again")
        player.keyboard.interrupt()
        assert await player.running == 130
        assert not player.fake.requests["LeaveTable"]
        assert list((tmp_path / "seats").glob("*.json"))


async def test_nothing_but_plain_lines_is_ever_printed(tmp_path: Path) -> None:
    snapshot = table()
    snapshot.seats[1].name = "Ann\x1b[2J\x1b]0;x\x07\rBob"
    keyboard = Keyboard("table", "w", "bids", "score", "tricks", "last", "rules", "hand", "help", "say x")
    async with playing(tmp_path, found(snapshot), caught_up(10), keyboard=keyboard) as player:
        player.happens(11, said("\x9b31mhi\x1b[?1000h\x08\x08\u202e", name="Ann\x1b[2J"))
        await player.fake.asked("Say")
        await player.screen.shows_start("Ann[2J says: 31mhi[?1000h")
        printed = player.screen.getvalue()
    assert all(sign == "\n" or sign.isprintable() for sign in printed)


# Several tables


def several() -> FakeServer:
    """Return a server with three tables, two of which have room."""
    fake = FakeServer()
    free, taken = s.Seat(kind=s.SEAT_KIND_EMPTY), s.Seat(kind=s.SEAT_KIND_PERSON)
    fake.replies["ListTables"] = ListTablesResponse(
        tables=[
            TableSummary(table_id="NEW23", name="Fri\x1b[2Jday", preset="standard", players=2, seats=[free, taken]),
            TableSummary(table_id="FULL2", preset="standard", players=2, seats=[taken, taken]),
            TableSummary(table_id="ABCD", preset="hoyle", players=2, seats=[free, free], seeded=True),
        ]
    )
    return fake


async def test_of_several_tables_a_person_chooses_one_by_its_number(tmp_path: Path) -> None:
    keyboard = Keyboard("9", "what?", "2", interactive=True)
    async with playing(tmp_path, fake=several(), keyboard=keyboard) as player:
        await player.screen.shows(
            "1 NEW23: Fri[2Jday, standard, 2 players, 1 free",
            "2 ABCD: hoyle, 2 players, 2 free, seeded",
            "Which table? Type its number.",
        )
        (joined,) = await player.fake.asked("JoinTable")
        assert isinstance(joined, JoinTableRequest)
        assert joined.table_id == "ABCD"
        assert await player.leaves() == 0


async def test_of_several_tables_one_may_be_chosen_by_its_id(tmp_path: Path) -> None:
    async with playing(tmp_path, fake=several(), keyboard=Keyboard("abcd", interactive=True)) as player:
        (joined,) = await player.fake.asked("JoinTable")
        assert isinstance(joined, JoinTableRequest)
        assert joined.table_id == "ABCD"
        assert await player.leaves() == 0


async def test_without_a_person_several_tables_are_listed_and_that_is_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path, fake=several(), keyboard=Keyboard("1")) as player:
        with pytest.raises(ClientError, match=r"^several tables have room: name one, as in \S+/NEW23$"):
            await player.running
        assert [line.split(":")[0] for line in player.screen.lines] == ["1 NEW23", "2 ABCD"]
        assert not player.fake.requests["JoinTable"]


async def test_who_does_not_choose_a_table_gets_none(tmp_path: Path) -> None:
    for leave in (Keyboard.end, Keyboard.interrupt):
        keyboard = Keyboard(interactive=True)
        leave(keyboard)
        async with playing(tmp_path, fake=several(), keyboard=keyboard) as player:
            with pytest.raises(ClientError, match="several tables have room"):
                await player.running
            assert not player.fake.requests["JoinTable"]


# Hearing


def line_of(sequence: int, seat: int, name: str, text: str) -> e.Event:
    """Return what somebody says."""
    return e.Event(said=e.Said(line=s.ChatLine(sequence=sequence, seat=seat, name=name, text=text)))


async def test_who_is_muted_is_not_heard_until_unmuted_and_only_by_this_reader(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.screen.shows("Nobody has to act now.")
        player.keyboard.type("mute  bruno")
        await player.screen.shows("You do not hear bruno any more.")
        first = player.stream.items[0].snapshot.sequence + 1
        player.happens(first, line_of(first, 2, "Bruno", "nonsense"), line_of(first + 1, 3, "Ana", "hello"))
        await player.screen.shows("Ana says: hello")
        assert "Bruno says: nonsense" not in player.screen.lines
        player.keyboard.type("unmute BRUNO")
        await player.screen.shows("You hear BRUNO again.")
        player.happens(first + 2, line_of(first + 2, 2, "Bruno", "sense"))
        await player.screen.shows("Bruno says: sense")
        assert not player.fake.requests["Say"]
        assert await player.leaves() == 0


async def test_a_spectator_who_speaks_is_told_as_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as player:
        await player.screen.shows("Nobody has to act now.")
        first = player.stream.items[0].snapshot.sequence + 1
        player.happens(first, line_of(first, 0, "Zoe", "well done"))
        await player.screen.shows("Zoe (watching) says: well done")
        player.keyboard.type("aside she has the ace")
        (said,) = await player.fake.asked("Say")
        assert isinstance(said, t.SayRequest)
        assert (said.scope, said.text) == (s.CHAT_SCOPE_SPECTATORS, "she has the ace")
        assert await player.leaves() == 0


async def test_a_server_newer_than_the_client_is_played_on_by_labels(tmp_path: Path) -> None:
    """Fields, events, items, enum values and kinds of prompt that it does not know."""
    snapshot = table()
    snapshot.stage = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    snapshot.prompts.append(newer_prompt(7))
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7))
    closed.prompt_closed.outcome = UNKNOWN_NUMBER  # type: ignore[assignment]  # the point of it
    items = [newer_item(), found(snapshot), newer_item(), caught_up(10)]
    async with playing(tmp_path, *map(with_unknown_fields, items)) as player:
        await player.screen.shows_start("> ")
        player.keyboard.type("2")
        (answer,) = await player.fake.asked("Answer")
        assert isinstance(answer, t.AnswerRequest)
        assert (answer.prompt_id, list(answer.choice_ids)) == (7, [2])
        player.happens(11, newer_event(), with_unknown_fields(closed), newer_event(), said("still here", sequence=14))
        await player.screen.shows("Ana says: still here")
        assert player.fake.watched_after() == [0], "it lost count"
        assert await player.leaves() == 0
