"""What visitors find at a table: places, repeated calls, limits, and mistakes that are refused."""

from __future__ import annotations

import asyncio
import time

import grpc
from google.protobuf.message import Message

from spades.v1.lobby_service_pb2 import JoinTableResponse
from spades.v1.snapshot_pb2 import CHAT_SCOPE_TABLE
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT, SayRequest, SayResponse
from spades_kit.mistakes import TAKEN, Mistake, make_mistakes, until_asked
from spades_kit.refusal import Refusal
from spades_kit.visit import Visit
from spades_kit.visitor import PATIENCE, ServerFailed, Stream, Visitor, fresh_id

REACHABLE = 20
"""Chat lines in a second that a visitor can reach."""
TOO_SLOW = 5.0
"""Seconds in which ten times what is allowed in one is still too fast; a busy machine may take longer."""


async def its_places(visit: Visit) -> None:
    """Sit down at a full table, under names that are taken, at tables that are not there, and twice."""
    guest = visit.visitor()
    table_id = visit.seats[0].table_id
    for what, reason, fields in (
        ("a full table", "TABLE_FULL", {"name": "One More"}),
        ("a name that is taken", "NAME_TAKEN", {"name": "Kit 1", "as_spectator": True}),
        ("a table that is not there", "TABLE_NOT_FOUND", {"name": "Lost", "table_id": "ZZZZZZ"}),
    ):
        request = guest.request("JoinTable", **{"table_id": table_id, **fields})
        visit.judge_refusal("S-JOIN-02", await guest.try_call("JoinTable", request, token=""), reason, what)
    opened = await visit.open_table(guest, seed="conformance")
    again = await guest.call("CreateTable", opened, token="")
    same = again.table_id == guest.table_id  # type: ignore[attr-defined]  # as its descriptor says
    visit.judge("S-JOIN-01", same, "CreateTable opened another table")
    joined = await guest.join(guest.table_id, "K" * visit.info.limits.name_cells)
    place = await guest.call("JoinTable", joined, token="")
    assert isinstance(place, JoinTableResponse)
    same = (place.seat, place.token) == (guest.seat, guest.token)
    visit.judge("S-JOIN-01", same, f"seat {guest.seat} became seat {place.seat}, or another token")
    await _its_seed(visit, guest)
    await _its_tokens(visit, guest)


async def _its_seed(visit: Visit, guest: Visitor) -> None:
    """Play a hand with computer players at a seeded table, as far as it tells whether it is."""
    stream = await guest.watch()
    filled = await guest.call("FillWithBots")
    visit.judge("S-COMMAND-01", await stream.reached(_sequence(filled)), "the events of FillWithBots did not come")
    await guest.call("StartGame")
    table = await guest.snapshot()
    promises = table.seeded and not table.hand.commitment
    visit.judge("S-DEAL-02", promises, f"seeded is {table.seeded}, and the commitment {table.hand.commitment.hex()}")


async def _its_tokens(visit: Visit, guest: Visitor) -> None:
    """Show the token of another table, leave, and show the token that is left."""
    host = visit.seats[0]
    answer = await host.try_call("GetSnapshot", token=guest.token)
    visit.judge_refusal("S-TOKEN-02", answer, "SEAT_TOKEN_INVALID", "the token of another table")
    stream = guest.streams[-1]
    await guest.call("LeaveTable")
    await stream.until(lambda: stream.code is not None)
    reason = stream.items[-1].goodbye.reason
    parted = reason == GOODBYE_REASON_LEFT and stream.code is grpc.StatusCode.OK
    visit.judge("S-LEFT-01", parted, f"the stream ended with {stream.code} and goodbye {reason}")
    visit.judge_refusal("S-LEFT-01", await guest.try_call("GetSnapshot"), "SEAT_TOKEN_INVALID", "a call after leaving")


def _sequence(answer: Message | Refusal) -> int:
    return int(getattr(answer, "sequence", 0))


async def its_limits(visit: Visit) -> None:
    """Say and be named as much as may be, and more."""
    host, limits = visit.seats[0], visit.info.limits
    guest = visit.visitor()
    wide = guest.request("JoinTable", table_id=host.table_id, name="W" * (limits.name_cells + 1), as_spectator=True)
    answer = await guest.try_call("JoinTable", wide, token="")
    visit.judge_refusal("S-LIMIT-01", answer, "FIELD_INVALID", "a name that is too wide")
    await host.call("Say", say(host, "a" * limits.chat_characters))
    long = await host.try_call("Say", say(host, "a" * (limits.chat_characters + 1)))
    visit.judge_refusal("S-LIMIT-01", long, "FIELD_INVALID", "a chat line that is too long")
    await _its_size(visit, host)
    await _its_pace(visit, visit.seats[1])


def say(visitor: Visitor, text: str, *, request_id: str = "") -> SayRequest:
    """Return the request that says *text* to the table."""
    id_ = request_id or fresh_id()
    return SayRequest(table_id=visitor.table_id, request_id=id_, scope=CHAT_SCOPE_TABLE, text=text)


async def _its_size(visit: Visit, host: Visitor) -> None:
    if not visit.info.limits.request_bytes:
        return visit.ledger.leave("S-LIMIT-02", "the server says that there is no limit")
    huge = say(host, "a" * (visit.info.limits.request_bytes + 1))
    # What is too large is refused before anybody can say a reason.
    stub = host.channel.unary_unary("/spades.v1.TableService/Say", SayRequest.SerializeToString, SayResponse.FromString)
    try:
        await stub(huge, metadata=(("authorization", f"Bearer {host.token}"),), timeout=PATIENCE)
        visit.ledger.breach("S-LIMIT-02", "it was taken")
    except grpc.aio.AioRpcError:
        await host.snapshot()
        visit.ledger.keep("S-LIMIT-02")
    return None


