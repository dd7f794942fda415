"""What the host may do, pausing, and the question for another game."""

import pytest

from server.common import token_hash_of
from server.tables import Play, gathering, joining, seated
from spades_engine import Rules, bids
from spades_server import Settings
from spades_server.table import PromptKind, SeatKind, Stage
from spades_server.table.commands import (
    Answer,
    BidNow,
    Connect,
    Disconnect,
    EmptySeat,
    Expire,
    Fill,
    Join,
    Kick,
    Leave,
    LookNow,
    PauseNow,
    PlayNow,
    Redeem,
    Reissue,
    ResumeNow,
    Say,
    SeatHouse,
    SetReady,
    SetRules,
    SetSeat,
    Start,
    TableCommand,
    TransferHost,
)
from spades_server.table.events import HostChanged, LeaveReason, PromptClosed, PromptOutcome, SeatVacated
from spades_server.table.state import Presence

RULES = Rules()
SHORT = Rules(players=2, two_player_deal="deal_13", max_hands=1, target_score=None)
PERSON, BOT = SeatKind.PERSON, SeatKind.BOT


def names(play: Play) -> list[str]:
    """Return who sits where."""
    return [seat.name for seat in play.table.seats]


def evening(rules: Rules = RULES, *, settings: Settings | None = None) -> Play:
    """Return a table of people at which a game has begun."""
    play = seated(rules, settings=settings)
    play.do(Start(0))
    return play


def to_the_end(play: Play) -> None:
    """Play the game to its end."""
    while play.table.stage is Stage.PLAYING:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most if prompt.kind.is_of_the_game else 1))


# Kick and transfer


@pytest.mark.parametrize(
    "command",
    [Kick(1, 2), TransferHost(1, 2), SetSeat(1, 2, 3), SetRules(1, RULES, "standard"), Reissue(1, 2, b"code")],
    ids=lambda command: type(command).__name__,
)
def test_only_the_host_may(command: TableCommand) -> None:
    assert seated(RULES).refused(command) == "NOT_HOST"


def test_a_removed_player_cannot_come_back_with_the_same_token() -> None:
    play = seated(RULES)
    assert SeatVacated(2, LeaveReason.KICKED) in play.do(Kick(0, 2))
    again = Join(name="player 3", kind=PERSON, seat=2, token_hash=token_hash_of(2))
    assert play.refused(again) == "KICKED"
    play.do(Join(name="player 3", kind=PERSON, seat=2, token_hash=b"another"))


def test_a_computer_player_takes_the_seat_of_a_removed_player_in_a_game() -> None:
    play = evening()
    asked = play.table.prompts
    play.do(Kick(0, 3))
    assert (play.table.seats[3].kind, play.table.prompts) == (SeatKind.HOUSE, asked)
    assert play.refused(Kick(0, 3)) == "ALREADY_STARTED"


def test_a_computer_player_is_removed_between_games() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    play.do(Kick(0, 3))
    assert play.table.seats[3].kind is SeatKind.EMPTY


@pytest.mark.parametrize(("seat", "reason"), [(0, "FIELD_INVALID"), (4, "SEAT_NOT_FOUND"), (1, "FIELD_INVALID")])
def test_a_removal_that_makes_no_sense_is_refused(seat: int, reason: str) -> None:
    play = seated(RULES)
    play.do(Leave(1))
    assert play.refused(Kick(0, seat)) == reason


def test_the_host_hands_the_rights_to_a_person_who_is_not_away() -> None:
    play = Play(gathering(RULES, settings=Settings(grace_seconds=0)))
    for seat, kind in enumerate((PERSON, PERSON, BOT, PERSON)):
        play.do(joining(seat, kind=kind))
    play.do(Disconnect(3))
    play.do(Expire())
    for seat, reason in ((2, "FIELD_INVALID"), (3, "FIELD_INVALID"), (9, "SEAT_NOT_FOUND")):
        assert play.refused(TransferHost(0, seat)) == reason
    assert play.do(TransferHost(0, 0)) == []
    assert play.do(TransferHost(0, 1)) == [HostChanged(1)]
    assert play.refused(Kick(0, 3)) == "NOT_HOST"


