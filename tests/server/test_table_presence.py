"""Lost links: grace, stand-ins, owners who come back, and what nobody's absence may do to a table."""

import random
from collections.abc import Callable

import pytest

from server.tables import FixedChance, Play, gathering, joining, seated
from spades_engine import Phase, Rules, decision
from spades_server import Settings, house
from spades_server.table import PromptKind, SeatKind, Stage, next_due
from spades_server.table.commands import (
    Answer,
    AnswerForHouse,
    ClaimNow,
    Connect,
    Disconnect,
    Expire,
    Fill,
    Join,
    Leave,
    Start,
    Wake,
)
from spades_server.table.events import (
    HostChanged,
    LeaveReason,
    PresenceChanged,
    PromptClosed,
    PromptOutcome,
    SeatReclaimed,
    SeatStoodIn,
    SeatVacated,
    TableClosed,
    TableClosing,
    TablePaused,
    TableResumed,
)
from spades_server.table.state import PauseReason, Presence

RULES = Rules()
PERSON, BOT = SeatKind.PERSON, SeatKind.BOT


def evening(rules: Rules = RULES, *, settings: Settings | None = None, seed: int = 0) -> Play:
    """Return a table of people at which a game has begun."""
    play = Play(seated(rules, settings=settings).table, FixedChance(seed=seed))
    play.do(Start(0))
    return play


def presences(play: Play) -> str:
    """Return the presence of each seat as a letter."""
    return "".join(seat.presence.name[0] for seat in play.table.seats)


def pass_time(play: Play, seconds: float) -> list[object]:
    """Let the clock go on, doing all that is due at its moment; return what happened."""
    happened: list[object] = []
    end = play.now + seconds
    while (due := next_due(play.table)) is not None and due <= end:
        play.now = max(play.now, due)
        happened += play.do(Expire())
    play.now = end
    return happened


def house_moves(play: Play) -> None:
    """Let the computer players do all that they owe."""
    while (prompt := house.waiting_prompt(play.table)) is not None:
        play.do(AnswerForHouse(prompt.prompt_id, house.answer(play.table, prompt)))


# Grace


def test_a_lost_link_keeps_its_seat_for_the_grace_and_then_a_computer_player_acts() -> None:
    play = evening(settings=Settings(grace_seconds=30))
    lost = play.do(Disconnect(2))
    assert lost == [PresenceChanged(2, Presence.UNRESPONSIVE, play.now + 30)]
    assert pass_time(play, 29.9) == []
    assert play.do(Expire()) == [], "whatever else is looked at the clock for"
    assert pass_time(play, 0.1)[:2] == [PresenceChanged(2, Presence.AWAY), SeatStoodIn(2)]
    seat = play.table.seats[2]
    assert (seat.kind, seat.name, seat.is_played_by_house) == (PERSON, "player 3", True)


def test_the_table_plays_on_and_waits_only_when_the_absent_seat_must_act() -> None:
    play = evening(settings=Settings(think_seconds=20, grace_seconds=60))
    asked = play.table.prompts[0]
    absent = (asked.seat + 1) % 4
    play.do(Disconnect(absent))
    gone = play.now
    pass_time(play, 5)
    play.pick(asked, 1)
    (waiting,) = play.table.prompts
    assert (waiting.seat, waiting.deadline) == (absent, gone + 60)
    pass_time(play, 55)
    assert play.table.seats[absent].stood_in
    house_moves(play)
    assert play.table.prompts[0].seat != absent


def test_the_grace_of_a_seat_never_shortens_its_turn() -> None:
    play = evening(settings=Settings(think_seconds=60, grace_seconds=10))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    assert play.table.prompts[0].deadline == asked.deadline


def test_what_is_open_when_the_link_is_lost_waits_for_the_whole_grace() -> None:
    play = evening(settings=Settings(think_seconds=20))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    assert play.table.prompts[0].deadline == play.now + 60
    assert play.table.prompts[0].prompt_id == asked.prompt_id


def test_without_a_time_limit_the_grace_still_ends() -> None:
    play = evening(settings=Settings(think_seconds=0))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    pass_time(play, 60)
    assert play.table.seats[asked.seat].stood_in
    assert house.waiting_prompt(play.table) == asked


def test_no_grace_means_that_a_computer_player_acts_at_once() -> None:
    play = evening(settings=Settings(grace_seconds=0))
    play.do(Disconnect(1))
    play.do(Expire())
    assert play.table.seats[1].stood_in


# Coming back