async def _its_pace(visit: Visit, talker: Visitor) -> None:
    """Chat faster than is allowed, where that can be done."""
    rate = visit.info.limits.chat_per_second
    if not 0 < rate <= REACHABLE:
        return visit.ledger.leave("S-LIMIT-03", f"{rate} chat lines a second are allowed here: too many to reach")
    began = time.monotonic()
    for number in range(10 * rate):
        request = say(talker, f"line {number}")
        answer = await talker.try_once("Say", request)
        if isinstance(answer, Refusal):
            break
    else:
        seconds = time.monotonic() - began
        if seconds > TOO_SLOW:
            return visit.ledger.leave("S-LIMIT-03", f"{10 * rate} lines took {seconds:.0f} s: that is not too fast")
        return visit.ledger.breach("S-LIMIT-03", f"{10 * rate} lines were taken at once")
    limit = (answer.metadata or {}).get("limit_key")
    told = answer.reason == "RATE_LIMITED" and answer.retry_seconds and limit
    if visit.judge("S-LIMIT-03", told, f"{answer.message!r}, retry after {answer.retry_seconds}, limit {limit}"):
        await asyncio.sleep(answer.retry_seconds or 0.0)
        again = await talker.try_once("Say", request)
        visit.judge("S-LIMIT-03", not isinstance(again, Refusal), "it was refused again after that time")
    return None


def _lines(stream: Stream) -> dict[int, str]:
    """Return the lines of chat by their sequences."""
    return {sequence: event.said.line.text for sequence, event in stream.numbered() if event.HasField("said")}


async def repeated_calls(visit: Visit) -> None:
    """Send a command again: the same, at once three times, and with another content."""
    host, stream = visit.seats[0], visit.main_streams[-1]
    once = say(host, "Hello.")
    first, second = await host.call("Say", once), await host.call("Say", once)
    visit.judge("S-IDEM-01", first == second, f"the answers were {_sequence(first)} and {_sequence(second)}")
    thrice = say(host, "Hello, hello, hello.")
    answers = await asyncio.gather(*(host.try_call("Say", thrice) for _ in range(3)))
    last = await host.call("Say", say(host, "Goodbye."))
    if not await stream.until(lambda: "Goodbye." in _lines(stream).values()):
        raise ServerFailed("a line that was said did not come")
    lines = _lines(stream)
    texts = list(lines.values())
    visit.judge("S-COMMAND-01", lines.get(_sequence(last)) == "Goodbye.", f"event {_sequence(last)} is not that line")
    visit.judge("S-IDEM-01", texts.count("Hello.") == 1, f"it was said {texts.count('Hello.')} times")
    times = texts.count("Hello, hello, hello.")
    same = len({_sequence(answer) for answer in answers}) == 1
    visit.judge("S-IDEM-04", times == 1 and same, f"it was said {times} times, or the answers differ")
    id_ = fresh_id()
    await host.call("Say", say(host, "One.", request_id=id_))
    other = await host.try_call("Say", say(host, "Two.", request_id=id_))
    visit.judge_refusal("S-IDEM-02", other, "REQUEST_ID_REUSED", "another line under the same id")
    wrong = await host.try_call("Say", say(host, "Three.", request_id=id_), token="B" * 43)
    visit.judge_refusal("S-ORDER-01", wrong, "SEAT_TOKEN_INVALID", "an unknown token with a used request id")


async def mistakes(visit: Visit) -> None:
    """Start the game and do everything wrong that can be done at its first question."""
    host, other = visit.seats[0], visit.seats[1]
    visit.judge_refusal("S-HOST-01", await other.try_call("StartGame"), "NOT_HOST", "a game started by a guest")
    await host.call("StartGame")
    assert visit.spectator is not None, "the visitors sit"
    await until_asked(visit.main_streams[0])
    before = await host.snapshot()
    asked, made = await make_mistakes(visit.seats, visit.spectator)
    for mistake in made:
        _judge_mistake(visit, mistake)
    names = [mistake.what for mistake in made]
    early = [mistake.answer for mistake in made[: names.index(TAKEN)] if isinstance(mistake.answer, Refusal)]
    moved = {answer.rejection.sequence for answer in early if answer.rejection} - {before.sequence}
    visit.judge("S-ERROR-03", not moved, f"event {before.sequence} was the last, and after a refusal {moved}")
    visit.judge_refusal("S-ORDER-01", made[-1].answer, "REQUEST_ID_REUSED", "a used id for a prompt that is answered")
    wrong = made[names.index("an id that is not offered")]
    again = await asked.try_call(wrong.call, wrong.request)
    visit.judge_refusal("S-IDEM-03", again, wrong.reason, "a refused answer, sent again when its prompt was answered")


def _judge_mistake(visit: Visit, mistake: Mistake) -> None:
    answer = mistake.answer
    if not visit.judge_refusal(mistake.rule, answer, mistake.reason, mistake.what):
        return
    assert isinstance(answer, Refusal), "it was refused"
    if mistake.field:
        named = any(field.startswith(mistake.field) for field in answer.fields)
        visit.judge(mistake.rule, named, f"{mistake.what}: BadRequest names {list(answer.fields)}")
    if mistake.known:
        rejection = answer.rejection
        visit.judge("S-ERROR-04", rejection is not None, f"{mistake.what}: there is no Rejection")
        asked = mistake.rule in ("S-CHOICE-01", "S-PHASE-01")
        if rejection is not None and asked:
            choices = [prompt for prompt in rejection.open_prompts if prompt.choices]
            visit.judge("S-ERROR-04", choices, f"{mistake.what}: the Rejection tells no choices")
