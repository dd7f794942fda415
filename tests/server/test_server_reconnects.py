"""Links that break between any two events, over real gRPC: who comes back knows what who never left knows."""

import random
from pathlib import Path

import pytest

from server.common import Viewer, eventually
from server.desk import picks_for
from server.harness import Client, Listening, listening
from server.test_journal_commit import back_again, kept_in
from server.test_server_fold_law import differences
from spades.v1 import event_pb2, prompt_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_client import fold, view_hash
from spades_engine import Rules, rules_of
from spades_engine.options import Value
from spades_server import Limits, RunningServer, ServerConfig, SystemClock
from spades_server.rpc.moments import Moment
from spades_server.runner import TableRunner
from spades_server.table import Stage, Table, may_advance
from spades_wire.rules_messages import rules_message

QUICK = snapshot_pb2.TableSettings(house_pace_ms=0, think_seconds=0, continue_seconds=120)
UNHURRIED = Limits(loopback_factor=100_000)

EVENINGS: dict[str, tuple[str, int, dict[str, Value]]] = {
    "standard": ("standard", 4, {}),
    "sheet-000": ("sheet-000", 4, {"blind_nil_threshold": 0, "nil_pass": 2}),
    "sheet-003 for two": ("sheet-003", 2, {}),
    "sheet-003 for three": ("sheet-003", 3, {}),
    "sheet-004": ("sheet-004", 4, {}),
    "hidden cards and a claim": ("standard", 3, {"hand_hidden_until_bid": True, "claim": "on"}),
}
"""Preset, players and changes; each is played for two hands, so that a hand ends and another begins."""


def message_of(name: str) -> rules_pb2.Rules:
    """Return the rules of an evening as they are asked for."""
    preset, players, changes = EVENINGS[name]
    rules: Rules = rules_of(preset, players=players).adjusted({**changes, "max_hands": 2, "target_score": None})
    return rules_message(rules, preset)


class Staying:
    """What a viewer knows whose link never breaks, after each batch. Mutable: it learns."""

    def __init__(self, server: RunningServer, table_id: str, viewer: Viewer) -> None:
        clock, self.viewer = SystemClock(), viewer
        table = server.lobby.runner(table_id).table
        self._watcher = server.lobby.publisher(table_id).watch(
            table,
            viewer,
            repr(("staying", viewer)).encode(),
            Moment(clock.monotonic(), clock.time()),
            after=0,
            epoch="",
        )
        self._items = self._watcher.items(lambda: b"")
        self.known: dict[int, snapshot_pb2.Snapshot] = {}

    async def learn(self, sequence: int) -> list[int]:
        """Take everything up to *sequence*; return the ends of the batches that came."""
        came: list[int] = []
        while max(self.known, default=-1) < sequence:
            item = table_service_pb2.WatchTableResponse.FromString(await anext(self._items))
            if item.HasField("snapshot"):
                self.known[item.snapshot.sequence] = item.snapshot
            elif item.HasField("batch"):
                known = fold(self.known[item.batch.first_sequence - 1], item.batch)
                self.known[known.sequence] = known
                came.append(known.sequence)
        return came


async def come_back(client: Client, known: snapshot_pb2.Snapshot, epoch: str) -> snapshot_pb2.Snapshot:
    """Open a stream where *known* ends, and return what is known once nothing is missing any more."""
    stream = client.open_stream(after=known.sequence, epoch=epoch)
    for item in await stream.caught_up():
        assert not item.HasField("snapshot"), "a snapshot though the batches could be had"
        if item.HasField("batch"):
            known = fold(known, item.batch)
    mark = stream.items[-1].caught_up
    assert (mark.sequence, mark.view_hash) == (known.sequence, view_hash(known))
    client.streams.remove(stream)
    return known


async def answer_something(table: Table, clients: list[Client], views: list[Staying], chance: random.Random) -> int:
    """Answer an open prompt at random, as a view of the table offers it; return the sequence."""
    asked = [prompt for prompt in table.prompts if table.seats[prompt.seat].is_owned]
    seat = chance.choice(asked).seat
    prompts = views[seat].known[table.sequence].prompts
    mine = next(prompt for prompt in prompts if prompt.choices and not prompt.suspended)
    return await clients[seat].answer(mine.prompt_id, picks_for(mine, chance))


