"""People who vanish, over real gRPC with the test's clock: one at every seat in every phase, and all at once."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from server.common import eventually, new_id
from server.desk import picks_for
from server.harness import Client, Stream, failing
from server.test_server_presence import Evening, evening
from spades.v1 import prompt_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules, rules_of
from spades_engine.options import Value
from spades_server import house
from spades_server.runner import TableRunner
from spades_server.table import Stage, next_due
from spades_server.table.state import Presence, PromptKind
from spades_wire.rules_messages import rules_message

SETTINGS = snapshot_pb2.TableSettings(house_pace_ms=0, think_seconds=10, grace_seconds=20, continue_seconds=10)

PHASES: dict[PromptKind, dict[str, Value]] = {
    PromptKind.DRAW: {"players": 2},
    PromptKind.TALK: {"partner_talk": "numbers"},
    PromptKind.BLIND: {"blind_nil_threshold": 0},
    PromptKind.BID: {},
    PromptKind.EXCHANGE: {"blind_nil_threshold": 0, "nil_pass": 2, "blind_nil_pass": 2},
    PromptKind.PLAY: {},
    PromptKind.CONTINUE: {"players": 3, "max_hands": 2},
    PromptKind.CLAIM: {"claim": "on"},
}


class Gone:
    """A game of people, of whom some are gone. Mutable: they come and go, and time passes."""

    def __init__(self, at: Evening, clients: list[Client], streams: list[Stream]) -> None:
        self.at = at
        self.clients = clients
        self.streams = streams
        self.runner: TableRunner = at.runner(clients[0])
        self.away: set[int] = set()
        """The seats of those who are gone, from 0."""

    async def vanish(self, seat: int) -> None:
        """Break the link of a seat's owner, and wait until the table knows."""
        self.streams[seat].call.cancel()
        await self.clients[seat].channel.close()
        self.away.add(seat)
        await eventually(
            lambda: self.runner.table.seats[seat].presence is not Presence.ONLINE, what="the lost link is noticed"
        )

    async def return_of(self, seat: int) -> Client:
        """Come back from another connection with nothing but the token."""
        again, before = self.at.server.client(), self.clients[seat]
        again.table_id, again.token, again.seat = before.table_id, before.token, before.seat
        self.clients[seat], self.streams[seat] = again, await again.watch()
        self.away.discard(seat)
        await eventually(lambda: self.runner.table.seats[seat].is_here, what="the return is noticed")
        return again

    async def step(self, pick: Callable[[prompt_pb2.Prompt], tuple[int, ...]]) -> None:
        """Have somebody who is there answer; if nobody owes an answer, let time pass until something is due."""
        table = self.runner.table
        open_now = [prompt for prompt in table.prompts if not prompt.suspended and prompt.seat not in self.away]
        here = [prompt for prompt in open_now if table.seats[prompt.seat].is_owned]
        if here:
            client = self.clients[here[0].seat]
            prompt = next(each for each in (await client.snapshot()).prompts if each.prompt_id == here[0].prompt_id)
            await client.answer(prompt.prompt_id, pick(prompt))
        elif house.waiting_prompt(table) is None:
            due = next_due(table)
            assert due is not None, "something is due, or the table would stand for ever"
            self.at.pass_time(self.clients[0], max(due - self.at.clock.now, 0.0))
        await eventually(lambda: self.runner.table.sequence > table.sequence, what="something happens")

    async def reach(self, kind: PromptKind) -> None:
        """Play until a prompt of *kind* is open."""
        if kind is PromptKind.CLAIM:
            await self.reach(PromptKind.PLAY)
            (mine,) = self.runner.table.prompts
            claimer = self.clients[mine.seat]
            request = table_service_pb2.ProposeClaimRequest(
                table_id=claimer.table_id, request_id=new_id(), prompt_id=mine.prompt_id
            )
            await claimer.tables.ProposeClaim(request, metadata=claimer.metadata)
        while not any(prompt.kind is kind for prompt in self.runner.table.prompts):
            await self.step(bold if kind is PromptKind.EXCHANGE else default)


def default(prompt: prompt_pb2.Prompt) -> tuple[int, ...]:
    """Pick what the server would."""
    return tuple(prompt.default_choice_ids)


def bold(prompt: prompt_pb2.Prompt) -> tuple[int, ...]:
    """Pick what the server would, but bid blind on the first two seats."""
    blind = prompt.kind == prompt_pb2.PROMPT_KIND_BLIND and prompt.seat <= 2
    return (2,) if blind else default(prompt)


