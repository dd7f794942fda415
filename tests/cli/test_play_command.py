"""``spades play``: a table of one's own, with and without a terminal."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL
from pathlib import Path

import pexpect
import pytest

from cli.processes import Spades, end_of, one_line, until
from spades_engine import PRESETS

TABLES = [(preset.name, players) for preset in PRESETS.values() for players in preset.players]
SECONDS = 30


def files_in(folder: Path) -> list[str]:
    """Return the names of the files under *folder*."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(("preset", "players"), TABLES)
async def test_without_input_it_sits_down_and_leaves_politely(tmp_path: Path, preset: str, players: int) -> None:
    async with Spades(tmp_path).start("play", "--rules", preset, "--players", str(players), stdin=DEVNULL) as client:
        status, output, errors = await end_of(client)
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert re.fullmatch(r"Table \w+ on your own server\. You are .+ on seat 1\.", lines[0])
    assert "You have left the table." in lines


async def test_without_options_it_is_a_table_of_four_that_leaves_its_game_behind_and_no_seat(tmp_path: Path) -> None:
    async with Spades(tmp_path).start("play", stdin=DEVNULL) as client:
        status, output, _ = await end_of(client)
    assert status == 0
    assert len(re.findall(r"^Seat \d \(\w+\): .*computer player", output, re.MULTILINE)) == 3
    assert files_in(tmp_path) == ["play.db", "play.db.lock"]
    async with Spades(tmp_path / "other").start("play", "--ephemeral", stdin=DEVNULL) as client:
        assert (await end_of(client))[0] == 0
    assert files_in(tmp_path / "other") == []


@pytest.mark.parametrize("players", [2, 3, 4, 6])
async def test_the_same_seed_and_the_same_play_give_the_same_game(tmp_path: Path, players: int) -> None:
    """Design 4.5. The answers are more than two hands ask for; what is left over is not needed."""
    rules = ("--players", str(players), "--set", "max_hands=2", "--pace", "0", "--name", "Ana")
    answers = "1\n" * 120
    games = []
    for seed in ("thursday", "thursday", "friday"):
        status, output, errors = await Spades(tmp_path).run("play", "--seed", seed, *rules, typed=answers)
        assert (status, errors) == (0, "")
        assert "Hand 2 is scored." in output
        game, over, _ = output.partition("Game over.")
        assert over
        # What the others did before the client was there, it may have seen or been told.
        games.append(game.partition("Your turn")[2])
    assert games[0] == games[1]
    assert games[0] != games[2]


async def test_the_others_play_at_the_level_that_was_asked_for(tmp_path: Path) -> None:
    rules = ("--players", "2", "--set", "two_player_deal=deal_13", "--set", "max_hands=1", "--pace", "0")
    status, output, errors = await Spades(tmp_path).run("play", "--level", "search", *rules, typed="1\n" * 40)
    assert (status, errors) == (0, "")
    assert "Game over." in output


