"""The log is one line for each event, whatever strangers send, and holds no card, token or exception text."""

import io
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import NoReturn

import grpc
import pytest

from server.harness import failing, listening, to_act
from spades.v1 import lobby_service_pb2, server_service_pb2
from spades_server import LOG_FORMATS, log_to, runner

OF_LIBRARIES = ("grpc", "asyncio")
EVIL = "Ann\x1b[2J\x1b]0;x\x07\r\nlevel=error event=forged \u202e\x9b31m"


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """Yield the root of all loggers, and put it back as it was."""
    logger = logging.getLogger()
    handlers, levels = logger.handlers[:], {name: logging.getLogger(name).level for name in ("", *OF_LIBRARIES)}
    yield logger
    logger.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize("library", OF_LIBRARIES)
def test_at_the_level_debug_the_server_is_heard_and_not_its_libraries(root: logging.Logger, library: str) -> None:
    """gRPC tells of its loop with every call, between whose lines nobody finds ours."""
    stream = io.StringIO()
    log_to(stream, level="debug", form="text")
    logging.getLogger(f"{library}._cython.cygrpc").debug("Loaded running loop")
    logging.getLogger("spades_server.rpc").debug("stream opened")
    logging.getLogger(f"{library}.aio").warning("something is wrong")
    told = stream.getvalue()
    assert ("stream opened" in told, "something is wrong" in told, "Loaded" in told) == (True, True, False)


@pytest.mark.parametrize("form", LOG_FORMATS)
def test_a_line_stays_one_line_of_plain_signs_whatever_is_logged(root: logging.Logger, form: str) -> None:
    stream = io.StringIO()
    log_to(stream, level="debug", form=form)
    logging.getLogger("x").warning("said %s", EVIL, extra={"client": EVIL, "number": 7, EVIL: "x", "empty": ""})
    (line,) = stream.getvalue().split("\n")[:-1]
    assert line.isascii()
    assert line.isprintable()
    if form == "json":
        assert json.loads(line)["client"] == EVIL
        assert json.loads(line)["number"] == 7
    else:
        assert " number=7 " in line
        assert "level=warning " in line
        assert " event=forged" in line.replace('\\"', "").split('event="')[1], "what was sent stays within quotes"


@pytest.mark.parametrize("form", LOG_FORMATS)
def test_a_fault_is_logged_by_its_kind_and_place_and_not_by_its_text(root: logging.Logger, form: str) -> None:
    stream = io.StringIO()
    log_to(stream, level="info", form=form)
    try:
        raise ValueError("seat 2 holds the queen of hearts")
    except ValueError:
        logging.getLogger("x").exception("a command failed", extra={"table": "ABCDE"})
    (line,) = stream.getvalue().splitlines()
    assert "queen" not in line
    for told in ("ValueError", "ABCDE", "test_a_fault_is_logged"):
        assert told in line


HOLDING = "seat 2 holds the queen of hearts"


def broken(*_: object, **__: object) -> NoReturn:
    """Fail as code of ours might, with what it was working on in its text."""
    raise ValueError(HOLDING)


@pytest.mark.parametrize("where", ["a call", "a stream", "a command"])
async def test_a_fault_is_told_by_an_incident_that_the_log_knows_and_nothing_else(
    root: logging.Logger, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """design 5, errors: no text of ours; and whoever does something else goes on."""
    stream = io.StringIO()
    log_to(stream, level="info", form="json")
    async with listening() as server:
        clients = await server.playing(4)
        other = await server.client().create()
        mover, prompt = await to_act(clients)
        lobby = server.server.lobby
        calls: dict[str, tuple[object, str, Callable[[], Awaitable[object]]]] = {
            "a call": (lobby, "page", lambda: mover.lobby.ListTables(lobby_service_pb2.ListTablesRequest())),
            "a stream": (lobby.publisher(mover.table_id), "watch", mover.watch),
            "a command": (runner, "decide", lambda: mover.answer(prompt.prompt_id, prompt.default_choice_ids)),
        }
        at_fault, name, call = calls[where]
        with monkeypatch.context() as patched:
            patched.setattr(at_fault, name, broken)
            failure = await failing(call())
        assert (failure.code, failure.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
        assert "queen" not in repr(failure)
        (told,) = [line for line in map(json.loads, stream.getvalue().splitlines()) if line["event"] == "call failed"]
        assert told["incident"] == failure.metadata["incident"]
        assert told["incident"] in failure.message
        assert "queen" not in stream.getvalue()
        await mover.answer(prompt.prompt_id, prompt.default_choice_ids)
        await server.client().join(other)


async def test_a_game_is_logged_without_a_card_a_token_or_a_name(root: logging.Logger) -> None:
    stream = io.StringIO()
    log_to(stream, level="debug", form="text")
    logging.getLogger("asyncio").setLevel("WARNING")
    async with listening() as server:
        clients = await server.playing(4)
        request = server_service_pb2.GetServerInfoRequest(client_name=EVIL)
        await clients[0].server.GetServerInfo(request)
        await clients[0].watch()
        for _ in range(8):
            client, prompt = await to_act(clients)
            await client.answer(prompt.prompt_id, prompt.default_choice_ids)
    logged = stream.getvalue()
    assert "stream opened" in logged
    assert "seat taken" in logged
    assert all(line.startswith("time=") for line in logged.splitlines())
    assert "forged" in logged
    for client in clients:
        assert client.token not in logged
    for name in ("hearts", "card=", "rank"):
        assert name not in logged
