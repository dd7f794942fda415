"""Rules that the host changes while a game is played: they wait, are told to everybody, and hold in the next one."""

import random

from server.common import new_id
from server.desk import answer_at_random, asked, at_work
from server.harness import failing, listening
from server.host_calls import with_rules
from server.tables import FixedChance, Play, gathering, joining, seated
from server.test_server_fold_law import Folding
from server.test_table_hosting import to_the_end
from spades.v1 import host_service_pb2, rules_pb2
from spades_engine import Rules
from spades_server import Settings
from spades_server.journal.codec import decode, encode
from spades_server.table import SeatKind, Stage, Table
from spades_server.table.commands import (
    Answer,
    Fill,
    Join,
    SetReady,
    SetRules,
    SetSeat,
    Start,
    WithdrawRules,
)
from spades_server.table.events import GameStarted, NextRulesChanged, RulesChanged
from spades_server.table.state import NextRules

SHORT = Rules(max_hands=1, target_score=None)
LONG = Rules(target_score=200)
THREE = Rules(players=3, max_hands=1, target_score=None)
TWO = Rules(players=2, two_player_deal="deal_13", max_hands=1, target_score=None)
PERSON = SeatKind.PERSON


def accepted(play: Play) -> None:
    """Let everybody who is asked say yes to another game."""
    for prompt in play.table.prompts:
        play.do(Answer(prompt.seat, prompt.prompt_id, (1,)))


def two_and_the_house(rules: Rules) -> Play:
    """Return a table of two people and computer players at which a game has begun."""
    play = Play(gathering(rules))
    play.do(joining(0))
    play.do(joining(1))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    return play


def test_rules_that_change_during_a_game_wait_and_hold_in_the_next() -> None:
    play = seated(SHORT)
    play.do(Start(0))
    assert play.do(SetRules(0, LONG, "standard")) == [NextRulesChanged(NextRules(LONG, "standard"))]
    assert play.do(SetRules(0, LONG, "standard")) == [], "they wait already"
    assert play.table.game.rules == SHORT
    to_the_end(play)
    assert play.table.rules == SHORT, "the score sheet is still that of the game before"
    accepted(play)
    assert (play.table.rules, play.table.game.rules, play.table.next_rules) == (LONG, LONG, None)
    kinds = [type(event) for event in play.events]
    assert kinds.index(RulesChanged) + 1 == kinds.index(GameStarted, kinds.index(RulesChanged))


def test_rules_that_wait_can_be_changed_and_taken_back_by_the_host() -> None:
    play = seated(SHORT)
    play.do(Start(0))
    play.do(SetRules(0, LONG, "standard"))
    play.do(SetRules(0, Rules(target_score=100), "standard"))
    assert play.refused(WithdrawRules(1)) == "NOT_HOST"
    assert play.do(WithdrawRules(0)) == [NextRulesChanged(None)]
    assert play.do(WithdrawRules(0)) == [], "none wait"
    to_the_end(play)
    accepted(play)
    assert (play.table.game_number, play.table.game.rules) == (2, SHORT)


def test_who_was_ready_for_rules_that_are_taken_back_is_ready_no_longer() -> None:
    play = seated(SHORT)
    play.do(Start(0))
    play.do(SetRules(0, LONG, "standard"))
    to_the_end(play)
    play.do(SetReady(1, True, b""))
    play.do(WithdrawRules(0))
    assert not play.table.seats[1].ready


def test_a_change_between_games_takes_the_place_of_rules_that_waited() -> None:
    play = seated(SHORT)
    play.do(Start(0))
    play.do(SetRules(0, LONG, "standard"))
    to_the_end(play)
    play.do(SetRules(0, Rules(target_score=100), "standard"))
    assert (play.table.rules.target_score, play.table.next_rules) == (100, None)


