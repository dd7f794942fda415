"""The life of seats as a model: whatever happens in whatever order, every seat is free, held, or live."""

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.tables import Play, gathering, joining
from spades_engine import Rules
from spades_server import Settings, house
from spades_server.table import PromptKind, Refused, SeatKind, Stage, Table, next_due
from spades_server.table.commands import (
    AnswerForHouse,
    Connect,
    Disconnect,
    EmptySeat,
    Expire,
    Fill,
    GiveUp,
    Kick,
    Leave,
    PauseNow,
    Redeem,
    Reissue,
    ResumeNow,
    SeatHouse,
    SetRules,
    SetSeat,
    Start,
    TableCommand,
    Wake,
    WithdrawRules,
)
from spades_server.table.newcomers import must_wait
from spades_server.table.presence import host_of
from spades_server.table.state import Presence

SEATS = st.integers(min_value=0, max_value=2)
RULES = Rules(players=3, max_hands=2, target_score=None)
MORE = Rules(max_hands=1, target_score=None)


def has_an_exit(table: Table) -> bool:
    """Return whether something other than the server's goodwill leads on from here."""
    owners = any(seat.is_owned for seat in table.seats)
    return next_due(table) is not None or house.waiting_prompt(table) is not None or owners


class SeatLife(RuleBasedStateMachine):
    """People and bots who come, go, lose their links and come back, and a clock."""

    @initialize(grace=st.sampled_from((0, 20, 60)), think=st.sampled_from((0, 10)))
    def begin(self, grace: int, think: int) -> None:
        """Open a table."""
        self.play = Play(gathering(RULES, settings=Settings(grace_seconds=grace, think_seconds=think)))
        self.codes = 0

    def attempt(self, command: TableCommand) -> bool:
        """Carry *command* out, or be refused: that changes nothing."""
        try:
            self.play.do(command)
        except Refused:
            return False
        return True

    @rule(seat=SEATS, kind=st.sampled_from((SeatKind.PERSON, SeatKind.PERSON, SeatKind.BOT)))
    def sit_down(self, seat: int, kind: SeatKind) -> None:
        """Somebody joins."""
        self.attempt(joining(seat, kind=kind))

    @rule(seat=SEATS)
    def give_up(self, seat: int) -> None:
        """A newcomer does without the seat."""
        if (newcomer := self.play.table.seats[seat].newcomer) is not None:
            self.play.do(GiveUp(newcomer.token_hash))

    @rule(seat=SEATS, command=st.sampled_from((Disconnect, Disconnect, Connect, Leave, PauseNow, ResumeNow)))
    def act(self, seat: int, command: type[Disconnect]) -> None:
        """A seat's owner does something, or something happens to the link."""
        if self.play.table.seats[seat].is_owned:
            self.attempt(command(seat))

    @rule(
        seat=SEATS,
        other=SEATS,
        what=st.sampled_from(
            ("kick", "move", "start", "fill", "house", "empty", "more seats", "fewer seats", "same rules")
        ),
    )
    def host(self, seat: int, other: int, what: str) -> None:
        """The host does something."""
        by = self.play.table.host
        if by is None:
            return
        commands: dict[str, TableCommand] = {
            "kick": Kick(by, seat),
            "move": SetSeat(by, seat, other),
            "start": Start(by),
            "fill": Fill(by, (), "random"),
            "house": SeatHouse(by, seat, "rules"),
            "empty": EmptySeat(by, seat),
            "more seats": SetRules(by, MORE, "standard"),
            "fewer seats": SetRules(by, RULES, "standard"),
            "same rules": WithdrawRules(by),
        }
        self.attempt(commands[what])

    @rule(seat=SEATS, used=st.booleans())
    def reissue(self, seat: int, used: bool) -> None:
        """The host makes a code, which is used or lost."""
        by = self.play.table.host
        if by is None:
            return
        self.codes += 1
        code = b"%d" % self.codes
        if self.attempt(Reissue(by, seat, code)) and used:
            self.play.do(Redeem(code_hash=code, name=f"player {seat + 1} again", token_hash=b"t" + code))
            assert self.play.table.seats[seat].is_here

    @rule(seconds=st.sampled_from((0.5, 9.0, 30.0, 70.0, 700.0)))
    def time_passes(self, seconds: float) -> None:
        """The clock goes on, and is looked at whenever something is due."""
        end = self.play.now + seconds
        while (due := next_due(self.play.table)) is not None and due <= end:
            self.play.now = max(self.play.now, due)
            before = self.play.table
            self.play.do(Expire())
            assert self.play.table is not before, "what is due is done: the clock never spins"
            if self.play.table.stage is Stage.CLOSED:
                break
        self.play.now = end

    @rule(seconds=st.sampled_from((6.0, 4000.0)))
    def sleep(self, seconds: float) -> None:
        """The machine sleeps."""
        if self.play.table.stage is Stage.CLOSED:
            return
        since = self.play.now
        self.play.now += seconds
        self.play.do(Wake(since))

    @rule()
    def house_moves(self) -> None:
        """A computer player acts."""
        table = self.play.table
        if (prompt := house.waiting_prompt(table)) is not None:
            self.play.do(AnswerForHouse(prompt.prompt_id, house.answer(table, prompt)))

    @precondition(lambda self: self.play.table.prompts and self.play.table.pause is None)
    @rule()
    def answer(self) -> None:
        """Somebody answers."""
        for prompt in self.play.table.prompts:
            if self.play.table.seats[prompt.seat].is_here:
                self.play.pick(prompt, *range(prompt.most if prompt.kind.is_of_the_game else 1))
                return

    @invariant()
    def every_seat_is_free_held_or_live(self) -> None:
        """No state without an exit."""
        table = self.play.table
        if table.stage is Stage.CLOSED:
            return
        assert has_an_exit(table) or table.stage is not Stage.PLAYING
        if table.next_rules is not None:
            going = table.seats[table.next_rules.rules.players :]
            assert not any(seat.is_owned or seat.newcomer for seat in going), "nobody loses a seat to rules that wait"
        for seat in table.seats:
            if seat.newcomer is not None:
                assert seat.kind is SeatKind.HOUSE
                assert must_wait(table), "a newcomer waits for the end of a hand and for nothing else"
            if seat.kind is SeatKind.EMPTY:
                assert table.stage is not Stage.PLAYING, "nobody begins without a player, whatever rules waited"
                assert (seat.presence, seat.until, seat.left, seat.token_hash) == (Presence.NOBODY, None, None, b"")
            elif seat.is_here or seat.kind is SeatKind.HOUSE:
                assert (seat.until, seat.left, seat.stood_in) == (None, None, False)
            elif seat.presence is Presence.UNRESPONSIVE:
                assert (seat.until is None) != (seat.left is None), "held until a moment, or the clock stands"
                assert (seat.left is not None) == (table.pause is not None)
            else:
                assert seat.presence is Presence.AWAY
                assert seat.stood_in or table.stage is not Stage.PLAYING
                assert seat.until is not None or table.stage is not Stage.GATHERING

    @invariant()
    def what_follows_from_presence_is_so(self) -> None:
        """Host, pause and clocks fit who is there."""
        table = self.play.table
        if table.stage is Stage.CLOSED:
            return
        assert table.host == host_of(table)
        deserted = table.stage is Stage.PLAYING and table.has_people() and not table.is_attended()
        assert table.pause is not None or not deserted
        assert table.pause is None or table.stage is Stage.PLAYING
        if table.pause is not None:
            assert not any(prompt.deadline is not None for prompt in table.prompts)
        for prompt in table.prompts:
            until = table.seats[prompt.seat].until
            if until is not None and prompt.deadline is not None and prompt.kind.is_of_the_game:
                assert prompt.deadline >= until, "no default before the grace is over"
            if prompt.kind in (PromptKind.CONTINUE, PromptKind.REMATCH):
                assert table.seats[prompt.seat].is_owned


TestSeatLife = SeatLife.TestCase
TestSeatLife.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
