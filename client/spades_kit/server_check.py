"""Checking a server: a visit from the first call to the end of a hand."""

from __future__ import annotations

from collections.abc import Callable

import grpc

from spades_kit.mistakes import make_mistakes, transcript, until_asked
from spades_kit.reading import Reading
from spades_kit.report import Ledger, Report
from spades_kit.server_rules import SERVER_RULES
from spades_kit.visit import Visit
from spades_kit.visit_calls import its_calls, its_health, its_versions, the_server
from spades_kit.visit_game import the_hand, the_links, what_was_told
from spades_kit.visit_table import its_limits, its_places, mistakes, repeated_calls
from spades_kit.visitor import ServerFailed

CHAPTERS = (its_versions, its_calls, its_health, its_places, its_limits, repeated_calls, the_links, mistakes, the_hand)
"""What the visitors do once they sit."""

BEAT_SECONDS = 13.0
"""For a heartbeat, which is to come after 10 s."""


class NoServer(Exception):
    """Nobody answers there as a server of the game would."""


async def check_server(
    open_channel: Callable[[], grpc.aio.Channel],
    reading: Reading,
    *,
    subject: str,
    patient: bool = False,
    tell: Callable[[str], None] = lambda line: None,
) -> Report:
    """Visit the server at the other end of the channels and return what became of each rule.

    *patient* adds the rules that take longer; *tell* is told what goes on. Tables are opened and left there.

    Raises:
        NoServer: not even the first call was answered.
    """
    ledger = Ledger(SERVER_RULES)
    visit = Visit(open_channel=open_channel, reading=reading, ledger=ledger)
    try:
        try:
            await the_server(visit)
        except ServerFailed as failed:
            raise NoServer(str(failed)) from failed
        try:
            await _play(visit, tell, patient=patient)
        except ServerFailed as failed:
            tell(f"the visit ends early: {failed}")
            for rule in SERVER_RULES:
                ledger.leave(rule.id, f"the visit ended early: {failed}")
    finally:
        await visit.close()
    return ledger.report(subject)


async def _play(visit: Visit, tell: Callable[[str], None], *, patient: bool) -> None:
    await visit.sit_down()
    for chapter in CHAPTERS:
        tell(chapter.__name__.replace("_", " "))
        await chapter(visit)
    if patient:
        tell("waiting for a heartbeat")
        await _a_heartbeat(visit)
    what_was_told(visit)


async def _a_heartbeat(visit: Visit) -> None:
    quiet = visit.visitor()
    await visit.open_table(quiet)
    await quiet.join(quiet.table_id, "Kit Quiet")
    stream = await quiet.watch()
    came = await stream.until(lambda: any(item.HasField("heartbeat") for item in stream.items), BEAT_SECONDS)
    last = next((item.heartbeat.sequence for item in stream.items if item.HasField("heartbeat")), 0)
    visit.judge("S-BEAT-01", came and last == stream.sequence, f"none came, or its sequence is {last}")


async def record_mistakes(open_channel: Callable[[], grpc.aio.Channel], reading: Reading, *, seed: str) -> str:
    """Make every mistake at a table whose deals follow from *seed*; return the transcript for docs/protocol.md."""
    visit = Visit(open_channel=open_channel, reading=reading, ledger=Ledger(SERVER_RULES))
    try:
        await visit.sit_down(seed=seed)
        assert visit.spectator is not None, "the visitors sit"
        await visit.seats[0].call("StartGame")
        await until_asked(visit.main_streams[0])
        _, made = await make_mistakes(visit.seats, visit.spectator)
    finally:
        await visit.close()
    return transcript(made)
