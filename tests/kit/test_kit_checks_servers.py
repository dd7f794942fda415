"""The kit finds what a server does wrong: ours passes, and ours with one fault fails by that rule alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest

from cli import guide
from kit import broken_server_calls, broken_server_streams
from kit.proxy import Proxy, proxying
from spades_cli.conformance import READING
from spades_kit import SERVER_RULES, NoServer, Outcome, Report, check_server
from spades_kit.visitor import CODES
from spades_server import Limits, ServerConfig, serving

BROKEN = broken_server_calls.BROKEN | broken_server_streams.BROKEN
"""Every server that breaks a rule, by the rule."""

ROOM = 1_000_000
LIMITS = Limits(
    chat_per_second=5,
    joins_per_minute=ROOM,
    creates_per_minute=ROOM,
    guesses_per_minute=ROOM,
    calls_per_second=ROOM,
    call_burst=ROOM,
    commands_per_second=ROOM,
    command_burst=ROOM,
    streams_per_address=ROOM,
    tables_per_address=ROOM,
    loopback_factor=1,
)
"""Room for many visits at once, and chat that can be too fast."""

SIDE_BY_SIDE = 8
"""Visits at one time."""

PARTS = 4
"""Into which the rules are divided, for machines with several cores."""


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """The port of a server of ours."""
    async with serving(ServerConfig(limits=LIMITS)) as server:
        yield server.ports[0]


async def visited(port: int, *, patient: bool = False) -> Report:
    """Return what the kit says of the server at *port*."""

    def channel() -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(f"127.0.0.1:{port}", [("grpc.enable_http_proxy", 0)])

    return await check_server(channel, READING, subject="a server", patient=patient)


async def test_our_server_keeps_every_rule(port: int) -> None:
    report = await visited(port, patient=True)
    left = [finding.rule.id for finding in report.findings if finding.outcome is Outcome.NOT_CHECKED]
    assert report.broken() == [], report.text()
    assert left == ["S-CALLS-02"], "no group is left out, so that none can be called in vain"


async def test_a_server_that_only_passes_calls_on_keeps_every_rule(port: int) -> None:
    async with proxying(Proxy(port)) as front:
        report = await visited(front)
    assert report.status == 0, report.text()


async def told_of(rule: str, port: int, turns: asyncio.Semaphore) -> list[str]:
    """Return what the kit finds wrong with the server that breaks *rule*."""
    async with turns, proxying(BROKEN[rule](port)) as front:
        return (await visited(front, patient=rule == "S-BEAT-01")).broken()


@pytest.mark.parametrize("part", range(PARTS))
async def test_a_server_that_breaks_a_rule_is_told_that_one_and_no_other(port: int, part: int) -> None:
    """They wait more than they work, and so are visited side by side."""
    turns = asyncio.Semaphore(SIDE_BY_SIDE)
    rules = [rule.id for rule in SERVER_RULES][part::PARTS]
    found = await asyncio.gather(*(told_of(rule, port, turns) for rule in rules))
    assert dict(zip(rules, found, strict=True)) == {rule: [rule] for rule in rules}


async def test_where_nobody_answers_there_is_no_server() -> None:
    with pytest.raises(NoServer, match="GetServerInfo was not answered: UNAVAILABLE"):
        await visited(1)


def test_the_kit_knows_the_status_codes_of_the_guide() -> None:
    told = {reason: code for reason, (code, _) in guide.reasons().items()}
    assert {reason: CODES.get(reason, "FAILED_PRECONDITION") for reason in told} == told
