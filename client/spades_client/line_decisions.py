"""What is typed to answer prompts in line mode: each decision in its turn, sent to the prompt that it is meant for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from spades.v1.error_pb2 import ERROR_REASON_STALE_PROMPT
from spades.v1.prompt_pb2 import PROMPT_KIND_REMATCH, Prompt
from spades.v1.snapshot_pb2 import TABLE_STAGE_CLOSED, TABLE_STAGE_GAME_OVER
from spades_client import orders, texts
from spades_client.choices import NoSuchChoice, Send, answer_to, prompt_for
from spades_client.commands import Decision, DoAction
from spades_client.errors import Refused
from spades_client.line_view import View
from spades_client.table_client import TableClient

__all__ = ["LineDecisions"]


class LineDecisions:
    """The decisions that were typed and are not made yet; mutable: they come and go.

    With *waits* each waits for a prompt that it may be meant for, as on a pipe. *refuse* tells why one cannot be made,
    *attempt* carries out a call and tells it if that is refused.
    """

    def __init__(
        self,
        table: TableClient,
        view: View,
        *,
        waits: bool,
        refuse: Callable[[str], None],
        attempt: Callable[[Awaitable[None]], Awaitable[None]],
    ) -> None:
        self._table = table
        self._view = view
        self._waits = waits
        self._refuse = refuse
        self._attempt = attempt
        self._typed: asyncio.Queue[Decision] = asyncio.Queue()
        self._no_more = False

    def add(self, decision: Decision) -> None:
        """Take what was typed; it is made when its turn comes."""
        self._typed.put_nowait(decision)

    def end(self) -> None:
        """Note that nothing more will be typed."""
        self._no_more = True
        self._view.wake()

    async def all_made(self) -> None:
        """Wait until everything that was typed is made, or given up."""
        await self._typed.join()

    async def run(self) -> None:
        """Answer prompts with what was typed, one after the other, until cancelled."""
        while True:
            decision = await self._typed.get()
            if self._waits:
                await self._turn_for(decision)
            prompt = prompt_for(self._prompts_for(decision), decision)
            if prompt is not None:
                await self._answer(prompt, decision)
            elif not self._all_over(decision):
                self._refuse(texts.NOT_THAT if self._view.open_prompts() else texts.NOTHING_ASKED)
            self._typed.task_done()

    async def send(self, prompt: Prompt, send: Send) -> None:
        """Send an answer to *prompt*, which is then no longer asked."""
        try:
            await orders.answer(self._table, prompt, send)
        except Refused as refusal:
            if refusal.reason == ERROR_REASON_STALE_PROMPT:
                self._view.set_answered(prompt.prompt_id)
            raise
        self._view.set_answered(prompt.prompt_id)

    async def _turn_for(self, decision: Decision) -> None:
        await self._view.until(lambda: self._asked(decision) or self._all_over(decision))

    def _prompts_for(self, decision: Decision) -> list[Prompt]:
        """Return the prompts that *decision* may be meant for.

        A number or card that a script has left when the game is over was meant for the game, not for the question
        whether another is wanted: that takes a yes or a no.
        """
        prompts = self._view.open_prompts()
        if not self._waits or isinstance(decision, DoAction):
            return prompts
        return [prompt for prompt in prompts if prompt.kind != PROMPT_KIND_REMATCH]

    def _asked(self, decision: Decision) -> bool:
        paused = self._view.snapshot.HasField("pause")
        return not paused and any(not prompt.suspended for prompt in self._prompts_for(decision))

    def _all_over(self, decision: Decision) -> bool:
        """Tell whether waiting for another prompt is in vain: the input has ended and no game goes on."""
        over = self._view.snapshot.stage in (TABLE_STAGE_GAME_OVER, TABLE_STAGE_CLOSED)
        return self._no_more and over and not self._prompts_for(decision)

    async def _answer(self, prompt: Prompt, decision: Decision) -> None:
        try:
            send = answer_to(prompt, decision)
        except NoSuchChoice as error:
            return self._refuse(str(error))
        return await self._attempt(self.send(prompt, send))
