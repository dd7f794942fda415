"""A server that is killed at any moment comes back with everything that it promised (design: the journal)."""

import os
from pathlib import Path

import pytest

from chaos.kills import kill_again_and_again


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
async def test_twenty_kills_lose_no_acknowledged_command_and_no_table(tmp_path: Path) -> None:
    tally = await kill_again_and_again(tmp_path, kills=20, seed=20)
    assert tally.kills >= 20
    assert tally.acknowledged > 100
    assert tally.repeated > 100
    assert tally.views_compared > 20
