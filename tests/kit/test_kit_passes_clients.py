"""Our own clients, and the samples that strangers copy, keep every rule of the kit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.samples import BUILD_SECONDS, LANGUAGES, bot_command
from kit.line_guest import line_guest
from spades_cli.conformance import READING
from spades_kit import Guest, Outcome, Times, check_client, command_guest

TIMES = Times(quiet=1.0, slow=0.3)


async def passes(guest: Guest, *, times: Times = TIMES) -> None:
    """Fail with the report unless *guest* keeps all that is checked without patience."""
    report = await check_client(guest, READING, subject="a client of ours", times=times)
    left = [finding.rule.id for finding in report.findings if finding.outcome is Outcome.NOT_CHECKED]
    assert report.status == 0, report.text()
    assert left == [finding.rule.id for finding in report.findings if finding.rule.patient], report.text()


@pytest.mark.timeout(2 * BUILD_SECONDS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_sample_keeps_every_rule(language: str) -> None:
    await passes(command_guest(bot_command(language, "{address}", "{table}")))


async def test_line_mode_keeps_every_rule(tmp_path: Path) -> None:
    await passes(line_guest(tmp_path))


async def test_the_headless_bot_keeps_every_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    bot = (sys.executable, "-m", "spades_cli", "bot", "--level", "random", "--games", "0", "{address}/{table}")
    await passes(command_guest(bot))