@pytest.mark.parametrize("after", [0, 1, 59.9, 60, 61, 1000])
def test_the_owner_s_return_takes_the_seat_back_at_once_and_old_timers_never_fire(after: float) -> None:
    """XMage 183 and 13155 are the kind of it: back, and thrown out all the same."""
    play = evening(settings=Settings(think_seconds=0))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    pass_time(play, after)
    back = play.do(Connect(asked.seat))
    assert (SeatReclaimed(asked.seat) in back) == (after >= 60)
    assert play.table.prompts == (asked,)
    assert pass_time(play, 10_000) == []
    assert presences(play) == "OOOO"
    play.do(Answer(asked.seat, asked.prompt_id, (1,)))


def test_who_comes_back_has_ten_seconds_for_what_a_computer_player_was_about_to_answer() -> None:
    play = evening(settings=Settings(think_seconds=5, grace_seconds=5))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    pass_time(play, 5)
    pass_time(play, 4)
    play.do(Connect(asked.seat))
    assert [(prompt.prompt_id, prompt.deadline) for prompt in play.table.prompts] == [(asked.prompt_id, play.now + 10)]


def test_a_computer_player_s_answer_that_comes_after_the_owner_is_ignored() -> None:
    play = evening(settings=Settings(think_seconds=0))
    (asked,) = play.table.prompts
    play.do(Disconnect(asked.seat))
    pass_time(play, 60)
    play.do(Connect(asked.seat))
    assert play.do(AnswerForHouse(asked.prompt_id, (0,))) == []


def test_leaving_is_not_losing_the_link() -> None:
    play = evening()
    play.do(Leave(1))
    assert (play.table.seats[1].kind, play.table.seats[1].until) == (SeatKind.HOUSE, None)
    assert play.do(Connect(1)) == []


def test_a_stand_in_is_not_asked_to_go_on_nor_for_another_game() -> None:
    play = evening(Rules(players=2, two_player_deal="deal_13", max_hands=2, target_score=None))
    play.do(Disconnect(1))
    pass_time(play, 60)
    asked = set()
    while play.table.stage is Stage.PLAYING:
        prompt = play.table.prompts[0]
        asked |= {(prompt.kind, prompt.seat)}
        play.pick(prompt, 0)
    assert (PromptKind.CONTINUE, 1) not in asked
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [(PromptKind.REMATCH, 0)]


# The host


def test_the_host_s_rights_move_to_who_has_sat_longest_when_the_grace_ends() -> None:
    """And the former host comes back as a player like any other."""
    play = Play(gathering(RULES))
    for seat in (2, 3, 1):
        play.do(joining(seat))
    assert play.table.host == 2
    play.do(Disconnect(2))
    assert pass_time(play, 59) == []
    assert HostChanged(3) in pass_time(play, 1)
    play.do(Connect(2))
    assert play.table.host == 3
    assert play.refused(Start(2)) == "NOT_HOST"


def test_where_everybody_is_away_the_first_to_come_back_is_the_host() -> None:
    play = Play(gathering(RULES))
    for seat in (0, 1):
        play.do(joining(seat))
        play.do(Disconnect(seat))
    pass_time(play, 100)
    assert play.table.host == 0
    play.do(Connect(1))
    assert play.table.host == 1


def test_a_seat_is_kept_for_ten_minutes_before_the_first_game_and_is_free_then() -> None:
    play = Play(gathering(RULES))
    for seat in (0, 1):
        play.do(joining(seat))
    play.do(Disconnect(1))
    pass_time(play, 659)
    assert play.table.seats[1].presence is Presence.AWAY
    assert pass_time(play, 1) == [SeatVacated(1, LeaveReason.LOST)]


# Nobody is there


def test_when_the_last_person_s_link_is_lost_the_table_stands_still_before_any_grace() -> None:
    play = evening(settings=Settings(think_seconds=20))
    for seat in range(3):
        play.do(Disconnect(seat))
        pass_time(play, 1)
    assert play.table.pause is None
    last = play.do(Disconnect(3))
    assert any(isinstance(event, TablePaused) for event in last)
    before = play.table
    assert next_due(play.table) is None
    assert pass_time(play, 1e6) == []
    assert play.table == before, "a dinner break, a night, an access point that reboots"


def test_the_table_goes_on_when_a_person_is_back_with_ten_seconds_at_least() -> None:
    play = evening(settings=Settings(think_seconds=20, grace_seconds=60))
    (asked,) = play.table.prompts
    other = (asked.seat + 1) % 4
    pass_time(play, 19)
    for seat in range(4):
        play.do(Disconnect(seat))
    pass_time(play, 90)
    back = play.do(Connect(asked.seat))
    assert any(isinstance(event, TableResumed) for event in back)
    deadline = play.table.prompts[0].deadline
    assert deadline is not None
    assert deadline >= play.now + 10
    assert play.table.seats[other].until == play.now + 60, "the grace of the others goes on from where it stood"


