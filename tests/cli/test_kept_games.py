"""Games outlive the programs that hold them: go on, list, export, and move them to another machine."""

import os
import shutil
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pexpect
import pytest

from cli.processes import Spades, end_of, first_choices, one_line, play_to_the_end, seated, type_line, until
from cli.test_play_command import at_a_terminal, pty

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")

QUICK = ("--pace", "0", "--set", "max_hands=1")


async def killed_in_the_middle(spades: Spades, *arguments: str) -> str:
    """Play a little alone, kill the program, and return the cards as the player saw them last."""
    async with spades.start("play", *QUICK, "--name", "Ana", *arguments) as client:
        for _ in range(3):
            type_line(client, first_choices(await until(client, lambda line: line.startswith(">"))))
        await until(client, lambda line: line.startswith(">"))
        type_line(client, "hand")
        cards = (await until(client, lambda line: line.startswith("Your cards:")))[-1]
        client.send_signal(signal.SIGKILL)
        await client.wait()
    return cards


async def test_a_game_that_was_killed_is_gone_on_with_when_that_is_asked_for(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    cards = await killed_in_the_middle(spades)
    async with spades.start("play", "--resume", "--name", "Ana") as client:
        lines = await until(client, lambda line: line.startswith(">"))
        assert lines[0].startswith("Taking your seat 1 at table")
        assert cards in lines
        type_line(client, first_choices(lines))
        await play_to_the_end(client)
        assert (await end_of(client, "quit\n"))[0] == 0
    status, output, errors = await spades.run("play", "--resume", "--name", "Ana", *QUICK)
    assert (status, errors) == (0, "")
    assert "Taking your seat" not in output


async def test_without_a_terminal_nobody_is_asked_and_the_unfinished_game_is_kept(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    cards = await killed_in_the_middle(spades)
    status, output, errors = await spades.run("play", "--name", "Ana", *QUICK)
    assert (status, errors) == (0, "")
    assert "Taking your seat" not in output
    _, output, _ = await spades.run("play", "--resume")
    assert cards in output.splitlines()


async def test_two_games_at_once_do_not_disturb_each_other_and_only_the_first_is_kept(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.start("play", *QUICK, "--name", "Ana") as first:
        lines = await until(first, lambda line: line.startswith(">"))
        async with spades.start("play", *QUICK, "--name", "Ben") as second:
            await play_to_the_end(second)
            assert (await end_of(second, "quit\n"))[0] == 0
        type_line(first, first_choices(lines))
        await play_to_the_end(first)
        assert (await end_of(first, "quit\n"))[0] == 0
    _, output, _ = await spades.run("export", "--data", str(tmp_path / "play.db"))
    (line,) = output.splitlines()
    assert "standard, 1 hand: Ana, " in line


@pytest.mark.parametrize(("typed", "goes_on"), [("", True), ("maybe\ry", True), ("n", False)])
class TestAtATerminal:
    """A person who is asked."""

    pytestmark = pty

    async def test_at_a_terminal_the_player_is_asked(self, tmp_path: Path, typed: str, goes_on: bool) -> None:
        await killed_in_the_middle(Spades(tmp_path))
        client = at_a_terminal(tmp_path, "play", "--line", "--pace", "0", "--name", "Ana")
        try:
            client.expect(r"A game is not finished \(standard, 4 players, hand 1, 0 : 0\)")
            client.sendline(typed)
            client.expect("Taking your seat 1" if goes_on else "You are Ana on seat 1")
            client.expect("Choices: 1 " if goes_on else "Your turn: bid")
            client.sendline("quit")
            client.expect("You have left the table")
            client.expect(pexpect.EOF)
        finally:
            client.close()


async def test_games_of_a_server_are_listed_exported_and_verified(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server(*QUICK) as server, spades.start("join", server.address, "--name", "Ana") as client:
        await seated(client)
        type_line(client, "fill")
        type_line(client, "start")
        await play_to_the_end(client)
        place = f"localhost:{server.port}"
        status, listed, errors = await spades.run("export", place)
        assert (status, errors) == (0, "")
        (line,) = listed.splitlines()
        assert "standard, 1 hand: Ana, " in line
        game = line.split()[0]
        records = [await spades.run("export", place, "--game", game, form) for form in ("--json", "--lines")]
        for status, record, errors in records:
            assert (status, errors) == (0, "")
            status, told, errors = await spades.run("replay", "-", typed=record)
            assert (status, errors) == (0, "")
            assert f"Game {game}" in told
        assert (await spades.run("export", place, "--game", game, "--text"))[1] == told
        status, output, errors = await spades.run("export", place, "--game", "none")
        assert (status, output) == (1, "")
        assert "no game 'none' is kept" in one_line(errors)


async def test_a_backup_of_what_nobody_has_kept_says_where_it_looked(
    tmp_path: Path,
) -> None:
    status, output, errors = await Spades(tmp_path).run("backup", str(tmp_path / "copy.db"))
    assert (status, output) == (1, "")
    told = f"{tmp_path / 'server.db'}: no server has kept anything there; --data names another file"
    assert one_line(errors) == f"spades: {told}"


def signs_of(announced: list[str]) -> set[str]:
    """Return table and fingerprint of every join string, and the table of the first line."""
    joins = {line.partition("/")[2] for line in announced if line.startswith("  spades join") and "/" in line}
    return joins | {announced[0].split()[1].rstrip(":")}


async def test_an_evening_moves_to_another_machine_while_it_goes_on(tmp_path: Path) -> None:
    """The friends' clients hold on to their seats: they find the same server behind the same address."""
    here, there = Spades(tmp_path / "here"), Spades(tmp_path / "there")
    friends = Spades(tmp_path / "friends")
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(
            here.start("host", "--port", "0", "--local-port", "0", "--players", "2", "--pace", "0")
        )
        announced = await until(host, lambda line: "join localhost" in line)
        place = announced[-1].split()[-1]
        clients = []
        for name in "AB":
            clients.append(await stack.enter_async_context(friends.start("join", place, "--name", name)))
            await seated(clients[-1])
        type_line(clients[0], "start")
        for client in clients:
            await until(client, lambda line: line.startswith("Hand 1"))
        copy = tmp_path / "there" / "evening.db"
        copy.parent.mkdir()
        status, output, errors = await here.run("backup", str(copy))
        assert (status, errors) == (0, "")
        assert f"spades host --data {copy}" in output
        host.send_signal(signal.SIGKILL)
        await host.wait()
        shutil.rmtree(tmp_path / "here")
        port = place.rpartition(":")[2]
        again = await stack.enter_async_context(
            there.start("host", "--port", "0", "--local-port", port, "--data", str(copy))
        )
        announced_again = await until(again, lambda line: "join localhost" in line)
        assert "goes on" in announced_again[0]
        assert signs_of(announced_again) == signs_of(announced), "the same tables of a server of the same fingerprint"
        for client in clients:
            await until(client, lambda line: line == "back at the table")
        clients[1].send_signal(signal.SIGKILL)
        await clients[1].wait()
        clients[1] = await stack.enter_async_context(friends.start("join", place))
        assert (await until(clients[1], lambda line: line.startswith("Taking")))[-1].startswith("Taking your seat 2")
        await seated(clients[1])  # Who is not back yet is told nothing of what is said.
        for client in clients:
            type_line(client, "say Here we are.")
        for client in clients:
            await until(client, lambda line: line.startswith("A says: Here we are."))
