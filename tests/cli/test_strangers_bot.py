"""The bot that a stranger writes in an evening: client/samples/python/bot.py, and the games it plays."""

import ast
import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import pytest

from cli.forwarder import forwarding
from cli.processes import PATIENCE, Spades
from cli.samples import BUILD_SECONDS, ROOT, bot_command
from spades.v1.event_pb2 import Event
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_ANSWERED, PROMPT_OUTCOME_BOT_ANSWERED
from spades.v1.snapshot_pb2 import (
    PHASE_BID,
    PHASE_DRAW,
    PHASE_PLAY,
    PRESENCE_UNRESPONSIVE,
    SEAT_KIND_BOT,
    TABLE_STAGE_GATHERING,
    Snapshot,
)
from spades_client import Connection, TableClient, Update, connect, parse_address, watch

PYTHON = ROOT / "client" / "samples" / "python"
MAIN_FILES = ("python/bot.py", "javascript/bot.js", "go/main.go")
CALLS = 7
"""What a bot asks before its cable is pulled: to join, to watch, and its first answers in a hand."""


@pytest.mark.parametrize("file", MAIN_FILES)
def test_a_bot_is_at_most_eighty_lines(file: str) -> None:
    assert len((ROOT / "client" / "samples" / file).read_text().splitlines()) <= 80


def test_the_bot_in_python_imports_grpc_the_contract_its_own_files_and_nothing_else_of_ours() -> None:
    files = sorted(PYTHON.glob("*.py"))
    imported = {file.stem: set(_imports(file)) for file in files}
    assert imported.keys() == {"bot", "connect", "table"}
    foreign = {name for names in imported.values() for name in names if name not in sys.stdlib_module_names}
    assert foreign == {"grpc", "grpc_status", "google", "cryptography", "spades", "connect", "table"}


def _imports(file: Path) -> Iterator[str]:
    """Yield the packages that *file* imports; of ours only the contract."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            module = node.module or ""
            assert module.startswith("spades.v1") or not module.startswith("spades"), module
            yield module.partition(".")[0]


@pytest.mark.timeout(2 * BUILD_SECONDS)
@pytest.mark.parametrize(
    ("language", "players", "bots"),
    [("python", players, bots) for players, bots in ((2, 1), (2, 2), (3, 2), (4, 1), (4, 3))]
    + [(language, players, bots) for language in ("javascript", "go") for players, bots in ((2, 1), (3, 2), (4, 3))],
)
async def test_the_bot_plays_a_whole_game_though_its_cable_is_pulled_in_the_middle_of_a_hand(
    tmp_path: Path, language: str, players: int, bots: int
) -> None:
    """Where the bots leave seats empty, computer players of the server take them."""
    # Bots that always take the default may bid past each other for ever: a hand limit ends that.
    bot_command(language, "", "")  # before the server, for it may take a while to make
    rules = ("--players", str(players), "--set", "max_hands=12", "--seed", "strangers")
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Spades(tmp_path).server(*rules))
        forwarder, port = await stack.enter_async_context(forwarding(server.port, cut_after=CALLS))
        connection = await stack.enter_async_context(await connect(parse_address(server.address)))
        spectator = await connection.join_table(server.table_id, name="Eye", as_spectator=True)
        host = await _take_a_seat(connection, server.table_id) if bots < players else None
        ports = [port, *[server.port] * (bots - 1)]
        running = [
            await stack.enter_async_context(
                _bot(bot_command(language, f"localhost:{at}", server.table_id, name=f"Robot {number}"))
            )
            for number, at in enumerate(ports)
        ]
        events, lost = await _watched(connection.table(server.table_id, spectator.token), host, bots)
        async with asyncio.timeout(PATIENCE):
            ends = [await bot.communicate() for bot in running]
    assert [bot.returncode for bot in running] == [0] * bots, ends
    assert [errors for _, errors in ends] == [b""] * bots
    assert forwarder.was_cut.is_set()
    assert forwarder.connections >= 2
    assert lost, "the table never missed the bot"
    assert lost[0].hand.phase in (PHASE_DRAW, PHASE_BID, PHASE_PLAY), "the cable was pulled between two hands"
    ended = [event for event in events if event.HasField("game_ended")]
    assert len(ended) == 1
    assert sum(event.HasField("hand_ended") for event in events) >= 1
    outcomes = {event.prompt_closed.outcome for event in events if event.HasField("prompt_closed")}
    assert outcomes <= {PROMPT_OUTCOME_ANSWERED, PROMPT_OUTCOME_BOT_ANSWERED}, "a prompt ran out or was withdrawn"


async def _take_a_seat(connection: Connection, table_id: str) -> TableClient:
    """Sit down as the person who will fill the table, start the game and go."""
    place = await connection.join_table(table_id, name="Ana")
    return connection.table(table_id, place.token)


@contextlib.asynccontextmanager
async def _bot(command: list[str]) -> AsyncIterator[Process]:
    """Run a sample bot; it is killed if it still runs at the end."""
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _watched(table: TableClient, host: TableClient | None, bots: int) -> tuple[list[Event], list[Snapshot]]:
    """Start the game when the bots sit; return all its events, and the table at each loss of a connection."""
    events: list[Event] = []
    lost: list[Snapshot] = []
    async with asyncio.timeout(PATIENCE), aclosing(watch(table)) as items:
        async for item in items:
            if not isinstance(item, Update):
                continue
            if item.batch is not None:
                events += item.batch.events
                if any(event.presence_changed.presence == PRESENCE_UNRESPONSIVE for event in item.batch.events):
                    lost.append(item.snapshot)
                if any(event.HasField("game_ended") for event in item.batch.events):
                    return events, lost
            seated = sum(seat.kind == SEAT_KIND_BOT for seat in item.snapshot.seats)
            if host is not None and item.snapshot.stage == TABLE_STAGE_GATHERING and seated == bots:
                await _start_and_go(host, has_room=bots + 1 < len(item.snapshot.seats))
                host = None
    raise AssertionError("the stream ended before the game")


async def _start_and_go(host: TableClient, *, has_room: bool) -> None:
    """Fill the table, start, and leave: the game goes on with a computer player on the seat."""
    if has_room:
        await host.fill()
    await host.start()
    await host.leave()