# Another machine


def test_a_player_takes_the_seat_from_another_machine_with_a_code_once() -> None:
    play = evening()
    (asked,) = play.table.prompts
    seat = asked.seat
    host = 0
    play.do(Reissue(host, seat, b"code"))
    assert play.table.seats[seat].token_hash == b""
    assert play.table.seats[seat].presence is Presence.UNRESPONSIVE
    play.do(Redeem(code_hash=b"code", name=f"player {seat + 1}", token_hash=b"new"))
    taken = play.table.seats[seat]
    assert (taken.token_hash, taken.presence, taken.until, taken.code_hash) == (b"new", Presence.ONLINE, None, b"")
    assert play.table.prompts[0].prompt_id == asked.prompt_id
    assert play.refused(Redeem(code_hash=b"code", name="thief", token_hash=b"x")) == "WRONG_PASSCODE"
    assert play.refused(Redeem(code_hash=b"", name="thief", token_hash=b"x")) == "WRONG_PASSCODE"


def test_a_second_code_makes_the_first_worthless() -> None:
    play = seated(RULES)
    play.do(Reissue(0, 1, b"one"))
    play.do(Reissue(0, 1, b"two"))
    assert play.refused(Redeem(code_hash=b"one", name="player 2", token_hash=b"x")) == "WRONG_PASSCODE"


def test_a_seat_whose_code_nobody_uses_is_played_by_a_computer_player() -> None:
    play = evening()
    play.do(Reissue(0, 1, b"code"))
    play.now += 60
    play.do(Expire())
    assert play.table.seats[1].stood_in
    play.do(Redeem(code_hash=b"code", name="player 2", token_hash=b"new"))
    assert not play.table.seats[1].stood_in


def test_a_host_goes_to_another_machine_and_stays_the_host() -> None:
    play = seated(RULES)
    play.do(Reissue(0, 0, b"code"))
    play.do(Redeem(code_hash=b"code", name="player 1", token_hash=b"new"))
    assert play.table.host == 0


# Seats and rules


def test_players_change_places_and_the_host_takes_the_rights_along() -> None:
    """And to move to one's own seat is no event."""
    play = seated(RULES)
    assert play.do(SetSeat(0, 0, 0)) == []
    play.do(SetSeat(0, 0, 2))
    assert names(play) == ["player 3", "player 2", "player 1", "player 4"]
    assert play.table.host == 2
    play.do(Leave(3))
    play.do(SetSeat(2, 1, 3))
    assert names(play) == ["player 3", "", "player 1", "player 2"]
    assert play.refused(SetSeat(2, 1, 0)) == "FIELD_INVALID"
    play.do(Join(name="new", kind=PERSON, seat=None, token_hash=b"new"))
    assert play.table.seats[1].name == "new"


def test_nobody_moves_and_no_rule_changes_during_a_game() -> None:
    play = evening()
    assert play.refused(SetSeat(0, 0, 1)) == "ALREADY_STARTED"
    play.do(SetRules(0, Rules(target_score=200), "standard"))
    assert (play.table.rules, play.table.game.rules) == (RULES, RULES)


def test_new_rules_make_everybody_unready() -> None:
    play = seated(RULES)
    play.do(SetReady(1, True, b""))
    play.do(SetRules(0, Rules(target_score=200), "standard"))
    assert play.table.rules.target_score == 200
    assert not any(seat.ready for seat in play.table.seats)
    for seat in range(4):
        play.do(SetReady(seat, True, b""))
    assert play.table.game.rules.target_score == 200


