"""What a viewer makes of what it is told is what the server would show it: after every batch, field for field."""

import difflib
import random
from dataclasses import replace

import pytest

from server.common import Viewer
from server.desk import Desk, Watching, answer_at_random, asked, at_work, sit_down
from server.tables import FixedChance
from server.variants import DRAWS, VARIANTS
from spades.v1 import snapshot_pb2
from spades_client import fold, view_hash
from spades_engine import Game, Hand, Rules, View, view
from spades_server import Settings
from spades_server.table import Stage
from spades_server.table.commands import Answer, ClaimNow, Connect, Disconnect, Join, Leave, LookNow, Say, SetReady
from spades_server.table.state import SeatKind
from spades_wire import view_from_snapshot
from spades_wire import view_hash as hash_of_the_server

EVERY = VARIANTS | {f"draw-{name}": rules for name, rules in DRAWS.items()}


def comparable(snapshot: snapshot_pb2.Snapshot) -> snapshot_pb2.Snapshot:
    """Return *snapshot* without what counts down, and its holdings in one order: the contract promises none."""
    copy = snapshot_pb2.Snapshot()
    copy.CopyFrom(snapshot)
    copy.view_hash = ""
    for prompt in copy.prompts:
        prompt.ClearField("time_left")
    for held in copy.hand.seats:
        held.cards.sort(key=lambda card: (card.suit, card.rank, card.copy))
    return copy


def differences(mine: snapshot_pb2.Snapshot, theirs: snapshot_pb2.Snapshot) -> list[str]:
    """Return the lines in which two snapshots differ, each under the lines around it."""
    one, other = comparable(mine), comparable(theirs)
    if one == other:
        return []
    return list(difflib.unified_diff(str(one).splitlines(), str(other).splitlines(), "folded", "shown", lineterm=""))


def view_differences(found: View, expected: View) -> dict[str, tuple[object, object]]:
    """Return the fields in which two views differ."""
    pairs: dict[str, tuple[object, object]] = {"seat": (found.seat, expected.seat)}
    pairs |= {
        name: (getattr(found.game, name), getattr(expected.game, name)) for name in Game._fields if name != "hand"
    }
    one, other = found.game.hand, expected.game.hand
    if one is not None and other is not None:
        pairs |= {name: (getattr(one, name), getattr(other, name)) for name in Hand._fields}
    else:
        pairs["hand"] = (one, other)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


class Folding:
    """A viewer that folds what it is told, and checks after every batch that it knows what the server knows."""

    def __init__(self, desk: Desk, viewer: Viewer) -> None:
        self.desk = desk
        self.viewer = viewer
        self.watching: Watching = desk.watching(viewer)
        self.mine = snapshot_pb2.Snapshot()
        self.checked = 0

    async def catch_up(self) -> None:
        """Fold what came."""
        for item in await self.watching.catch_up():
            if item.HasField("snapshot"):
                self.mine = item.snapshot
            elif item.HasField("batch"):
                self.mine = fold(self.mine, item.batch)
                if self.viewer is not None:
                    self.viewer = self.mine.your_seat - 1  # Seats may be swapped.
                self._check()

    def _check(self) -> None:
        table = self.desk.states[self.mine.sequence]
        theirs = self.desk.snapshot(self.viewer, table)
        if different := differences(self.mine, theirs):
            pytest.fail("\n".join(different))
        assert view_hash(self.mine) == theirs.view_hash == hash_of_the_server(self.mine)
        if not table.abandoned:  # That a game was given up is the table's knowledge, not the game's.
            expected = view(table.game, self.viewer)
            if expected.game.hand is None:  # A snapshot names the dealer with the hand.
                expected = replace(expected, game=expected.game._replace(dealer=None))
            assert not view_differences(view_from_snapshot(theirs), expected)
        self.checked += 1


async def played(desk: Desk, folding: list[Folding], chance: random.Random, *, hands: int) -> None:
    """Play so many hands at random, looking out of turn now and then; every viewer folds what it is told."""
    start = desk.table.game.hands_played
    while desk.table.stage is Stage.PLAYING and desk.table.game.hands_played < start + hands:
        if chance.random() < 0.05:
            await look(desk, chance)
        await asked(desk)
        await answer_at_random(desk, chance)
        desk.clock.now += chance.choice((0.0, 0.25, 3.0))
        for viewer in folding:
            await viewer.catch_up()


async def look(desk: Desk, chance: random.Random) -> None:
    """Let a seat look at its cards if it may."""
    hand, rules = desk.table.game.hand, desk.table.rules
    if hand is None or rules.hides_hands or hand.phase.name != "BID":
        return
    for seat in chance.sample(range(rules.players), rules.players):
        if not hand.seen[seat]:
            await desk.do(LookNow(seat))
            return