def test_rules_with_fewer_seats_take_those_of_computer_players_only() -> None:
    play = two_and_the_house(SHORT)
    play.do(SetRules(0, TWO, "two-player"))
    to_the_end(play)
    late = Join(name="late", kind=PERSON, seat=3, token_hash=b"late")
    assert play.refused(late) == "SEAT_TAKEN"
    assert play.refused(Join(name="late", kind=PERSON, seat=None, token_hash=b"late")) == "TABLE_FULL"
    assert play.refused(SetSeat(0, 1, 2)) == "SEAT_TAKEN"
    accepted(play)
    assert (len(play.table.seats), play.table.game_number) == (2, 2)
    full = seated(SHORT)
    full.do(Start(0))
    assert full.refused(SetRules(0, TWO, "two-player")) == "SEAT_TAKEN"


def test_rules_with_more_seats_open_them_when_everybody_wants_the_next_game() -> None:
    play = seated(TWO)
    play.do(Start(0))
    play.do(SetRules(0, SHORT, "standard"))
    to_the_end(play)
    assert play.refused(Start(0)) == "SEATS_EMPTY"
    accepted(play)
    assert (play.table.stage, len(play.table.seats), play.table.rules) == (Stage.GAME_OVER, 4, SHORT)
    play.do(Fill(0, (), "random"))
    assert (play.table.stage, play.table.game_number) == (Stage.PLAYING, 2), "they are still ready"


def test_who_sits_down_after_a_game_finds_the_seats_of_the_next_rules() -> None:
    play = seated(TWO)
    play.do(Start(0))
    play.do(SetRules(0, SHORT, "standard"))
    to_the_end(play)
    play.do(Join(name="third", kind=PERSON, seat=2, token_hash=b"third"))
    assert [seat.kind for seat in play.table.seats] == [PERSON, PERSON, PERSON, SeatKind.EMPTY]


def test_rules_that_wait_are_kept_by_the_journal() -> None:
    play = seated(SHORT)
    play.do(Start(0))
    play.do(SetRules(0, LONG, "standard"))
    assert decode(Table, encode(Table, play.table)) == play.table


async def test_the_fold_holds_while_rules_wait_and_come_into_force() -> None:
    async with at_work(THREE, chance=FixedChance(seed=4), settings=Settings(house_pace_ms=0)) as desk:
        folding = [Folding(desk, viewer) for viewer in (0, None)]
        await desk.do(joining(0))
        await desk.do(Fill(0, (), "random"))
        await desk.do(Start(0))
        chance = random.Random(4)
        for rules in (SHORT, None, LONG, TWO):
            command = WithdrawRules(0) if rules is None else SetRules(0, rules, "standard")
            await desk.do(command)
            await asked(desk)
            await answer_at_random(desk, chance)
        while desk.table.stage is Stage.PLAYING:
            await asked(desk)
            await answer_at_random(desk, chance)
        await desk.do(SetReady(0, True, b""))
        assert (len(desk.table.seats), desk.table.game_number) == (2, 2)
        await desk.do(SetRules(0, SHORT, "standard"))
        for viewer in folding:
            await viewer.catch_up()
            assert viewer.checked > 20
        assert folding[0].mine.next_rules.players == 4


async def test_the_host_asks_for_rules_and_takes_them_back_during_a_game() -> None:
    async with listening() as server:
        host, other = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"))
        stream = await other.watch()
        await with_rules(host, rules_pb2.Rules(preset="cutthroat-3"))
        told = (await stream.until_event("rules_changed")).rules_changed
        assert (told.from_next_game, told.rules.preset, len(told.seats)) == (True, "cutthroat-3", 0)
        snapshot = await other.snapshot()
        assert (snapshot.rules.preset, snapshot.next_rules) == ("two-player", told.rules)
        request = host_service_pb2.SetRulesRequest(table_id=host.table_id, request_id=new_id(), withdraw=True)
        await host.host.SetRules(request, metadata=host.metadata)
        told = (await stream.until_event("rules_changed")).rules_changed
        assert (told.from_next_game, told.HasField("rules")) == (True, False)
        assert not (await other.snapshot()).HasField("next_rules")
        both = host_service_pb2.SetRulesRequest(table_id=host.table_id, request_id=new_id(), withdraw=True)
        both.rules.preset = "hoyle"
        failure = await failing(host.host.SetRules(both, metadata=host.metadata))
        assert (failure.reason, failure.fields) == ("FIELD_INVALID", ("rules",))
