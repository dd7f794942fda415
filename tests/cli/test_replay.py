"""``spades replay``: a record is verified and shown, or one line says what is wrong with it."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from builders import rules_with
from recorded import copied, recorded_game
from spades.v1 import record_pb2
from spades_cli import main
from spades_wire.record_text import record_text
from spades_wire.records import record_json, record_lines

RECORD = recorded_game(rules_with(target_score=200), 11)


def kept(folder: Path, text: str, name: str = "game.json") -> str:
    """Return the name of a file with *text*."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line with which ``spades replay`` fails."""
    assert main(["replay", *arguments]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err.removeprefix("spades: ").rstrip("\n")


@pytest.mark.parametrize("option", [[], ["--text"]])
def test_a_sound_record_is_shown_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert main(["replay", kept(tmp_path, record_json(RECORD)), *option]) == 0
    assert capsys.readouterr().out == record_text(RECORD)


def test_json_lines_are_read_and_json_is_given_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(f"{line}\n" for line in record_lines(RECORD))
    assert main(["replay", kept(tmp_path, lines, "game.jsonl"), "--json"]) == 0
    assert capsys.readouterr().out == record_json(RECORD) + "\n"


def test_a_file_with_a_mark_of_its_encoding_is_read(tmp_path: Path) -> None:
    assert main(["replay", kept(tmp_path, "\ufeff" + record_json(RECORD))]) == 0


def test_one_card_that_is_another_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = copied(RECORD)
    first = next(event.card_played for event in record.hands[1].events if event.HasField("card_played"))
    first.card.rank = 2 + (first.card.rank - 1) % 13
    file = kept(tmp_path, record_json(record))
    line = complaint(capsys, file)
    assert line.startswith(f"{file}: hand 2, trick ")


@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_a_record_that_was_cut_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], part: float) -> None:
    whole, lines = record_json(RECORD), "\n".join(record_lines(RECORD))
    for text in (whole, lines):
        assert "this is not JSON" in complaint(capsys, kept(tmp_path, text[: int(len(text) * part)]))


def test_a_record_from_a_newer_program_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = copied(RECORD)
    record.format = 2
    file = kept(tmp_path, record_json(record))
    assert complaint(capsys, file) == f"{file}: record: format 2 is newer than this program, which reads up to 1"


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = str(tmp_path / "nothing.json")
    assert complaint(capsys, nothing) == f"{nothing}: No such file or directory"
    folder = str(tmp_path)
    assert complaint(capsys, folder).startswith(f"{folder}: ")
    assert complaint(capsys, kept(tmp_path, "")).endswith(": record: the text is empty")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert complaint(capsys, str(binary)).endswith("this is no text, byte 1 is not UTF-8")


def test_what_a_file_says_cannot_move_the_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(tmp_path, '{"format":1,"\\u001b[2J\\n":0}')
    assert "\x1b" not in complaint(capsys, file)


def spades(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "spades_cli", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_a_record_comes_through_a_pipe_and_the_status_tells_whether_it_is_sound() -> None:
    good = spades("replay", "-", typed=record_json(RECORD))
    assert (good.returncode, good.stdout, good.stderr) == (0, record_text(RECORD), "")
    bad = spades("replay", "-", typed=record_json(record_pb2.GameRecord(format=1)))
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr.startswith("spades: -: rules.preset: ")


def test_at_a_terminal_a_record_is_shown_card_by_card_and_text_is_had_by_asking(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
    if not hasattr(pexpect, "spawn"):
        pytest.skip("this machine has no pseudo terminals")
    file = kept(tmp_path, record_json(RECORD))
    environment = {**os.environ, "SPADES_HOME": str(tmp_path), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    command = ["-m", "spades_cli", "replay", file]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of every pty, where threads run
        screen = pexpect.spawn(sys.executable, command, env=environment, dimensions=(24, 80), encoding="utf-8")
        screen.expect("all hands open")
        screen.send("q")
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 0
        assert "\x1b[?1049l" in screen.before
        lines = pexpect.spawn(sys.executable, [*command, "--plain"], env=environment, encoding="utf-8")
        lines.expect("Rules: ")
        lines.expect(pexpect.EOF)
        lines.close()
        assert "\x1b[?1049h" not in lines.before


def test_a_damaged_record_is_one_line_at_a_terminal_too(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="no pseudo-terminals on this system")
    if not hasattr(pexpect, "run"):
        pytest.skip("this machine has no pseudo terminals")
    file = kept(tmp_path, "{}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        command = f"{sys.executable} -m spades_cli replay {file}"
        said, status = pexpect.run(command, withexitstatus=True, encoding="utf-8")
    assert status == 1
    assert said.count("\n") == 1
    assert said.startswith(f"spades: {file}: ")