@pytest.mark.parametrize("name", EVENINGS)
async def test_who_comes_back_between_any_two_batches_knows_what_who_never_left_knows(name: str) -> None:
    """Every seat and a spectator, each time with a stream of its own."""
    chance = random.Random(name)
    async with listening(ServerConfig(limits=UNHURRIED)) as server:
        clients = await newcomers(server, name)
        runner = server.server.lobby.runner(clients[0].table_id)
        seats: list[Viewer] = [*range(len(clients) - 1), None]
        staying = [Staying(server.server, runner.table.table_id, seat) for seat in seats]
        epoch = (await clients[0].watch()).items[0].epoch
        start = runner.table.sequence
        for viewer in staying:
            await viewer.learn(start)
        at, compared = start, 0
        while runner.table.stage is Stage.PLAYING:
            await answer_something(runner.table, clients, staying, chance)
            for client, viewer in zip(clients, staying, strict=True):
                # Another answer can follow by itself, as when a hand is dealt: each end of a batch is a place to break.
                ends = await viewer.learn(runner.table.sequence)
                for end in [at, *ends[:-1]]:
                    back = await come_back(client, viewer.known[end], epoch)
                    assert not differences(back, viewer.known[back.sequence])
                    compared += 1
            at = runner.table.sequence
        assert compared >= len(clients) * len(staying[0].known) - len(clients)
        kinds = {event.WhichOneof("kind") for each in await told(clients[0], start, epoch) for event in each.events}
        assert {"hand_ended", "hand_started", "game_ended"} <= kinds


async def told(client: Client, after: int, epoch: str) -> list[event_pb2.Batch]:
    """Return the batches after *after*."""
    stream = await client.watch(after=after, epoch=epoch)
    return [item.batch for item in stream.items if item.HasField("batch")]


@pytest.mark.parametrize("name", ["sheet-000", "sheet-003 for two", "hidden cards and a claim"])
async def test_a_server_that_is_started_again_between_any_answers_shows_everybody_what_they_knew(
    name: str, tmp_path: Path
) -> None:
    """A cursor of the last run is worth nothing, and a snapshot comes: the same view, the same questions."""
    chance, clients = random.Random(name), list[Client]()
    knew: list[snapshot_pb2.Snapshot] = []
    epoch, is_over, runs = "", False, 0
    while not is_over:
        async with kept_in(tmp_path / "server.db") as (server, _):
            runs += 1
            clients = back_again(server, clients) or await newcomers(server, name)
            for client, known in zip(clients, knew, strict=False):
                stream = await client.watch(after=known.sequence, epoch=epoch)
                assert [item.WhichOneof("item") for item in stream.items] == ["snapshot", "caught_up"]
                shown = stream.items[0].snapshot
                assert shown.sequence >= known.sequence
                assert view_hash(shown) == view_hash(known)
                assert list(shown.prompts) == list(known.prompts)
            epoch = (await clients[0].watch()).items[0].epoch
            runner = server.server.lobby.runner(clients[0].table_id)
            await play_a_little(runner, clients, chance)
            knew = [await client.snapshot() for client in clients]
            is_over = runner.table.stage is Stage.GAME_OVER
    assert runs > 20


async def play_a_little(runner: TableRunner, clients: list[Client], chance: random.Random) -> None:
    """Answer a few prompts at random, but none after that which ends a hand."""
    await eventually(lambda: not may_advance(runner.table), what="the table waits for an answer")
    hand = runner.table.game.hands_played
    for _ in range(chance.choice((1, 1, 2, 6))):
        if runner.table.game.hands_played == hand and (asked := await first_asked(clients)) is not None:
            client, prompt = asked
            await client.answer(prompt.prompt_id, picks_for(prompt, chance))
            await eventually(lambda: not may_advance(runner.table), what="the table waits for an answer")


async def first_asked(clients: list[Client]) -> tuple[Client, prompt_pb2.Prompt] | None:
    """Return the first of *clients* that owes an answer, and its prompt."""
    for client in clients:
        if (prompt := await client.prompt()) is not None:
            return client, prompt
    return None


async def newcomers(server: Listening, name: str) -> list[Client]:
    """Return the bots of a table that has begun, and a spectator."""
    clients = await server.table_of(EVENINGS[name][1], is_bot=True, rules=message_of(name), settings=QUICK)
    return [*clients, await server.client().join(clients[0].table_id, as_spectator=True)]