@pytest.mark.parametrize("name", EVERY)
async def test_folding_what_a_viewer_is_told_gives_what_it_would_be_shown(name: str) -> None:
    rules = EVERY[name]
    settings = Settings(house_pace_ms=0, think_seconds=60)
    async with at_work(rules, chance=FixedChance(seed=len(name)), settings=settings) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        await sit_down(desk)
        await played(desk, folding, random.Random(name), hands=1 if rules.draws else 2)
        assert all(viewer.checked > rules.hand_size * rules.players for viewer in folding)


async def test_a_deadline_that_has_come_is_shown_as_it_was_told() -> None:
    """Between the deadline and the default that the server then makes, a snapshot names the same moment."""
    settings = Settings(house_pace_ms=0, think_seconds=60)
    async with at_work(Rules(), chance=FixedChance(seed=1), settings=settings) as desk:
        await sit_down(desk)
        told = desk.snapshot(0, desk.table).prompts[0].deadline
        desk.clock.now += 61.0
        late = desk.snapshot(0, desk.table).prompts[0]
        assert (late.deadline, late.time_left.seconds) == (told, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
async def test_the_fold_holds_with_computer_players_at_the_table(players: int) -> None:
    rules = Rules(players=players, blind_nil_threshold=0, nil_pass=1)
    async with at_work(rules, chance=FixedChance(seed=5)) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        await sit_down(desk, [1], level="rules")
        await played(desk, folding, random.Random(players), hands=1)


async def test_the_fold_holds_while_people_come_talk_leave_and_begin_again() -> None:
    """A short game to its end, a second one, and one that everybody leaves."""
    rules = Rules(players=3, target_score=50, max_hands=2)
    async with at_work(rules, chance=FixedChance(seed=3)) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        await sit_down(desk)
        chance = random.Random(7)
        for number in range(60):
            await desk.do(Say(number % 3, f"line {number}", 0))
        await desk.do(Disconnect(1))
        await played(desk, folding, chance, hands=1)
        await desk.do(Connect(1))
        await desk.do(Say(2, "", 3))
        await played(desk, folding, chance, hands=9)
        assert desk.table.stage is Stage.GAME_OVER
        await desk.do(Leave(0))
        await desk.do(Join(name="late", kind=SeatKind.PERSON, seat=None, token_hash=b"late"))
        await desk.do(SetReady(0, True, b"nonce"))
        assert desk.table.game_number == 2
        for _ in range(9):
            await answer_at_random(desk, chance)
        await desk.do(Leave(1))
        await asked(desk)
        await answer_at_random(desk, chance)
        await desk.do(Leave(2))
        await desk.do(Leave(0))
        assert desk.table.abandoned
        for viewer in folding:
            await viewer.catch_up()


@pytest.mark.parametrize("accepted", [True, False])
async def test_the_fold_holds_while_a_claim_waits_for_its_answers(accepted: bool) -> None:
    """Who claims sees the own prompt with its choices all the time, though it is suspended, and may be refused."""
    async with at_work(Rules(claim="on"), chance=FixedChance(seed=8)) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        await sit_down(desk)
        chance = random.Random(8)
        while desk.table.game.hand is None or len(desk.table.game.hand.tricks) < 3:
            await answer_at_random(desk, chance)
        (mine,) = desk.table.prompts
        shown = desk.prompts(mine.seat)[0]
        await desk.do(ClaimNow(mine.seat, mine.prompt_id))
        suspended = desk.prompts(mine.seat)[0]
        assert suspended.suspended
        assert (suspended.choices, suspended.barred) == (shown.choices, shown.barred)
        for prompt in [each for each in desk.table.prompts if each.seat != mine.seat]:
            for viewer in folding:
                await viewer.catch_up()
            if prompt in desk.table.prompts:  # One refusal settles it.
                await desk.do(Answer(prompt.seat, prompt.prompt_id, (1 if accepted else 2,)))
        for viewer in folding:
            await viewer.catch_up()
        assert all(viewer.checked > 12 for viewer in folding)


@pytest.mark.parametrize("left_at", range(1, 40, 4))
async def test_the_fold_holds_when_the_last_client_leaves_in_the_middle_of_a_hand(left_at: int) -> None:
    rules = Rules(blind_nil_threshold=0, nil_pass=2)
    async with at_work(rules, chance=FixedChance(seed=left_at)) as desk:
        folding = [Folding(desk, viewer) for viewer in desk.viewers]
        await sit_down(desk, [0, 2])
        chance = random.Random(left_at)
        for _ in range(left_at):
            await asked(desk)
            await answer_at_random(desk, chance)
            for viewer in folding:
                await viewer.catch_up()
        await desk.do(Leave(0))
        await desk.do(Leave(2))
        assert desk.table.stage is Stage.GAME_OVER
        for viewer in folding:
            await viewer.catch_up()
