"""Checking a client: scene after scene, with the same program for as long as it lasts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from spades_kit import scenes, scenes_of_ends, scenes_of_links, scenes_of_newer
from spades_kit.client_rules import CLIENT_RULES
from spades_kit.guest import Guest, Place
from spades_kit.reading import Reading
from spades_kit.report import Ledger, Report
from spades_kit.scenes import UNAVAILABLE
from spades_kit.script_server import ScriptServer
from spades_kit.stage import SceneOver, Stage, Times

Scene: TypeAlias = Callable[[Stage], Awaitable[None]]

SCENES: tuple[Scene, ...] = (
    scenes.a_question,
    scenes.a_whole_batch,
    scenes.a_claim,
    scenes.a_slow_answer,
    scenes.a_late_answer,
    scenes.a_refusal,
    scenes.a_lost_answer,
    scenes.a_cancelled_answer,
    scenes.a_limit,
    scenes.a_pause,
    scenes_of_newer.fields,
    scenes_of_newer.events,
    scenes_of_newer.items,
    scenes_of_newer.enum_values,
    scenes_of_newer.a_prompt,
    scenes_of_links.a_lost_link,
    scenes_of_links.a_cancelled_stream,
    scenes_of_links.a_stream_that_just_ends,
    scenes_of_links.what_was_missed,
    scenes_of_links.a_snapshot_instead,
    scenes_of_links.a_gap,
    scenes_of_links.a_heartbeat_ahead,
    scenes_of_links.a_resync,
    scenes_of_links.a_restart,
    scenes_of_ends.an_unknown_break,
)
"""Scenes after which the client goes on."""

PATIENT: tuple[Scene, ...] = (scenes_of_ends.an_answer_that_never_comes, scenes_of_ends.a_silent_server)

LAST: tuple[Scene, ...] = (
    scenes_of_ends.superseded,
    scenes_of_ends.kicked,
    scenes_of_ends.an_unknown_end,
    scenes_of_ends.a_dead_token,
)
"""Scenes after which the client is started again."""


async def check_client(
    guest: Guest,
    reading: Reading,
    *,
    subject: str,
    host: str = "127.0.0.1",
    port: int = 0,
    times: Times | None = None,
    patient: bool = False,
    tell: Callable[[str], None] = lambda line: None,
) -> Report:
    """Let *guest* play at a scripted server and return what became of each rule.

    *port* 0 means any free one; *patient* adds the rules that take half a minute; *tell* is told what goes on.

    Raises:
        RuntimeError: the port cannot be had.
    """
    check = _ClientCheck(guest, reading, host, port, times or Times(), tell)
    try:
        await check.run(patient=patient)
    finally:
        await check.close()
    return check.ledger.report(subject)


class _ClientCheck:
    """One run. Mutable: it starts the client, and starts it again when it has ended."""

    def __init__(
        self, guest: Guest, reading: Reading, host: str, port: int, times: Times, tell: Callable[[str], None]
    ) -> None:
        self.ledger = Ledger(CLIENT_RULES)
        self._guest = guest
        self._times = times
        self._tell = tell
        self._stage = Stage(reading, self.ledger, times)
        self._server = ScriptServer(self._stage, host=host, port=port)
        self._running: asyncio.Task[None] | None = None
        self._stage.is_gone = lambda: self._running is None or self._running.done()

    async def run(self, *, patient: bool) -> None:
        """Play every scene."""
        await self._server.start()
        if not await self._joined():
            return
        for scene in (*SCENES, *(PATIENT if patient else ())):
            if not await self._seated():
                return
            await self._play(scene)
        for scene in LAST:
            if not await self._seated():
                return
            await self._play(scene)
            await self._stop_guest()

    async def close(self) -> None:
        """End the client and the server."""
        try:
            await self._stop_guest()
        finally:
            await self._server.stop()

    async def _joined(self) -> bool:
        """Let the client come for the first time, and lose the answer to its joining; return whether it came."""
        stage = self._stage
        stage.lost_replies["JoinTable"] = [UNAVAILABLE]
        self._start_guest()
        await stage.bell.until(lambda: stage.calls or stage.is_gone(), self._times.arrival)
        if not stage.calls:
            return False
        await stage.bell.until(lambda: stage.calls_named("JoinTable") or stage.is_gone(), self._times.patience)
        await self._play(self._joining, settled=False)
        if await self._seated():
            await self._play(scenes.arrival)
        return True

    async def _joining(self, stage: Stage) -> None:
        def again() -> bool:
            requests = [call.request for call in stage.calls_named("JoinTable")]
            return any(request in requests[:number] for number, request in enumerate(requests))

        await stage.expect("C-JOIN-01", again, "the joining whose answer was lost did not come again")

    async def _play(self, scene: Scene, *, settled: bool = True) -> None:
        self._tell(scene.__name__.strip("_").replace("_", " "))
        try:
            await scene(self._stage)
        except SceneOver:
            # What the client thinks now is not known: the next scene gets a fresh one.
            await self._stop_guest()
        if settled:
            self._stage.settle()

    async def _seated(self) -> bool:
        """Wait until the client watches, started again if need be; return whether it does."""
        stage = self._stage
        if not stage.is_gone():
            await stage.bell.until(lambda: stage.live or stage.is_gone(), self._times.patience)
        if stage.live is None:
            await self._stop_guest()
        if stage.is_gone():
            self._start_guest()
            await stage.bell.until(lambda: stage.live or stage.is_gone(), self._times.arrival)
        return stage.live is not None

    def _start_guest(self) -> None:
        for stream in self._stage.streams:
            stream.end()
        self._running = asyncio.ensure_future(self._guest(Place(host=self._server.host, port=self._server.port)))
        self._running.add_done_callback(lambda _: self._stage.bell.ring())

    async def _stop_guest(self) -> None:
        if self._running is None:
            return
        self._running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._running
        for stream in self._stage.streams:
            stream.end()