def test_bots_alone_play_on() -> None:
    play = seated(RULES, kind=BOT)
    for seat in range(4):
        play.do(Disconnect(seat))
    assert play.table.pause is None
    pass_time(play, 60)
    house_moves(play)
    assert play.table.stage is Stage.GAME_OVER


def test_what_would_act_is_refused_while_nobody_is_there() -> None:
    play = evening()
    (asked,) = play.table.prompts
    for seat in range(4):
        play.do(Disconnect(seat))
    assert play.refused(Answer(asked.seat, asked.prompt_id, (1,))) == "TABLE_PAUSED"
    assert play.do(AnswerForHouse(asked.prompt_id, (0,))) == []


def test_the_pause_ends_when_the_last_absent_person_leaves_for_good() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    for seat in (1, 2, 3):
        play.do(joining(seat, kind=BOT))
    play.do(Start(0))
    play.do(Disconnect(0))
    assert play.table.pause is not None
    assert play.table.pause.reason is PauseReason.NOBODY_HERE
    play.do(Leave(0))
    assert play.table.pause is None
    assert play.table.host == 1


def test_a_table_that_never_started_closes_after_a_warning_and_no_other_does() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(joining(1, kind=BOT))
    told = play.do(Leave(0))
    warning = next(event for event in told if isinstance(event, TableClosing))
    assert warning.closes_at - play.now >= 60
    assert not any(isinstance(event, TableClosed) for event in pass_time(play, 599))
    assert TableClosed(None) in pass_time(play, 1)


def test_a_person_who_comes_keeps_a_table_from_closing() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(Disconnect(0))
    pass_time(play, 599)
    play.do(Connect(0))
    assert not any(isinstance(event, TableClosed) for event in pass_time(play, 10_000))


def test_a_table_opened_for_nobody_yet_is_warned_of_before_it_closes() -> None:
    play = Play(gathering(RULES)._replace(closes_at=1600.0))
    assert pass_time(play, 600) == [TableClosing(play.now + 60)]
    assert pass_time(play, 60) == [TableClosed(None)]


def test_the_server_s_own_table_stays() -> None:
    play = Play(gathering(RULES)._replace(stays=True))
    play.do(joining(0))
    play.do(Leave(0))
    assert pass_time(play, 1e6) == []


# The machine slept


def test_after_a_sleep_nobody_has_lost_a_turn() -> None:
    play = evening(settings=Settings(think_seconds=20))
    (asked,) = play.table.prompts
    slept_from = play.now + 15
    play.now += 3600
    play.do(Wake(slept_from))
    assert presences(play) == "UUUU"
    assert play.table.pause is not None, "nobody's link can be relied on"
    assert pass_time(play, 500) == []
    play.do(Connect((asked.seat + 2) % 4))
    assert pass_time(play, 59.9) == []
    play.do(Connect(asked.seat))
    assert not any(isinstance(event, PromptClosed) for event in pass_time(play, 9.9))
    play.do(Answer(asked.seat, asked.prompt_id, (1,)))


def test_who_had_much_time_before_a_sleep_has_it_after_the_sleep() -> None:
    play = evening(settings=Settings(think_seconds=300, grace_seconds=20))
    (asked,) = play.table.prompts
    slept_from = play.now + 100
    play.now += 3600
    play.do(Wake(slept_from))
    play.do(Connect(asked.seat))
    assert [prompt.deadline for prompt in play.table.prompts] == [play.now + 200]


def test_bots_alone_have_the_whole_grace_after_a_sleep() -> None:
    play = seated(RULES, kind=BOT, settings=Settings(think_seconds=5))
    play.now += 100
    play.do(Wake(play.now - 99))
    assert play.table.pause is None
    assert pass_time(play, 59.9) == []
    assert SeatStoodIn(0) in pass_time(play, 0.1)


def test_who_was_away_before_the_sleep_is_still_played_for() -> None:
    play = evening()
    play.do(Disconnect(1))
    pass_time(play, 60)
    play.do(Wake(play.now))
    assert presences(play) == "UAUU"
    assert play.table.seats[1].stood_in


# Every seat, every phase


def to_a_phase(play: Play, reached: Callable[[Play], bool], chance: random.Random) -> bool:
    """Play at random until a phase is *reached*; return whether it was in the first hands."""
    while play.table.stage is Stage.PLAYING and play.table.game.hands_played < 4:
        if reached(play):
            return True
        prompt = chance.choice(play.table.prompts)
        due = decision(play.table.game, prompt.seat) if prompt.kind.is_of_the_game else None
        if due is None:
            play.pick(prompt, 0)
        elif prompt.kind is PromptKind.BLIND:
            play.pick(prompt, 1 if prompt.seat < 2 else 0)
        else:
            play.pick(prompt, *chance.sample(range(len(due.options)), due.picks))
    return reached(play)


