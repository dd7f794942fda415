"""A journal's file: for one server at a time, for its owner's eyes only, and left alone where it is not sound."""

import hashlib
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.desk import sit_down
from server.journals import Evening, play_on
from spades_engine import Rules
from spades_server import (
    FileVault,
    JournalError,
    JournalLocked,
    SqliteJournal,
    backup,
    open_journal,
    read_journal,
)
from spades_server.journal import schema
from spades_server.journal.rows import seal
from spades_server.journal.schema import NEWEST
from spades_server.table.commands import Say

PRAGMAS = {"journal_mode": "wal", "synchronous": 2}
"""2 is FULL: every commit waits for the disk."""


@pytest.fixture
async def evening(tmp_path: Path) -> Evening:
    """A table in the middle of a game, in a file that is closed."""
    evening = Evening(tmp_path / "server.db", Rules())
    async with evening.run() as desk:
        await sit_down(desk)
        await play_on(desk, random.Random(1), 70)
    return evening


def digests(folder: Path) -> dict[str, str]:
    """Return what the files of *folder* hold; empty ones left out, and those that say who has a file open."""
    passing = (".lock", "-shm")
    files = [file for file in folder.iterdir() if not file.name.endswith(passing) and file.stat().st_size]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def refusal_of(path: Path) -> str:
    """Return the one line with which *path* is refused; fails if it is not refused, or changed."""
    before = digests(path.parent)
    with pytest.raises(JournalError) as refused, open_journal(path) as file:
        SqliteJournal(file).recovered(0.0)
    assert digests(path.parent) == before
    line = str(refused.value)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    return line


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights than modes")
def test_a_file_and_its_folder_are_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "server.db"
    old = os.umask(0)
    try:
        with open_journal(path) as file:
            FileVault(file).secret("token key", lambda: b"key")
            modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    finally:
        os.umask(old)
    assert modes == dict.fromkeys(["server.db", "server.db-wal", "server.db-shm", "server.db.lock"], 0o600)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    with open_journal(path):
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_second_server_on_a_file_is_refused_and_the_file_named(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    with open_journal(path):
        with pytest.raises(JournalLocked, match="another server works on this file") as refused, open_journal(path):
            pass
        assert str(path) in str(refused.value)
    with open_journal(path):
        pass


def test_what_the_vault_made_once_is_the_same_at_every_start(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    for other in (b"first", b"second"):
        with open_journal(path) as file:
            assert FileVault(file).secret("token key", lambda made=other: made) == b"first"  # type: ignore[misc]
    with open_journal(None) as file:
        assert FileVault(file).secret("token key", lambda: b"third") == b"third"


def as_text(path: Path) -> None:
    """Put another kind of file in the place of *path*."""
    path.write_text("Dear diary, " * 30)


def emptied(path: Path) -> None:
    """Leave nothing of *path*."""
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    """Put another program's database in the place of *path*."""
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tables (key)")


def newer(path: Path) -> None:
    """Make *path* that of a newer program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")


def halved(path: Path) -> None:
    """Cut *path* in the middle."""
    os.truncate(path, path.stat().st_size // 2)


def cut(path: Path) -> None:
    """Cut a little off *path*."""
    os.truncate(path, path.stat().st_size - 100)


def with_a_newer_event(path: Path) -> None:
    """Put an event into *path* that only a newer program knows, sealed as that would."""
    rewrite(path, lambda text: text.replace('"CardPlayed"', '"CardThrown"'))


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change the texts of the batches and seal them again."""
    with closing(sqlite3.connect(path)) as connection:
        for id, key, first, text in connection.execute("SELECT id, table_key, first, batch FROM batches").fetchall():
            changed = change(text)
            row = (changed, seal(key, first, changed), id)
            connection.execute("UPDATE batches SET batch = ?, seal = ? WHERE id = ?", row)
        connection.commit()


def without_a_batch(path: Path) -> None:
    """Take a batch out of *path* that others follow."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM batches WHERE id = (SELECT max(id) - 1 FROM batches)")
        connection.commit()


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (as_text, "no journal of a Spades server"),
        (emptied, "no journal of a Spades server"),
        (foreign, "another program's database"),
        (newer, f"version {NEWEST + 1} is newer than this program, which knows up to {NEWEST}"),
        (halved, "damaged"),
        (cut, "damaged"),
        (with_a_newer_event, "written by a newer program: unknown: ['CardThrown'"),
        (without_a_batch, "is missing"),
    ],
)
async def test_a_file_that_is_not_sound_is_refused_in_one_line_and_left_as_it_is(
    evening: Evening, damage: Callable[[Path], None], told: str
) -> None:
    damage(evening.path)
    assert told in refusal_of(evening.path)
    if damage is not with_a_newer_event and damage is not without_a_batch:
        with pytest.raises(JournalError), read_journal(evening.path):
            pass
        with pytest.raises(JournalError):
            backup(evening.path, evening.path.with_name("copy.db"))
        assert not evening.path.with_name("copy.db").exists()


async def test_a_flipped_bit_is_noticed_or_changes_nothing(evening: Evening) -> None:
    whole, chance = evening.path.read_bytes(), random.Random(5)
    noticed = 0
    for _ in range(60):
        place, bit = chance.randrange(100, len(whole)), 1 << chance.randrange(8)
        evening.path.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
        before = digests(evening.path.parent)
        try:
            with open_journal(evening.path) as file:
                (found,) = SqliteJournal(file).recovered(evening.clock.time())
        except JournalError:
            noticed += 1
            assert digests(evening.path.parent) == before
        else:
            assert found.table == evening.last
    assert noticed > 3  # Much of the file is free, or only of use for a record.


def test_a_write_ahead_log_without_its_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    log = path.with_name("server.db-wal")
    log.write_bytes(b"something")
    with pytest.raises(JournalError, match="belongs to a journal that is not there"), open_journal(path):
        pass
    assert log.read_bytes() == b"something"
    assert not path.exists()


def test_a_server_killed_while_it_makes_its_file_starts_again(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    for left in ("server.db.part", "server.db.part-journal", "server.db.part-wal"):
        (tmp_path / left).write_bytes(b"half")
    with open_journal(path) as file:
        assert SqliteJournal(file).recovered(0.0) == []


async def test_an_older_file_is_brought_up_to_date_with_all_that_it_has(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_notes(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE notes (text TEXT)")

    def fail(connection: sqlite3.Connection) -> None:
        add_notes(connection)
        connection.execute("no such statement")

    monkeypatch.setattr(schema, "NEWEST", NEWEST + 1)
    monkeypatch.setattr("spades_server.journal.file.NEWEST", NEWEST + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, fail))
    with pytest.raises(JournalError, match="syntax error"), open_journal(evening.path):
        pass
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS[:-1], add_notes))
    with open_journal(evening.path) as file:
        (found,) = SqliteJournal(file).recovered(evening.clock.time())
        assert found.table == evening.last
        assert file.run(lambda: file.connection.execute("SELECT count(*) FROM notes").fetchone()) == (0,)
    assert int.from_bytes(evening.path.read_bytes()[60:64], "big") == NEWEST + 1


async def test_a_backup_made_while_the_server_runs_goes_on_elsewhere(evening: Evening, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    async with evening.run() as desk:
        await desk.do(Say(0, "To the other room!", 0))
        backup(evening.path, copy)
        before = desk.table
        await desk.do(Say(0, "Too late.", 0))
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    if os.name != "nt":
        assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(JournalError, match="there is such a file already"):
        backup(evening.path, copy)
    evening.path = copy
    async with evening.run() as desk:
        assert desk.table == before


def test_a_backup_that_the_disk_has_no_room_for_is_refused_and_leaves_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = sqlite3.connect

    def narrow(place: str | Path, *, uri: bool = False, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = opened(place, uri=uri, **options)  # type: ignore[call-overload]
        if not uri:
            connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr("spades_server.journal.file.sqlite3.connect", narrow)
    before, copy = digests(evening.path.parent), evening.path.with_name("copy.db")
    with pytest.raises(JournalError, match="cannot be written: database or disk is full") as refused:
        backup(evening.path, copy)
    assert str(refused.value).startswith(f"{copy}: ")
    assert digests(evening.path.parent) == before
    assert not list(evening.path.parent.glob("copy.db*"))


def test_what_is_kept_is_on_the_disk_itself_and_not_in_the_memory_of_the_system(tmp_path: Path) -> None:
    """No test can take the power away: what SQLite says of itself must do."""
    with open_journal(tmp_path / "server.db") as file:
        told = file.run(lambda: {name: file.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS})
    assert told == PRAGMAS


def log_left_by(path: Path, secret: bytes) -> bytes:
    """Make a journal with a *secret* of its own, and return the log that it would leave if it were killed now."""
    with open_journal(path) as file:
        FileVault(file).secret("token key", lambda: secret)
        return path.with_name(f"{path.name}-wal").read_bytes()


def test_a_copy_is_not_mixed_with_what_a_killed_server_left_beside_it(tmp_path: Path) -> None:
    """As when an evening is moved to a machine, over the file of a server that was killed there."""
    killed, copied = tmp_path / "killed.db", tmp_path / "copied.db"
    log = log_left_by(killed, b"the killed one")
    log_left_by(copied, b"the one copied")
    beside = copied.with_name("copied.db-wal")
    beside.write_bytes(log)
    before = digests(tmp_path)
    for use in (open_journal, read_journal):
        with (
            pytest.raises(JournalError, match="copied.db-wal: this was left by another server; take it away"),
            use(copied),
        ):
            pass
    assert digests(tmp_path) == before
    beside.unlink()
    killed.with_name("killed.db-wal").write_bytes(log)
    for path, secret in ((copied, b"the one copied"), (killed, b"the killed one")):
        with open_journal(path) as file:
            assert FileVault(file).secret("token key", lambda: b"made anew") == secret
