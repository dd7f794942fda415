"""What becomes of an evening on a LAN when cables, machines and access points fail in the middle of it."""

import asyncio
import json
import signal
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from cli.processes import end_of, first_choices, line_of, play_to_the_end, seated, type_line, until
from lan.evening import ONE_HAND, hosting
from lan.network import Lan, Machine, lan_of_this_run

LOST, BACK = "connection lost, retrying", "back at the table"
NOTICED_SECONDS = 20.0
"""Within this time a peer that is gone or frozen is noticed."""


async def is_asked(client: Process) -> list[str]:
    """Return what is printed up to the next sign that a decision is awaited."""
    return await until(client, lambda line: line.startswith(">"))


def question(lines: list[str]) -> str:
    """Return the last question in *lines*, without the time that is left for it."""
    return next(line for line in reversed(lines) if line.startswith("Your turn")).rpartition(". ")[0]


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    """Give a LAN without machines."""
    with lan_of_this_run(tmp_path) as made:
        yield made


async def test_the_client_comes_back_by_itself_when_the_cable_is_in_again(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with hosting(there) as (_, typed), here.spades.start("join", typed[0], "--name", "Ana") as client:
        await until(client, lambda line: line.startswith("No game has started"))
        here.pull_the_cable()
        async with asyncio.timeout(NOTICED_SECONDS):
            await until(client, lambda line: line == LOST)
        here.plug_the_cable_in()
        await until(client, lambda line: line == BACK)
        for line in ("fill", "start"):
            type_line(client, line)
        await until(client, lambda line: line.startswith(">"))


async def test_a_frozen_server_is_noticed_and_its_clients_go_on_when_it_thaws(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with hosting(there) as (host, typed), here.spades.start("join", typed[0], "--name", "Ana") as client:
        await until(client, lambda line: line.startswith("No game has started"))
        host.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(NOTICED_SECONDS):
            await until(client, lambda line: line == LOST)
        host.send_signal(signal.SIGCONT)
        await until(client, lambda line: line == BACK)


async def test_a_frozen_client_is_noticed_and_the_others_are_told(lan: Lan) -> None:
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with (
        hosting(there) as (_, typed),
        here.spades.start("join", typed[0], "--name", "Ana") as client,
        there.spades.start("watch", "localhost", "--events") as watcher,
    ):
        await until(client, lambda line: line.startswith("No game has started"))
        await line_of(watcher)
        client.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(NOTICED_SECONDS):
            await until(watcher, lambda line: "presence_changed" in line and "UNRESPONSIVE" in line)
        client.send_signal(signal.SIGCONT)
        await until(watcher, lambda line: "presence_changed" in line and "ONLINE" in line)


async def test_who_comes_back_from_another_address_is_let_in_though_the_old_link_was_never_closed(lan: Lan) -> None:
    """A laptop that changed access points and was started again: its old connection ends without a word."""
    there, here = lan.machine("10.77.0.1/24"), lan.machine("10.77.0.2/24")
    async with hosting(there) as (_, typed):
        async with here.spades.start("join", typed[0], "--name", "Ana") as client:
            await seated(client)
            for line in ("fill", "start"):
                type_line(client, line)
            before = question(await is_asked(client))
            here.ip("address", "del", "10.77.0.2/24", "dev", "eth0")
        here.ip("address", "add", "10.77.0.3/24", "dev", "eth0")
        async with here.spades.start("join", typed[0], "--name", "Ana") as client:
            lines = await is_asked(client)
            assert lines[0].startswith("Taking your seat 1")
            assert question(lines) == before
            type_line(client, first_choices(lines))
            await until(client, lambda line: line.startswith("You "))


SEEDED = (*ONE_HAND, "--seed", "a slow link", "--think", "0")


async def record_of_the_only_game(machine: Machine) -> str:
    """Return the hands of the game that the server on *machine* keeps, as people read them."""
    listed = (await machine.spades.run("export", "localhost"))[1].splitlines()
    (game,) = {line.split()[0] for line in listed}
    status, text, errors = await machine.spades.run("export", "localhost", "--game", game, "--text")
    assert (status, errors) == (0, "")
    return text[text.index("Hand 1") :]


async def play_on(client: Process, lines: list[str], *, prompts: int) -> list[str]:
    """Answer the prompt in *lines*, and some more, with their first choices; return the lines of the next one."""
    for _ in range(prompts):
        type_line(client, first_choices(lines))
        lines = await is_asked(client)
    return lines


async def test_a_slow_link_that_loses_packets_changes_nothing_in_a_game_and_who_is_lost_on_it_comes_back(
    lan: Lan,
) -> None:
    """Each card is played once, though calls are slow, answers get lost, and the client is cut off and killed."""
    there = lan.machine("10.77.0.1/24")
    here = lan.slow_machine("10.77.0.2/24", delay_ms=60, jitter_ms=20, loss_percent=3, seed=4)
    records = []
    for machine, place in ((there, "localhost"), (here, "10.77.0.1")):
        async with hosting(there, "--data", str(here.home / f"{place}.db"), *SEEDED):
            async with machine.spades.start("join", place, "--name", "Ana") as client:
                await seated(client)
                for line in ("fill", "start"):
                    type_line(client, line)
                lines = await play_on(client, await is_asked(client), prompts=4)
                if machine is here:
                    here.pull_the_cable()
                    async with asyncio.timeout(NOTICED_SECONDS):
                        await until(client, lambda line: line == LOST)
                    here.plug_the_cable_in()
                    await until(client, lambda line: line == BACK)
                    lines = await is_asked(client)
                await play_on(client, lines, prompts=3)
            async with machine.spades.start("join", place, "--name", "Ana") as client:
                lines = await play_to_the_end(client)
                assert lines[0].startswith("Taking your seat 1")
                assert (await end_of(client, "quit\n"))[0] == 0
            records.append(await record_of_the_only_game(there))
    assert records[0] == records[1]
    carried, lost = lan.slow_links[0].end()
    assert lost > carried / 100


GRACE_SECONDS = 10
"""Twice the time that the links of one switch are noticed apart: what is told of the first is what finds the other."""

Event = dict[str, Any]  # Any: of a document


async def events_until(watcher: Process, wanted: Callable[[Event], bool]) -> list[Event]:
    """Return the events that *watcher* is told up to the batch of the first that is *wanted*."""
    events: list[Event] = []
    while not any(wanted(event) for event in events):
        told = json.loads(await line_of(watcher))
        events += told.get("batch", {}).get("events", [])
    return events


def asks_a_person(event: Event) -> bool:
    """Tell whether Ana or Ben, on the seats 1 and 2, is to bid or to play."""
    return "prompt_opened" in event and event["prompt_opened"]["prompt"]["seat"] <= 2


async def has_come(moment: datetime) -> None:
    """Wait until *moment* is over."""
    await asyncio.sleep((moment - datetime.now(UTC)).total_seconds())


async def test_while_the_access_point_starts_again_no_machine_plays_for_anybody_and_the_hand_goes_on(lan: Lan) -> None:
    """Everybody is away for longer than the grace; who looks on at the server's own machine sees nothing happen."""
    there, *homes = (lan.machine(f"10.77.0.{number}/24") for number in (1, 2, 3))
    async with hosting(there, "--grace", str(GRACE_SECONDS), *ONE_HAND) as (_, typed), AsyncExitStack() as stack:
        ana, ben = [
            await stack.enter_async_context(home.spades.start("join", typed[0], "--name", name, "--seat", str(seat)))
            for seat, (home, name) in enumerate(zip(homes, ("Ana", "Ben"), strict=True), start=1)
        ]
        watcher = await stack.enter_async_context(there.spades.start("watch", "localhost", "--events"))
        await asyncio.gather(seated(ana), seated(ben), line_of(watcher))
        for line in ("fill", "start"):
            type_line(ana, line)
            type_line(ben, line)  # whoever came first is the host
        events = await events_until(watcher, asks_a_person)
        opened = next(event for event in events if asks_a_person(event))["prompt_opened"]["prompt"]
        asked = (ana, ben)[opened["seat"] - 1]
        before = question(await is_asked(asked))
        lan.switch_off()
        away = await events_until(watcher, lambda event: "table_paused" in event)
        graces = [event["presence_changed"].get("grace_deadline") for event in away if "presence_changed" in event]
        await has_come(max(datetime.fromisoformat(moment) for moment in graces if moment))
        lan.switch_on()
        back = await events_until(watcher, lambda event: "table_resumed" in event)
        assert not {"bid_made", "card_played", "prompt_closed", "seat_stood_in"} & {*chain.from_iterable(away + back)}
        for client in (ana, ben):
            await until(client, lambda line: line == BACK)
        lines = await is_asked(asked)
        assert question(lines) == before
        type_line(asked, first_choices(lines))
        ends = await asyncio.gather(play_to_the_end(ana), play_to_the_end(ben))
        played = await events_until(watcher, lambda event: "game_ended" in event)
        assert not any("seat_stood_in" in event for event in played)
        assert sum("card_played" in event for event in played) == 52
        assert all(lines[-1].startswith("Game over") for lines in ends)