def asks(kind: PromptKind) -> Callable[[Play], bool]:
    """Return whether a prompt of *kind* is open."""
    return lambda play: any(prompt.kind is kind for prompt in play.table.prompts)


PHASES = {
    PromptKind.DRAW: Rules(players=2, max_hands=2, target_score=None),
    PromptKind.TALK: Rules(partner_talk="numbers", max_hands=2, target_score=None),
    PromptKind.BLIND: Rules(blind_nil_threshold=0, max_hands=2, target_score=None),
    PromptKind.BID: Rules(max_hands=2, target_score=None),
    PromptKind.EXCHANGE: Rules(blind_nil_threshold=0, nil_pass=2, blind_nil_pass=2, max_hands=4, target_score=None),
    PromptKind.PLAY: Rules(max_hands=2, target_score=None),
    PromptKind.CONTINUE: Rules(max_hands=3, target_score=None),
    PromptKind.CLAIM: Rules(claim="on", max_hands=2, target_score=None),
}


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.name)
def test_every_seat_dropped_in_every_phase_the_game_reaches_its_end(kind: PromptKind) -> None:
    """Nobody can stop a game by vanishing, and nobody who is there loses a turn by it."""
    rules = PHASES[kind]
    for seat in range(rules.players):
        play = evening(rules, settings=Settings(think_seconds=10, grace_seconds=20), seed=seat + 2)
        if kind is PromptKind.CLAIM:
            assert to_a_phase(play, asks(PromptKind.PLAY), random.Random(1))
            (prompt,) = play.table.prompts
            play.do(ClaimNow(prompt.seat, prompt.prompt_id))
        assert to_a_phase(play, asks(kind), random.Random(seat)), "the phase was reached"
        play.do(Disconnect(seat))
        begun = play.now
        while play.table.stage is Stage.PLAYING:
            house_moves(play)
            if play.table.stage is not Stage.PLAYING:
                break
            if play.table.seats[seat].stood_in and any(prompt.seat != seat for prompt in play.table.prompts):
                prompt = next(prompt for prompt in play.table.prompts if prompt.seat != seat)
                play.pick(prompt, *(range(prompt.most) if prompt.kind.is_of_the_game else (0,)))
                continue
            due = next_due(play.table)
            assert due is not None, "something is due, or the table would stand for ever"
            play.now = max(play.now, due)
            play.do(Expire())
        # Until the grace is over each of the others let at most two turns pass.
        assert play.now - begun <= 20 + 2 * 12
        timed_out = [
            event
            for event in play.events
            if isinstance(event, PromptClosed) and event.outcome is PromptOutcome.TIMED_OUT
        ]
        assert len(timed_out) <= 6


def test_all_away_at_any_moment_no_hand_is_finished_by_machines() -> None:
    chance = random.Random(4)
    for _ in range(25):
        play = evening(Rules(players=3), settings=Settings(think_seconds=5, grace_seconds=chance.choice((0, 5, 60))))
        for _ in range(chance.randrange(40)):
            prompt = chance.choice(play.table.prompts)
            play.pick(prompt, *range(prompt.most if prompt.kind.is_of_the_game else 1))
        for seat in chance.sample(range(3), 3):
            play.do(Disconnect(seat))
        before = play.table.game
        pass_time(play, 90)
        house_moves(play)
        assert play.table.game == before
        play.do(Connect(0))
        assert play.table.pause is None


def test_a_newcomer_takes_a_computer_player_s_seat_between_two_hands() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    play.do(Start(0))
    newcomer = Join(name="late", kind=PERSON, seat=None, token_hash=b"late")
    while play.table.game.hand is None or play.table.game.hand.phase is not Phase.SCORED:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))
    play.do(newcomer)
    assert [(prompt.kind, prompt.seat) for prompt in play.table.prompts] == [
        (PromptKind.CONTINUE, 0),
        (PromptKind.CONTINUE, 1),
    ]
    for prompt in play.table.prompts:
        play.pick(prompt, 0)
    assert play.table.game.hand is not None
    assert play.table.game.hand.number == 2


def test_the_seat_of_somebody_who_is_away_is_not_free() -> None:
    play = evening()
    play.do(Disconnect(1))
    pass_time(play, 60)
    while play.table.game.hand is None or play.table.game.hand.phase is not Phase.SCORED:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))
    assert play.refused(Join(name="late", kind=PERSON, seat=1, token_hash=b"late")) == "SEAT_TAKEN"
