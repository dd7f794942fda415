"""A fault of our own is one line that names a file, whatever was going on; the file tells how it came about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from spades_cli import main, replay


def broken_by(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let ``spades replay`` run into *error*."""

    async def run(_: object) -> int:
        raise error

    monkeypatch.setattr(replay, "_run", run)


def test_a_fault_is_one_line_that_names_the_file_with_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    broken_by(monkeypatch, ZeroDivisionError("seven by nothing"))
    assert main(["replay", "x"]) == 70
    said = capsys.readouterr()
    kept = tmp_path / "fault.txt"
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert str(kept) in said.err
    assert "ZeroDivisionError: seven by nothing" in kept.read_text()
    assert "raise error" in kept.read_text()
    if os.name == "posix":
        assert kept.stat().st_mode & 0o777 == 0o600


def test_a_fault_that_cannot_be_kept_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPADES_HOME", str(tmp_path / "file"))
    broken_by(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["replay", "x"])


def test_a_window_that_is_no_console_is_told_what_to_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As prompt_toolkit says it on Windows."""
    monkeypatch.setenv("SPADES_HOME", str(tmp_path))
    broken_by(monkeypatch, type("NoConsoleScreenBufferError", (Exception,), {})())
    assert main(["replay", "x"]) == 70
    assert "use Windows Terminal, or --plain" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
