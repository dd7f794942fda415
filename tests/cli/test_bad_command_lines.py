"""What is typed wrong is answered in one line on standard error, and with an exit status that says so."""

import pytest

from cli.processes import one_line
from spades_cli import main

LONG = "x" * 10_000

MISTYPED = [
    ([], "COMMAND"),
    (["deal"], "'deal'"),
    (["play", "--frobnicate"], "--frobnicate"),
    (["play", "--players", "5"], "--players"),
    (["play", "--players", "many"], "--players"),
    (["play", "--rules", "poker"], "poker"),
    (["play", "--rules", "two-player", "--players", "3"], "two-player is played by 2, not 3"),
    (["play", "--set", "target_score"], "OPTION=VALUE"),
    (["play", "--set", ""], "OPTION=VALUE"),
    (["play", "--set", "jokers=7"], "jokers"),
    (["play", "--set", "target_score=1"], "50 to 5000 or off is allowed"),
    (["play", "--set", "target_score=many"], "50 to 5000 or off is allowed"),
    (["play", "--set", f"target_score={LONG}"], "target_score"),
    (["play", "--rules", "\x1b[2J"], "no preset"),
    (["play", "--think", "3"], "5 to 600 is allowed, or 0"),
    (["play", "--pace", "-1"], "0 to 5000 is allowed"),
    (["play", "--seed", LONG], "64"),
    (["play", "--name", "\udcff"], "no text"),
    (["host", "--set", "target_score=1"], "50 to 5000 or off is allowed"),
    (["host", "--port", "99999"], "0 to 65535 is allowed"),
    (["host", "--local-port", "spades"], "0 to 65535 is allowed"),
    (["host", "--think", "9" * 5000], "5 to 600 is allowed"),
    (["host", "--limit", "tables"], "NAME=NUMBER"),
    (["host", "--limit", "tables=many"], "NAME=NUMBER"),
    (["host", "--limit", "tabels=3"], "there is no limit 'tabels'"),
    (["host", "--limit", "queued_items=0"], "1 to"),
    (["join"], "ADDRESS"),
    (["join", "not an address"], "is not an address"),
    (["join", "localhost:99999"], "is not a port"),
    (["join", "localhost:"], "is not a port"),
    (["join", "localhost/x"], "is not a table"),
    (["join", "[::1"], "[IPv6]:PORT"),
    (["join", "a..b", "--insecure"], "is not an address"),
    (["join", LONG, "--insecure"], "is not an address"),
    (["join", "\x1b]0;owned\x07"], "is not an address"),
    (["join", "localhost", "--seat", "-1"], "--seat"),
    (["join", "localhost", "--seat", "99999999999"], "--seat"),
    (["bot", "localhost", "--games", "-1"], "--games"),
    (["bot", "localhost", "--level", "godlike"], "--level"),
]


@pytest.mark.parametrize(("typed", "told"), MISTYPED, ids=[" ".join(typed)[:40] for typed, _ in MISTYPED])
def test_a_mistyped_command_is_told_in_one_line_and_ends_with_2(
    typed: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: int | str | None = main(typed)
    except SystemExit as end:
        status = end.code
    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert told in one_line(printed.err)


def test_another_machine_is_not_talked_to_in_plain_text_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("join", "bot"):
        assert main([command, "192.0.2.7"]) == 1
        assert "--insecure" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", ["", "play", "host", "join", "bot"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    printed = capsys.readouterr()
    assert end.value.code == 0
    assert printed.out.startswith(f"usage: spades {command}".rstrip())
    assert "``" not in printed.out
    assert printed.err == ""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("spades ")
