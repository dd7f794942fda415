"""Seats kept on disk: whole or not at all, for their owner only, one client each."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from spades_client import SavedSeat, SavedSeats, config_folder

ANA = SavedSeat(server_id="../../S1", table_id="ABCD", seat=3, name="Ana", token="secret")


@pytest.fixture
def open_saved(tmp_path: Path) -> Iterator[Callable[[], SavedSeats]]:
    """Give what opens the saved seats of one folder, as another process would; all locks go with the test."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(SavedSeats(tmp_path))


Open = Callable[[], SavedSeats]


def test_a_seat_is_found_again_by_its_server(open_saved: Open) -> None:
    open_saved().save(ANA)
    assert list(open_saved().of_server("../../S1")) == [ANA]
    assert list(open_saved().of_server("S2")) == []


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_only_the_owner_may_read_a_token(open_saved: Open, tmp_path: Path) -> None:
    open_saved().save(ANA)
    (path,) = (tmp_path / "seats").glob("*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_names_of_a_server_cannot_point_out_of_the_folder(open_saved: Open, tmp_path: Path) -> None:
    open_saved().save(ANA)
    assert [path.name for path in tmp_path.iterdir()] == ["seats"]
    assert not list(tmp_path.parent.glob("*.json"))


def test_nothing_is_left_lying_about_after_saving(open_saved: Open, tmp_path: Path) -> None:
    saved = open_saved()
    saved.save(ANA)
    saved.save(ANA)
    assert sorted(path.suffix for path in (tmp_path / "seats").iterdir()) == [".json", ".lock"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"token": 5}', "\x00"])
def test_a_damaged_file_is_set_aside_with_a_warning(open_saved: Open, tmp_path: Path, content: str) -> None:
    open_saved().save(ANA)
    (path,) = (tmp_path / "seats").glob("*.json")
    path.write_text(content)
    warnings: list[str] = []
    assert list(SavedSeats(tmp_path, warn=warnings.append).of_server(ANA.server_id)) == []
    assert "set aside" in warnings[0]
    assert path.with_suffix(".damaged").read_text() == content
    assert not path.exists()


def test_a_seat_that_a_client_sits_on_is_not_taken_by_a_second_one(open_saved: Open) -> None:
    first, second = open_saved(), open_saved()
    first.save(ANA)
    assert not second.hold(ANA)
    first.release(ANA)
    assert second.hold(ANA)


def test_a_forgotten_seat_is_gone(open_saved: Open) -> None:
    saved = open_saved()
    saved.save(ANA)
    saved.forget(ANA)
    assert list(saved.of_server(ANA.server_id)) == []
    assert open_saved().hold(ANA)


def test_spades_home_holds_everything_when_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.delenv("SPADES_HOME")
    assert "spades-lan" in str(config_folder())