def test_rules_for_fewer_seats_are_refused_while_somebody_would_lose_one() -> None:
    play = seated(RULES)
    assert play.refused(SetRules(0, SHORT, "two-player")) == "SEAT_TAKEN"
    play.do(Leave(2))
    play.do(Leave(3))
    play.do(SetRules(0, SHORT, "two-player"))
    assert len(play.table.seats) == 2
    play.do(SetRules(0, RULES, "standard"))
    assert [seat.kind for seat in play.table.seats] == [PERSON, PERSON, SeatKind.EMPTY, SeatKind.EMPTY]


def test_the_host_seats_changes_and_removes_computer_players_before_a_game() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(SeatHouse(0, 2, "random"))
    first = play.table.seats[2]
    assert (first.kind, first.level) == (SeatKind.HOUSE, "random")
    assert play.do(SeatHouse(0, 2, "random")) == []
    play.do(SeatHouse(0, 2, "rules"))
    assert (play.table.seats[2].name, play.table.seats[2].level) == (first.name, "rules")
    play.do(EmptySeat(0, 2))
    assert play.table.seats[2].kind is SeatKind.EMPTY
    assert play.do(EmptySeat(0, 2)) == []


@pytest.mark.parametrize("command", [SeatHouse(1, 2, "rules"), EmptySeat(1, 2)], ids=lambda c: type(c).__name__)
def test_only_the_host_has_computer_players_come_and_go(command: TableCommand) -> None:
    assert seated(RULES).refused(command) == "NOT_HOST"


def test_a_player_s_seat_is_no_place_for_a_computer_player() -> None:
    play = seated(RULES)
    assert play.refused(SeatHouse(0, 1, "rules")) == "SEAT_TAKEN"
    assert play.refused(EmptySeat(0, 1)) == "FIELD_INVALID"
    for command in (SeatHouse(0, 4, "rules"), EmptySeat(0, 4)):
        assert play.refused(command) == "SEAT_NOT_FOUND"


def test_a_computer_player_on_the_last_empty_seat_begins_the_game_that_everybody_is_ready_for() -> None:
    play = Play(gathering(SHORT))
    play.do(joining(0))
    play.do(SetReady(0, True, b""))
    play.do(SeatHouse(0, 1, "random"))
    assert play.table.stage is Stage.PLAYING


def test_levels_change_between_hands_and_a_game_keeps_its_computer_players() -> None:
    play = Play(gathering(Rules(players=2, two_player_deal="deal_13")))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    assert play.refused(SeatHouse(0, 1, "rules")) == "ALREADY_STARTED"
    while play.table.prompts[0].kind is not PromptKind.CONTINUE:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))
    play.do(SeatHouse(0, 1, "rules"))
    assert play.table.seats[1].level == "rules"
    assert play.refused(EmptySeat(0, 1)) == "ALREADY_STARTED"


def test_nobody_is_asked_for_another_game_with_a_seat_that_was_emptied() -> None:
    play = Play(gathering(SHORT))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    to_the_end(play)
    play.do(EmptySeat(0, 1))
    assert play.table.prompts == ()


# Pause


def test_clocks_stop_with_what_is_left_of_them_and_run_again_from_there() -> None:
    play = evening(settings=Settings(think_seconds=30, grace_seconds=60))
    (asked,) = play.table.prompts
    other = (asked.seat + 1) % 4
    play.do(Disconnect(other))
    play.now += 10
    play.do(PauseNow(asked.seat))
    assert play.table.pause is not None
    assert (play.table.pause.seat, play.table.pause.now) == (asked.seat, play.now)
    play.now += 5000
    assert play.do(Expire()) == []
    play.do(ResumeNow((asked.seat + 2) % 4))
    assert play.table.prompts[0].deadline == play.now + 20
    assert play.table.seats[other].until == play.now + 50


