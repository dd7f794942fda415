"""What is written together is written, and remembered, together or not at all."""

import asyncio
import sqlite3
from pathlib import Path

from spades_server import Condition, open_journal
from spades_server.journal.commit import GroupCommit
from spades_server.table import Refused


async def test_what_a_failed_transaction_was_to_remember_is_not_remembered(tmp_path: Path) -> None:
    """What shares it is written again by itself, and finds things as they were before."""
    found: list[dict[str, str]] = []

    def sound(db: sqlite3.Connection, state: dict[str, str]) -> None:
        found.append(dict(state))
        state["table"] = "written"

    def failing(db: sqlite3.Connection, state: dict[str, str]) -> None:
        state["other"] = "half written"
        raise sqlite3.OperationalError("disk I/O error")

    with open_journal(tmp_path / "server.db") as file:
        commit = GroupCommit[str](file, Condition())
        done, refused = await asyncio.gather(commit.put(sound), commit.put(failing), return_exceptions=True)
    assert found == [{}, {}]
    assert commit.state == {"table": "written"}
    assert done is None
    assert isinstance(refused, Refused)
    assert refused.reason == "JOURNAL_UNAVAILABLE"
