"""Newcomers: who joins within a hand is promised a computer player's seat, and has it from the next hand on."""

import pytest

from server.tables import Play, gathering, joining, seated
from spades_engine import Phase, Rules
from spades_server.journal.codec import decode, encode
from spades_server.table import PromptKind, SeatKind, Stage, Table
from spades_server.table.commands import (
    Fill,
    GiveUp,
    Join,
    Kick,
    Leave,
    SetRules,
    Start,
    TransferHost,
)
from spades_server.table.events import HostChanged, LeaveReason, NewcomerGone, SeatTaken, SeatVacated
from spades_server.table.state import Newcomer, Presence

RULES = Rules()
ONE_HAND = Rules(max_hands=1, target_score=None)
TWO = Rules(players=2, two_player_deal="deal_13")
PERSON, BOT, HOUSE = SeatKind.PERSON, SeatKind.BOT, SeatKind.HOUSE


def late(name: str = "late", *, seat: int | None = None, kind: SeatKind = PERSON) -> Join:
    """Return the command of somebody who comes within a hand."""
    return Join(name=name, kind=kind, seat=seat, token_hash=name.encode())


def within_a_hand(rules: Rules = RULES, *, people: int = 1) -> Play:
    """Return a table of people and computer players, the first hand dealt."""
    play = Play(gathering(rules))
    for seat in range(people):
        play.do(joining(seat))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    return play


def to_the_score_sheet(play: Play) -> None:
    """Play the hand to its end."""
    while play.table.game.hand is None or play.table.game.hand.phase is not Phase.SCORED:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))


def test_a_newcomer_waits_while_the_computer_player_finishes_the_hand() -> None:
    play = within_a_hand()
    before = play.table
    play.do(late(seat=2))
    assert play.table.seats[2].newcomer == Newcomer(PERSON, "late", b"late")
    assert (play.table.seats[2].kind, play.table.game, play.table.prompts) == (HOUSE, before.game, before.prompts)
    to_the_score_sheet(play)
    taken = play.table.seats[2]
    assert (taken.kind, taken.name, taken.token_hash, taken.newcomer) == (PERSON, "late", b"late", None)
    assert taken.presence is Presence.ONLINE
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [
        (PromptKind.CONTINUE, 0),
        (PromptKind.CONTINUE, 2),
    ]


def test_the_seat_passes_with_the_end_of_the_hand_and_all_are_told_in_the_same_batch() -> None:
    play = within_a_hand()
    play.do(late(seat=1))
    to_the_score_sheet(play)
    last = play.batches[-1]
    assert SeatVacated(1, LeaveReason.REPLACED) in last
    assert any(isinstance(event, SeatTaken) and event.seat == 1 for event in last)


def test_a_newcomer_of_the_last_hand_is_asked_for_another_game() -> None:
    play = within_a_hand(ONE_HAND)
    play.do(late(seat=3))
    to_the_score_sheet(play)
    assert play.table.stage is Stage.GAME_OVER
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [
        (PromptKind.REMATCH, 0),
        (PromptKind.REMATCH, 3),
    ]


def test_a_seat_is_promised_once_and_a_name_is_nobody_else_s() -> None:
    play = within_a_hand()
    play.do(late("one", seat=1))
    assert play.refused(late("two", seat=1)) == "SEAT_TAKEN"
    assert play.refused(late("ONE")) == "NAME_TAKEN"
    play.do(late("two"))
    play.do(late("three", kind=BOT))
    assert [seat.newcomer.name for seat in play.table.seats if seat.newcomer] == ["one", "two", "three"]
    assert play.refused(late("four")) == "TABLE_FULL"


def test_no_client_s_seat_is_promised() -> None:
    play = seated(TWO)
    play.do(Start(0))
    assert play.refused(late()) == "TABLE_FULL"
    assert play.refused(late(seat=1)) == "SEAT_TAKEN"


def test_who_left_within_the_hand_may_come_back_for_the_next_one_only() -> None:
    play = within_a_hand(people=2)
    play.do(Leave(1))
    play.do(late(seat=1))
    assert play.table.seats[1].kind is HOUSE


def test_a_newcomer_does_without_the_seat_and_the_host_takes_it_back() -> None:
    play = within_a_hand()
    play.do(late("one", seat=1))
    assert play.do(GiveUp(b"one")) == [NewcomerGone(1, b"one", LeaveReason.LEFT)]
    assert play.refused(GiveUp(b"one")) == "SEAT_TOKEN_INVALID"
    play.do(late("two", seat=1))
    assert play.do(Kick(0, 1)) == [NewcomerGone(1, b"two", LeaveReason.KICKED)]
    assert play.refused(late("two", seat=1)) == "KICKED"
    assert play.refused(Kick(0, 1)) == "ALREADY_STARTED", "a computer player makes room by itself"


def test_who_gives_up_as_the_hand_ends_leaves_the_seat() -> None:
    """The call was on its way when the seat became theirs."""
    play = within_a_hand()
    play.do(late(seat=1))
    to_the_score_sheet(play)
    play.do(GiveUp(b"late"))
    assert play.table.seats[1].kind is HOUSE


def test_a_newcomer_has_no_rights_yet() -> None:
    play = within_a_hand()
    play.do(late(seat=1))
    assert play.refused(TransferHost(0, 1)) == "FIELD_INVALID"


def test_rules_that_have_no_seat_for_a_newcomer_are_refused() -> None:
    play = within_a_hand()
    play.do(late(seat=3))
    assert play.refused(SetRules(0, TWO, "two-player")) == "SEAT_TAKEN"


def test_a_game_goes_on_for_the_newcomer_when_the_last_player_leaves() -> None:
    play = within_a_hand()
    play.do(late(seat=1))
    play.do(Leave(0))
    assert (play.table.stage, play.table.host) == (Stage.PLAYING, None)
    to_the_score_sheet(play)
    assert play.table.host == 1
    assert HostChanged(1) in play.events


def test_the_game_is_abandoned_when_the_last_newcomer_does_without_it_too() -> None:
    play = within_a_hand()
    play.do(late(seat=1))
    play.do(Leave(0))
    play.do(GiveUp(b"late"))
    assert play.table.abandoned
    assert all(seat.kind is SeatKind.EMPTY for seat in play.table.seats)


@pytest.mark.parametrize("players", [4, 6])
def test_there_are_names_for_computer_players_however_many_clients_use_them(players: int) -> None:
    play = Play(gathering(Rules(players=players)))
    play.do(joining(0))
    play.do(joining(1))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    for seat in range(2, players):
        play.do(late(play.table.seats[seat].name, seat=seat))
    play.do(Leave(1))
    assert len({seat.name for seat in play.table.seats}) == players


def test_a_promise_is_kept_by_the_journal() -> None:
    play = within_a_hand()
    play.do(late(seat=1))
    assert decode(Table, encode(Table, play.table)) == play.table
