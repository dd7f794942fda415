"""The loop of a server's own process. Tests of processes run on uvloop's, tests within this one on Python's."""

import asyncio
import sys

import pytest

from spades_server import new_loop


def test_a_server_runs_on_the_loop_of_uvloop_where_that_is_installed() -> None:
    uvloop = pytest.importorskip("uvloop")
    loop = new_loop()
    assert isinstance(loop, uvloop.Loop)
    loop.close()


def test_a_server_runs_on_the_usual_loop_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with asyncio.Runner(loop_factory=new_loop) as runner, asyncio.Runner() as usual:
        assert type(runner.get_loop()) is type(usual.get_loop())
