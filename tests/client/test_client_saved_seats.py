"""Seats kept on disk: whole or not at all, for their owner only, one client each."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
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
    assert list(open_saved().of_server("../../S1", proven=False)) == [ANA]
    assert list(open_saved().of_server("S2", proven=False)) == []


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
    assert list(SavedSeats(tmp_path, warn=warnings.append).of_server(ANA.server_id, proven=False)) == []
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
    assert list(saved.of_server(ANA.server_id, proven=False)) == []
    assert open_saved().hold(ANA)


def test_spades_home_holds_everything_when_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.delenv("SPADES_HOME")
    assert "spades-lan" in str(config_folder())


def test_a_token_that_a_proven_server_gave_is_not_for_one_that_only_says_it_is_the_same(open_saved: Open) -> None:
    saved = open_saved()
    proven = replace(ANA, proven=True, token="given over TLS")
    saved.save(proven)
    assert list(saved.of_server(ANA.server_id, proven=False)) == []
    assert list(saved.of_server(ANA.server_id, proven=True)) == [proven]


def test_a_token_that_was_given_in_plain_text_is_for_the_proven_server_too(open_saved: Open) -> None:
    saved = open_saved()
    proven = replace(ANA, proven=True, token="given over TLS")
    saved.save(proven)
    saved.save(ANA)
    assert {seat.token for seat in saved.of_server(ANA.server_id, proven=True)} == {"secret", "given over TLS"}
    assert list(saved.of_server(ANA.server_id, proven=False)) == [ANA]


def test_a_folder_that_cannot_be_written_is_told_in_one_line_and_the_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "seats").touch()  # a file where the folder is to be
    warnings: list[str] = []
    with SavedSeats(tmp_path, warn=warnings.append) as saved:
        saved.save(ANA)
        saved.forget(ANA)
    assert len(warnings) == 2
    assert "cannot be kept" in warnings[0]
    assert "cannot be forgotten" in warnings[1]
    assert all("\n" not in warning for warning in warnings)