def test_while_paused_nothing_is_played_and_much_else_goes_on() -> None:
    play = evening()
    (asked,) = play.table.prompts
    play.do(PauseNow(1))
    for command in (
        Answer(asked.seat, asked.prompt_id, (1,)),
        BidNow(asked.seat, asked.prompt_id, bids.of(3)),
        PlayNow(asked.seat, asked.prompt_id, 1),
        LookNow(0),
        PauseNow(2),
    ):
        assert play.refused(command) == "TABLE_PAUSED"
    play.do(Say(2, "coffee?", 0))
    play.do(Disconnect(2))
    play.do(Connect(2))
    assert play.table.pause is not None, "it was asked for"
    play.do(Leave(2))
    play.do(ResumeNow(0))
    assert play.table.pause is None
    assert play.refused(ResumeNow(0)) == "NOT_PAUSED"


def test_only_a_game_is_paused() -> None:
    assert seated(RULES).refused(PauseNow(0)) == "NOT_STARTED"


def test_a_pause_that_was_asked_for_outlasts_everybody_s_absence() -> None:
    play = evening(SHORT)
    play.do(PauseNow(0))
    for seat in (0, 1):
        play.do(Disconnect(seat))
    play.do(Connect(1))
    assert play.table.pause is not None
    play.do(ResumeNow(1))
    assert play.table.seats[0].until == play.now + 60


# Another game


def test_after_a_game_every_person_is_asked_for_another_and_it_starts_when_all_want_it() -> None:
    play = evening(SHORT)
    to_the_end(play)
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [
        (PromptKind.REMATCH, 0),
        (PromptKind.REMATCH, 1),
    ]
    for prompt in play.table.prompts:
        play.do(Answer(prompt.seat, prompt.prompt_id, (1,)))
    assert (play.table.stage, play.table.game_number) == (Stage.PLAYING, 2)
    assert names(play) == ["player 1", "player 2"]


def test_computer_players_want_another_game_at_once_and_bots_always_do() -> None:
    play = Play(gathering(SHORT))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    to_the_end(play)
    (mine,) = play.table.prompts
    play.do(Answer(0, mine.prompt_id, (1,)))
    assert play.table.game_number == 2


def test_who_does_not_want_another_game_may_change_their_mind() -> None:
    play = evening(SHORT)
    to_the_end(play)
    first, second = play.table.prompts
    play.do(Answer(0, first.prompt_id, (2,)))
    play.do(Answer(1, second.prompt_id, (1,)))
    assert play.table.stage is Stage.GAME_OVER
    play.do(SetReady(0, True, b""))
    assert play.table.game_number == 2


def test_no_answer_means_no_other_game() -> None:
    play = evening(SHORT)
    to_the_end(play)
    play.now += 120
    closed = play.do(Expire())
    assert {type(event) for event in closed} == {PromptClosed}
    assert (play.table.prompts, play.table.stage) == ((), Stage.GAME_OVER)


def test_being_ready_answers_the_question_and_a_start_withdraws_it() -> None:
    play = evening(SHORT)
    to_the_end(play)
    play.do(SetReady(1, True, b"nonce"))
    assert [prompt.seat for prompt in play.table.prompts] == [0]
    happened = play.do(Start(0))
    assert any(isinstance(event, PromptClosed) and event.outcome is PromptOutcome.WITHDRAWN for event in happened)
    assert play.table.nonces == (b"", b"nonce")


def test_partners_change_between_games_and_are_not_asked_any_more() -> None:
    play = evening(Rules(max_hands=1, target_score=None))
    to_the_end(play)
    play.do(SetSeat(0, 1, 2))
    assert play.table.prompts == ()
    assert names(play) == ["player 1", "player 3", "player 2", "player 4"]


# Names


def test_nobody_takes_the_name_of_a_computer_player() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(Fill(0, (1, 2), "random"))
    house = play.table.seats[1].name
    assert play.refused(Join(name=house, kind=PERSON, seat=3, token_hash=b"x")) == "NAME_TAKEN"
    play.do(Join(name=house, kind=PERSON, seat=1, token_hash=b"x"))
    assert play.table.seats[1].kind is PERSON, "who takes the seat may have the name too"
