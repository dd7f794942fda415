"""The kit finds what a client does wrong: who keeps every rule passes, and who breaks one fails by that one alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import replace

from kit import broken_client_calls, broken_client_streams
from kit.stranger import Anew, Hasty, Stranger
from spades.v1.prompt_pb2 import Prompt
from spades_cli.conformance import READING
from spades_kit import CLIENT_RULES, Outcome, Place, Report, Times, check_client

BROKEN = broken_client_calls.BROKEN | broken_client_streams.BROKEN
"""Every client that breaks a rule, by the rule."""

PATIENT = frozenset(rule.id for rule in CLIENT_RULES if rule.patient)

TIMES = Times(
    arrival=20.0,
    patience=6.0,
    quiet=2.0,
    first_wait=0.06,
    asked_wait=0.2,
    slow=0.5,
    deadline=8.0,
    silence=10.0,
)
"""In which a client of the tests can do what it must; a person's takes longer."""

LEISURELY = replace(TIMES, asked_wait=1.5, slow=5.0)
"""Where what is done too early must be so also on a busy machine."""

HURRIED = ("C-LIMIT-01", "C-GOODBYE-01", "C-ANSWER-06")
"""The rules that are broken by what is done too early."""

SIDE_BY_SIDE = 16
"""Clients that are checked at one time."""


async def checked(client: type[Stranger], *, times: Times = TIMES, patient: bool = False) -> Report:
    """Return what the kit says of *client*."""

    def guest(place: Place) -> Awaitable[None]:
        return client(place).run()

    return await check_client(guest, READING, subject="a client", times=times, patient=patient)


async def test_a_client_that_keeps_every_rule_passes() -> None:
    report = await checked(Stranger)
    kept = [finding.rule.id for finding in report.findings if finding.outcome is Outcome.KEPT]
    assert kept == [rule.id for rule in CLIENT_RULES if not rule.patient], report.text()
    assert report.status == 0


async def test_a_client_that_gives_up_calls_and_streams_in_time_passes_with_patience() -> None:
    report = await checked(Hasty, patient=True)
    assert [finding.outcome for finding in report.findings if finding.rule.patient] == [Outcome.KEPT] * 2, report.text()


async def told_of(rule: str, turns: asyncio.Semaphore) -> list[str]:
    """Return what the kit finds wrong with the client that breaks *rule*."""
    async with turns:
        times = LEISURELY if rule in HURRIED else TIMES
        return (await checked(BROKEN[rule], times=times, patient=rule in PATIENT)).broken()


async def test_a_client_that_breaks_a_rule_is_told_that_one_and_no_other() -> None:
    """They wait more than they work, and so play side by side."""
    turns = asyncio.Semaphore(SIDE_BY_SIDE)
    rules = [rule.id for rule in CLIENT_RULES]
    found = await asyncio.gather(*(told_of(rule, turns) for rule in rules))
    assert dict(zip(rules, found, strict=True)) == {rule: [rule] for rule in rules}


async def test_a_client_that_never_comes_is_no_client() -> None:
    class Nobody(Stranger):
        async def run(self) -> None:
            """Stay at home."""

    report = await checked(Nobody)
    assert {finding.outcome for finding in report.findings} == {Outcome.NOT_CHECKED}
    assert report.status == 2


async def test_a_client_that_hangs_up_after_every_answer_is_judged_to_the_end() -> None:
    class HangsUp(Stranger):
        async def answer(self, prompt: Prompt) -> None:
            await super().answer(prompt)
            self.answered.add(prompt.prompt_id)
            raise Anew

    report = await checked(HangsUp)
    assert {"C-NEWER-01", "C-NEWER-03"} <= set(report.broken()), report.text()
    assert not [finding.rule.id for finding in report.findings if finding.detail == "it did not come so far"]


async def test_a_report_says_the_same_to_people_and_to_programs() -> None:
    report = await checked(BROKEN["C-FIRST-01"])
    told = json.loads(report.json())
    assert told["status"] == 1
    assert [rule["id"] for rule in told["rules"]] == [rule.id for rule in CLIENT_RULES]
    broken = [rule for rule in told["rules"] if rule["outcome"] == "broken"]
    assert [(rule["id"], rule["detail"]) for rule in broken] == [("C-FIRST-01", "it began with ListGames")]
    lines = report.text().splitlines()
    assert lines[0] == "a client"
    assert "broken       C-FIRST-01" in report.text()
    assert all(rule.id in report.text() for rule in CLIENT_RULES)


def test_an_id_stands_for_one_rule() -> None:
    ids = [rule.id for rule in CLIENT_RULES]
    assert len(set(ids)) == len(ids)
