"""Line mode: what else can be typed than an answer, and what is heard."""

from __future__ import annotations

import json
from pathlib import Path

import grpc
import pytest

from client.fakes import FakeServer, FakeTime, Item, Refusal, caught_up, found, told
from client.line_player import begun, closed, playing
from client.lines import Keyboard
from client.messages import batch, continue_prompt, opened, play_prompt, said, table
from client.newer import newer_event, newer_item, newer_prompt
from spades.v1 import event_pb2 as e
from spades.v1 import host_service_pb2 as h
from spades.v1 import snapshot_pb2 as s
from spades.v1 import table_service_pb2 as t
from spades.v1.cards_pb2 import Bid, BlindNil
from spades.v1.lobby_service_pb2 import JoinTableRequest, JoinTableResponse, ListTablesResponse, TableSummary
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_LOOK,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_REMATCH,
    Choice,
    Prompt,
)
from spades.v1.server_service_pb2 import GetServerInfoResponse, Phrase
from spades_client import ClientError, Link, Update
from spades_client.line_view import View
from spades_kit.newer import UNKNOWN_NUMBER, with_unknown_fields

LONG_TURN = (
    "Your turn: you lead. Choices: 1 ace of hearts, 2 five of hearts, 3 nine of spades, 4 eight of spades. 60 seconds."
)


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
        for line in (
            "move 2 4",
            "kick 3",
            "host 2",
            "code 2",
            "preset hoyle",
            "pause",
            "resume",
            "house 3 none",
            "close",
        ):
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
        empty = player.fake.requests["SetSeat"][1]
        assert isinstance(empty, h.SetSeatRequest)
        assert (empty.seat, empty.WhichOneof("change")) == (3, "empty")
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
            "not offered: a full screen needs a terminal",
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


def test_no_time_is_said_while_the_link_is_lost() -> None:
    snapshot = table()
    snapshot.prompts.append(play_prompt("AH", seconds=20))
    view = View(pace=FakeTime().pace(), clock_offset=0.0)
    view.update(Update(snapshot=snapshot, batch=batch(11), live=True))
    assert view.next_call() == (10, 10)
    view.take_link(Link.LOST)
    assert view.next_call() is None
    view.take_link(Link.CONNECTED)
    assert view.next_call() == (10, 10)


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


@pytest.mark.parametrize("columns", [40, 80])
async def test_at_a_terminal_long_lines_are_broken_between_words_and_on_a_pipe_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    printed = []
    for interactive in (True, False):
        keyboard = Keyboard("w", interactive=interactive)
        async with playing(tmp_path, *begun(play_prompt("AH 5H 9S 8S")), keyboard=keyboard) as player:
            player.keyboard.type("last")
            await player.screen.shows("No trick is finished.")
            await player.leaves()
            printed.append(player.screen.lines)
    assert max(map(len, printed[0])) <= columns
    assert LONG_TURN in " ".join(line.strip() for line in printed[0])
    assert LONG_TURN in printed[1]


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


async def test_who_joins_within_a_hand_watches_it_and_is_asked_from_the_next_on(tmp_path: Path) -> None:
    fake = FakeServer()
    fake.replies["JoinTable"] = JoinTableResponse(seat=1, token="secret", sequence=10, from_next_hand=True)
    watching, seated = table(), table(sequence=11)
    watching.your_seat = 0
    watching.seats[0].newcomer.name = "Zoe"
    seated.prompts.append(continue_prompt())
    async with playing(tmp_path, found(watching), caught_up(10), fake=fake) as player:
        await player.screen.shows_start("Table ABCD")
        assert "You are Zoe and watch this hand; seat 1 is yours from the next." in player.screen.lines[0]
        await player.screen.shows_start("Zoe takes over seat 1 (North) when this hand is over.")
        player.stream.live.put_nowait(told(batch(11, e.Event(newcomer_changed=e.NewcomerChanged(seat=1)))))
        player.stream.live.put_nowait(found(seated))
        await player.screen.shows_start("The hand is over")


# Several tables


async def test_a_computer_player_s_seat_is_room_until_a_newcomer_waits_for_it(tmp_path: Path) -> None:
    fake = FakeServer()
    house, promised = s.Seat(kind=s.SEAT_KIND_HOUSE), s.Seat(kind=s.SEAT_KIND_HOUSE, newcomer=s.Newcomer(name="Dora"))
    fake.replies["ListTables"] = ListTablesResponse(
        tables=[TableSummary(table_id="FULL2", seats=[promised]), TableSummary(table_id="ROOM2", seats=[house])]
    )
    async with playing(tmp_path, fake=fake) as player:
        (joined,) = await player.fake.asked("JoinTable")
        assert isinstance(joined, JoinTableRequest)
        assert joined.table_id == "ROOM2"


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