def children_of(process_id: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the server's process is found through /proc")
async def test_when_its_own_server_dies_the_game_goes_on_at_the_same_prompt(tmp_path: Path) -> None:
    async with Spades(tmp_path).start("play", "--pace", "0", "--seed", "again") as client:
        assert client.stdin is not None
        prompt = (await until(client, lambda line: line.startswith("Your turn")))[-1]
        (server,) = children_of(client.pid)
        os.kill(server, signal.SIGKILL)
        assert (await until(client, lambda line: line.startswith("Your turn")))[-1] == prompt
        client.stdin.write(b"1\n")
        await until(client, lambda line: "You bid" in line)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the server's process is found through /proc")
async def test_when_its_own_server_dies_and_nothing_is_kept_it_ends_and_says_so(tmp_path: Path) -> None:
    async with Spades(tmp_path).start("play", "--pace", "0", "--ephemeral") as client:
        await until(client, lambda line: line.startswith(">"))
        (server,) = children_of(client.pid)
        os.kill(server, signal.SIGKILL)
        async with asyncio.timeout(SECONDS):
            assert await client.wait() == 1
        assert client.stderr is not None
        assert "your own server has ended" in one_line((await client.stderr.read()).decode())


async def test_when_nobody_reads_its_output_it_ends_in_one_line(tmp_path: Path) -> None:
    async with Spades(tmp_path).start("play", "--pace", "0") as client:
        await until(client, lambda line: line.startswith("Table"))
        assert client.stdout is not None
        client.stdout._transport.close()  # type: ignore[attr-defined]  # a reader has no way to close its pipe
        assert client.stdin is not None
        client.stdin.write(b"1\n" * 60)
        async with asyncio.timeout(SECONDS):
            assert await client.wait() == 1
        assert client.stderr is not None
        assert "Broken pipe" in one_line((await client.stderr.read()).decode())


# With threads in the test's own process, newer versions of Python warn of every pty.
pty = [
    pytest.mark.skipif(not hasattr(pexpect, "spawn"), reason="this machine has no pseudo terminals"),
    pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning"),
]


def at_a_terminal(home: Path, *arguments: str, width: int = 80) -> "pexpect.spawn[str]":
    """Run a command at a terminal of 24 lines."""
    environment = {**os.environ, "SPADES_HOME": str(home), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    command = [sys.executable, "-m", "spades_cli", *arguments]
    return pexpect.spawn(
        command[0], command[1:], env=environment, dimensions=(24, width), encoding="utf-8", timeout=SECONDS
    )


def plain(text: str) -> str:
    """Return *text* without what moves the cursor, and without the breaks of long lines."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r|\n", "", text)


@pytest.mark.parametrize("width", [80, 40])
class TestAtATerminal:
    """A person at the keyboard, who wants lines of text."""

    pytestmark = pty

    def test_a_person_bids_plays_tricks_is_refused_and_quits(self, tmp_path: Path, width: int) -> None:
        client = at_a_terminal(tmp_path, "play", "--line", "--seed", "terminal", "--pace", "0", width=width)
        try:
            client.expect("Your turn: bid")
            client.sendline("deal me aces")
            client.expect("refused: deal is no command")
            client.sendline("bid 99")
            client.expect("refused: ")
            client.expect("Your turn: bid")
            client.sendline("bid 3")
            client.expect(r"You bid 3\.")
            client.expect("Your turn")
            client.sendline("play BJ")
            client.expect("refused: ")
            for trick in (1, 2, 3):
                client.expect("Your turn")
                client.sendline("1")
                client.expect(rf"(wins?|win) trick {trick} with")
            client.sendline("quit")
            client.expect("You have left the table")
            client.expect(pexpect.EOF)
        finally:
            client.close()
        assert client.exitstatus == 0

    def test_ctrl_c_asks_once_and_ends_at_the_second_time(self, tmp_path: Path, width: int) -> None:
        client = at_a_terminal(tmp_path, "play", "--line", "--pace", "0", width=width)
        try:
            client.expect("Your turn: bid")
            client.sendline("bid 3")
            client.expect("You bid 3")
            client.sendintr()
            client.expect("Press Ctrl-C again to go")
            client.sendintr()
            client.expect(pexpect.EOF)
            assert "Traceback" not in plain(client.before or "")
        finally:
            client.close()
        assert client.exitstatus == 130

    def test_ctrl_d_leaves(self, tmp_path: Path, width: int) -> None:
        client = at_a_terminal(tmp_path, "play", "--line", "--pace", "0", width=width)
        try:
            client.expect("Your turn: bid")
            client.sendline("w")  # answered when the terminal is read: an earlier Ctrl-D would be lost
            client.expect("Your turn: bid")
            client.expect_exact("\x1b[?25h")  # the prompt is drawn, and the cursor stands in it
            client.sendeof()
            client.expect("You have left the table")
            client.expect(pexpect.EOF)
        finally:
            client.close()
        assert client.exitstatus == 0
