"""Line mode: the thin driver between a table, what is typed and what is printed.

Four tasks run side by side. One watches the table and prints; one reads lines and runs commands at once; one answers
prompts; one says the time. So events never wait for typing, and a slow network never holds up what is printed.

On a pipe a command that answers a prompt waits until a prompt of the reader's is open, in the order in which they
came: a script may be written in advance. If it does not fit that prompt it is refused, so that a wrong word never
holds up the others. All other commands are run at once. The end of the input, and ``quit``, take effect when no such
command waits any more, or the game is over. At a terminal nothing waits: what is typed too early is refused, so that
it cannot answer the wrong question later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import assert_never

from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.table_service_pb2 import GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED
from spades_client import texts
from spades_client.commands import Ask, DoAction, GiveCards, MakeBid, Pick, PlayCard, Word
from spades_client.errors import LinkLost, Refused
from spades_client.grammar import CommandError, parse_command
from spades_client.line_decisions import LineDecisions
from spades_client.line_io import Interrupted, LineSource
from spades_client.line_orders import LineOrders
from spades_client.line_tell import Teller
from spades_client.line_view import View
from spades_client.modes import SWITCH
from spades_client.prose_prompt import turn_lines
from spades_client.reasons import why_refused
from spades_client.settings import Settings
from spades_client.table_client import TableClient
from spades_client.watch import Ended, Link, LinkChanged, Update, watch

DONE = 0
REFUSED = 3
LINK_GONE = 4
INTERRUPTED = 130

INTERRUPT_SECONDS = 2.0
"""Two presses of Ctrl-C within this time end the program."""

FIRST_SIGHT_SECONDS = 10.0
"""How long a command waits until the table is known."""


class LineApp:
    """One seat driven by lines of text. Mutable: it lives as long as the player stays."""

    def __init__(
        self,
        table: TableClient,
        *,
        info: GetServerInfoResponse,
        view: View,
        source: LineSource,
        teller: Teller,
        strict: bool = False,
        settings: Settings,
        keep: Callable[[Settings, Settings], None],
        switchable: bool,
    ) -> None:
        self._table = table
        self._view = view
        self._source = source
        self._teller = teller
        self._strict = strict
        self._switchable = switchable
        self._decisions = LineDecisions(
            table, view, waits=not source.interactive, refuse=self._refuse, attempt=self._attempt
        )
        self._orders = LineOrders(
            table,
            info,
            view,
            teller,
            settings=settings,
            keep=keep,
            send=self._decisions.send,
            refuse=self._refuse,
        )
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._linked = False
        self.seat_kept = True
        """The seat may be taken back later; False once it was left or lost."""

    async def run(self) -> int:
        """Play until the input ends, the player leaves or the server ends it; return the exit status."""
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(work) for work in (self._watch(), self._read(), self._decisions.run(), self._call())
            ]
            status = await self._status
            for task in tasks:
                task.cancel()
        return status

    def _finish(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    # Watching.

    async def _watch(self) -> None:
        async with aclosing(watch(self._table)) as items:
            async for item in items:
                match item:
                    case Update():
                        self._take(item)
                    case LinkChanged(link=link):
                        self._take_link(link)
                    case Ended():
                        self._take_end(item)
                    case other:
                        assert_never(other)

    def _take(self, update: Update) -> None:
        if self._status.done():
            return  # who has left is told no more
        before = self._view.snapshot
        self._view.update(update)
        self._teller.update(before, update)
        if update.live or (update.batch is None and self._linked and not self._view.is_lost):
            self._teller.turn(self._view)

    def _take_link(self, link: Link) -> None:
        if self._status.done():
            return
        self._view.take_link(link)
        # The first link needs no words: the table has just been shown.
        if self._linked or link is Link.LOST:
            self._teller.link(link)
        elif not self._view.snapshot.prompts:
            self._teller.say(turn_lines(self._view.snapshot, {}))
        if link is Link.CONNECTED:
            self._linked = True
            self._teller.turn(self._view)

    def _take_end(self, ended: Ended) -> None:
        if self._status.done():
            return  # the reply to our leaving and the server's goodbye say the same
        left = ended.reason in (GOODBYE_REASON_LEFT, GOODBYE_REASON_TABLE_CLOSED)
        self.seat_kept = ended.keeps_seat
        self._teller.end(ended)
        self._finish(DONE if left else LINK_GONE)

    async def _call(self) -> None:
        """Say the time when little of it is left for a decision of the reader's."""
        while True:
            call = self._view.next_call()
            try:
                async with asyncio.timeout(call[0] if call else None):
                    await self._view.changed()
            except TimeoutError:
                if call:
                    self._teller.say([texts.SECONDS_LEFT.format(seconds=call[1])])

    # Reading.

    async def _read(self) -> None:
        interrupted = float("-inf")
        while True:
            try:
                line = await self._source.next_line()
            except Interrupted:
                now = self._table.pace.now()
                if now - interrupted <= INTERRUPT_SECONDS:
                    return self._finish(INTERRUPTED)
                interrupted = now
                self._teller.say([texts.AGAIN_TO_GO])
                continue
            if line is None or await self._run(line):
                return await self._leave()

    async def _run(self, line: str) -> bool:
        """Run the command in *line* and tell whether it was ``quit``."""
        try:
            command = parse_command(line)
        except CommandError as error:
            self._refuse(str(error))
            return False
        match command:
            case None:
                return False
            case Ask(word=Word.QUIT):
                return True
            case Ask(word=Word.FULL) if self._switchable:
                self._finish(SWITCH)
            case Pick() | PlayCard() | MakeBid() | GiveCards() | DoAction():
                self._decisions.add(command)
            case _ if await self._table_known():
                await self._attempt(self._orders.obey(command))
            case _:
                self._teller.say([texts.LINK_NOT_THERE])
        return False

    async def _table_known(self) -> bool:
        """Wait a while for the first sight of the table: before it every answer would be wrong."""
        try:
            async with asyncio.timeout(FIRST_SIGHT_SECONDS):
                await self._view.until(lambda: self._linked)
        except TimeoutError:
            return False
        return True

    async def _leave(self) -> None:
        """Leave the table for good, once every decision that was typed is made."""
        self._decisions.end()
        if not self._source.interactive and await self._table_known():
            await self._decisions.all_made()
        try:
            await self._table.leave()
        except Refused:
            pass  # there is nothing to leave any more, which is what was wanted
        except LinkLost as error:
            self._teller.refuse(str(error))
            return self._finish(LINK_GONE)
        return self._take_end(Ended(reason=GOODBYE_REASON_LEFT))

    async def _attempt(self, action: Awaitable[None]) -> None:
        """Carry *action* out, and tell it if that is refused or cannot be."""
        try:
            await action
        except Refused as refusal:
            self._refuse(why_refused(refusal), refusal)
        except LinkLost:
            self._teller.say([texts.LINK_NOT_THERE])

    def _refuse(self, reason: str, refusal: Refused | None = None) -> None:
        self._teller.refuse(reason, refusal)
        if self._strict:
            self._finish(REFUSED)
        for prompt in self._view.open_prompts():
            self._teller.ask_again(prompt.prompt_id)
        self._teller.turn(self._view)