async def people_at(at: Evening, kind: PromptKind, *, bots: int = 0, passcode: str = "") -> Gone:
    """Return a game of people, the last *bots* of them programs of their own, in the phase of *kind*."""
    changes: dict[str, Value] = {"max_hands": 1, "target_score": None, **PHASES[kind]}
    rules: Rules = rules_of("standard").adjusted(changes)
    host = at.server.client()
    await host.create(rules=rules_message(rules, "standard"), settings=SETTINGS, passcode=passcode)
    clients = [host, *(at.server.client() for _ in range(rules.players - 1))]
    for number, client in enumerate(clients):
        await client.join(host.table_id, is_bot=number >= rules.players - bots, passcode=passcode)
    await host.start()
    gone = Gone(at, clients, [await client.watch() for client in clients])
    await gone.reach(kind)
    return gone


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.name)
async def test_whoever_vanishes_in_whatever_phase_the_game_reaches_its_end(kind: PromptKind) -> None:
    for seat in range(rules_of("standard").adjusted(PHASES[kind]).players):
        async with evening() as at:
            gone = await people_at(at, kind)
            other = gone.clients[seat - 1]
            await gone.vanish(seat)
            assert (await other.snapshot()).seats[seat].presence == snapshot_pb2.PRESENCE_UNRESPONSIVE
            began = at.clock.now
            while gone.runner.table.stage is Stage.PLAYING:
                await gone.step(default)
            # Until the grace is over each of the others can let two turns of the one that is gone pass.
            assert at.clock.now - began <= 20 + 2 * 12
            back = await gone.return_of(seat)
            shown, seen = await back.snapshot(), await other.snapshot()
            assert shown.your_seat == seat + 1
            assert list(shown.seats) == list(seen.seats), "the one who was away knows who is there as the others do"
            ended = gone.streams[seat - 1].events
            assert sum(event.HasField("hand_ended") for event in ended) <= 2


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.name)
@pytest.mark.parametrize(("seconds", "bots"), [(90, 0), (5 * 3600, 0), (5 * 3600, 1)])
async def test_while_all_people_are_away_nothing_is_played_and_then_the_evening_goes_on_where_it_stood(
    kind: PromptKind, seconds: float, bots: int
) -> None:
    """A dinner break, and an access point that starts again; programs that stay do not play on among themselves."""
    async with evening() as at:
        gone = await people_at(at, kind, bots=bots)
        people = len(gone.clients) - bots
        asked = [prompt.prompt_id for prompt in gone.runner.table.prompts]
        for seat in random.Random(kind.name).sample(range(people), people):
            await gone.vanish(seat)
        before = gone.runner.table
        assert before.pause is not None
        until = at.clock.now + seconds
        while (due := next_due(gone.runner.table)) is not None and due <= until:
            at.pass_time(gone.clients[0], max(due - at.clock.now, 0.0))
            await eventually(partial(is_quiet, gone.runner, at.clock.now), what="what was due is done")
        at.pass_time(gone.clients[0], until - at.clock.now)
        for client in gone.clients[people:]:
            if (prompt := await client.prompt()) is not None:
                assert (await failing(client.answer(prompt.prompt_id, default(prompt)))).reason == "TABLE_PAUSED"
        assert gone.runner.table.game == before.game
        assert [prompt.prompt_id for prompt in gone.runner.table.prompts] == asked
        for seat in range(people):
            await gone.return_of(seat)
        assert gone.runner.table.game == before.game
        assert not any(seat.stood_in for seat in gone.runner.table.seats)
        while gone.runner.table.stage is Stage.PLAYING:
            await gone.step(lambda prompt: picks_for(prompt, random.Random(prompt.prompt_id)))
        assert not any(event.HasField("seat_stood_in") for stream in gone.streams for event in stream.events)


def is_quiet(runner: TableRunner, now: float) -> bool:
    """Return whether nothing is due any more by *now*."""
    due = next_due(runner.table)
    return due is None or due > now


async def test_a_token_is_all_it_takes_to_come_back_to_a_table_with_a_passcode() -> None:
    """The same seat and the same side, each time."""
    async with evening() as at:
        gone = await people_at(at, PromptKind.PLAY, passcode="tulip")
        for seat in range(4):
            side = [each.side for each in (await gone.clients[0].snapshot()).seats]
            await gone.vanish(seat)
            back = await gone.return_of(seat)
            shown = await back.snapshot()
            assert shown.your_seat == seat + 1
            assert [each.side for each in shown.seats] == side


async def test_nothing_is_told_twice_or_left_out_while_people_come_and_go() -> None:
    """Two who stay are told every coming and going under the same numbers."""
    async with evening() as at:
        gone = await people_at(at, PromptKind.PLAY)
        for seat in (2, 3, 2, 3):
            await gone.vanish(seat)
            await gone.step(default)
            await gone.return_of(seat)
        last = gone.runner.table.sequence
        for stream in gone.streams[:2]:
            await stream.until_sequence(last)
            firsts = [(batch.first_sequence, len(batch.events)) for batch in stream.batches]
            assert all(one + events == other for (one, events), (other, _) in pairwise(firsts))
            assert sum(event.HasField("presence_changed") for event in stream.events) >= 8
