"""A client that is killed comes back to its seat: the same question, the same cards."""

import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.processes import Spades, end_of, first_choices, line_of, play_to_the_end, seated, type_line, until


@pytest.mark.parametrize(
    ("players", "answers", "asked"), [(4, 0, "bid"), (4, 4, "led"), (3, 2, "led"), (2, 9, "keep or throw")]
)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
async def test_a_killed_client_resumes_at_the_same_prompt_with_the_same_cards(
    tmp_path: Path, players: int, answers: int, asked: str
) -> None:
    spades = Spades(tmp_path)
    async with spades.server("--players", str(players), "--seed", "killed", "--think", "0") as server:
        async with spades.start("join", server.address, "--name", "Ana") as client:
            await seated(client)
            type_line(client, "fill")
            type_line(client, "start")
            for _ in range(answers):
                type_line(client, first_choices(await until(client, lambda line: line.startswith(">"))))
            before = await until(client, lambda line: line.startswith(">"))
            type_line(client, "hand")
            cards = (await until(client, lambda line: line.startswith("Your cards:")))[-1]
            os.kill(client.pid, signal.SIGKILL)
            await client.wait()
        async with spades.start("join", f"localhost:{server.port}") as client:
            after = await until(client, lambda line: line.startswith(">"))
            assert after[0] == f"Taking your seat 1 at table {server.table_id} back."
            assert asked in before[-2]
            assert after[-2] == before[-2]
            assert cards in after
            type_line(client, first_choices(after))
            await until(client, lambda line: line.startswith("You "))
            status, output, errors = await end_of(client, "quit\n")
        assert (status, errors) == (0, "")
        assert "You have left the table." in output.splitlines()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
async def test_a_killed_bot_takes_its_own_seat_back_and_nobody_else_s(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server("--players", "4", "--set", "max_hands=1") as server:
        where = f"of table {server.table_id}"
        async with spades.start("bot", server.address) as hal:
            assert await line_of(hal) == f"seat 1 {where}"
            os.kill(hal.pid, signal.SIGKILL)
            await hal.wait()
        async with AsyncExitStack() as stack:
            ana = await stack.enter_async_context(spades.start("join", server.address, "--name", "Ana"))
            assert (await seated(ana))[-1].endswith("on seat 2.")
            bots = []
            for place, name, told in (
                (server.address, "Eve", f"seat 3 {where}"),
                (f"localhost:{server.port}", "Bot", f"seat 1 {where}, taken back"),
                (server.address, "Bot", f"seat 4 {where}"),
            ):
                bots.append(await stack.enter_async_context(spades.start("bot", place, "--name", name)))
                assert await line_of(bots[-1]) == told
            type_line(ana, "ready")
            await play_to_the_end(ana)
            for bot in bots:
                assert (await end_of(bot))[::2] == (0, "")
    assert not list((tmp_path / "bots" / "seats").iterdir()), "whose games are played has no seat to come back to"


async def test_two_clients_of_one_home_do_not_take_each_others_seat(tmp_path: Path) -> None:
    spades = Spades(tmp_path)
    async with spades.server() as server, spades.start("join", server.address) as first:
        await seated(first)
        async with spades.start("join", server.address) as second:
            (line,) = await seated(second)
            assert line.endswith("on seat 2.")
