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
    (["host", "--limit", "tabels=3"], "tables_per_address, creates_per_minute, joins_per_minute"),
    (["host", "--limit", "queued_items=0"], "1 to"),
    (["host", "--port", "22000", "--local-port", "22000"], "--port and --local-port are both 22000"),
    (["bot"], "ADDRESS"),
    (["join", "not an address"], "is not an address"),
    (["join", "localhost:99999"], "is not a port"),
    (["join", "localhost:"], "is not a port"),
    (["join", "localhost/x"], "is not a table"),
    (["join", "[::1"], "[IPv6]:PORT"),
    (["join", "a..b"], "is not an address"),
    (["join", LONG], "is not an address"),
    (["join", "localhost+HDIP"], "is not a fingerprint; it has 16"),
    (["watch", "localhost/x"], "is not a table"),
    (["join", "\x1b]0;owned\x07"], "is not an address"),
    (["join", "localhost", "--seat", "-1"], "--seat"),
    (["join", "localhost", "--seat", "99999999999"], "--seat"),
    (["bot", "localhost", "--games", "-1"], "--games"),
    (["bot", "localhost", "--level", "godlike"], "--level"),
    (["bot"], "ADDRESS is missing"),
    (["bot", "localhost", "--strategy", "my_bot.py"], "FILE:CLASS"),
    (["bot", "localhost", "--limit", "0"], "0.01 to 3600 is allowed"),
    (["bot", "--check", "nowhere.py:Bot"], "nowhere.py: No such file"),
    (["arena"], "PLAYER"),
    (["arena", "rules", "godlike"], "godlike is no level; write random, rules"),
    (["arena", "rules", "nowhere.py:Bot"], "nowhere.py: No such file"),
    (["arena", "rules", "random", "--jobs", "0"], "1 to 1024 is allowed"),
    (["arena", "rules", "random", "--players", "5"], "--players"),
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


@pytest.mark.parametrize("command", ["", "play", "host", "join", "watch", "servers", "bot", "arena"])
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
